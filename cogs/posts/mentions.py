"""Calls to players in a thread: the duty they are called for, and how urgent it is."""

from collections.abc import Sequence

from records.races import PublicRace
from records.values import PlayerId
from steward import Mention, Presence, Status, Waiting
from words import WORDS, waited_for
from words.shared.names import harmless, mention, names_in
from words.shared.times import tell_duration, when

_URGENCY = ("This", "This", "🚨 The rules choose for you soon: this")


def by_name(text: str, race: PublicRace, presence: Presence, mark: str = "") -> str:
    """Return a text of a race in which people who have left its server stand by their names.

    A mention would call them in vain, and shows nobody else who they were.

    :param mark: what stands beside such a name.
    """
    here = [(each.player, each.name) for each in race.factions]
    for player, name in [*here, *((each.player, each.name) for each in race.record.reservations)]:
        if presence.gone_since(race.record.guild, player) is not None:
            text = text.replace(f"<@{player}>", f"**{harmless(name)}**{mark}")
    return text


def call(status: Status, called: Sequence[Mention], struck_off: Sequence[PlayerId]) -> list[str]:
    """Return the lines that call players, with each duty, and with those struck off who have decided.

    :param called: who still have to decide.
    """
    if not called:  # who was called is not named: whenever this comes, it reads the same
        return ["-# ✅ Nobody is waited for here any more."]
    done = ", ".join(f"~~{mention(each)}~~" for each in struck_off)
    last = max(called, key=lambda each: (each.is_reminder, each.reminders))
    again = f"{_URGENCY[min(last.reminders, 2)]} still waits" if last.is_reminder else "A decision waits"
    waiting = sorted({each for mention in called for each in owed(status, mention)}, key=lambda each: each.entry)
    players = " ".join(dict.fromkeys(mention(each.player) for each in waiting))
    return [
        f"{players} {again} for you; the button opens it for you alone.",
        *duties(status, waiting),
        *([f"-# ✅ {done}"] if done else []),
    ]


def owed(status: Status, mention: Mention) -> list[Waiting]:
    """Return the questions that a mention is about and that still wait."""
    if mention.entries and mention.asked != status.asked:
        return []
    theirs = [each for each in status.waiting if each.player == mention.player]
    return [each for each in theirs if not mention.entries or each.entry in mention.entries]


def struck_off(status: Status, told: Sequence[Mention], called: Sequence[Mention]) -> list[PlayerId]:
    """Return those who were called for the question that is open now and have decided, or need not any more."""
    asked = [each for each in told if each.entries and each.asked == status.asked]
    players = dict.fromkeys(each.player for each in sorted(asked, key=lambda each: each.entries))
    still = {each.player for each in called}
    return [each for each in players if each is not None and each not in still]


def duties(status: Status, owed: Sequence[Waiting]) -> list[str]:
    """Return a line for each duty: chariot, decision, deadline; with race and turn, if it is the only one."""
    race = status.race
    words, names = WORDS[race.record.ruleset], names_in(race)
    turn = words.turn(status.view)
    about = f"-# {harmless(race.record.title)}{f' · {turn}' if turn else ''}"
    found = [
        f"{names[each.entry]}: {waited_for(race.record, each.kind)}"
        + (f"; the rules choose for you at the deadline, {when(each.until)}" if each.until else "")
        for each in owed
    ]
    return [f"{about} · {found[0]}"] if len(found) == 1 else [about, *(f"-# {each}" for each in found)]


def urgent(reminders: int, until: float | None, grace: float = 0.0) -> str:
    """Return the text of a reminder; the last one before the deadline is more urgent.

    :param grace: seconds by which its player may be late after that.
    """
    if grace >= 60 and until is not None:
        left = tell_duration(int(grace // 60 * 60))
        return f"⏰ This still waits for you, and others wait too: due <t:{int(until)}:R>, then {left} of grace."
    if reminders < 2 or until is None:
        return "⏰ This still waits for you."
    return f"🚨 **Last reminder:** the rules choose for you at the deadline, <t:{int(until)}:R>."
