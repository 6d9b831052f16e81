"""Swiss: in each round bots with like points meet, no two twice as long as possible, everybody in every seat alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256

import msgspec

from arena.deals import Stream
from arena.errors import UserError
from arena.pairings.history import History
from arena.pairings.schedule import NOTHING_PLAYED, Order, Results, Schedule, SidesFor, Table, check_bots, listed
from arena.pairings.seating import Seating
from arena.pairings.swiss_pairs import pair
from arena.pairings.swiss_tables import seat, share_out, table_sizes

NOBODY: Mapping[int, int] = {}


class Round(msgspec.Struct, frozen=True):
    """A round of a Swiss tournament: its tables, and the bots that sit out with a bye."""

    number: int
    """From 0."""
    tables: tuple[Table, ...]
    byes: tuple[int, ...]

    def finished(self, results: Results) -> bool:
        return all(match.key in results for table in self.tables for match in table.matches)


class Swiss(Schedule):
    """A Swiss tournament, made round by round from the results of whole finished rounds.

    `sizes` are the allowed numbers of seats; tables have the largest, k, or where the field does not divide k-1, if that
    is allowed too. Bots are numbered in the order of seeds, best first. `rounds` defaults to ceil(log2 n) + 2. `seed`
    (a number or bytes) drives the search for tables of three and more. Each table has a deal of its own and is played
    once for each rotation of the seats, unless `single`. `sides_for(seats)` says the side of each seat (`Game.teams`).

    A round is worth the mean placement over the matches of the table (two seats: a win 1, a tie 1/2), a bye 1/2.

    `withdrawn`, where taken, names the bots that left and the first round (from 0) that they are left out of.

    Raises UserError if there are fewer bots than the smallest table has seats.
    """

    def __init__(
        self,
        bots: int,
        sizes: Collection[int],
        *,
        rounds: int | None = None,
        seed: int | bytes = 0,
        single: bool = False,
        sides_for: SidesFor | None = None,
        same_deals: bool = False,
    ) -> None:
        most = max(sizes)
        self.bots = bots
        self.sizes = [size for size in (most - 1, most) if size in sizes and size > 1] or [most]
        check_bots(bots, self.sizes[0])
        if rounds is not None and rounds < 1:
            raise UserError(f"a Swiss tournament has at least one round, not {rounds}")
        self.rounds = rounds if rounds is not None else default_rounds(bots)
        self._seed = seed if isinstance(seed, bytes) else str(seed).encode()
        self._single = single
        self._same_deals = same_deals
        self._seatings = {size: Seating(size, sides_for(size) if sides_for else None) for size in self.sizes}
        self._made: dict[object, Round] = {}

    def next_round(self, results: Results = NOTHING_PLAYED, withdrawn: Mapping[int, int] = NOBODY) -> Round | None:
        """The round to be played now: the first that `results` does not have whole. None after the last, or when too few
        bots are left to fill a table."""
        last = self._all_rounds(results, withdrawn)[-1:]
        return last[0] if last and not last[0].finished(results) else None

    def finished_rounds(self, results: Results, withdrawn: Mapping[int, int] = NOBODY) -> list[Round]:
        """The rounds that `results` has whole, from the first on."""
        return [round for round in self._all_rounds(results, withdrawn) if round.finished(results)]

    def tables(self, results: Results = NOTHING_PLAYED, withdrawn: Mapping[int, int] = NOBODY) -> Iterator[Table]:
        for round in self._all_rounds(results, withdrawn):
            yield from round.tables

    def points(self, results: Results, withdrawn: Mapping[int, int] = NOBODY) -> list[Fraction]:
        """Each bot's points after the rounds that `results` has whole, byes counted, exactly."""
        history = History(self.bots, self.sizes[-1])
        for round in self.finished_rounds(results, withdrawn):
            history.add(round.tables, round.byes, results)
        return history.points

    def total(self) -> int:
        """The number of matches if nobody withdraws."""
        sizes, _ = table_sizes(self.bots, self.sizes)
        return self.rounds * (len(sizes) if self._single else sum(sizes))

    @property
    def units(self) -> int:
        return self.rounds

    def describe(self) -> str:
        seats = listed(reversed(self.sizes))
        often = "once" if self._single else "once for each rotation of the seats"
        deals = "one deal a round" if self._same_deals else "each with a deal of its own"
        return (
            f"Swiss tournament of {self.bots} bots over {self.rounds} rounds at tables of {seats}, {deals}, "
            f"played {often}: {self.total():,} matches."
        )

    def _all_rounds(self, results: Results, withdrawn: Mapping[int, int]) -> list[Round]:
        """The finished rounds, and the one after them if there is one."""
        history = History(self.bots, self.sizes[-1])
        rounds: list[Round] = []
        known: list[object] = []
        first_table = 0
        for number in range(self.rounds):
            out = frozenset(bot for bot, since in withdrawn.items() if since <= number)
            known.append(out)
            # A round is a function of what came before it, so it is made once: a long search is not done again.
            before = tuple(known)
            if before not in self._made:
                made = self._make(number, first_table, history, [bot for bot in range(self.bots) if bot not in out])
                if made is None:
                    break
                self._made[before] = made
            round = self._made[before]
            rounds.append(round)
            if not round.finished(results):
                break
            history.add(round.tables, round.byes, results)
            known.append(tuple(history.points))
            first_table += len(round.tables)
        return rounds

    def _make(self, number: int, first_table: int, history: History, active: list[int]) -> Round | None:
        if len(active) < self.sizes[0]:
            return None
        byes: list[int] = []
        orders: list[Order]
        if self.sizes[-1] == 2:
            orders, byes = pair(history, active, number, self.rounds)
        else:
            sizes, left = table_sizes(len(active), self.sizes)
            ranked = history.ranked(active)
            byes = sorted(ranked, key=lambda bot: (history.byes[bot], -ranked.index(bot)))[:left]
            seats = [bot for bot in ranked if bot not in byes]
            stream = Stream(sha256(b"arena swiss %d " % number + self._seed).digest())
            shares = share_out(history, seats, sizes, stream, first=number == 0)
            orders = [seat(history, share, self._seatings[len(share)]) for share in shares]
        tables = tuple(
            self._seatings[len(order)].table(
                order, number=first_table + at, round=number, unit=number,
                deal=number if self._same_deals else first_table + at, single=self._single,
            )
            for at, order in enumerate(orders)
        )  # fmt: skip
        return Round(number, tables, tuple(sorted(byes)))


def default_rounds(bots: int) -> int:
    """ceil(log2 bots) + 2.

    >>> [default_rounds(bots) for bots in (2, 8, 9, 64)]
    [3, 5, 6, 8]
    """
    return (bots - 1).bit_length() + 2
