"""Databases of earlier versions, unpacked for a test."""

import lzma
from pathlib import Path

DATABASES = Path(__file__).parent / "databases"


def named(pattern: str) -> list[str]:
    """Return the names of the databases that fit a pattern, without their ending."""
    return sorted(path.name.removesuffix(".db.xz") for path in DATABASES.glob(f"{pattern}.db.xz"))


def unpacked(name: str, folder: Path) -> Path:
    """Put a database where a test may change it, and return its path."""
    path = folder / f"{name}.sqlite3"
    path.write_bytes(lzma.decompress((DATABASES / f"{name}.db.xz").read_bytes()))
    return path
