"""What a bot's process finds around it: an empty folder of its own, and the environment that all bots share."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Mapping
from typing import Any

ENVIRONMENT: Mapping[str, str] = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONUNBUFFERED": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "BLIS_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
}
"""What every bot finds in its environment, besides HOME and TMPDIR (its scratch folder) and its own `env`."""

LOCAL_PLUGINS = "ARENA_LOCAL_PLUGINS"
"""The variable with the paths of local plugins (`--plugin PATH`), absolute, joined by `os.pathsep`: a bot that searches
finds the rules by it. It is set where such a plugin is loaded, and handed to every bot."""


def environment(scratch: str, own: Mapping[str, str]) -> dict[str, str]:
    """The whole environment of one bot: nothing of the user's but where local plugins are."""
    plugins = {LOCAL_PLUGINS: os.environ[LOCAL_PLUGINS]} if LOCAL_PLUGINS in os.environ else {}
    return {**ENVIRONMENT, **plugins, "HOME": scratch, "TMPDIR": scratch, **own}


def new_scratch(base: str) -> str:
    """An empty folder in `base`, whose name tells nothing."""
    path = os.path.join(base, os.urandom(6).hex())  # noqa: PTH118 - once for each bot and match
    os.mkdir(path, 0o700)  # noqa: PTH102
    return path


def wipe(path: str) -> None:
    """Remove a folder with all that a bot may have left there: read-only folders, odd names, links. Never raises."""
    try:
        os.rmdir(path)  # noqa: PTH106 - most bots write nothing
    except FileNotFoundError:
        pass
    except OSError:
        _wipe_full(path)


def _wipe_full(path: str) -> None:
    import shutil  # only here: it loads much, and the keeper is to be light to fork

    def unlock(function: Callable[..., Any], name: str, error: object) -> None:
        # Something in a folder without write permission, or a folder without any: give ourselves the right, try again.
        for folder in (os.path.dirname(name), name):  # noqa: PTH120
            with contextlib.suppress(OSError):
                if stat.S_ISDIR(os.lstat(folder).st_mode):
                    os.chmod(folder, 0o700)  # noqa: PTH101
        with contextlib.suppress(OSError):
            if stat.S_ISDIR(os.lstat(name).st_mode):
                shutil.rmtree(name, ignore_errors=True)
            else:
                os.unlink(name)  # noqa: PTH108

    for _ in range(100):  # each round opens locked folders one level deeper
        shutil.rmtree(path, onerror=unlock)
        if not os.path.lexists(path):
            return
