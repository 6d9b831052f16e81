"""The reference bots of Saboteur, weakest first: greedy, belief, search.

`table` is what each of them reads from its view, `mine_view` how much nearer the gold an action brings a tunnel. `belief` goes by
`witness`, which follows what everybody saw and weighs it by what was counted (`likely`), and by `roles`, the posterior over the
role cards. `search` is a belief that looks ahead as a digger: `finishing` says which cards reach a goal, `race` who gets there
first, `stakes` what that pays.
"""
