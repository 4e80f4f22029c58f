"""What is in archives that somebody is given."""

import io
from zipfile import ZipFile

from tests.cogs.fakes import FakeInteraction

Files = dict[str, bytes]


def unpacked(archive: bytes) -> Files:
    with ZipFile(io.BytesIO(archive)) as opened:
        return {each: opened.read(each) for each in opened.namelist()}


def given(done: FakeInteraction) -> Files:
    """Return the files that somebody is given, as they are or in one archive, and that nobody else sees."""
    assert done.last.is_private
    read = dict(zip([each.filename for each in done.last.files], done.last.pictures(), strict=True))
    (first, *others) = read
    return read if others or not first.endswith(".zip") else unpacked(read[first])


def given_texts(done: FakeInteraction) -> dict[str, str]:
    """Return what :func:`given` does, where all of it is text."""
    return {name: content.decode() for name, content in given(done).items()}
