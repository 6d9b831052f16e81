"""Which results are the newest, for commands that were told none."""

from __future__ import annotations

from pathlib import Path

from arena.store.opening import FILE_NAME, StoreError
from arena.store.reading import Reader

__all__ = ["latest"]


def latest(results_root: Path, game: str | None = None) -> Path:
    """The results folder in `results_root` that was last started, resumed or ended, by what its file says.

    `game` asks for those of one game (the fact `game` of the tournament). Files that cannot be read are passed over.
    Raises StoreError if there is none.
    """
    root = Path(results_root)
    newest: tuple[float, str] | None = None
    damaged: StoreError | None = None
    for path in sorted(root.glob(f"*/{FILE_NAME}")):
        try:
            meta = Reader(path).meta()
        except StoreError as error:
            damaged = error
            continue
        if game is not None and meta.get("game") != game:
            continue
        times = (meta.get(key) for key in ("started", "resumed", "finished"))
        when = max((float(t) for t in times if isinstance(t, int | float)), default=0.0)
        newest = max(newest or (0.0, ""), (when, path.parent.name))
    if newest is None:
        of_game = f" of {game}" if game is not None else ""
        passed = f" ({damaged})" if damaged else ""
        raise StoreError(
            f"there are no results{of_game} in {root}{passed}: play a tournament, or name a results folder"
        )
    return root / newest[1]
