"""The documents show boards as they are drawn today."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bench.shown import FOLDER, SHOWN


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_of_the_documents_is_drawn_as_today(name: str) -> None:
    shown, drawn = (Image.open(each).convert("RGB") for each in (FOLDER / f"{name}.png", BytesIO(SHOWN[name]())))

    assert shown.size == drawn.size, "run python -m bench.shown"
    assert ImageChops.difference(shown, drawn).getbbox() is None, "run python -m bench.shown"


def test_every_picture_of_the_documents_is_drawn_by_the_program() -> None:
    assert {each.name for each in FOLDER.glob("*.png")} == {f"{name}.png" for name in SHOWN}


def test_every_picture_is_shown_somewhere() -> None:
    root = FOLDER.parent.parent
    pages: list[Path] = [root / "README.md", *FOLDER.parent.glob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)

    assert [name for name in SHOWN if f"pictures/{name}.png" not in text] == []
