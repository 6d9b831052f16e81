#!/usr/bin/env bash
# Snail: a bot in Bash, without a JSON parser and without starting a program. It plays any legal action, in any game.
#
# The trick: keys come in a fixed order, without spaces, so that a line always begins {"type":"act","id":17,"n":228,
# and what we need is cut out between two marks.

while IFS= read -r line; do
  case $line in
    '{"type":"start"'*)
      seed=${line#*',"seed":'}        # what follows the key
      RANDOM=${seed%%,*}              # up to the next comma: Bash's generator starts from the arena's seed
      ;;
    '{"type":"act"'*)
      head=${line%%',"legal":'*}      # only the short beginning: the rest may be long, and Bash is a snail
      id=${head#*',"id":'}
      n=${head#*',"n":'}
      echo "{\"id\":${id%%,*},\"index\":$((RANDOM % n))}"
      ;;
    '{"type":"quit"'*) exit 0 ;;
  esac                                # anything else needs no answer
done
