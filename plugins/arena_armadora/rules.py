"""The rules: one match in progress, what its deciding seat may do, and what an action does."""

from __future__ import annotations

from arena.games import Notice, State
from arena_armadora import powers, views
from arena_armadora.board import ALL_EDGES, LAND, OPEN_LANES, SQUARES, bits, place
from arena_armadora.events import PeekEvent, told_actor, told_all, told_others, told_walls
from arena_armadora.notation import (
    CODES,
    DONE,
    ELF,
    GOBLIN,
    MAGE,
    ORC,
    PALISADE,
    PASS,
    RACE,
    RACE_CHOICES,
    RACES,
    REINFORCE,
    TOKENS,
    WARRIOR,
    edge_actions,
    edge_pieces,
    row_pieces,
)
from arena_armadora.options import ARMIES, PALISADES, Config
from arena_armadora.options import sides as sides_of
from arena_armadora.scoring import Territory, Warrior, piles, places, settle

TURN, AFTER_POWER, SECOND, CHOOSE_RACE = range(4)
"""What the deciding seat is asked: a turn's beginning, the main action after a power, a second palisade, its race."""


class ArmadoraState(State):
    """One match of Armadöra. The attributes are there to read; only `apply` changes them.

    >>> from arena_armadora import Armadora, Config, Deal
    >>> state = Armadora().new_match(Config(), 2, Deal(bytes(32)))
    >>> state.seat, len(state.legal())
    (0, 228)
    >>> for _, event in state.apply("warrior d3 2"):
    ...     print(event.seat, event.action)
    0 warrior d3 2
    0 warrior d3 ?
    >>> state.view(1).power
    {'d3': None}
    """

    __slots__ = (
        "_palisades",
        "armies",
        "arrows",
        "boosts",
        "config",
        "empty",
        "face_up",
        "first",
        "free",
        "gold",
        "kinds",
        "lanes",
        "left",
        "owned",
        "passed",
        "peeked",
        "phase",
        "plain",
        "power",
        "power_used",
        "races",
        "reserves",
        "seats",
        "sides",
        "supply",
        "tokens",
        "turn",
        "unused",
        "walls",
    )

    def __init__(self, config: Config, seats: int, gold: dict[int, int], races: list[int | None]) -> None:
        """The set-up of the rules: empty board, full reserves, seat 0 to begin.

        `gold` is mine -> pile by square id; `races` has each seat's index in RACES, None before it has one.
        """
        army = ARMIES[seats]
        self.config = config
        self.plain = not config.advanced and config.palisades_min == 1  # the short way through `legal`
        self.seats = seats
        self.sides = sides_of(seats)
        self.gold = gold
        # the board, as masks of squares and edges
        self.walls = 0
        self.lanes = OPEN_LANES
        self.free = ALL_EDGES  # edges that the 4-square rule allows
        self.supply = PALISADES
        self.empty = LAND
        self.owned = [0] * seats  # each seat's squares
        self.power = bytearray(len(SQUARES))  # printed, 0 where nobody stands
        # the reserves: each seat's count by power, which powers are left (bit p-1), how many tiles
        self.reserves = [list(army) for _ in range(seats)]
        self.kinds = [_kinds(army)] * seats
        self.left = [sum(army)] * seats
        # the turn
        self.turn: int | None = 0
        self.passed = [False] * seats
        self.phase = TURN
        self.first = -1  # the first palisade of an unfinished action
        self.power_used = False
        # the advanced game
        self.races = races
        self.tokens = [0 if race is None else TOKENS[RACES[race]] for race in races]
        self.unused = [config.advanced] * seats  # the reinforcements
        self.face_up = 0
        self.peeked = 0  # squares that the mage has looked at
        self.arrows = 0  # two bits a square
        self.boosts = 0  # reinforced squares
        if config.advanced and None in races:
            self.phase = CHOOSE_RACE
        self._palisades: tuple[str, ...] | None = None  # the actions on `free`, once they were asked for

    # what the contract asks

    @property
    def seat(self) -> int | None:
        return self.turn

    def legal(self) -> list[str]:
        """The legal actions of the deciding seat, in the order of the rules; empty when the match is over."""
        seat = self.turn
        if seat is None:
            return []
        phase = self.phase
        if phase >= SECOND:
            return self._legal_second() if phase == SECOND else self._legal_races()
        walls: tuple[str, ...] = (self._palisades or self._list_palisades()) if self.supply else ()
        r0, r1, r2, r3, r4 = row_pieces(WARRIOR, self.kinds[seat])
        b0, b1, b2, b3, b4 = self.empty.to_bytes(5, "little")
        if self.plain:
            return [*r0[b0], *r1[b1], *r2[b2], *r3[b3], *r4[b4], *walls, "pass"]
        if walls and self.config.palisades_min == 2:
            walls = edge_actions(edge_pieces(PALISADE), self._first_edges())
        before = powers.power_actions(self) if phase == TURN else ()  # both are empty in the basic game
        after = powers.reinforce_actions(self)
        out = [*before, *r0[b0], *r1[b1], *r2[b2], *r3[b3], *r4[b4], *walls, *after]
        if phase == TURN or self.config.power_without_action:
            out.append("pass")
        return out

    def apply(self, action: str) -> list[Notice]:
        code = CODES.get(action)
        seat = self.turn
        if code is None or seat is None:
            raise self._illegal(action)
        kind, at, power = code
        phase = self.phase
        if kind == WARRIOR:
            if phase > AFTER_POWER or not self.empty >> at & 1 or not self.reserves[seat][power - 1]:
                raise self._illegal(action)
            self._put(seat, at, power)
            self._next_turn()
            return [told_actor(seat, action), told_others(self.seats, seat, action)]
        if kind == PALISADE:
            return self._apply_palisade(seat, at, action)
        if kind == DONE:
            if phase != SECOND or (self.config.palisades_min == 2 and self.free and self.supply):
                raise self._illegal(action)
            notices = [told_actor(seat, action), told_walls(self.seats, seat, self.first, None)]
            self._next_turn()
            return notices
        if kind == RACE:
            if phase != CHOOSE_RACE or at in self.races:
                raise self._illegal(action)
            return self._apply_race(seat, at, action)
        if phase > AFTER_POWER:
            raise self._illegal(action)
        if kind == PASS:
            if phase == AFTER_POWER and not self.config.power_without_action:
                raise self._illegal(action)
            self.passed[seat] = True
            self._next_turn()
            return [told_all(seat, action)]
        if kind == REINFORCE:
            if not powers.reinforceable(self, seat) >> at & 1:
                raise self._illegal(action)
            self.boosts |= 1 << at
            self.unused[seat] = False
            self._next_turn()
            return [told_all(seat, action)]
        if phase != TURN or not powers.power_is_legal(self, kind, at, power):
            raise self._illegal(action)
        return self._apply_power(seat, kind, at, power, action)

    def view(self, seat: int) -> views.View:
        return views.build(self, seat)

    def open_view(self) -> views.View:
        return views.build(self, None, everything=True)

    def spectator_view(self) -> views.View:
        return views.build(self, None)

    def ranks(self) -> list[int] | None:
        if self.turn is not None:
            return None
        return places(self.piles(), self.sides, seat_order=self.config.full_tie == "seat_order")

    def scores(self) -> list[int | None] | None:
        if self.turn is not None:
            return None
        heaps = self.piles()
        return [sum(heaps[side]) for side in self.sides]

    def safe_action(self) -> str:
        legal = self.legal()
        return next((action for action in ("done", "pass") if action in legal[-1:]), legal[0])

    def stand_in_actions(self) -> list[str]:
        """All legal actions but `pass`, since a pass is for good; `pass` alone if there is nothing else."""
        legal = self.legal()
        return legal[:-1] if len(legal) > 1 and legal[-1] == "pass" else legal

    def copy(self) -> ArmadoraState:
        twin = ArmadoraState.__new__(ArmadoraState)
        twin.config = self.config
        twin.plain = self.plain
        twin.seats = self.seats
        twin.sides = self.sides
        twin.gold = self.gold
        twin.walls = self.walls
        twin.lanes = self.lanes
        twin.free = self.free
        twin.supply = self.supply
        twin.empty = self.empty
        twin.owned = self.owned[:]
        twin.power = self.power[:]
        twin.reserves = [reserve[:] for reserve in self.reserves]
        twin.kinds = self.kinds[:]
        twin.left = self.left[:]
        twin.turn = self.turn
        twin.passed = self.passed[:]
        twin.phase = self.phase
        twin.first = self.first
        twin.power_used = self.power_used
        twin.races = self.races[:]
        twin.tokens = self.tokens[:]
        twin.unused = self.unused[:]
        twin.face_up = self.face_up
        twin.peeked = self.peeked
        twin.arrows = self.arrows
        twin.boosts = self.boosts
        twin._palisades = self._palisades
        return twin

    def to_json(self) -> dict[str, object]:
        return views.to_json(self)

    # for scoring and views

    def warriors(self) -> dict[int, Warrior]:
        """Square id -> the warrior on it, every power open."""
        return {
            square: Warrior(seat, self.power[square], self.arrows >> 2 * square & 3, bool(self.boosts >> square & 1))
            for seat, mask in enumerate(self.owned)
            for square in bits(mask)
        }

    def settle(self) -> list[Territory]:
        """Every territory's result if the match ended now."""
        return settle(
            self.walls,
            self.gold,
            self.warriors(),
            self.sides,
            arrow_floor_zero=self.config.arrow_floor_zero,
            zero_power_contends=self.config.zero_power_contends,
        )

    def piles(self) -> dict[int, list[int]]:
        """Side -> its piles if the match ended now, largest first."""
        return piles(self.settle(), self.sides)

    # the steps

    def _illegal(self, action: object) -> ValueError:
        if self.turn is None:
            return ValueError(f"{action!r} is not legal: the match is over")
        return ValueError(f"{action!r} is not among the legal actions of seat {self.turn}")

    def _list_palisades(self) -> tuple[str, ...]:
        self._palisades = edge_actions(edge_pieces(PALISADE), self.free)
        return self._palisades

    def _legal_second(self) -> list[str]:
        if not self.supply or not self.free:
            return ["done"]
        walls = self._palisades or self._list_palisades()
        return list(walls) if self.config.palisades_min == 2 else [*walls, "done"]

    def _legal_races(self) -> list[str]:
        return [text for race, text in enumerate(RACE_CHOICES) if race not in self.races]

    def _first_edges(self) -> int:
        """The edges that may begin a palisade action: with palisades_min 2 those with a partner, if there are any."""
        if self.config.palisades_min == 1 or self.supply < 2:
            return self.free
        paired = 0
        for edge in bits(self.free):
            if place(self.walls, self.lanes, self.free, edge)[2]:
                paired |= 1 << edge
        return paired or self.free

    def _put(self, seat: int, square: int, power: int) -> None:
        bit = 1 << square
        self.empty ^= bit
        self.owned[seat] |= bit
        self.power[square] = power
        reserve = self.reserves[seat]
        reserve[power - 1] -= 1
        self.left[seat] -= 1
        if not reserve[power - 1]:
            self.kinds[seat] ^= 1 << power - 1

    def _wall(self, edge: int) -> None:
        self.walls, self.lanes, self.free = place(self.walls, self.lanes, self.free, edge)
        self.supply -= 1
        self._palisades = None

    def _apply_palisade(self, seat: int, edge: int, action: str) -> list[Notice]:
        if not self.supply or not self.free >> edge & 1 or self.phase == CHOOSE_RACE:
            raise self._illegal(action)
        if self.phase == SECOND:
            first = self.first
            self._wall(edge)
            self._next_turn()
            return [told_actor(seat, action), told_walls(self.seats, seat, first, edge)]
        if self.config.palisades_min == 2 and not self._first_edges() >> edge & 1:
            raise self._illegal(action)
        self._wall(edge)
        self.first = edge
        self.phase = SECOND
        return [told_actor(seat, action)]

    def _apply_race(self, seat: int, race: int, action: str) -> list[Notice]:
        self.races[seat] = race
        self.tokens[seat] = TOKENS[RACES[race]]
        if seat + 1 < self.seats:
            self.turn = seat + 1
        else:
            self.turn, self.phase = 0, TURN
        return [told_all(seat, action)]

    def _apply_power(self, seat: int, kind: int, at: int, power: int, action: str) -> list[Notice]:
        notices = [told_all(seat, action)]
        if kind == MAGE:
            self.peeked |= 1 << at
            notices.append(((seat,), PeekEvent(SQUARES[at], self.power[at])))
        elif kind == GOBLIN:
            self._put(seat, at, power)
            if self.config.goblin_face_up:
                self.face_up |= 1 << at
            else:
                notices = [told_actor(seat, action), told_others(self.seats, seat, action)]
        elif kind == ORC:
            self._wall(at)
        elif kind == ELF:
            self.arrows += 1 << 2 * at
        self.tokens[seat] -= 1
        self.power_used = True
        self.phase = AFTER_POWER
        if not self.config.forced_pass_final and not powers.main_exists(self, seat):
            self._next_turn()  # skipped without a word: nothing is left to do
        return notices

    def _next_turn(self) -> None:
        self.phase = TURN
        self.first = -1
        self.power_used = False
        seat = self.turn
        assert seat is not None
        passed = self.passed
        for _ in range(self.seats):
            seat += 1
            if seat == self.seats:
                seat = 0
            if not passed[seat] and (self.config.forced_pass_final or powers.can_act(self, seat)):
                self.turn = seat
                return
        self.turn = None


def _kinds(reserve: tuple[int, ...] | list[int]) -> int:
    """Which powers a reserve still has, bit p-1 for power p."""
    return sum(1 << i for i, count in enumerate(reserve) if count)
