"""Pictures are put into files that are not made small, which takes long, unless a test measures files or time.

A test that measures a file and is not marked so finds it far too large.
"""

import pytest

from renderers import canvas


@pytest.fixture(autouse=True)
def quickly_in_files(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("as_sent") is None:
        monkeypatch.setattr(canvas, "_LEVEL", 0)
        monkeypatch.setattr(canvas, "_HARDER", 0)
