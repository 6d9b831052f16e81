"""The reference bots of Armadöra, weakest first: greedy, warlord.

`greedy` chooses by `gains`, what each way to use its turn adds to the estimate of `table`; both load no numpy. The others are
the warlord's: `watcher` follows the match and keeps what the hidden tiles can be (`beliefs`); `position` makes a view into
the numbers of the network (`value`); `turns` are the ways to use a turn, `planning` says what each promises, and `lookahead`
what it promises a round later. Of greedy's the warlord takes the race, the mage's power, and the end of a match in which no
rival acts any more.
"""
