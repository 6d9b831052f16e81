#!/bin/sh
# The whole bot of the protocol's page, for a shell without a JSON parser.
while IFS= read -r line; do
    case $line in '{"type":"act"'*) id=${line#*'"id":'}; echo "{\"id\":${id%%,*},\"index\":0}" ;; esac
done
