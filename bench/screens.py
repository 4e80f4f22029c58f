"""The first race as a phone shows it, 358 pixels wide: a film of the page's server, and the words that stood in it.

``python -m bench.screens`` plays that race and takes both anew; a test plays it, too, and says when that is due.
"""

import asyncio
import json
import re
import tempfile
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tests.e2e.arena import Arena, masked
from tests.sandbox_page.browser import Browser, Page

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
FILM, TEXT = FOLDER / "first-race.gif", FOLDER / "first-race.txt"
WIDE, HIGH = 358, 760
SECONDS, LAST = 3.0, 6.0  # for which a screen stands
COLOURS = 128
MOST_PRESSES = 20

NEWEST = ".messages-content > :last-child"
GREEN = f"{NEWEST} button.success"
SHOWN = "document.querySelector('.messages-content').innerText"
LAST_WORDS = f"document.querySelector('{NEWEST}').innerText"
OVER = "Practice makes perfect"
_CLOCK = re.compile(r"\d{1,2}:\d{2} [AP]M")
_HOURS = re.compile(r"in (\d+|an?) (hours?|minutes?)")


class Screen(NamedTuple):
    """What stood on the phone after a press.

    :ivar words: all that could be read in the channel, without what the clock changes.
    :ivar png: what was to be seen, 358 by 760 pixels.
    """

    words: str
    png: bytes


async def screens() -> AsyncIterator[Screen]:
    """Play a first race by the green button alone, and give each screen of it, the result last."""
    with tempfile.TemporaryDirectory() as folder:
        arena = Arena(Path(folder), people=("Ana", "Sulla"), is_forked=True, drawn=("circus-maximus",))
        async with arena, Browser() as browser:
            page = await browser.open(arena.addresses["users"]["Ana"]["url"], WIDE, HIGH)
            await _say(page, "/help", "Learn a game")
            yield await _taken(page, Path(folder))
            await _say(page, "/play alone", "Your race begins")
            await page.click(f"{NEWEST} button :: Go to the race")
            for _ in range(MOST_PRESSES):
                await page.see(GREEN)
                yield await _taken(page, Path(folder))
                if await page.has(f"{NEWEST} :: {OVER}"):
                    return
                before = json.dumps(await page.run(LAST_WORDS))
                await page.click(GREEN)
                await page.wait(f"{LAST_WORDS} !== {before} && !!document.querySelector('{GREEN}')", "what comes next")
    raise AssertionError(f"the race is not over after {MOST_PRESSES} presses")


async def _say(page: Page, command: str, answered: str) -> None:
    await page.click(".composer-text")
    await page.type(command)
    await page.see(f".suggestion.active :: {command}")
    await page.press("Enter")
    await page.see(f"{NEWEST} :: {answered}")


async def _taken(page: Page, folder: Path) -> Screen:
    await page.wait("[...document.images].every((each) => each.complete)", "pictures")
    await asyncio.sleep(0.4)  # the page scrolls to its end
    file = folder / "screen.png"
    await page.screenshot(file)
    words = masked(_HOURS.sub("in some hours", _CLOCK.sub("now", str(await page.run(SHOWN)))))
    return Screen(words.strip(), file.read_bytes())


def film(taken: list[Screen]) -> bytes:
    """Return an animated GIF of the screens."""
    frames = [Image.open(BytesIO(each.png)).convert("RGB").quantize(COLOURS) for each in taken]
    written = BytesIO()
    seconds = [SECONDS] * (len(frames) - 1) + [LAST]
    times = [round(1000 * each) for each in seconds]
    frames[0].save(written, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return written.getvalue()


def text(taken: list[Screen]) -> str:
    """Return the words of all screens, one after the other."""
    return "\n\n".join(f"Screen {number}\n\n{each.words}" for number, each in enumerate(taken, 1)) + "\n"


async def main() -> None:
    taken = [each async for each in screens()]
    FILM.write_bytes(film(taken))
    TEXT.write_text(text(taken), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
