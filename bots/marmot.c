/* Marmot: a bot in C, without a JSON library. It plays any legal action, in any game.
 *
 * The trick: keys come in a fixed order, without spaces, so that an `act` always begins
 *
 *     {"type":"act","id":17,"n":228,"legal":[...
 *
 * and its two numbers are found without parsing the rest. We answer with the position of an action in `legal`.
 */
#define _POSIX_C_SOURCE 200809L /* for getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number that follows `key` in `text`, or -1 if the key is not there. */
static long number_after(const char *text, const char *key) {
    const char *place = strstr(text, key);
    return place ? strtol(place + strlen(key), NULL, 10) : -1;
}

static int begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

int main(void) {
    char *line = NULL; /* getline makes it as long as the line needs */
    size_t size = 0;
    while (getline(&line, &size, stdin) != -1) {
        if (begins(line, "{\"type\":\"start\"")) {
            srand((unsigned)number_after(line, ",\"seed\":")); /* all its luck: the match can be repeated */
        } else if (begins(line, "{\"type\":\"act\"")) {
            long id = number_after(line, ",\"id\":");
            long n = number_after(line, ",\"n\":");
            printf("{\"id\":%ld,\"index\":%ld}\n", id, rand() % n);
            fflush(stdout); /* without it the answer would wait in a buffer, and time run out */
        } else if (begins(line, "{\"type\":\"quit\"")) {
            break;
        } /* anything else needs no answer */
    }
    free(line);
    return 0;
}
