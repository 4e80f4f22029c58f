"""What is hidden stays hidden, wherever somebody looks: a race, a cup or a league in a channel that they do not see,
and a practice of somebody else. They do and type all there is, in a direct message, in another channel and in another
server, and read the same as where nothing of it exists.

The quick way tries the first of each kind of deed everywhere, and each other in one place; ``QUADRIGA_WALK=all`` all.
"""

import copy
import itertools
import json
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from cogs import parts
from engine.betting.book import NewBet
from engine.leagues.words.options import LeagueOptions
from records.letters import Paper
from records.values import RaceId
from steward import Agreed, Founded, NewRace, Timing
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD
from tests.cogs.test_walk import (
    CAL,
    DOT,
    MANAGES,
    OWN,
    PLAUSIBLE,
    SPANS,
    THREADS,
    World,
    a_bot,
    called,
    commands_of,
    control_deeds,
    form_deeds,
    nothing_is_drawn,
    typed_as,
)
from tests.cogs.wire import COMMAND, ELSEWHERE, TYPING, acts_by_dm, acts_in
from tests.steward.circus import MOD

__all__ = ["nothing_is_drawn"]

OTHER_SERVER, FINISHERS = 77, 7
TITLE = "Secretum"
PEOPLE = {ANN: "Zenobia", BOB: "Quintilla", CAL: "Tertulla", EVE: "Secundilla"}
SECRET = re.compile("secret[aiou]|zenobia|quintilla|tertulla|secundilla|tacitus", re.IGNORECASE)
"""What nobody else may read: titles, people, chariots."""

KNOWS_OF_IT = ("race", "cup", "league")
"""Options that name one."""

NOBODYS = "9999999999"
"""Stands in custom ids for the number of no race."""

READERS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "direct message": lambda: acts_by_dm(DOT),
    "another channel": lambda: acts_in(DOT, ELSEWHERE, THREADS),
    "another server": lambda: acts_in(DOT, ELSEWHERE, MANAGES) | {"guild_id": str(OTHER_SERVER)},
}

NEW = {
    "race new",
    "cup new",
    "league new",
    "SeasonButton",
    "practice",
    "PracticeAgainButton",
    "LessonButton",
    "WelcomeButton",
}
"""What makes a race of one's own: its number tells how many there are, of all servers."""

Deed = tuple[str, int, dict[str, Any]]


# What is hidden


async def _entered(arena: Arena, title: str = TITLE) -> RaceId:
    race = await arena.lobby(title=title)
    for player, colour in ((ANN, "red"), (BOB, "blue")):
        await arena.steward.lobbies.join(race, player, PEOPLE[player], colour=colour, name=f"Tacitus {player}")
    await arena.steward.lobbies.fill(race, ANN, "careful", 1)
    await arena.deliver()
    return race


async def _lobby(arena: Arena) -> None:
    await _bet_on(arena, await _entered(arena))


async def _bet_on(arena: Arena, race: RaceId) -> None:
    """Place a bet on each side: of three chariots either more than half end with a place, or fewer."""
    for player, side in ((CAL, "over"), (EVE, "under")):
        bet = NewBet(player=player, name=PEOPLE[player], market=FINISHERS, choice=side, stake=100, key="1", days=40)
        await arena.steward.wagers.place(race, bet)
    await arena.deliver()


async def _under_way(arena: Arena) -> None:
    race = await _entered(arena)
    await _bet_on(arena, race)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()


async def _over(arena: Arena) -> None:
    await _under_way(arena)
    await arena.circus.to_the_end(RaceId(1))
    await arena.deliver()
    await arena.steward.chronicler.catch_up()  # ratings and the hall of fame


async def _cup(arena: Arena) -> None:
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    agreed = Agreed(GUILD, CHANNEL, ANN, GAME.id, GAME.options(), GAME.series.options(), seconds, TITLE, 2)
    cup = await arena.steward.cups.open(agreed)
    race = cup.races[0].record.id
    await arena.steward.lobbies.set_thread(race, THREAD)
    for player in (ANN, BOB):
        await arena.steward.lobbies.join(race, player, PEOPLE[player])
    await arena.steward.letters.write(Paper("cup", cup.id), ANN, PEOPLE[ANN], "Secreta")
    await arena.steward.lobbies.start(race, ANN)
    await arena.circus.to_the_end(race)
    await arena.deliver()
    await arena.steward.chronicler.catch_up()


async def _season(arena: Arena) -> None:
    founded = Founded(GUILD, CHANNEL, ANN, LeagueOptions(events=2, laps=1), SPANS, SPANS, TITLE)
    league = await arena.steward.leagues.open(founded)
    await arena.steward.lobbies.set_thread(league, THREAD)
    for player in (ANN, BOB):
        await arena.steward.leagues.join(league, player, PEOPLE[player], name=f"Tacitus {player}")
    await arena.steward.leagues.start(league, ANN)
    await arena.deliver()
    for _ in range(2):
        await arena.steward.leagues.close_phase(league, MOD, "All are in")
        await arena.steward.timekeeper.tick()
        await arena.deliver()


async def _practice(arena: Arena, guild: int = GUILD) -> None:
    title = f"Practice of {PEOPLE[ANN]}"
    new = NewRace(guild, CHANNEL, ANN, GAME.id, GAME.options(), Timing({"speed": 60}), title, lesson=0)
    race = await arena.steward.lobbies.open_race(new)
    await arena.steward.lobbies.set_thread(race, THREAD)
    await arena.steward.lobbies.join(race, ANN, PEOPLE[ANN])
    await arena.steward.lobbies.fill(race, ANN, None, 2)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()


async def _practice_by_dm(arena: Arena) -> None:
    await _practice(arena, 0)


async def _lessons_season(arena: Arena) -> None:
    founded = Founded(GUILD, CHANNEL, ANN, LeagueOptions(events=2, laps=1), SPANS, SPANS, TITLE, lesson=6)
    league = await arena.steward.leagues.open(founded)
    await arena.steward.lobbies.set_thread(league, THREAD)
    await arena.steward.leagues.join(league, ANN, PEOPLE[ANN], name="Tacitus")
    await arena.steward.leagues.add_house(league, ANN, 3)
    await arena.steward.leagues.start(league, ANN)
    await arena.deliver()


HIDDEN: Mapping[str, tuple[Callable[[Arena], Awaitable[None]], tuple[int, ...]]] = {
    "lobby": (_lobby, (CHANNEL,)),
    "race under way": (_under_way, (CHANNEL,)),
    "race that is over": (_over, (CHANNEL,)),
    "cup": (_cup, (CHANNEL,)),
    "season": (_season, (CHANNEL,)),
    "practice of somebody else": (_practice, ()),
    "practice by direct message": (_practice_by_dm, ()),
    "season of a lesson": (_lessons_season, ()),
}
"""How each is made, and the channels that are hidden: where none are, it is hidden all the same."""


# All that can be done about it


def deeds() -> Iterator[Deed]:
    """Yield all commands, controls and forms, about what is numbered 1, titled so, or the only one there is."""
    bot = a_bot()
    for command in commands_of(bot):
        yield from _commanded(command)
    pressed = (deed for item in parts.ITEMS for deed in control_deeds(item))
    filled_in = (deed for pattern in bot.modals for deed in form_deeds(pattern))
    for name, kind, data in itertools.chain(pressed, filled_in):
        if NOBODYS not in data["custom_id"]:
            yield name, kind, data
            if "values" in data:
                yield name, kind, data | {"values": ["1"]}


def _commanded(command: Any) -> Iterator[Deed]:
    """Yield a command about it by number, by title and by no name; and all that is suggested as somebody types."""
    name, options = command.qualified_name, command.parameters
    own = {**PLAUSIBLE, **OWN.get(name, {}), "person": str(ANN), "player": str(ANN)}
    plausible = {each.display_name: typed_as(each.type, own[each.display_name]) for each in options}
    named = [each.display_name for each in options if each.display_name in KNOWS_OF_IT]
    rest = {key: value for key, value in plausible.items() if key not in KNOWS_OF_IT}
    least = {each.display_name: rest[each.display_name] for each in options if each.required}
    for meant in (dict.fromkeys(named, value) for value in ("1", TITLE)) if named else ():
        yield name, COMMAND, called(command, rest | meant)
        yield name, COMMAND, called(command, least | meant)
    yield name, COMMAND, called(command, rest)
    yield name, COMMAND, called(command, least)
    for option, by, typed in itertools.product(options, ("", "1", TITLE), ("", "1", TITLE[:3])):
        if option.autocomplete:
            about = dict.fromkeys(named, by) if by else {}
            given = {**least, **about, option.display_name: typed}
            yield name, TYPING, called(command, given, option.display_name)


# Nobody reads of it


async def _nothing(_arena: Arena) -> None:
    """Of all that is hidden, nothing is there."""


def with_purse(make: Callable[[Arena], Awaitable[None]]) -> Callable[[Arena], Awaitable[None]]:
    """Return what makes a world in which the reader has a purse: so their direct messages know the server's races."""

    async def made(arena: Arena) -> None:
        await make(arena)
        await arena.steward.wagers.purse(GUILD, DOT)

    return made


def chosen(hidden: str, reader: str) -> tuple[list[Deed], list[Deed]]:
    """Return the deeds that are tried: the first of each kind, as everywhere; of the others this world's, or all."""
    first: dict[tuple[str, int], Deed] = {}
    others: list[tuple[int, Deed]] = []
    for place, deed in enumerate(deeds()):
        if first.setdefault(deed[:2], deed) is not deed:
            others.append((place, deed))
    if os.environ.get("QUADRIGA_WALK") == "all" or (hidden, reader) in QUICK:
        return list(first.values()), [deed for _, deed in others]
    worlds = list(itertools.product(HIDDEN, READERS))
    return list(first.values()), [deed for place, deed in others if worlds[place % len(worlds)] == (hidden, reader)]


async def heard(
    folder: Path, state: str, make: Any, hides: tuple[int, ...], who: dict[str, Any], done: Iterable[Deed]
) -> list[str]:
    """Return all that came of each deed: words, names of controls, suggestions, files."""
    world, found = World(folder, state, with_purse(make), hides=hides), list[str]()
    wire = await world.at_the_start()
    for _, kind, data in done:
        if world.is_changed:
            wire = await world.at_the_start()
        answered = await wire.act(kind, who, copy.deepcopy(data))
        found.append(json.dumps([answered.first, answered.later], sort_keys=True, ensure_ascii=False))
    await world.close()
    return found


_WHERE_NOTHING_IS: dict[tuple[tuple[int, ...], str], list[str]] = {}
"""What comes of the first deed of each kind where nothing is hidden, by hidden channels and reader: always the same."""


def masked(heard_: str) -> str:
    """Return an answer without ids that Discord gives, and counts of seconds."""
    return re.sub(r"\d{9,}", "N", heard_)


QUICK = {("race under way", "direct message")}


@pytest.mark.parametrize(
    ("hidden", "reader"),
    [
        pytest.param(hidden, reader, marks=() if (hidden, reader) in QUICK else pytest.mark.slow)
        for hidden in HIDDEN
        for reader in READERS
    ],
)
async def test_whoever_does_not_see_it_reads_what_is_read_where_nothing_is(
    tmp_path_factory: pytest.TempPathFactory, hidden: str, reader: str
) -> None:
    make, hides = HIDDEN[hidden]
    first, others = chosen(hidden, reader)

    async def here(done: Sequence[Deed]) -> list[str]:
        return await heard(tmp_path_factory.mktemp("here"), hidden, make, hides, READERS[reader](), done)

    async def nowhere(done: Sequence[Deed]) -> list[str]:
        return await heard(tmp_path_factory.mktemp("nowhere"), "nothing", _nothing, hides, READERS[reader](), done)

    if (hides, reader) not in _WHERE_NOTHING_IS:
        _WHERE_NOTHING_IS[hides, reader] = await nowhere(first)
    done = [*first, *others]
    met = [*await here(first), *await here(others)]
    unmet = [*_WHERE_NOTHING_IS[hides, reader], *await nowhere(others)]

    told = [
        f"{name} {str(data)[:200]}: {one[:600]}"
        for (name, _, data), one, other in zip(done, met, unmet, strict=True)
        if _says(data, one) or (name not in NEW and masked(one) != masked(other))
    ]
    assert not told, f"{len(told)} of {len(met)} tell of it:\n" + "\n".join(told[:30])


def _says(typed: dict[str, Any], answered: str) -> bool:
    """Tell whether an answer has a secret word that was not typed: what somebody typed is theirs to read."""
    said = {each.lower() for each in SECRET.findall(answered)}
    return bool(said - {each.lower() for each in SECRET.findall(json.dumps(typed))})
