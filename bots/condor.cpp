// Condor: a bot in C++, without a JSON library. It sends its strongest warrior somewhere; in other games it plays any
// action.
//
// The trick: keys come in a fixed order, without spaces. `legal` is the first list of an `act`, and actions are plain
// words without quotes in them:
//
//     {"type":"act","id":17,"n":3,"legal":["warrior a1 1","warrior a1 2","pass"],"view":...
//
// So the texts between the first `[` and the first `]` are the actions.

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// The number that follows `key` in `text`, or 0.
long number_after(const std::string& text, const std::string& key) {
    const auto place = text.find(key);
    return place == std::string::npos ? 0 : std::strtol(text.c_str() + place + key.size(), nullptr, 10);
}

bool begins(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}

// The actions of an `act`: every text in quotes in its first list.
std::vector<std::string> legal_actions(const std::string& line) {
    std::vector<std::string> actions;
    const std::string key = "\"legal\":[";
    std::size_t place = line.find(key);
    if (place == std::string::npos) return actions;
    place += key.size();
    while (line[place] == '"') {
        const std::size_t end = line.find('"', place + 1);
        actions.push_back(line.substr(place + 1, end - place - 1));
        place = end + 1;
        if (line[place] == ',') ++place;
    }
    return actions;
}

// The more, the better: a warrior by its power (the last letter of "warrior d3 2"), a pass not at all.
int value(const std::string& action) {
    if (action == "pass") return -1;
    return begins(action, "warrior ") ? action.back() - '0' : 0;
}

int main() {
    std::mt19937 random;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (begins(line, "{\"type\":\"start\"")) {
            random.seed(static_cast<unsigned>(number_after(line, ",\"seed\":")));  // so the match can be repeated
        } else if (begins(line, "{\"type\":\"act\"")) {
            const auto actions = legal_actions(line);
            std::vector<std::size_t> best{0};  // positions in `legal`
            for (std::size_t i = 1; i < actions.size(); ++i) {
                const int better = value(actions[i]) - value(actions[best[0]]);
                if (better > 0) best.clear();
                if (better >= 0) best.push_back(i);
            }
            std::cout << "{\"id\":" << number_after(line, ",\"id\":") << ",\"index\":" << best[random() % best.size()]
                      << "}" << std::endl;  // endl flushes: the answer must not wait in a buffer
        } else if (begins(line, "{\"type\":\"quit\"")) {
            break;
        }  // anything else needs no answer
    }
}
