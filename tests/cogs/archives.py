"""What is in archives that somebody is given."""

import io
from zipfile import ZipFile

from tests.cogs.fakes import FakeInteraction

Files = dict[str, bytes]


def unpacked(archive: bytes) -> Files:
    with ZipFile(io.BytesIO(archive)) as opened:
        return {each: opened.read(each) for each in opened.namelist()}


def given(done: FakeInteraction) -> Files:
    """Return what is in the one archive that somebody is given, and nobody else sees."""
    assert done.last.is_private
    (archive,) = done.last.pictures()
    return unpacked(archive)


def given_texts(done: FakeInteraction) -> dict[str, str]:
    """Return what :func:`given` does, where all of it is text."""
    return {name: content.decode() for name, content in given(done).items()}
