"""The card of a race, a cup or a league in its channel: what it shows now, and its buttons.

It shows what everybody in the channel may see, and no more: the public view, and who is in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, rows_of, text_of
from cogs.kit.messages import within_limits
from cogs.panels.bets.parts import read_rules
from cogs.panels.bets.table import BetButton
from cogs.panels.cup_standings import standing_line, what_next
from cogs.panels.fixtures import month_button, start_told
from cogs.panels.league import LeagueButton
from cogs.panels.league_shown import LookButton, next_dates
from cogs.panels.lobby import LobbyButton
from cogs.panels.race import clocks
from cogs.panels.result import AgainButton
from cogs.panels.watch import WatchButton
from engine.rulesets import PLAYED
from records.races import PublicRace
from steward import Cup, Picture, Steward
from words import WORDS, nouns_of
from words.shared.cards import entrants, lead_lines, podium
from words.shared.names import harmless, names_in, place_of
from words.shared.paces import asks_of_you

MOST_STANDINGS = 3


@dataclass(frozen=True)
class Card:
    """What a card shows."""

    lines: Sequence[str]
    buttons: Sequence[ui.Item[Any]] = field(default=())
    picture: Picture | None = None

    def post(self) -> tuple[ui.LayoutView, list[discord.File]]:
        """Return it as a message."""
        files = [] if self.picture is None else [file_of(self.picture)]
        shown = [gallery_of(self.picture, file) for file in files if self.picture is not None]
        box = boxed(text_of(self.lines), *shown, *rows_of([self.buttons]))
        return within_limits(layout_of(box), files), files


async def card_of(steward: Steward, bearer: PublicRace) -> Card:
    """Return the card that a race bears: its own, that of its cup, or that of the league that it is."""
    record = bearer.record
    if record.cup is not None:
        card = await _of_cup(steward, await steward.cups.cup(record.cup))
    elif record.kind.has_phases:
        card = await _of_league(steward, bearer)
    else:
        card = await _of_race(steward, bearer)
        card = replace(card, lines=[f"### {nouns_of(record).emoji} {harmless(record.title)}", *card.lines])
    named = None if card.picture is None else replace(card.picture, name=f"card-{record.id}.png")
    return replace(card, picture=named)


# A race


async def _of_race(steward: Steward, race: PublicRace, *, is_late: bool = False) -> Card:
    """Return how a race stands.

    :param is_late: whether it may be entered though its field is settled.
    """
    record, where = race.record, place_of(race.record)
    game = f"-# {WORDS[record.ruleset].title} · {WORDS[record.ruleset].terms(options_of(race))}"
    watch = WatchButton(record.id, "race")
    match record.state:
        case "lobby":
            places = len(PLAYED[record.ruleset].colours_for(options_of(race)))
            is_open = is_late or not record.has_same_field
            enter = [LobbyButton(record.id, "join")] if is_open else []
            opens = "Open to enter" if is_open else "About to start"
            lines = [
                f"**{opens}** · {len(race.factions)} of {places} places taken · {where}",
                entrants(race, nouns_of(race.record)),
            ]
            lines += [*await start_told(steward, race), f"⏳ {asks_of_you(record.pace, record.seconds)}", game]
            return Card(lines, [*enter, watch, *_bet(race), *await month_button(steward, race)])
        case "cancelled":
            return Card([f"🚫 Called off · {where}"])
        case "finished":
            again = [] if record.cup is not None or record.league is not None else [AgainButton(record.id)]
            lines = [
                *podium(race, await steward.log.places(race), nouns_of(record)),
                f"-# Over · the whole story: {where}",
            ]
            month = await month_button(steward, race)
            return Card(lines, [*again, watch, *month], await steward.films.result(race))
        case _:
            return replace(await _under_way(steward, race), buttons=[watch, *_bet(race)])


async def _under_way(steward: Steward, race: PublicRace) -> Card:
    """Return how a race under way stands: the turn, who is in, who took the lead, the board."""
    record, words = race.record, WORDS[race.record.ruleset]
    status = await steward.log.status(record.id)
    turn = words.turn(status.view) if status.view is not None else ""
    state = "⏸️ It rests" if record.state == "paused" else "🏁 **Under way**"
    ends = await steward.turns.ends(race)
    lines = [" · ".join([state, *([turn] if turn else []), place_of(record)]), entrants(race, nouns_of(race.record))]
    lines += lead_lines(words, ends, names_in(race))
    return Card(lines, picture=await steward.gallery.board(record.id))


def _bet(race: PublicRace) -> list[ui.Item[Any]]:
    return [] if read_rules(race.record).is_off else [BetButton(race.record.id)]


# A cup


async def _of_cup(steward: Steward, cup: Cup) -> Card:
    """Return how a cup stands: its race that waits or runs, the standings, what comes next."""
    race, run = cup.under_way, len(cup.over)
    number = f" · race {race.record.round} of {cup.record.races}" if race is not None else ""
    card = Card([]) if race is None else await _of_race(steward, race, is_late=cup.record.late > run)
    lines = [f"### 🏆 {harmless(cup.record.title)}{number}", *card.lines]
    if cup.over:
        lines.append(f"**After {run} of {cup.record.races} races**")
        lines += [standing_line(cup, each) for each in cup.standings[:MOST_STANDINGS]]
    if race is None:
        lines.append(what_next(cup))
    picture = card.picture or (await steward.gallery.cup(cup) if cup.over else None)
    latest: list[ui.Item[Any]] = [WatchButton(cup.over[-1].record.id, "race")] if cup.over and race is None else []
    if cup.record.state == "finished" and cup.over:
        latest.insert(0, AgainButton(cup.over[-1].record.id, label="Cup again"))
    return Card(lines, [*card.buttons, *latest], picture)


# A league


async def _of_league(steward: Steward, league: PublicRace) -> Card:
    """Return how a league stands: its phase with the next date, the richest stables, and the race under way."""
    record, status = league.record, await steward.log.status(league.record.id)
    lines, where = [f"### 🏛️ {harmless(record.title)}"], place_of(record)
    if record.state == "lobby":
        lines += [f"**Open to join** · {where}", entrants(league, nouns_of(league.record)), f"⏳ {clocks(record)}"]
        return Card(lines, [LeagueButton(record.id, "join")])
    if record.state == "cancelled":
        return Card([*lines, f"🚫 Called off · {where}"])
    words = WORDS[record.ruleset]
    races = [each for each in await steward.leagues.races(record.id) if each.state in ("running", "paused")]
    first = max(races, key=lambda each: (each.round or 0, each.id), default=None)  # a match comes after the event
    race = None if first is None else await steward.race(first.id)
    if status.view is not None:
        lines += [f"🏛️ **{words.turn(status.view)}** · {where}"]
        lines += words.standings(status.view, names_in(league)).split("\n")[:MOST_STANDINGS]
    lines += [dates] if (dates := await next_dates(steward, league)) else []
    card = Card([]) if race is None else await _under_way(steward, race)
    is_over = record.state == "finished"
    act = LeagueButton(record.id, "again" if is_over else "join")
    watch = LookButton(record.id, "standings") if race is None else WatchButton(race.record.id, "race")
    buttons = [act, watch, *([] if is_over else [LookButton(record.id, "bet")])]
    return Card([*lines, *card.lines], buttons, card.picture or await steward.gallery.board(record.id))
