/* A quick and correct bot: answers index 0. Echoes the id of each question. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char buffer[1 << 20];

int main(void)
{
    size_t have = 0;
    for (;;) {
        ssize_t got = read(0, buffer + have, sizeof buffer - have);
        if (got <= 0)
            return 0;
        have += (size_t)got;
        char *line = buffer, *end;
        while ((end = memchr(line, '\n', have - (size_t)(line - buffer)))) {
            if (strncmp(line, "{\"type\":\"act\",\"id\":", 19) == 0) {
                char out[64];
                int n = snprintf(out, sizeof out, "{\"id\":%ld,\"index\":0}\n", strtol(line + 19, NULL, 10));
                if (write(1, out, (size_t)n) != n)
                    return 1;
            }
            line = end + 1;
        }
        have -= (size_t)(line - buffer);
        memmove(buffer, line, have);
    }
}
