"""Opening, filling and starting races as people do, and what must be true of every race that was played."""

import asyncio
import re
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sandbox.client import Refused, Visitor
from sandbox.errors import Json
from sandbox.limits.components import walk
from tests.e2e.arena import Arena, is_panel, is_story
from tests.platform.openapi import problems_of_request
from tests.sandbox.described import problems_of_answers

T = TypeVar("T")
COLOURS = ("red", "blue", "green", "yellow")


@dataclass(frozen=True)
class Opened:
    """A race and the thread it lives in."""

    id: int
    title: str
    thread: Json


async def opened(arena: Arena, title: str = "Ludi", *, laps: int = 1, pace: str = "moves", **options: Any) -> Opened:
    """Let Ana open a race of the Basic Game with its full story, unless the options say otherwise; none is left out.

    She is not in it until she enters.
    """
    options = {"game": "circus-maximus", "preset": "quick race", "story": "full", "join": False, **options}
    given = {name: value for name, value in options.items() if value is not None}
    outcome = await arena.ana.run("play race", title=title, pace=pace, **given)
    assert "is open" in outcome.text, outcome
    thread = await arena.ana.wait_for_thread(title)
    panel = await arena.ana.wait_for(is_panel, channel=thread)
    found = re.search(r"lobby:join:(\d+)", str(panel["components"]))
    assert found
    race = Opened(int(found[1]), title, thread)
    if laps != 1:
        assert outcome.message
        await arena.ana.choose(outcome.message, [str(laps)], custom_id=f"option:{race.id}:laps")
    return race


async def entered(race: Opened, people: Iterable[Visitor], colours: Sequence[str] = COLOURS) -> None:
    """Let people enter: the first in the first of *colours*, which the game must have, and so on."""
    for visitor, colour in zip(people, colours, strict=False):
        name = str(visitor.state["me"]["username"]).title()
        outcome = await visitor.run("race join", channel=race.thread, colour=colour, name=name, word=f"{name}'s luck")
        assert f"{name}**" in outcome.text


async def started(
    arena: Arena,
    title: str = "Ludi",
    *,
    people: Iterable[Visitor] = (),
    rivals: int | None = None,
    laps: int = 1,
    colours: Sequence[str] = COLOURS,
    **options: Any,
) -> Opened:
    """Let Ana open a race, people enter it, house drivers fill it, and let it begin.

    :param rivals: house drivers; as many as there are places left, if it is not said.
    """
    race = await opened(arena, title, laps=laps, **options)
    await entered(race, people or (arena.ana, arena.ben, arena.cato), colours)
    wanted: dict[str, Any] = {} if rivals is None else {"drivers": rivals}
    assert "taken" in (await arena.ana.run("host race", what="fill", channel=race.thread, **wanted)).text
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
    return race


async def listed(visitor: Visitor, question: Json) -> tuple[Json, str]:
    """Open the exact list of speeds of a question; return its message, and the menu's custom id."""
    await visitor.press(question, "More…")
    message = await visitor.wait_for(lambda each: each["id"] == question["id"] and "choose:" in str(each))
    menus = (str(each.get("custom_id")) for each in walk(message["components"]))
    return message, next(each for each in menus if each.startswith("choose:"))


async def write_speed(visitor: Visitor, question: Json, speed: str) -> None:
    """Write a speed out of the exact list, such as ``v9``."""
    message, menu = await listed(visitor, question)
    await visitor.choose(message, [speed], custom_id=menu)


async def at_once(presses: Iterable[Awaitable[T]]) -> list[T]:
    """Return the outcomes of presses in the same instant, but for those whose control was gone by then."""
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    wrong = [each for each in outcomes if isinstance(each, BaseException) and not _is_gone(each)]
    if wrong:
        raise wrong[0]
    came = [each for each in outcomes if not isinstance(each, BaseException)]
    assert came, "no press came in time"
    return came


def _is_gone(error: BaseException) -> bool:
    return isinstance(error, Refused) and error.status == GONE


GONE = 404


async def require_clean(arena: Arena, *forgiven: str) -> None:
    """Fail if anything the bot asked of the server was wrong, or anything that the server answered.

    :param forgiven: kinds of problems that the test has caused itself.
    """
    problems = [each for each in await arena.control.problems() if each["kind"] not in forgiven]
    assert problems == [], problems
    requests = await arena.control.requests()
    wrong = [
        (each["n"], problem)
        for each in requests
        if each["is_whole"]  # else the bot was killed in the middle of it, or it was refused unread
        for problem in problems_of_request(each["method"], each["path"], each["payload"])
    ]
    assert wrong == [], wrong
    assert problems_of_answers(requests) == []
    for word in ("Traceback", "ERROR"):
        assert word not in arena.log, arena.log[-4000:]


async def stories(arena: Arena, race: Opened) -> list[Json]:
    """Return the posts that tell the race, in the order they stand in the thread."""
    return [each for each in await arena.posts(race.thread) if is_story(each)]


def story_text(posts: Iterable[Json]) -> list[str]:
    """Return all lines of posts, but their pictures' alt texts."""
    lines: list[str] = []
    for post in posts:
        alts = {each.get("description") for each in post.get("attachments") or ()}
        texts = [part["content"] for part in _texts(post["components"]) if part["content"] not in alts]
        lines += [line for text in texts for line in text.splitlines()]
    return lines


def _texts(components: Iterable[Json]) -> Iterable[Json]:
    for part in components:
        if part["type"] == 10:
            yield part
        yield from _texts(part.get("components") or ())


def alt_texts(posts: Iterable[Json]) -> list[str]:
    """Return what the pictures of posts say, in order."""
    return [str(each["description"]) for post in posts for each in post["attachments"]]
