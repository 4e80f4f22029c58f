"""Pages of archives in a browser: they fit phones and desks, show all pictures, and ask for nothing from anywhere."""

from pathlib import Path
from typing import Any

import pytest

from tests.cogs.archives import unpacked
from tests.cogs.arena import EVE, Arena
from tests.cogs.forum import Forum
from tests.cogs.test_cups import Place
from tests.cogs.test_exports import check_pages
from tests.cogs.test_league_secrets import settled, to
from tests.cogs.test_memory_secrets import cup_in_its_second_race
from tests.sandbox_page.browser import Browser, Page

SIZES = ((390, 844), (1280, 800))
MEASURE = "[document.documentElement.scrollWidth, innerWidth]"
BROKEN = "[...document.images].filter((each) => each.complete && !each.naturalWidth).map((each) => each.src)"
LOADED = "[...document.images].every((each) => (each.loading = 'eager', each.complete))"


async def a_cup(arena: Arena) -> Any:
    await cup_in_its_second_race(arena)
    return await Place(arena).use("export", player=EVE, cup="1")


async def a_season(arena: Arena) -> Any:
    forum = Forum(arena)
    await to(forum, "race")
    await settled(forum)
    return await forum.use("league", "export", EVE)


def unpack(answered: Any, folder: Path) -> None:
    """Write the archives that somebody was answered with into one folder."""
    for archive in answered.last.pictures():
        files = unpacked(archive)
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        check_pages(files)


async def look(browser: Browser, path: Path, size: tuple[int, int]) -> Page:
    """Open a page of an archive; return it once all of it is there."""
    page = await browser.open(path.as_uri(), *size)
    await page.wait(f"document.readyState === 'complete' && {LOADED}", "the pictures")
    return page


@pytest.mark.slow
@pytest.mark.drawn
async def test_pages_fit_and_ask_for_nothing(arena: Arena, tmp_path: Path) -> None:
    """A browser takes seconds to start, so one test looks at the pages of a cup and of a season."""
    folders = tmp_path / "cup", tmp_path / "season"
    unpack(await a_cup(arena), folders[0])
    other = Arena(tmp_path / "season.sqlite3", draws=True)
    await other.circus.open()
    unpack(await a_season(other), folders[1])
    await other.close()

    async with Browser() as browser:
        for folder in folders:
            pages = sorted(folder.rglob("*.html"))
            assert len(pages) > 1
            for path in pages:
                for size in SIZES:
                    page = await look(browser, path, size)
                    wide, room = await page.run(MEASURE)
                    assert wide <= room, (path, size, wide)
                    assert await page.run(BROKEN) == []
                    assert page.errors == []
                    assert all(each.startswith(folder.as_uri()) for each in page.requests), page.requests
                    assert page.requests
                    await page.close()
