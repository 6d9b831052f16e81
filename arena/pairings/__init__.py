"""Who meets whom, where: round robin and Swiss schedules, as pure functions of the bots and of finished rounds."""

from arena.pairings.alone import Alone
from arena.pairings.balance import Balance, BotBalance, Span, Summary, count
from arena.pairings.formats import Maker, PairingPlan
from arena.pairings.round_robin import MixedSchedule, RoundRobin
from arena.pairings.schedule import Key, Match, Results, Schedule, Table, cut, sizes_that_fit
from arena.pairings.swiss import Round, Swiss, default_rounds

__all__ = [
    "Alone",
    "Balance",
    "BotBalance",
    "Key",
    "Maker",
    "Match",
    "MixedSchedule",
    "PairingPlan",
    "Results",
    "Round",
    "RoundRobin",
    "Schedule",
    "Span",
    "Summary",
    "Swiss",
    "Table",
    "count",
    "cut",
    "default_rounds",
    "sizes_that_fit",
]
