"""The film of a first race that the README shows is that of today."""

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bench.screens import FILM, HIGH, TEXT, WIDE, film, screens, text


@pytest.mark.slow
async def test_the_film_of_a_first_race_shows_it_as_it_is_today() -> None:
    taken = [each async for each in screens()]

    assert text(taken) == TEXT.read_text(encoding="utf-8"), "python -m bench.screens takes it anew"
    with Image.open(FILM) as shown, Image.open(BytesIO(film(taken))) as drawn:
        counted = [sum(1 for _ in ImageSequence.Iterator(each)) for each in (shown, drawn)]
        assert counted == [len(taken)] * 2
        assert shown.size == drawn.size == (WIDE, HIGH)
