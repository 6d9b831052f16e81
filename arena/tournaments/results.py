"""The results of a tournament, read from its folder: plain rows, standings, crosstable. Each number is computed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from arena.errors import UserError
from arena.fields import make_config
from arena.games import placements
from arena.pairings import Swiss
from arena.plugins import Plugins
from arena.ratings import MatchResult
from arena.ratings.alone import ranked
from arena.replays import Replay, read_replay
from arena.store import BotRow, FaultRow, MatchRow, PartRow, Progress, SeatRow, Store, latest
from arena.tournaments.spec import Settled, schedule_of

if TYPE_CHECKING:  # these load numpy: whoever only reads rows does without
    from arena.ratings.crosstable import Crosstable
    from arena.ratings.splits import Split
    from arena.ratings.standings import Standings
    from arena.ratings.tiebreaks import RoundRobinPlace, SwissPlace


class Results:
    """A results folder. Reads while the tournament runs, too; what was read once for standings is kept."""

    def __init__(self, folder: Path | str, plugins: Plugins | None = None) -> None:
        """Raises StoreError if there are no results in the folder, or they are damaged or of another format."""
        self.folder = Path(folder)
        self._store = Store.read(self.folder)
        self._plugins = plugins
        self.meta: dict[str, Any] = self._store.meta()
        self.spec = msgspec.convert(self.meta["spec"], Settled)
        self.bots: list[BotRow] = self._store.bots()
        self._split: dict[str, Split] = {}

    @property
    def plugins(self) -> Plugins:
        """The plugins in use."""
        if self._plugins is None:
            self._plugins = Plugins()
        return self._plugins

    @property
    def state(self) -> str:
        """running, stopped or finished."""
        return str(self.meta["state"])

    def alive(self) -> bool:
        """Whether somebody writes to it now."""
        return self._store.alive()

    def progress(self) -> Progress:
        """What the folder holds, counted, as of now."""
        return self._store.progress()

    def matches(self) -> Iterator[MatchRow]:
        """The settled matches in the order of the schedule."""
        return self._store.match_rows()

    def seats(self) -> Iterator[SeatRow]:
        """The seats of the settled matches, in the order of the schedule."""
        return self._store.seat_rows()

    def seats_of(self, bot: int) -> Iterator[SeatRow]:
        """The seats of the settled matches at which the bot of that number sat."""
        return self._store.seat_rows(bot)

    def parts(self, split: str | None = None) -> Iterator[PartRow]:
        """The parts of the settled matches, in the order of the schedule; of one split, if it is named."""
        return self._store.part_rows(split)

    def faults(self, bot: str | None = None) -> Iterator[FaultRow]:
        """The faults of the settled matches, with their evidence; of one bot, if it is named. Raises UserError."""
        if bot is None:
            return self._store.fault_rows()
        for row in self.bots:
            if bot in (row.name, row.id):
                return self._store.fault_rows(row.number)
        raise UserError(f"there is no bot named {bot!r} in {self.folder}: {', '.join(row.name for row in self.bots)}")

    def replay(self, table: int, rotation: int) -> Replay:
        """The replay of a match. Raises UserError if there is none."""
        data = self._store.replay(table, rotation)
        try:
            return msgspec.json.decode(data, type=Replay)
        except ValueError as error:
            raise UserError(f"the replay of match {table}.{rotation} is damaged: {error}") from None

    @cached_property
    def rated(self) -> list[MatchResult]:
        """The matches that standings rest on: those of whole tables, in the order of the schedule; at one seat an entry a deal.

        A tournament that was stopped, or still runs, has tables of which matches are missing; what was played beyond the
        first of them waits for it, so that standings never depend on which match happened to end first.
        """
        game = self.plugins.game(self.spec.game)
        config = make_config(game, self.spec.config)
        structural = game.structural_tie(config)
        lower_is_better = game.lower_is_better(config)
        names = [bot.name for bot in self.bots]
        forfeit = self.spec.on_fault == "forfeit"
        one_of: dict[Any, Any] = {}  # equal tuples are one object: there may be 100,000 matches

        def same(values: Iterable[Any]) -> Any:
            return one_of.setdefault(found := tuple(values), found)

        out: list[MatchResult] = []
        expected = 0
        with self._store.snapshot():  # matches and seats are read at one moment, though a run may write meanwhile
            pairs = zip(self.matches(), _by_match(self.seats()), strict=True)
            for table, of_table in groupby(pairs, key=lambda pair: pair[0].table):
                whole = list(of_table)
                alone = whole[0][0].seats == 1
                size = len(self.bots) if alone else whole[0][0].seats
                if self.state != "finished" and (table != expected or len(whole) < size):
                    break
                expected = table + 1
                if alone:
                    out += self._alone(table, whole, names, lower_is_better)
                    continue
                for match, seats in whole:
                    if match.ranks is None or match.surplus:
                        continue
                    offenders = same(forfeit and seat.faults > 0 for seat in seats)
                    out.append(MatchResult(
                        table=table, bots=same(names[bot] for bot in match.bots), ranks=same(match.ranks),
                        sides=same(match.teams or range(match.seats)), rated=same(match.rated),
                        last_is_open=structural or any(offenders), offenders=offenders,
                        scores=None if match.scores is None else same(match.scores),
                        faults=same(seat.faults for seat in seats),
                        decisions=same(seat.answers for seat in seats), ms=tuple(seat.ms for seat in seats),
                    ))  # fmt: skip
        return out

    def _alone(
        self, table: int, whole: list[tuple[MatchRow, list[SeatRow]]], names: list[str], lower_is_better: bool
    ) -> list[MatchResult]:
        """A deal that every bot played by itself. Whoever has no result of it, by no fault of its own, is left out.

        The only side of a match being faulty, the match has no ranks; it is that bot's worst result all the same.
        """
        count = [
            (match, seat) for match, [seat] in whole
            if not match.surplus and match.void is None and match.error is None and (match.ranks or seat.faults)
        ]  # fmt: skip
        if not count:
            return []
        return [ranked(
            table, [names[seat.bot] for _, seat in count], [seat.score for _, seat in count],
            offenders=[match.ranks is None for match, _ in count], lower_is_better=lower_is_better,
            faults=[seat.faults for _, seat in count], decisions=[seat.answers for _, seat in count],
            ms=[seat.ms for _, seat in count],
        )]  # fmt: skip

    def standings(self, anchors: Mapping[str, float] | None = None, rating: str = "plackett-luce") -> Standings:
        """The table over all sizes, and of each. Raises UserError for an anchor that is no bot here."""
        if not anchors and rating == "plackett-luce":
            return self._standings
        return self._rate(anchors, rating)

    @cached_property
    def _standings(self) -> Standings:
        return self._rate(None, "plackett-luce")

    def _rate(self, anchors: Mapping[str, float] | None, rating: str) -> Standings:
        names = [bot.name for bot in self.bots]
        unknown = [name for name in anchors or {} if name not in names]
        if unknown:
            raise UserError(f"--anchor {unknown[0]}: there is no such bot here: {', '.join(names)}")
        made: Standings = self.plugins.rating(rating)(self.rated, anchors=anchors, bots=names)
        return made

    def crosstable(self) -> Crosstable:
        """Row against column, in the order of the standings."""
        from arena.ratings.crosstable import crosstable

        return crosstable(self.rated, [row.bot for row in self.standings().rows])

    def splits(self) -> dict[str, list[str]]:
        """By what the game splits its matches, such as role, each with its labels; empty if by nothing, or none ended yet."""
        return self._store.splits()

    def split(self, name: str) -> Split:
        """How each bot does in the parts of one split, from the matches that standings rest on.

        Raises UserError if the matches are not split by that.
        """
        if name not in self._split:
            from arena.ratings.splits import split_of

            known = self.splits()
            if name not in known:
                raise UserError(self._no_split(name, list(known)))
            names = [bot.name for bot in self.bots]
            tables = {result.table for result in self.rated}
            parts = ((p.table, names[p.bot], p.label, p.result) for p in self.parts(name) if p.table in tables)
            self._split[name] = split_of(name, parts, bots=names)
        return self._split[name]

    def _no_split(self, name: str, known: list[str]) -> str:
        if known:
            return f"--by {name}: the matches of {self.spec.game} are split by {', '.join(known)}; or use seats or points"
        since = "no match is played yet, or " if self.state != "finished" else ""
        return f"--by {name}: {since}{self.spec.game} splits its matches by nothing; use seats or points"

    def places(self) -> list[RoundRobinPlace] | list[SwissPlace]:
        """The order by points and tie-breaks: of a Swiss with its byes, else of a round robin."""
        from arena.ratings import tiebreaks

        names = [bot.name for bot in self.bots]
        if self.spec.format != "swiss":
            return tiebreaks.round_robin(self.rated, names)
        game = self.plugins.game(self.spec.game)
        teams = {seats: game.teams(make_config(game, self.spec.config), seats) for seats in self.spec.seats}
        schedule = schedule_of(self.spec, game, self.plugins)
        played = {
            (m.table, m.rotation): None if m.ranks is None else placements(m.ranks, m.teams or teams.get(m.seats))
            for m in self.matches()
        }
        byes: dict[str, list[float]] = {}
        if isinstance(schedule, Swiss):
            for played_round in schedule.finished_rounds(played):
                for bot in played_round.byes:
                    byes.setdefault(names[bot], []).append(0.5)
        return tiebreaks.swiss(self.rated, byes=byes, seeds=names)

    def close(self) -> None:
        """Close the file."""
        self._store.close()


def find_results(folder: Path | str | None, root: Path | str = "results") -> Path:
    """That results folder, or the latest in `root`. Raises StoreError if there is none."""
    return Path(folder) if folder is not None else latest(Path(root))


def find_replay(place: Path | None, key: str | None) -> Replay:
    """The match kept in a file, or that of a results folder with the key `12.1` (default: the last one that was settled).

    Raises UserError if there is none.
    """
    if place is not None and not place.is_dir() and place.suffix != ".sqlite":
        if key is not None:
            raise UserError(f"--match is for results folders, and {place} is a file with one match")
        return read_replay(place)
    results = Results(find_results(place))
    if key is None:
        last = None
        for row in results.matches():
            last = row if row.ranks is not None else last
        if last is None:
            raise UserError(f"{results.folder} has no match to show yet")
        return results.replay(last.table, last.rotation)
    table, dot, rotation = key.partition(".")
    if not (dot and table.isdecimal() and rotation.isdecimal()):
        raise UserError(f"--match {key}: write table and rotation, such as 12.1; `arena replay --list` lists them")
    return results.replay(int(table), int(rotation))


def _by_match(seats: Iterator[SeatRow]) -> Iterator[list[SeatRow]]:
    for _, rows in groupby(seats, key=lambda seat: (seat.number, seat.attempt)):
        yield list(rows)
