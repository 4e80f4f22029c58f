"""Showing a race to a player: board, log, card, status, dice, list; each answer is private."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.choices.which_game import bettors_of, options_of
from cogs.choices.which_race import STATES, known_here, label
from cogs.kit.client import Interaction
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, rows_of, show_text, text_of
from cogs.kit.limits import MESSAGE_TEXT, message_length
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.times import tell_days
from cogs.panels.follows import follow_buttons
from cogs.panels.turn import LuckButton
from cogs.panels.why import WhyButton, is_to_explain
from engine.facts import Fact
from engine.rulesets import LEAGUES
from records.races import FactionRecord, PublicRace, RaceRecord
from records.values import EntryId, PlayerId
from steward import Picture, Status, next_times, schedule_of
from words import WORDS, nouns_of, waited_for
from words.shared.kinds import kind_words
from words.shared.names import harmless, mention, names_in, place_of, unformatted
from words.shared.paces import pace_told
from words.shared.telling import joined
from words.shared.times import tell_duration, time_of_day, when

TOLD_BEFORE_START = "The race has not started yet, so there is no board to show. Its host begins it with **Start**."
NO_FILM = "There's no film yet: nobody has moved. `/watch` shows how the race stands."
NO_FILM_OF_TURN = (
    "Nothing moved in turn {turn}, or it has not been driven yet. `/watch what:film` shows the whole race."
)
LATEST = 3_600  # characters of the story
_FIRST_TOLD = 32  # facts that are looked at first


async def show_board(interaction: Interaction, race: PublicRace) -> None:
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    picture = await steward.gallery.board(race.record.id, player)
    await _show_picture(interaction, picture, await follow_buttons(interaction, race))


async def show_race(interaction: Interaction, race: PublicRace) -> None:
    """Show the board; before the start, who is in."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    picture = await steward.gallery.board(race.record.id, player)
    if picture is None:
        await show_status(interaction, race)
    else:
        await _show_picture(interaction, picture, await follow_buttons(interaction, race))


async def show_card(interaction: Interaction, race: PublicRace, entry: EntryId) -> None:
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    await _show_picture(interaction, await steward.gallery.card(race.record.id, entry, player))


async def show_film(interaction: Interaction, race: PublicRace, turn: int | None = None) -> None:
    """Show the film of a race so far, or of one of its turns; raise :exc:`TellPlayer` if there is none."""
    films = interaction.client.steward.films
    film = await (films.of_race(race) if turn is None else films.of_turn(race, turn))
    if film is None:
        raise TellPlayer(NO_FILM if turn is None else NO_FILM_OF_TURN.format(turn=turn))
    await _show_picture(interaction, film)


async def _show_picture(interaction: Interaction, picture: Picture | None, below: Sequence[ui.Item[Any]] = ()) -> None:
    if picture is None:
        raise TellPlayer(TOLD_BEFORE_START)
    file = file_of(picture)
    layout = layout_of(gallery_of(picture, file), *rows_of([below]))
    await interaction.edit_original_response(view=within_limits(layout, [file]), attachments=[file])


async def show_log(interaction: Interaction, race: PublicRace) -> None:
    """Show the latest part of the story; raise :exc:`TellPlayer` before the start."""
    facts = await interaction.client.steward.log.facts(race.record.id)
    if not facts:
        raise TellPlayer(TOLD_BEFORE_START)
    latest, first = _latest(facts, race)
    why: list[Any] = []
    if is_to_explain(facts[first - 1 :]):
        why.append(WhyButton(race.record.id, first, len(facts), 0))
    if WORDS[race.record.ruleset].chances is not None:
        why.append(LuckButton(race.record.id, 1, len(facts)))
    await show_text(interaction, f"### {harmless(race.record.title)}, the latest\n" + "\n".join(latest), why)


def _latest(told: list[Fact], race: PublicRace) -> tuple[list[str], int]:
    """Return the last lines of the story, as many as fit, and the number of the first fact in them."""
    words, names = WORDS[race.record.ruleset], names_in(race)
    facts = words.numbered(told, options_of(race))
    taken = min(_FIRST_TOLD, len(facts))
    while taken < len(facts) and message_length("\n".join(words.tell(facts[-taken:], names))) < LATEST:
        taken = min(2 * taken, len(facts))
    lines, room = words.tell(facts[-taken:], names), LATEST
    latest: list[str] = []
    while lines and message_length(lines[-1]) < room:
        latest.insert(0, lines.pop())
        room -= message_length(latest[0]) + 1
    # Lines that are left over come of facts before those that are shown: leave out as many as they take.
    fewest = 1
    while fewest < taken:
        half = (fewest + taken) // 2
        if len(words.tell(facts[-half:], names)) >= len(latest):
            taken = half
        else:
            fewest = half + 1
    # The first of them may share its line with others.
    while taken < len(facts) and words.tell(facts[-taken:], names)[-len(latest) :] != latest:
        taken += 1
    return latest, len(facts) - taken + 1


async def show_status(interaction: Interaction, race: PublicRace, below: Sequence[ui.Item[Any]] = ()) -> None:
    """Show how a race stands; before the start, who is in.

    :param below: a row under it.
    """
    status = await interaction.client.steward.log.status(race.record.id, PlayerId(interaction.user.id))
    rows = [await follow_buttons(interaction, race), below]
    box = boxed(text_of(status_text(status).split("\n"), MESSAGE_TEXT), *rows_of(rows))
    await interaction.edit_original_response(view=within_limits(layout_of(box)), attachments=[])


def status_text(status: Status) -> str:
    """Return the status of a race: its state, the field, the missing answers and their deadlines."""
    race, words = status.race, WORDS[status.race.record.ruleset]
    names = names_in(race)
    parts = [f"### {harmless(race.record.title)} · {STATES[race.record.state]}"]
    if status.view is None:
        parts.append(entered(race))
    else:
        parts += [f"-# {words.terms(options_of(race))}", words.standings(status.view, names)]
    parts += [*waiting_lines(status), *sealed_lines(status), *people_lines(status)]
    return "\n".join(parts)


def panel_text(status: Status) -> str:
    """Return the text of a race's panel: its status, or with a post for each turn only the open questions."""
    race = status.race
    at_a_glance = race.record.story.is_by_turns or race.record.kind.has_phases  # its standings are behind a button
    if not at_a_glance or race.record.state == "lobby" or status.view is None:
        return status_text(status)
    turn = WORDS[race.record.ruleset].turn(status.view)
    heading = " · ".join(filter(None, [f"### {harmless(race.record.title)}", turn, _state(status)]))
    asked = len(status.sealed) + len(status.waiting)
    sealed = [f"🔒 {len(status.sealed)} of {asked} sealed"] if status.sealed else []
    return "\n".join([heading, *waiting_lines(status), *sealed, *waits_lines(status), *people_lines(status)])


def _state(status: Status) -> str:
    """Return a race's state; of a league, until when its phase is open."""
    race = status.race.record
    if race.kind.has_phases and race.state == "running" and status.until is not None:
        return f"until {when(status.until, 'full')}"
    if race.kind.has_phases and race.state == "finished":
        return ""  # its phase says so
    return STATES[race.state]


def waiting_lines(status: Status) -> list[str]:
    """Return a line for each player and decision the race waits for, the earliest deadline first."""
    names, words = names_in(status.race), WORDS[status.race.record.ruleset]
    pauses = words.pauses
    told = {
        f"{pauses[each.kind]}{f' <t:{int(each.until)}:R>' if each.until else ''}."
        for each in status.waiting
        if each.kind in pauses
    }
    chariots: dict[tuple[float, PlayerId | None, str, float | None, float], list[str]] = {}
    for each in sorted(status.waiting, key=lambda each: (each.until or 0, each.entry)):
        if each.kind in pauses:
            continue
        key = each.until or 0, each.player, each.kind, each.since, each.grace
        chariots.setdefault(key, []).append(names[each.entry])
    voters = words.voters(status.view) if told and status.view is not None else ""
    return [*sorted(told), *filter(None, [voters])] + [
        f"⏳ {', '.join(mine)}, {mention(player) if player else 'the house'}: {waited_for(status.race.record, kind)}"
        + (f", asked <t:{int(since)}:R>" if since else "")
        + (f"; {_due(status.race, grace, until)}" if until else "")
        for (until, player, kind, since, grace), mine in chariots.items()
    ]


def _due(race: PublicRace, grace: float, until: float) -> str:
    """Return when the rules choose for somebody: at their deadline, or later while they have grace."""
    if grace < 60 or race.record.kind.has_phases:
        return f"deadline <t:{int(until)}:R>, then the rules choose for them"
    return f"due <t:{int(until)}:R>, then {tell_duration(int(grace // 60 * 60))} of grace"


def sealed_lines(status: Status) -> list[str]:
    """Return the lines on secret answers that are in, and on players who want to wait."""
    names, race = names_in(status.race), status.race
    if race.record.state != "running":
        return []
    sealed = ", ".join(names[each.entry] for each in status.sealed)
    return [*([f"🔒 In: {sealed}"] if sealed else []), *waits_lines(status)]


def waits_lines(status: Status) -> list[str]:
    """Return the line on players who want the turn to wait for its deadline; none without any."""
    waits = [
        mention(each.at_the_reins)
        for each in status.race.factions
        if each.at_the_reins and each.waits == status.asked and status.race.record.state == "running"
    ]
    return [f"✋ The turn waits for its deadline, as {', '.join(waits)} asked."] if waits else []


def people_lines(status: Status) -> list[str]:
    """Return the lines on substitutes and house drivers in players' places, and on the end of a rest."""
    race = status.race.record
    if race.state not in ("running", "paused"):
        return []
    lines = [
        _in_the_place_of(status.race, each)
        for each in status.race.factions
        if (each.standin or each.substitute) and not status.is_out(each.faction)
    ]
    if race.state == "paused":
        until = f" It goes on by itself <t:{int(race.pause_until)}:R>." if race.pause_until else ""
        lines.insert(0, f"⏸️ The race rests; all deadlines wait.{until}")
    return lines


def _in_the_place_of(race: PublicRace, faction: FactionRecord) -> str:
    names = names_in(race)
    mine = ", ".join(names[entry.entry] for entry in race.entries if entry.faction == faction.faction)
    keeper = kind_words(race, nouns_of(race.record)).keeper
    if faction.standin and faction.away_until is not None:
        return f"🏖️ {mine}: {keeper}, until {mention(faction.holder)} is back <t:{int(faction.away_until)}:R>"
    if faction.is_offered:
        return f"🏠 {mine}: {keeper} ({faction.standin}) for {mention(faction.holder)}; the place is on offer"
    if faction.standin:
        return f"🏠 {mine}: {keeper} ({faction.standin})"
    whose = mention(faction.player) if faction.player else f"{keeper} ({faction.driver})"
    return f"🙋 {mine}: {mention(faction.substitute)} in the place of {whose}"


def entered(race: PublicRace) -> str:
    """Return the race's terms, its players, and the time for each decision."""
    called, words = names_in(race), WORDS[race.record.ruleset]
    lines, house = list[str](), kind_words(race, nouns_of(race.record)).house
    betting = {each.faction for each in race.entries if each.entry in bettors_of(race)}
    for faction in race.factions:
        mine = [called[entry.entry] for entry in race.entries if entry.faction == faction.faction]
        bets = " · only bets" if faction.faction in betting else ""
        shown = ", ".join(mine) or f"▫️ Faction {faction.faction}"
        lines.append(f"{shown} · {driver(faction, house, shown)}{bets}")
    if kept := race.record.reservations:
        names = joined([mention(each.player) for each in kept])
        lines.append(f"✋ Places are kept for {names}. Is that you? **I'm in** enters you, **No thanks** gives it up.")
    terms = f"{words.title} · {words.terms(options_of(race))} · opened by {mention(race.record.host)}"
    return "\n".join([terms, *(lines or ["Nobody is in yet."]), f"-# {clocks(race.record)}"])


WAITED_FOR = ("race", "protest", "gap")
"""Phases of a league in which no sheet waits."""


def clocks(race: RaceRecord) -> str:
    """Return at which pace a race is run, and how long each decision may take; of a league how long a sheet waits."""
    if race.kind.has_phases:
        own = LEAGUES[race.ruleset].decisions
        longest = max(race.seconds.get(kind, 0) for kind in own if kind not in WAITED_FOR)
        of_races = {kind: seconds for kind, seconds in race.seconds.items() if kind not in own}
        return (
            f"A sheet waits {tell_duration(longest)} at most. Races: {pace_told(race.pace, of_races)}. "
            "`/league do what:calendar` shows what comes when."
        )
    spans = " · ".join(f"{kind} {tell_duration(seconds)}" for kind, seconds in race.seconds.items())
    schedule = schedule_of(race.schedule)
    nouns = nouns_of(race)
    absent = f"{schedule.misses} turns missed in a row: a {nouns.house} takes over, and the place is offered."
    told = pace_told(race.pace, race.seconds)
    if not race.pace.is_ordered:
        return f"Pace: {told}. Time for each decision: {spans}. {absent}"
    each = "six hours a turn at most" if schedule.slices == 1 else f"{6 * schedule.slices} hours a turn at most"
    grace = f"Grace for each: {tell_duration(int(schedule.grace))} in the whole {nouns.contest}, {each}. {absent}"
    if not schedule.at:
        return f"Pace: {told}. Time for it: {spans}. {grace}"
    times = " and ".join(time_of_day(at) for at in next_times(schedule, race.opened))
    least = tell_duration(int(schedule.least))
    return f"Pace: {told}, by {times}, {tell_days(schedule.days)}; {least} at least. {grace}"


def driver(faction: FactionRecord, house: str = "house driver", named: str = "") -> str:
    """Return the owner of a place.

    :param house: the name of a house driver there.
    :param named: the names beside it; a temperament that they tell is not told twice.
    """
    if faction.player:
        return mention(faction.player)
    return house if f"({faction.driver}" in unformatted(named) else f"{house}, {faction.driver}"


async def show_races(interaction: Interaction) -> None:
    races = await known_here(interaction)
    if not races:
        raise TellPlayer("There are no races here yet. `/play race` opens one, `/play alone` races alone.")
    lines = [f"{harmless(label(race.record))} · {place_of(race.record)}" for race in reversed(races)]
    await show_text(interaction, "\n".join(["### Races, the newest first", *lines]))
