"""Keeps the world in a JSON file, and the files of messages beside it, over a restart."""

import os
from pathlib import Path

import msgspec

from sandbox.model import Kept


def load(state_file: Path) -> tuple[Kept, dict[str, bytes]] | None:
    """Return the world and the files kept under *state_file*; ``None`` if there are none yet.

    :raises msgspec.ValidationError: if the file holds something else.
    """
    if not state_file.exists():
        return None
    kept = msgspec.json.decode(state_file.read_bytes(), type=Kept)
    wanted = {
        attachment.id
        for messages in kept.messages.values()
        for message in messages.values()
        for attachment in message.attachments
    }
    found = {each.name: each.read_bytes() for each in _folder(state_file).glob("*") if each.name in wanted}
    return kept, found


def save(state_file: Path, kept: bytes, files: dict[str, bytes]) -> None:
    """Write the world, whole or not at all, and the files that are not there yet.

    :param kept: the world as JSON.
    """
    folder = _folder(state_file)
    folder.mkdir(parents=True, exist_ok=True)
    there = {each.name: each for each in folder.glob("*")}
    for name, body in files.items():
        if name not in there:
            _write(folder / name, body)
    _write(state_file, kept)
    for name in there.keys() - files.keys():
        there[name].unlink()


def _write(path: Path, body: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(body)
    part.replace(path)


def _folder(state_file: Path) -> Path:
    return state_file.with_name(f"{state_file.name}.files")
