"""Calls to players in a thread: the duty they are called for, and how urgent it is."""

from collections.abc import Sequence

from records.races import PublicRace
from steward import Mention, Presence, Status, Waiting
from words import WORDS, waited_for
from words.shared.names import harmless, names_in
from words.shared.times import when

_URGENCY = ("This", "This", "🚨 The rules choose for you soon: this")


def by_name(text: str, race: PublicRace, presence: Presence) -> str:
    """Return a text of a race in which people who have left its server stand by their names.

    A mention would call them in vain, and shows nobody else who they were.
    """
    for each in race.factions:
        if presence.gone_since(race.record.guild, each.player) is not None:
            text = text.replace(f"<@{each.player}>", f"**{harmless(each.name)}**")
    return text


def call(mention: Mention) -> str:
    """Return the line that calls a player."""
    again = f"{_URGENCY[min(mention.reminders, 2)]} still waits" if mention.is_reminder else "A decision waits"
    return f"<@{mention.player}> {again} for you; the button opens it for you alone."


def owed(status: Status, mention: Mention) -> list[Waiting]:
    """Return the questions that a mention is about and that still wait."""
    if mention.entries and mention.asked != status.asked:
        return []
    theirs = [each for each in status.waiting if each.player == mention.player]
    return [each for each in theirs if not mention.entries or each.entry in mention.entries]


def duties(status: Status, owed: Sequence[Waiting]) -> list[str]:
    """Return a line for each duty: chariot, turn, decision, deadline."""
    race = status.race
    words, names = WORDS[race.record.ruleset], names_in(race)
    turn = words.turn(status.view)
    return [
        f"-# {harmless(race.record.title)}{f' · {turn}' if turn else ''} · {names[each.entry]}: "
        f"{waited_for(race.record, each.kind)}"
        + (f"; the rules choose for you {when(each.until)}" if each.until else "")
        for each in owed
    ]


def urgent(reminders: int, until: float | None) -> str:
    """Return the text of a reminder; the last one before the deadline is more urgent."""
    if reminders < 2 or until is None:
        return "⏰ This still waits for you."
    return f"🚨 **Last reminder:** the rules choose for you <t:{int(until)}:R>."
