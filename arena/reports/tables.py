"""Tables of bots, as text for a terminal or as Markdown, from the same cells."""

from __future__ import annotations

from collections.abc import Sequence

from arena.reports.layout import grid


def drawn(heads: Sequence[str], rows: Sequence[Sequence[str]], align: Sequence[str], form: str, *, names: int = 1) -> str:
    """A table whose column `names` has names, as text for a terminal or as Markdown (`form` "text" or "github")."""
    if form == "text":
        return grid(heads, rows, align=align, names=[names])
    from tabulate import tabulate

    table = [[markdown(cell) for cell in line] for line in rows]
    return tabulate(table, heads, tablefmt=form, disable_numparse=True, colalign=align)


def markdown(text: str) -> str:
    """A stranger's text as it is shown in Markdown, and not as what it might mean there."""
    for old, new in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("`", "\\`"), ("[", "\\["), ("*", "\\*")):
        text = text.replace(old, new)
    return text
