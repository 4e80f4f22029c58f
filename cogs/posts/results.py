"""The end of a race: the result in its thread, and a direct message to each player."""

from collections.abc import Sequence
from typing import Any

from cogs.kit.limits import fitting
from cogs.panels.coming import coming_line, ends_event
from cogs.panels.lesson import farewell
from cogs.panels.result import result_message
from cogs.posts.race_panel import MOST_TEXT, bets_of
from cogs.posts.sending import Sender, text_post
from engine.rulesets import PLAYED
from records.notices import Notice
from records.races import PublicRace
from records.values import PlayerId
from steward import hear_the_end, is_out
from words import WORDS
from words.betting.table import gain_words, sesterces
from words.shared.endings import farewell_lines
from words.shared.names import harmless, names_in, place_of
from words.shared.nemesis import nemesis_line

RESULT, FAREWELL = 98, 99
"""Which messages of a story the result and the end of a practice are; the story itself has fewer."""


async def post_farewell(sender: Sender, notice: Notice, channel: Any, race: PublicRace) -> None:
    """Post what is next after a practice."""
    await sender.send_once(notice, channel, await farewell(sender.steward, race), part=FAREWELL, silent=False)


async def post_result(sender: Sender, notice: Notice, channel: Any, race: PublicRace) -> None:
    """Post the result of a race told by turns."""
    made = await result_message(sender.steward, race, bets_of(race))
    if made is not None:
        layout, files = made
        await sender.send_once(notice, channel, layout, files, part=RESULT, silent=False)


async def tell_player(sender: Sender, notice: Notice) -> str:
    """Tell a player their result, their winnings, and the next step."""
    assert notice.player is not None
    race = await sender.steward.race(notice.race)
    words, names = WORDS[race.record.ruleset], names_in(race)
    ends, facts = await sender.steward.turns.ends(race), await sender.steward.turns.facts(race)
    is_lone = notice.player not in hear_the_end(race)
    if is_lone and not _was_out(race, notice.player, ends):
        return await _tell_lone(sender, notice, race)
    if words.result is None or not ends:
        return "nothing to tell"
    result = words.result(ends, facts, names)
    purse = "" if is_lone else await _purse(sender, race, notice.player)  # a lone one is told of bets by themselves
    following = await _following(sender, race)
    lines = farewell_lines(race, notice.player, result, purse, names, following, words.nouns)
    if not lines:
        return "drives no chariot"
    lines += [*await _nemesis(sender, race, notice.player), *([] if following else await _later(sender, race))]
    async with sender.direct(notice.player) as channel:
        await sender.steward.delivery.wait_until_posted(notice.race)  # the result stands in the thread first
        quiet = is_lone or await sender.steward.people.is_quiet(notice.player)
        await sender.send_once(notice, channel, text_post(fitting(lines, MOST_TEXT)), silent=quiet)
    return "told"


def _was_out(race: PublicRace, player: PlayerId, ends: Sequence[Any]) -> bool:
    """Tell whether all chariots of a player were out before the last turn: they may not have seen the end.

    :param ends: the public view at the end of each turn.
    """
    faction = next((each for each in race.factions if each.holder == player), None)
    out = PLAYED[race.record.ruleset].out(ends[-2]) if len(ends) > 1 else ()
    return faction is not None and is_out(race, faction.faction, out)


async def _tell_lone(sender: Sender, notice: Notice, race: PublicRace) -> str:
    """Tell a lone player, who saw the end, who has beaten them again and again; in most races nothing."""
    assert notice.player is not None
    if not (told := await _nemesis(sender, race, notice.player)):
        return "saw the end"
    lines = [f"**{harmless(race.record.title)}**, {place_of(race.record)}", *told]
    return await sender.tell_once(notice, race, (text_post("\n".join(lines)), []))


async def _purse(sender: Sender, race: PublicRace, player: PlayerId) -> str:
    """Return the line on a player's gain from bets on a race; empty if there were none."""
    slip = await sender.steward.wagers.slip(race.record.id, player)
    if slip is None or not slip.lines:
        return ""
    return f"🧾 Your bets: {gain_words(slip.paid - slip.staked)}. Your purse: **{sesterces(slip.purse)}**"


async def _following(sender: Sender, race: PublicRace) -> str:
    """Return the line on the next event, where the race was one of a cup or of a league."""
    coming = await coming_line(sender.steward, race)
    if race.record.league is not None:
        if not await ends_event(sender.steward, race):
            return f"What it brought, money and experience, stands in {place_of(race.record)}."
        reckoning = "Next: the reckoning. The paper tells what your bets brought, and who is hurt."
        return "\n".join([reckoning, *([coming] if coming else [])])
    return coming if race.record.cup is not None else ""


async def _nemesis(sender: Sender, race: PublicRace, player: PlayerId) -> list[str]:
    """Return the line on a player's nemesis; none in most races."""
    steward = sender.steward
    found = await steward.nemesis_of(race, await steward.log.places(race), player, steward.now())
    return [] if found is None else [nemesis_line(found.name, found.times, is_beaten=found.is_beaten)]


async def _later(sender: Sender, race: PublicRace) -> list[str]:
    """Return the line on the next date of a fixture, of this race or in its channel."""
    coming = await coming_line(sender.steward, race)
    return [coming] if coming else []
