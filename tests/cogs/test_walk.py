"""A walk over all that can be done with the bot: every command, button, menu and form, found in the bot itself, in
every state of a race, by everybody, with plausible, empty and absurd values. Each ends in words, none in a fault, and
whoever has no right changes nothing.

The quick walk meets each pair of deed and state, and each of deed and person. ``QUADRIGA_WALK=all`` walks them all.
"""

import copy
import itertools
import logging
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType as Kind

from cogs import parts
from cogs.commands.menus import ON_PEOPLE, ON_POSTS
from cogs.kit.client import Quadriga
from cogs.kit.ways import PLACES, WHAT
from cogs.panels.watch import WatchButton
from cogs.panels.why import WhyButton
from engine.circus_maximus.words.asks import Preparation
from engine.leagues.words.options import LeagueOptions
from engine.rulesets import LEAGUES, PLAYED
from records.values import Faction, PlayerId, RaceId
from steward import GAME, KIND, Founded
from steward.delivering.pictures import Studio
from steward.running.absence import stand_in
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, a_steward, http_error
from tests.cogs.who_may import MAY
from tests.cogs.wire import (
    APPLICATION,
    COMMAND,
    ELSEWHERE,
    FORM,
    PRESS,
    TYPING,
    Answered,
    Wire,
    acts_by_dm,
    acts_in,
    message_of,
    user_of,
)
from tests.databases import know
from tests.steward.leagues import a_deputy

CAL, DOT, MOD, LEFT = PlayerId(400), PlayerId(500), PlayerId(600), PlayerId(700)
RACE = RaceId(1)
SPANS = dict.fromkeys((*PLAYED[GAME].decisions, *LEAGUES[KIND].decisions), 3_600)
EVEN = Preparation(1, 1, 1, 1)
MANAGES = discord.Permissions(manage_threads=True, manage_guild=True).value
THREADS = discord.Permissions(manage_threads=True).value
HUGE, MANY_DIGITS, LONG = 2**53, "9" * 5_000, "𓀀*_`@everyone" * 400


# Everybody


PEOPLE: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "host": lambda state: acts_in(ANN, _place(state), app_rights=_bots(state)),
    "driver": lambda state: acts_in(BOB, _place(state), app_rights=_bots(state)),
    "substitute": lambda state: acts_in(EVE, _place(state), app_rights=_bots(state)),
    "spectator": lambda state: acts_in(DOT, _place(state), app_rights=_bots(state)),
    "stranger": lambda _state: acts_by_dm(DOT),
    "moderator": lambda state: acts_in(MOD, _place(state), MANAGES, _bots(state)),
    "moderator of another channel": lambda state: acts_in(CAL, ELSEWHERE, THREADS, _bots(state)),
    "member who left": lambda _state: acts_by_dm(LEFT),
}


def _place(state: str) -> int:
    return CHANNEL if state == "thread gone" else THREAD


def _bots(state: str) -> str:
    rights = discord.Permissions.none() if state in ("rights gone", "not begun") else discord.Permissions.all()
    return str(rights.value)


# Every state of a race


async def _empty(arena: Arena) -> None:
    await arena.lobby()


async def _lobby(arena: Arena) -> None:
    race = await arena.lobby()
    for player, name in ((ANN, "Ann"), (BOB, "Bob"), (CAL, "Cal"), (LEFT, "Lea")):
        await arena.steward.lobbies.join(race, player, name)


async def _running(arena: Arena) -> None:
    """Ann and Bob drive, Lea has left the server, and Eve drives in the place of Cal."""
    await _lobby(arena)
    await arena.steward.lobbies.fill(RACE, ANN, None, 1)
    await arena.steward.lobbies.start(RACE, ANN)
    await arena.deliver()
    third = next(each for each in (await arena.steward.race(RACE)).factions if each.player == CAL)
    async with arena.steward.races.editing(RACE) as live:
        stand_in(live, third.faction, arena.circus.clock.now)
    await arena.steward.desk.take_reins(RACE, EVE, Faction(third.faction))
    await arena.deliver()


async def _under_way(arena: Arena) -> None:
    await _running(arena)
    await arena.give(BOB, EVEN)
    await arena.deliver()


async def _resting(arena: Arena) -> None:
    await _under_way(arena)
    await arena.steward.desk.pause(RACE, ANN, "Lunch", 86_400.0)


async def _paused(arena: Arena) -> None:
    await _under_way(arena)
    await arena.circus.store.races.set(RACE, state="paused")


async def _gone_back(arena: Arena) -> None:
    await _under_way(arena)
    await arena.steward.desk.rewind(RACE, ANN, 0, "A mistake")
    await arena.deliver()


async def _over(arena: Arena) -> None:
    await _under_way(arena)
    for faction in (await arena.steward.race(RACE)).factions:
        if faction.at_the_reins not in (None, ANN):
            await arena.steward.desk.replace(RACE, MOD, faction.faction, None, "Away")
    await arena.circus.to_the_end(RACE)
    assert (await arena.steward.race(RACE)).record.state == "finished"
    await arena.deliver()


async def _cancelled(arena: Arena) -> None:
    await _lobby(arena)
    await arena.steward.lobbies.cancel(RACE, ANN)


async def _thread_gone(arena: Arena) -> None:
    arena.thread.fails = http_error(discord.NotFound, 404, 10003)
    await _under_way(arena)


async def _not_begun(arena: Arena) -> None:
    """The post that starts the race cannot be posted yet."""
    await _lobby(arena)
    arena.thread.fails = http_error(discord.Forbidden, 403, 50013)
    await arena.steward.lobbies.start(RACE, ANN)
    await arena.deliver()


async def _rights_gone(arena: Arena) -> None:
    await _running(arena)
    arena.thread.fails = http_error(discord.Forbidden, 403, 50013)
    await arena.give(BOB, EVEN)
    await arena.deliver()


async def _season(arena: Arena) -> None:
    """A league has begun: Ann hosts it, Eve is Cal's deputy, Lea has left the server, and Dot drives for others."""
    founded = Founded(GUILD, CHANNEL, ANN, LeagueOptions(events=2, laps=1), SPANS, SPANS, "Ludi Magni")
    league = await arena.steward.leagues.open(founded)
    await arena.steward.lobbies.set_thread(league, THREAD)
    for player, name in ((ANN, "Ann"), (BOB, "Bob"), (CAL, "Cal"), (LEFT, "Lea")):
        await arena.steward.leagues.join(league, player, name)
    await arena.steward.leagues.add_house(league, ANN)
    await arena.steward.leagues.start(league, ANN)
    await arena.deliver()
    await a_deputy(arena.steward, league, CAL, EVE)
    await arena.steward.substitutes.volunteer(league, DOT, "Dot")
    await arena.steward.leagues.close_phase(league, MOD, "All are in")
    await arena.deliver()


STATES: Mapping[str, Callable[[Arena], Awaitable[None]]] = {
    "no facts yet": _empty,
    "lobby": _lobby,
    "not begun": _not_begun,
    "under way": _under_way,
    "resting": _resting,
    "paused": _paused,
    "gone back": _gone_back,
    "over": _over,
    "cancelled": _cancelled,
    "thread gone": _thread_gone,
    "rights gone": _rights_gone,
    "season": _season,
}


# Everything that can be done


PLAUSIBLE: Mapping[str, Any] = {
    "race": "1", "cup": "1", "title": "Ludi", "colour": "green", "name": "Comet", "word": "equus", "drivers": 1,
    "temperament": "steady", "chariot": 1, "game": "circus-maximus", "preset": "advanced", "pace": "moves",
    "deadlines": "speed 2h", "laps": 2, "times": "20:00", "days": "every day", "zone": "Europe/Rome", "races": 3,
    "topic": "ramming", "table": "9.52", "speed": 20, "lane": 2, "cdm": 1, "until": "5d", "quiet": "22:00-07:00",
    "digest": "08:00", "larger": True, "dates": "full", "grace": "1d", "gift": 1_000, "stipend": 100,
    "presents": 100, "share": 10, "cap": 0, "bank": 0, "house": 300,
    "house_week": 900, "options": True, "age": 0, "field": 8, "value": "2",
    "join": True, "post": True, "day": "Friday", "time": "20:00", "least": 1, "fill": True,
    "bets": True, "circus": True, "gazette": True, "publish": True, "calendar": True,
    "player": str(DOT), "market": "win", "on": "1", "amount": "100", "stake": 100, "against": 100, "rival": 2,
    "ticket": "1", "season": "all", "answer": "1/1/1/1", "standing": True, "rivals": 3, "lesson": 1, "share_out": False,
    "edition": "basic", "teams": False, "course": "lesser", "direction": "left", "nonplayer_chariots": False,
    "start_order": "draw", "turn": 1, "story": "turn",
    "stable": 2, "league": "1", "events": 3, "reason": "A mistake",
    "role": "owner", "many": 2, "by": "2h", "number": 1, "entries": 1, "own_bet": 100,
    "for_all": True, "rated": True, "person": str(DOT),
    "guards": 0, "mending": "one", "training": "save", "to": 2, "due": 120, "after": 2, "offer": 1, "loan": 1,
    "find": "verify", "deal": 1, "prizes": "3000/2000/1000", "late": "half", "stop": False, "points": 3,
}  # fmt: skip
"""What somebody would type, by the name of the option. An option without a value here fails the walk."""

OWN: Mapping[str, Mapping[str, Any]] = {
    "steward correct": {"field": "lane"},
    "fame": {"rival": str(BOB)},
    "league new": {"edition": "epic"},
}
"""The same for options that mean something else in one command."""

ABSURD: Mapping[Kind, tuple[Any, ...]] = {
    Kind.string: ("", LONG[:6_000], MANY_DIGITS, "٣", "-1"),
    Kind.integer: (0, -1, HUGE, -HUGE),
    Kind.boolean: (False,),
    Kind.user: (str(2**63 - 1),),
}

FIELDS = {
    "text": "1/1/1/1", "colour": "green", "name": "Comet", "word": "equus", "span": "2h", "reason": "A mistake",
    "field": "lane", "value": "2", "amount": "100",
}  # fmt: skip
"""What is filled into a form, by the id of the field."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "race": ("1", "1", "9999999999"), "entry": ("1", "2", "9999"), "asked": ("0", "1", "9999999999"),
    "code": ("p1111", "v14", "", "x", "zzz-9", "q9999-9-99-n-99-99-99-nn-"), "first": ("1", "999999999"),
    "last": ("40", "999999999", "0"), "page": ("1", "0", "9999"), "turns": ("", "t"),
    "about": ("switches", "edition", "presets", "laps", "zzz", "1"), "target": ("1", "0", "9999999999"),
    "faction": ("1", "2", "999"), "menu": ("speed", "line", "zzz"), "preset": ("safe", "zzz"), "of": ("00000000",),
    "game": ("circus-maximus", "x"),
    "number": ("1", "9"), "market": ("1", "999"), "choice": ("1", "over", "999"), "stake": ("100", "0", "999999999"),
    "key": ("1", "9" * 20), "ticket": ("1", "999999"), "taker": (str(BOB), str(2**63 - 1)), "rival": ("0", "2", "99"),
    "against": ("100", "999999999"), "player": ("0", str(DOT), str(2**63 - 1)), "alone": ("2x1", "0x0", "99x99"),
    "rivals": ("2", "0", "99"), "temperament": ("1", "0", "99"), "place": ("0", "1", "9"),
    "fixture": ("1", "9"), "whose": ("here", "me", str(BOB), "0"), "year": ("2026", "9999"),
    "guild": (str(GUILD), "9"), "person": (str(BOB), "0", str(2**63 - 1)), "stable": ("0", "1", "99"),
    "letter": ("1", "999"), "event": ("1", "0", "999"), "until": ("1", "1766707200", "99999999999"),
    "act": ("ask", "list"), "price": ("0", "999999"),
    "pace": ("now", "turns", "zzz"), "rated": ("yes", "no"), "title": ("", "Ludi", "W" * 40),
    "commitment": ("0a" * 32,), "door": ("today", "chain", "hall", "race"), "given": ("0", "1", "999"),
}  # fmt: skip
"""What stands in the custom ids of buttons, menus and forms; a part without a value here fails the walk."""

VALUES: tuple[list[str], ...] = (["1"], ["zzz"], [], [MANY_DIGITS], ["v14"], ["win"], ["fast", "slow"], ["fallen"])
"""What is chosen in a menu, offered or not."""

Deed = tuple[str, int, dict[str, Any]]
"""What it is called, of which kind, and what Discord sends of it."""


def a_bot() -> Quadriga:
    bot = Quadriga(a_steward())
    parts.add_to(bot)
    return bot


def commands_of(bot: Quadriga) -> list[Any]:
    """Return all that commands do, by the names that acts are declared under."""
    return list(bot.acts.values())


def deeds(bot: Quadriga) -> list[Deed]:
    """Return all that can be done with the bot."""
    return [
        *(deed for command in commands_of(bot) for deed in command_deeds(command)),
        *(deed for item in parts.ITEMS for deed in control_deeds(item)),
        *(deed for pattern in bot.modals for deed in form_deeds(pattern)),
        *(deed for name in ON_PEOPLE for deed in person_deeds(name)),
        *(deed for name in ON_POSTS for deed in post_deeds(name)),
    ]


@cache
def all_deeds() -> list[Deed]:
    """Return what can be done; all states share it."""
    return deeds(a_bot())


def command_deeds(command: Any) -> Iterator[Deed]:
    """Yield a command with nothing, with plausible values, with absurd ones, and what is suggested for it."""
    name, options = command.qualified_name, command.parameters
    needed = {each.display_name for each in options if each.required}
    plausible = {each.display_name: typed_as(each.type, PLAUSIBLE[each.display_name]) for each in options}
    plausible |= {key: value for key, value in OWN.get(name, {}).items() if key in plausible}
    least = {key: value for key, value in plausible.items() if key in needed}
    yield name, COMMAND, called(command, plausible)
    yield name, COMMAND, called(command, least)
    for option in options:
        for value in ABSURD[option.type]:
            yield name, COMMAND, called(command, least | {option.display_name: value})
        if option.autocomplete:
            for typed in ("", str(PLAUSIBLE[option.display_name]), MANY_DIGITS):
                yield name, TYPING, called(command, least | {option.display_name: typed}, option.display_name)


def typed_as(kind: Kind, value: Any) -> Any:
    """Return a value as an option of a kind takes it."""
    return {Kind.string: str, Kind.integer: int, Kind.boolean: bool}.get(kind, str)(value)


def called(command: Any, values: Mapping[str, Any], focused: str = "") -> dict[str, Any]:
    """Return a command as Discord sends it."""
    kinds = {each.display_name: each.type.value for each in command.parameters}
    given: list[Any] = [
        {"name": name, "type": kinds[name], "value": value} | ({"focused": True} if name == focused else {})
        for name, value in values.items()
    ]
    users = [str(each["value"]) for each in given if each["type"] == Kind.user.value]
    resolved = {"users": {each: {"id": each, "username": "u", "discriminator": "0", "avatar": None} for each in users}}
    path, what = PLACES[command.qualified_name]
    given += [{"name": WHAT, "type": Kind.string.value, "value": what}] if what else []
    *groups, name = path.split()
    for depth, each in enumerate([name, *reversed(groups)]):
        data: dict[str, Any] = {"name": each, "type": 1, "options": given}
        given = [data] if depth < len(groups) else given
    return {"id": "1", "resolved": resolved, **data}


def control_deeds(item: Any) -> Iterator[Deed]:
    """Yield a button or menu with all that may stand in its custom id, and for a menu all that may be chosen."""
    pattern = item.__discord_ui_compiled_template__
    is_menu = "Select" in str(item.__orig_bases__) or "Menu" in item.__name__
    for place, custom_id in enumerate(filled(pattern)):
        pressed = {"custom_id": custom_id, "component_type": 3 if is_menu else 2}
        yield item.__name__, PRESS, pressed | ({"values": VALUES[place % len(VALUES)]} if is_menu else {})


def form_deeds(pattern: re.Pattern[str]) -> Iterator[Deed]:
    """Yield a form with all that may stand in its custom id, filled in plausibly, not at all, and absurdly."""
    for place, custom_id in enumerate(filled(pattern)):
        values = [FIELDS, dict.fromkeys(FIELDS, ""), dict.fromkeys(FIELDS, LONG[:4_000])][place % 3]
        sent = [
            {"type": 18, "id": n, "component": {"type": 4, "id": n, "custom_id": name, "value": value}}
            for n, (name, value) in enumerate(values.items(), 1)
        ]
        yield pattern.pattern.split(":")[0], FORM, {"custom_id": custom_id, "components": sent}


def person_deeds(name: str) -> Iterator[Deed]:
    """Yield a long press on a person: somebody who drives, a stranger, oneself, and the bot."""
    for number in (BOB, 9, ANN, APPLICATION):
        users = {str(number): user_of(number, bot=number == APPLICATION)}
        yield (
            name,
            COMMAND,
            {"id": "1", "type": 2, "name": name, "target_id": str(number), "resolved": {"users": users}},
        )


def post_deeds(name: str) -> Iterator[Deed]:
    """Yield a long press on a post: of mine about a race, about one that is not, with dice, with nothing; another's."""
    buttons = (WatchButton(RaceId(1), "race"), WatchButton(RaceId(9_999_999), "race"), WhyButton(RaceId(1), 1, 40))
    rows = [[{"type": 1, "id": 1, "components": [{"type": 2, "id": 2, "style": 2, "label": "Press",
                                                  "custom_id": each.item.custom_id}]}] for each in buttons]  # fmt: skip
    for author, parts_of in (*((APPLICATION, row) for row in [*rows, []]), (BOB, rows[0])):
        post = message_of(71, THREAD, parts_of) | {"author": user_of(author, bot=author == APPLICATION)}
        resolved = {"messages": {"71": post}}
        yield name, COMMAND, {"id": "1", "type": 3, "name": name, "target_id": "71", "resolved": resolved}


def filled(pattern: re.Pattern[str]) -> list[str]:
    """Return custom ids that *pattern* takes: each word where it names some, and else each value of the part's."""
    named = dict(_groups(pattern.pattern))
    values = {name: _words(body) or GROUPS[name] for name, body in named.items()}
    found = []
    for place in range(max(3, *(len(each) for each in values.values()))):
        for others in range(3):
            text = pattern.pattern
            for name, body in named.items():
                turn = place if _words(body) or name in ("code", "about", "menu") else others
                text = text.replace(f"(?P<{name}>{body})", values[name][turn % len(values[name])])
            texts = (text, text.replace("(?:", "").replace(")?", ""), re.sub(r"\(\?:[^()]*\)\?", "", text))
            found += [each for each in texts if pattern.fullmatch(each)]
    assert found, pattern.pattern
    return list(dict.fromkeys(found))


def _groups(pattern: str) -> Iterator[tuple[str, str]]:
    """Yield the named parts of a pattern with what they take."""
    for match in re.finditer(r"\(\?P<(\w+)>", pattern):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(pattern[end], 0)
            end += 1
        yield match[1], pattern[match.end() : end - 1]


def _words(body: str) -> tuple[str, ...]:
    return tuple(body.split("|")) if re.fullmatch(r"[a-z-]+(\|[a-z-]+)+", body) else ()


# Walking


class World:
    """A race in one state, made anew from the same file whenever something has changed it."""

    def __init__(
        self, folder: Path, state: str, make: Callable[[Arena], Awaitable[None]] | None = None, **wired: Any
    ) -> None:
        """:param make: makes the state, unless it is one of :data:`STATES`.
        :param wired: how the bot is wired, as :class:`Wire` takes it.
        """
        self._folder, self._state, self._numbers = folder, state, itertools.count()
        self._make, self._wired = make or STATES[state], wired
        self._made: bytes | None = None
        self._database: sqlite3.Connection | None = None
        self.arena: Arena | None = None

    async def at_the_start(self) -> Wire:
        """Return the bot with the race as it was made."""
        await self.close()
        path = self._folder / f"{next(self._numbers)}.sqlite3"
        if self._made is not None:
            path.write_bytes(self._made)
            know(path)
        self.arena = Arena(path)
        await self.arena.circus.open()
        if self._made is None:
            await self._make(self.arena)
            await self.close()
            self._made = path.read_bytes()
            return await self.at_the_start()
        fails = {"thread gone": (404, 10003), "rights gone": (403, 50013), "not begun": (403, 50013)}.get(self._state)
        self.arena.thread.fails = http_error(discord.HTTPException, *fails) if fails else None
        self._database = sqlite3.connect(path)
        self._seen, self._differs, self.before = self.version(), False, self.record()
        return Wire(self.arena, **self._wired)

    @property
    def looking(self) -> sqlite3.Connection:
        """The database, to look into."""
        assert self._database is not None
        return self._database

    def version(self) -> int:
        """Return a number that is another one once anything was written."""
        return int(self.looking.execute("PRAGMA data_version").fetchone()[0])

    def record(self) -> list[Any]:
        """Return all that is kept of the races, but not of people, purses and posts."""
        return [
            self.looking.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("race", "faction", "entry", "input", "act", "cup")
        ]

    @property
    def is_changed(self) -> bool:
        """Whether anything of the races is not as it was made."""
        version = self.version()
        if version != self._seen:
            self._seen, self._differs = version, self.record() != self.before
        return self._differs

    async def close(self) -> None:
        if self.arena is not None:
            if self._database is not None:
                self._database.close()
                self._database = None
            await self.arena.close()
            self.arena = None


class Blank(bytes):
    """A picture, or a film."""

    gif, alt = b"gif", "A film"


@pytest.fixture(autouse=True)
def nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have tests of their own."""

    async def blank(_self: Studio, work: Any) -> Any:
        return Blank(b"png") if isinstance(work, partial) else work()

    monkeypatch.setattr(Studio, "_in_thread", blank)


@pytest.fixture
async def world(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[World]:
    world = World(tmp_path, request.param)
    yield world
    await world.close()


def chosen(everything: list[Deed], state: str) -> Iterator[tuple[Deed, str]]:
    """Yield who does what in a state: in turns, or everybody everything."""
    if os.environ.get("QUADRIGA_WALK") == "all":
        yield from itertools.product(everything, PEOPLE)
        return
    people, shift, met = list(PEOPLE), list(STATES).index(state), set[tuple[str, int]]()
    for place, deed in enumerate(everything):
        # The first of each kind is done in every state; the others, in one each.
        if deed[:2] not in met or place % len(STATES) == shift:
            yield deed, people[(place + shift) % len(people)]
        met.add(deed[:2])


QUICK_STATES = ("lobby",)


@pytest.mark.parametrize(
    "world",
    [pytest.param(state, id=state, marks=() if state in QUICK_STATES else pytest.mark.slow) for state in STATES],
    indirect=True,
)
async def test_everything_that_is_done_is_answered_in_words(
    world: World, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    state = request.node.callspec.params["world"]
    wire, faults = await world.at_the_start(), []
    caplog.set_level(logging.WARNING)
    for (name, kind, data), person in chosen(all_deeds(), state):
        if world.is_changed:
            wire = await world.at_the_start()
        caplog.clear()
        answered = await wire.act(kind, PEOPLE[person](state), copy.deepcopy(data))
        faults += [
            f"{person}, {state}: {name} {str(data)[:300]}: {why}"
            for why in (
                *wrong_with(kind, answered),
                *(each.getMessage() for each in caplog.records if each.exc_info or each.levelno >= logging.ERROR),
                *(["changed without the right"] if world.is_changed and person not in MAY[name] else []),
            )
        ]
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:60])


def wrong_with(kind: int, answered: Answered) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    if len(answered.first) != 1:
        yield f"{len(answered.first)} first answers"
        return
    if kind == TYPING:
        if len(answered.first[0]["data"]["choices"]) > 25:
            yield "too many suggestions"
        return
    unknown = [each for form in answered.forms for each in _fields(form) if each not in FIELDS]
    if unknown:
        yield f"a form with fields that the walk does not know: {unknown}"
    if len(answered.later) > 1:
        yield f"{len(answered.later)} answers, one after the other"
    if not (words := answered.words).strip():
        yield "no words"
    for fault in ("Something went wrong", "<#None>", "<@None>", "Traceback"):
        if fault in words:
            yield fault


def _fields(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if part.get("type") in (3, 4):
            yield part["custom_id"]
        for inside in part.values():
            yield from _fields(inside)
    elif isinstance(part, list):
        for inside in part:
            yield from _fields(inside)


def test_the_walk_leaves_nothing_out() -> None:
    bot = a_bot()
    known = {command.qualified_name for command in commands_of(bot)}
    known |= (
        {*ON_PEOPLE, *ON_POSTS}
        | {item.__name__ for item in parts.ITEMS}
        | {pattern.pattern.split(":")[0] for pattern in bot.modals}
    )

    assert known == set(MAY)
    assert known == {name for name, _, _ in deeds(bot)}
