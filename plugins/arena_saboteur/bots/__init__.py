"""The reference bots of Saboteur, weakest first: greedy, belief, search."""
