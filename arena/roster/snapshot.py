"""The snapshot: a bot's files copied and hashed, so that what plays is what was entered.

Only regular files are copied. A symbolic link is followed as long as it stays within the bot's own folder; the folder
it was copied from is only read.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

from arena.errors import UserError

__all__ = ["MAX_BYTES", "MAX_FILES", "copy_files", "hash_files", "is_sealed", "seal", "snapshot_files"]

MAX_BYTES = 256 << 20
MAX_FILES = 10_000
_CACHES = ("__pycache__",)
_SEAL = ".arena.sha256"  # hidden files are not copied, so no author has one
_BUILT = ("target", "build")  # what a build makes anew


def copy_files(files: Mapping[str, str], folder: Path, *, name: str, build: tuple[str, ...] = ()) -> None:
    """Copy a bot's `files` (path in the snapshot: absolute source; `""` is a whole folder) into a new `folder`.

    Hidden files and caches are left out, and with a build the folders that it makes. Raises UserError for a link that
    leads out, for too many or too large files, and for what cannot be read.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o755)
    copier = _Copier(name, build)
    try:
        for target, source in files.items():
            path = Path(source)
            if path.is_dir():
                copier.copy_folder(path, folder / target, root=path, top=not target, above=())
            else:
                copier.copy_file(path, folder / target)
    except OSError as error:
        raise UserError(f"{name}: {error.filename} cannot be copied: {error.strerror}") from error


class _Copier:
    def __init__(self, name: str, build: tuple[str, ...]) -> None:
        self.name = name
        self.build = build
        self.bytes = 0
        self.files = 0

    def copy_folder(self, source: Path, target: Path, *, root: Path, top: bool, above: tuple[Path, ...]) -> None:
        above = (*above, source.resolve())
        target.mkdir(mode=0o755, exist_ok=True)
        for entry in sorted(source.iterdir()):
            if entry.name.startswith(".") or entry.name in _CACHES or (top and self._is_built(entry.name)):
                continue
            path = entry
            if entry.is_symlink():
                path = entry.resolve()
                if not path.is_relative_to(root.resolve()):
                    raise UserError(
                        f"{self.name}: {entry} is a symbolic link that leads out of the bot's folder; "
                        "put a copy of the file there instead"
                    )
            if path.is_dir():
                if path.resolve() not in above:  # a link to a folder that holds it would never end
                    self.copy_folder(path, target / entry.name, root=root, top=False, above=above)
            elif path.is_file():
                self.copy_file(path, target / entry.name)

    def _is_built(self, name: str) -> bool:
        return bool(self.build) and name in _BUILT and not any(word.split("/")[0] == name for word in self.build)

    def copy_file(self, source: Path, target: Path) -> None:
        self.files += 1
        if self.files > MAX_FILES:
            raise UserError(f"{self.name} has more than {MAX_FILES} files; leave out what it does not need to play")
        descriptor = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as reader, target.open("wb") as writer:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise UserError(f"{self.name}: {source} is not a regular file")
            self.bytes += status.st_size
            if self.bytes > MAX_BYTES:
                raise UserError(
                    f"{self.name} is larger than {MAX_BYTES >> 20} MiB ({source}); "
                    "leave out what it does not need to play"
                )
            shutil.copyfileobj(reader, writer)
        target.chmod(0o755 if status.st_mode & 0o111 else 0o644)


def list_files(files: Mapping[str, Path]) -> bytes:
    """What `sha256sum` prints of files, in the order of their paths' bytes."""
    lines = []
    for name in sorted(files, key=os.fsencode):
        with files[name].open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        shown = os.fsencode(name).replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
        sign = b"\\" if shown != os.fsencode(name) else b""
        lines.append(sign + digest.encode() + b"  " + shown + b"\n")
    return b"".join(lines)


def hash_files(files: Mapping[str, Path]) -> str:
    """The hash of files by their paths: SHA-256 of what `sha256sum` prints of them in the order of the paths' bytes.

    In a snapshot without a build, but for a `__pycache__`:
    `find . -type f -not -path './.*' -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum`.
    """
    return hashlib.sha256(list_files(files)).hexdigest()


def snapshot_files(folder: Path) -> dict[str, Path]:
    """All files of a snapshot by their path in it, without caches and the seal."""
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    found.pop(Path(_SEAL), None)
    return {name.as_posix(): path for name, path in found.items() if not set(name.parts) & set(_CACHES)}


def seal(folder: Path) -> None:
    """Write into a finished snapshot what `sha256sum` prints of it, so that a later run can keep it."""
    part = folder / f"{_SEAL}.part"
    try:
        part.write_bytes(list_files(snapshot_files(folder)))
        part.replace(folder / _SEAL)
    except OSError:  # a build may leave what cannot be read: such a snapshot is made anew
        part.unlink(missing_ok=True)


def is_sealed(folder: Path) -> bool:
    """Whether all files that a snapshot had when it was finished are still there and the same.

    What a bot has written beside them since does not count.
    """
    try:
        sealed = (folder / _SEAL).read_bytes()
        names = [_name_of(line) for line in sealed.split(b"\n")[:-1]]
        files = {name: folder / name for name in names}
        return bool(files) and all(file.is_file() for file in files.values()) and list_files(files) == sealed
    except OSError:
        return False


_ESCAPED = {b"\\\\": b"\\", b"\\n": b"\n", b"\\r": b"\r"}


def _name_of(line: bytes) -> str:
    name = line.partition(b"  ")[2]
    if line.startswith(b"\\"):
        name = re.sub(rb"\\[\\nr]", lambda hit: _ESCAPED[hit[0]], name)
    return os.fsdecode(name)
