"""The paper of a cup as a post: made from the cup's standings after a race, and from that race's facts."""

import discord
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.layouts import pictured
from cogs.panels.cup_standings import short_names, what_next, who
from engine.series import Outcome, standings
from records.races import PublicRace
from steward import Cup, Steward
from words import WORDS
from words.shared.cup_paper import Issue, front_page
from words.shared.fame import race_words
from words.shared.names import harmless, names_in
from words.shared.results import luck_awards
from words.shared.telling import count
from words.shared.times import when

MOST_REMARKS = 3
"""Of the race itself; the rest stands in its result."""


async def paper_message(steward: Steward, cup: Cup) -> tuple[ui.LayoutView, list[discord.File]] | None:
    """Return the paper of a cup after its latest race that is over; ``None`` before the first one."""
    if cup.prospects is None or not cup.over:
        return None
    issue = issue_of(cup, await _remarks(steward, cup.over[-1]))
    return pictured(front_page(issue), await steward.gallery.cup(cup))


async def own_paper(steward: Steward, cup: Cup) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the latest paper of a cup with its calendar, for somebody who looks it up; before the first race, that."""
    front = [f"-# {what_next(cup)}"]
    if cup.prospects is not None and cup.over:
        front = front_page(issue_of(cup, await _remarks(steward, cup.over[-1])))
    return pictured([*front, *calendar(cup)], await steward.gallery.cup(cup))


def calendar(cup: Cup) -> list[str]:
    """Return all races of a cup: its end and winner, its thread, or that it is to come."""
    lines = [f"### 🗓️ {harmless(cup.record.title)}: {count(cup.record.races, 'race')}"]
    known = {each.record.round: each for each in cup.races}
    lines += [f"{number}. {_dated(cup, known.get(number))}" for number in range(1, cup.record.races + 1)]
    if cup.record.state == "open" and cup.record.late > len(cup.over):
        lines.append(f"-# `/cup join` lets you in until race {cup.record.late} starts.")
    return lines


def _dated(cup: Cup, race: PublicRace | None) -> str:
    if race is None or race.record.state == "cancelled":
        return "to come"
    where = race_words(race.record.guild, race.record.title, race.record.thread)
    if race.record.state != "finished" or race.record.ended is None:
        return f"{where} · {'open to enter' if race.record.state == 'lobby' else 'under way'}"
    place = cup.over.index(race)
    won = [who(cup, each.faction) for each in cup.standings if each.scores[place].place == 1]
    return f"{where} · {when(race.record.ended, 'full')} · {' and '.join(won) or 'nobody'} won"


def issue_of(cup: Cup, remarks: tuple[str, ...] = ()) -> Issue:
    """Return the paper's text on a cup, one race of which is over at least."""
    known = cup.prospects
    assert known is not None
    over = len(known.races)
    before: tuple[Outcome, ...] = known.races[:-1]
    return Issue(
        title=harmless(cup.record.title),
        round=over,
        races=cup.record.races,
        who={each.faction: who(cup, each.faction) for each in cup.standings},
        short=short_names(cup),
        race=known.races[-1],
        before=tuple(standings(known.series, known.factions, before)) if before else (),
        now=cup.standings,
        ranges=cup.ranges,
        were=known.at(over - 1).ranges,
        wins=cup.wins,
        places=cup.places,
        remarks=remarks,
        following=what_next(cup),
    )


async def _remarks(steward: Steward, race: PublicRace) -> tuple[str, ...]:
    """Return a race's remarkable moments; empty for a game that has no words for a result."""
    words, names = WORDS[race.record.ruleset], names_in(race)
    ends, facts = await steward.turns.ends(race), await steward.turns.facts(race)
    if words.result is None or not ends:
        return ()
    result = words.result(ends, facts, names)
    luck = luck_awards(words.chances(facts, options_of(race)), names) if words.chances else []
    told = [f"⚔️ {result.decisive}"] if result.decisive else []
    return tuple([*told, *(each for each in result.awards if each not in luck)][:MOST_REMARKS])
