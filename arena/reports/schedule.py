"""A schedule for people and programs: how level it is, and its tables."""

from __future__ import annotations

from typing import Any

import msgspec

from arena.pairings.balance import Balance
from arena.reports.layout import grid, wrap
from arena.reports.standings import plan_data, plan_text
from arena.text import clean_line
from arena.tournaments import Plan

LEGEND = (
    "meets, before: how often a bot meets each other one, and sits right before it; partner: how often it is on its side; "
    "in seats: how many matches it plays from each."
)


def _balances(plan: Plan) -> dict[int, Balance]:
    found: dict[int, Balance] = {}
    for table in plan.schedule.tables():
        if table.seats not in found:
            found[table.seats] = Balance(plan.schedule.bots, table.seats)
        found[table.seats].add(table)
    return dict(sorted(found.items()))


def schedule_text(plan: Plan, *, tables: bool = False) -> str:
    """Meetings, partners, seats and successors of each bot, for each size; with `tables` every table too."""
    names = [clean_line(bot.name, 40) for bot in plan.found]
    blocks = [plan_text(plan, short=True)]
    if plan.schedule.needs_results:
        blocks.append("Its first round, which is all that is known before there are results (no table: a bye):")
    for seats, balance in _balances(plan).items():
        if seats == 1:
            continue  # nobody meets anybody: the plan says all
        heads = ["bot", "matches", "tables", "meets", "partner", "before",
                 f"in seats {', '.join(map(str, range(seats)))}"]  # fmt: skip
        rows = [
            [names[one.bot], one.matches, one.tables, str(one.meetings), str(one.partners or ""), str(one.successors),
             ", ".join(map(str, one.seats))]
            for one in balance.bots()
        ]  # fmt: skip
        keep = [column for column in range(len(heads)) if column != 4 or any(row[4] for row in rows)]
        table = grid([heads[c] for c in keep], [[row[c] for c in keep] for row in rows],
                     align=["left", *["right"] * (len(keep) - 1)], names=[0])  # fmt: skip
        said = "1 table" if balance.tables == 1 else f"{balance.tables} tables"
        blocks.append(f"Tables of {seats}: {said}, {balance.matches} matches\n{table}")
    if plan.spec.seats != [1]:
        blocks.append(wrap(LEGEND))
    if tables:
        lines = []
        for one in plan.schedule.tables():
            who = " – ".join(names[bot] for bot in one.bots)
            how = "each alone" if one.seats == 1 else f"{len(one.matches)} matches with the seats rotated"
            lines.append(f"table {one.number}, unit {one.unit}: {who}, {how}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def schedule_data(plan: Plan) -> dict[str, Any]:
    """The same as plain data, every table with its matches."""
    return {
        **plan_data(plan),
        "balance": {
            str(seats): {
                "meetings": balance.meetings,
                "partners": balance.partners if balance.sides else None,
                "successors": balance.successors,
                "in_seats": balance.in_seats,
            }
            for seats, balance in _balances(plan).items()
        },
        "tables": [msgspec.to_builtins(table) for table in plan.schedule.tables()],
    }
