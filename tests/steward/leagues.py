"""Leagues for tests: short seasons of Ann, Bob and the house, played by the clock and by answers."""

from collections import defaultdict
from pathlib import Path
from typing import Any

from engine.leagues.words.facts import Posted
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import BANK
from engine.rulesets import PLAYED
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Steward
from steward.seasons.leagues import KIND, Founded
from steward.seasons.treasurer import account_of
from tests.kept import once
from tests.steward.circus import ANN, BOB, EVE, Circus

GUILD, CHANNEL, THREAD = 1, 2, 3
SHORT = LeagueOptions(events=2, laps=1, filled_to=4)
ONE = LeagueOptions(events=1, laps=1, filled_to=4)
PHASES = {"founding": 7200, "market": 7200, "stable": 3600, "eve": 3600, "protest": 600, "auction": 3600}


def same_bytes(count: int) -> bytes:
    """Return always the same, so that two seasons roll the same dice and have the same seals."""
    return bytes(count)


def spans() -> dict[str, int]:
    return dict.fromkeys(PLAYED["circus-maximus"].decisions, 60)


async def a_circus(path: Path, **values: Any) -> Circus:
    return await Circus(path / "races.sqlite3", rulesets=PLAYED, **values).open()


@once
async def a_league(circus: Circus, /, options: LeagueOptions = SHORT, **values: Any) -> RaceId:
    """Open a league that Ann hosts, in its thread."""
    league = await circus.steward.leagues.open(
        Founded(GUILD, CHANNEL, ANN, options, PHASES, spans(), values.pop("title", "Ludi Magni"), **values)
    )
    await circus.steward.lobbies.set_thread(league, THREAD)
    return league


@once
async def a_season(circus: Circus, options: LeagueOptions = SHORT, house: int = 1) -> RaceId:
    """Start a season of Ann's stable, Bob's, and so many of the house."""
    league = await a_league(circus, options)
    await circus.steward.leagues.join(league, ANN, "Ann", word="equus")
    await circus.steward.leagues.join(league, BOB, "Bob")
    await circus.steward.leagues.add_house(league, ANN, house)
    await circus.steward.leagues.start(league, ANN)
    return league


async def a_deputy(steward: Steward, league: RaceId, owner: PlayerId, deputy: PlayerId) -> None:
    """Have an owner ask for a deputy, who accepts."""
    await steward.deputies.ask(league, owner, deputy)
    seat = (await steward.race(league)).faction_for(owner)
    assert seat is not None
    await steward.deputies.accept(league, seat.faction, deputy)


async def sheet_of(circus: Circus, league: RaceId, player: PlayerId) -> OpenAsk | None:
    """Return the sheet that a member may fill in now."""
    return next((each for each in await circus.steward.asks_of(player) if each.race_id == league), None)


async def seal(circus: Circus, opened: OpenAsk, answer: Any, player: PlayerId = ANN) -> None:
    await circus.steward.races.drive(opened.race_id, opened.entry, [answer], player=player, asked=opened.asked)


async def pass_by(circus: Circus, seconds: float = 3600.0) -> None:
    """Let time pass, with all that is due."""
    circus.clock.pass_by(seconds)
    await circus.steward.timekeeper.tick()
    await circus.deliver()


@once
async def to_phase(circus: Circus, league: RaceId, phase: str, event: int = 1) -> None:
    """Let time pass until a phase of an event is open."""
    for _ in range(400):
        view = (await circus.steward.log.status(league)).view
        if view is not None and (view.phase, view.event) == (phase, event):
            return
        await pass_by(circus, 60.0 if view is not None and view.phase == "race" else 1800.0)
    raise AssertionError(f"{phase} of event {event} never comes")


@once
async def to_the_end(circus: Circus, league: RaceId) -> None:
    """Let time pass until a season is over."""
    for _ in range(3000):
        if (await circus.steward.race(league)).record.state == "finished":
            return
        await pass_by(circus, 1800.0)
    raise AssertionError("the season does not end")


async def check_treasuries(circus: Circus, league: RaceId) -> None:
    """Compare every account of a league with what the facts that hold add up to."""
    lobby, counted = await circus.steward.race(league), defaultdict[EntryId, int](int)
    rules = circus.rulesets[lobby.record.ruleset]
    for record in await circus.store.stories.facts(league):
        fact = rules.read_fact(record.fact)
        for line in fact.lines if isinstance(fact, Posted) and not record.void else ():
            counted[line.account] += line.amount
    found = {each: await circus.store.wagers.balance(account_of(lobby.record, each)) or 0 for each in counted}
    assert found == dict(counted)
    assert BANK in found
    assert sum(found.values()) == 0


__all__ = ["ANN", "BOB", "EVE", "KIND", "EntryId"]
