"""Packs files into zip archives that give away nothing but the files: no time, no order, no machine's name."""

import io
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

BEGINNING_OF_TIME = (1980, 1, 1, 0, 0, 0)
"""The date of every file: a true one would tell something about the viewer."""

STORED = (".png", ".gif", ".webp")
ENTRY, END = 160, 22
"""Bytes that a file takes in an archive besides its content and twice its name, and that the archive takes itself."""

MOST = 10
"""Archives; a message holds no more files."""


class Packed(NamedTuple):
    archives: list[tuple[str, bytes]]  # names and contents
    left_out: list[str]  # files that had no room


def pack(name: str, files: Mapping[str, bytes], limit: int) -> Packed:
    """Return the archives that hold *files*, each *limit* bytes at most: the first what is not a picture, then films.

    :param name: of the first archive, without its ending; the others are numbered.
    """
    parts: list[list[str]] = [[]]
    room, left_out = limit - END, []
    for path in _in_order(files):
        size = _size(path, files[path])
        if size > limit - END or (size > room and len(parts) == MOST):
            left_out.append(path)
            continue
        if size > room:
            parts.append([])
            room = limit - END
        parts[-1].append(path)
        room -= size
    named = [name, *(f"{name}-{n}" for n in range(2, len(parts) + 1))]
    return Packed([(f"{each}.zip", _zipped(files, part)) for each, part in zip(named, parts, strict=True)], left_out)


def _in_order(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield paths: texts, then pictures, then films, so that films are the first to go into further archives."""
    yield from sorted(files, key=lambda path: (path.endswith(".gif"), path.endswith(STORED), path))


def _size(path: str, data: bytes) -> int:
    packed = len(data) if path.endswith(STORED) else len(zlib.compress(data)) + 64
    return packed + ENTRY + 2 * len(path.encode())


def _zipped(files: Mapping[str, bytes], paths: list[str]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        for path in paths:
            info = ZipInfo(path, BEGINNING_OF_TIME)
            info.compress_type = ZIP_STORED if path.endswith(STORED) else ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, files[path])
    return out.getvalue()
