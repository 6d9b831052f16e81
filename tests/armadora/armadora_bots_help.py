"""What the tests of Armadöra's bots share: a bot at its seat, whole matches, endgames made by hand."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

from arena_armadora import position
from armadora_help import GAME, plain, start

NO_LIMIT = SimpleNamespace(move_ms=None, bank_ms=None, last_ms=None)


class Seated:
    """A bot at its seat, asked as the referee asks it."""

    def __init__(self, cls, state, seat, seed=0, **options):
        self.state, self.seat, self.unread = state, seat, []
        self.bot = cls(**options)
        self.bot.rng = Random(seed)
        static = plain(GAME.static(state.config, state.seats))
        self.bot.info = SimpleNamespace(
            seat=seat, seats=state.seats, teams=list(state.sides), static=static, config=plain(state.config)
        )
        self.bot.start(self.bot.info)

    def answer(self, time=NO_LIMIT):
        info = SimpleNamespace(events=[plain(event) for event in self.unread], time=time)
        self.unread = []
        return self.bot.act(plain(self.state.view(self.seat)), self.state.legal(), info)


def play_match(state, bots, rng):
    """Plays to the end; seats without a bot play at random. Gives what the bots answered."""
    answers = []
    while state.seat is not None:
        legal = state.legal()
        if len(legal) > 1 and state.seat in bots:
            action = bots[state.seat].answer()
            assert action in legal
            answers.append(action)
        else:
            action = rng.choice(legal)
        for seats, event in state.apply(action):
            for seat, bot in bots.items():
                if seats is None or seat in seats:
                    bot.unread.append(event)
    return answers


def mean_placement(cls, seats, matches, flags=None, **options):
    """The mean placement of a bot against random ones, its seat going round (at four seats it has both of a team)."""
    total = 0.0
    for number in range(matches):
        state, me = start(seats, number, **(flags or {})), number % seats
        bots = {
            seat: Seated(cls, state, seat, seat, **options)
            for seat in range(seats)
            if state.sides[seat] == state.sides[me]
        }
        play_match(state, bots, Random(number))
        total += GAME.returns(state)[me]
    return total / matches


# endgames: every power is open and B has passed, so that there is a right answer

STANDING = {"g1": "A5", "g3": "A4", "h4": "A3", "b1": "B5", "b3": "B4", "a2": "B3", "c3": "B2"}
GOLD = {"f2": 7, "h2": 6, "g5": 6, "e4": 5, "d1": 4, "b2": 4, "a4": 3, "c5": 5}
NONE = [0] * 5


def endgame(warriors, palisades=(), left=NONE, **more):
    return position(
        2,
        warriors=warriors,
        palisades=palisades,
        gold=GOLD,
        reserves=[list(left), NONE],
        passed=[False, True],
        face_up=list(warriors),
        **more,
    )
