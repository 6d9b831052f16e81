import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Heron: a bot in Java, without a JSON library. It stands still as long as it can: it plays any action but a pass.
 *
 * The trick: keys come in a fixed order, without spaces. An `act` begins {"type":"act","id":17,"n":228,"legal":[ and
 * its list ends with the first ], since actions are plain words.
 */
public class Heron {
    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var random = new Random();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.startsWith("{\"type\":\"start\"")) {
                random = new Random(numberAfter(line, ",\"seed\":")); // so the match can be repeated
            } else if (line.startsWith("{\"type\":\"act\"")) {
                int choices = (int) numberAfter(line, ",\"n\":");
                // the rules of the games here list `pass` last, so leaving out the last place avoids it
                if (choices > 1 && line.contains(",\"pass\"],")) {
                    choices--;
                }
                long id = numberAfter(line, ",\"id\":");
                System.out.println("{\"id\":" + id + ",\"index\":" + random.nextInt(choices) + "}");
                System.out.flush(); // the answer must not wait in a buffer
            } else if (line.startsWith("{\"type\":\"quit\"")) {
                break;
            } // anything else needs no answer
        }
    }

    /** The whole number that follows `key`, or 0. */
    static long numberAfter(String line, String key) {
        int start = line.indexOf(key);
        if (start < 0) {
            return 0;
        }
        start += key.length();
        int end = start;
        while (end < line.length() && Character.isDigit(line.charAt(end))) {
            end++;
        }
        return Long.parseLong(line.substring(start, end));
    }
}
