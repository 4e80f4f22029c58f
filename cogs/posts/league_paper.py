"""A league's paper in its thread: the story with standings, field and next dates, and the letters to it (H.13)."""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui

from cogs.choices.which_game import bettors_of
from cogs.panels.league_business import MatchButton
from cogs.panels.league_shown import LookButton, next_dates, race_told
from cogs.panels.objecting import ObjectButton
from cogs.posts import ballots, letters
from cogs.posts.sending import Sender, text_post
from engine.leagues.words.arena_facts import GladiatorFreed, PairOddsFixed, PairsDrawn
from engine.leagues.words.epic_facts import (
    CataloguePosted,
    DriverFreed,
    MatchEnded,
    MatchNamed,
    MatchOffered,
    SideBetOffered,
)
from engine.leagues.words.facts import Entered, Objected, OddsFixed, ReckoningBegan, SeasonEnded, StandingsTold
from engine.leagues.words.options import LeagueOptions
from records.letters import Paper
from records.notices import Notice
from records.races import PublicRace
from steward import Picture, Scene, Status, Steward
from words.shared.names import harmless, mention
from words.shared.telling import count
from words.shared.times import when

OBJECTION_PART = 80
"""The part of a story's notice that calls the host to an objection, the first of ten; letters and votes come before."""

MOST = 1_600
"""Characters of a league's story in one post, so that it stays within 1,800 with the next dates below (H.13)."""


WHAT_WINS = "The richest stable after the last event wins. Places bring experience; money comes from bets."
WHAT_WINS_EPIC = (
    "The richest stable after the last event wins. Each has 20,000s and no chariot yet: the auction comes first. "
    "Places bring prizes and experience."
)


def start_text(league: PublicRace) -> str:
    """Return the text that tells the start of a season."""
    bettors = len(bettors_of(league))
    founded = count(len(league.factions) - bettors, "stable")
    bet = f" {count(bettors, 'bettor')} came without one." if bettors else ""
    is_epic = msgspec.json.decode(league.record.options, type=LeagueOptions).campaign == "epic"
    begins = f"🏛️ **{harmless(league.record.title)} begins!** {founded} are founded.{bet}"
    return f"{begins} Each owner gets a sheet from me.\n-# {WHAT_WINS_EPIC if is_epic else WHAT_WINS}"


def objecting(status: Status) -> list[ui.Item[Any]]:
    """Return the button with which an owner objects to the event's race, while it may still go back."""
    race = status.race.record
    if not race.kind.has_phases or race.state != "running" or status.view is None or status.view.phase != "protest":
        return []
    return [ObjectButton(act="ask", race=race.id, event=status.view.event)]


async def _call_host(sender: Sender, notice: Notice, league: PublicRace, part: int) -> None:
    """Call the host to an objection, with what can be done."""
    until = (await sender.steward.log.status(league.record.id)).until
    stands = "" if until is None else f" Do nothing, and it stands {when(until)}."
    said = (
        f"⚖️ {mention(league.record.host)}, an owner objects. `/host league what:back` takes the race back, `/host "
        "race` in its thread "
        f"corrects it.{stands}"
    )
    host = league.record.host
    await sender.send_once(notice, sender.thread(league), text_post(said), part=part, silent=False, calling=[host])


async def follow(sender: Sender, notice: Notice, league: PublicRace, scenes: Sequence[Scene]) -> None:
    """Post the letters to the issues of a league's paper that these scenes tell; call the host to objections."""
    paper = Paper("league", league.record.id)
    for each in scenes:
        if _tells(each, ReckoningBegan):
            issue = await sender.steward.letters.issues(paper, each.told)
            await letters.print_letters(sender, notice, league, paper, issue)
        if _tells(each, Objected):
            await _call_host(sender, notice, league, OBJECTION_PART + each.n % 10)
        if _tells(each, SeasonEnded):
            await ballots.ask_for_best_race(sender, notice, league, paper)


async def races_told(steward: Steward, league: PublicRace, scenes: Sequence[Scene]) -> dict[int, str]:
    """Return the stories of the races that papers among these scenes are about, by the scenes' numbers."""
    papers = [each for each in scenes if _tells(each, ReckoningBegan)]
    return {each.n: await race_told(steward, league, each.facts) for each in papers}


async def dates(steward: Steward, league: PublicRace, scene: Scene) -> str:
    """Return what comes when, below the standings; empty below all else."""
    return await next_dates(steward, league) if _tells(scene, StandingsTold) else ""


async def picture(steward: Steward, league: PublicRace, scene: Scene) -> Picture | None:
    """Return the picture at the end of a phase: a champion, the standings, the first lots, or the field; else none."""
    freed = next((each for each in scene.facts if isinstance(each, DriverFreed | GladiatorFreed)), None)
    if freed is not None and (card := await steward.gallery.champion(league, scene.view, freed.stable, freed.name)):
        return card
    if _tells(scene, StandingsTold):
        return await steward.gallery.scene(league, scene)
    if _tells(scene, CataloguePosted):
        lots = await steward.gallery.catalogue(league, scene.view)
        return lots[0] if lots else None
    if _tells(scene, Entered, OddsFixed, PairsDrawn, PairOddsFixed):
        return await steward.gallery.field(league, scene.view)
    number = match_in(scene)
    return None if number is None else await steward.gallery.one(league, scene.view, "match", number)


def match_in(scene: Scene) -> int | None:
    """Return the match whose challenge, start or result a scene tells; ``None`` if it tells none."""
    for fact in scene.facts:
        if isinstance(fact, MatchOffered | MatchNamed) or (isinstance(fact, MatchEnded) and fact.state == "over"):
            return fact.number
    return None


def bet_on(scene: Scene) -> int | None:
    """Return the match on which a side bet is offered in a scene; ``None`` without one."""
    return next((fact.match for fact in scene.facts if isinstance(fact, SideBetOffered)), None)


def buttons(league: PublicRace, scene: Scene) -> list[ui.Item[Any]]:
    """Return what may be pressed under a scene: the lots that are for sale, and a match as it stands now."""
    number = match_in(scene) or bet_on(scene)
    match = [] if number is None else [MatchButton(league.record.id, number, label=f"Match {number}")]
    lots = [LookButton(league.record.id, "catalogue")] if _tells(scene, CataloguePosted) else []
    return [*lots, *match]


def _tells(scene: Scene, *kinds: type) -> bool:
    return any(isinstance(fact, kinds) for fact in scene.facts)
