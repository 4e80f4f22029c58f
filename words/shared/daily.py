"""What is read of the race of the day: its first post, how it ended, the table, the card to share."""

from collections.abc import Sequence

import msgspec

from engine.daily.attempt import YOURS
from engine.daily.settings import CHARIOTS
from engine.daily.streaks import Streak
from records.daily import Driven, TryRecord
from records.past import TurnStood
from records.text import isolated
from records.values import EntryId, PlayerId
from words.shared.names import harmless
from words.shared.nouns import RACE
from words.shared.share import folded, share_rows
from words.shared.telling import count, joined, ordinal
from words.shared.words import Names

HOUSE = ("Fuscus", "Diocles", "Scorpus", "Crescens", "Teres")
"""The five house drivers, the same every day."""

STARS = (95, 80, 50)
"""So many of 100 house drivers in your seat to be better than, for three stars, two, and one."""
MOST_ROWS = 10
MOST_OF_YESTERDAY = 3
SAID_OF_AN_END = 4
"""Lines on how a chariot came to its end."""
WHAT = "One race a day, the same for everybody, one try."


def names_for(name: str) -> Names:
    """Return the names of the chariots of a try, by entry: yours is called as you are."""
    return {YOURS: isolated(name), **{EntryId(n): each for n, each in enumerate(HOUSE, start=YOURS + 1)}}


def pictured_told(names: Names) -> str:
    """Return who the others in the picture are, by the numbers on their chariots.

    >>> pictured_told(names_for("Ann"))
    '-# 2 Fuscus · 3 Diocles · 4 Scorpus · 5 Crescens · 6 Teres'
    """
    return "-# " + " · ".join(f"{entry} {name}" for entry, name in names.items() if entry != YOURS)


def day_told(number: int) -> str:
    return f"Race of the day, day {number}"


def title_of(number: int, game: str) -> str:
    """Return the title on a picture, where there is little room; above it stands what it is a day of."""
    return f"Day {number} · {game}"


def heading_of(number: int, game: str) -> str:
    return f"🌅 {day_told(number)} · {game}"


def taken_over_told(turn: int, place: int, unit: str) -> str:
    """Return, for the first question of a day that begins midway, where you come in.

    >>> taken_over_told(6, 3, "turn")
    'You take over in turn 6, 3rd of 6: a house driver drove for you until now.'
    """
    return f"You take over in {unit} {turn}, {ordinal(place)} of {CHARIOTS}: a house driver drove for you until now."


def place_told(place: int) -> str:
    """
    >>> place_told(2), place_told(7)
    ('2nd of 6', 'not home')
    """
    return f"{ordinal(place)} of {CHARIOTS}" if place <= CHARIOTS else "not home"


def stars(better: int) -> str:
    """Return the stars for being better than so many of 100 house drivers.

    >>> stars(97), stars(80), stars(49)
    ('⭐⭐⭐', '⭐⭐', '')
    """
    return "⭐" * sum(better >= least for least in STARS)


STARS_TOLD = f"-# ⭐ Better than {joined([str(each) for each in reversed(STARS)])} of 100 earns a star each."


def compared(record: TryRecord, par: Sequence[int]) -> str:
    """Return a try that is over beside the house drivers who drove in the same seat.

    :param par: their places.
    """
    place, better = record.place or CHARIOTS + 1, record.better or 0
    if place > CHARIOTS:
        home = sum(each <= CHARIOTS for each in par)
        return f"**Not home.** Of {len(par)} house drivers in your seat {home} came home."
    beaten = f"better than **{better} of {len(par)}** house drivers in your seat {stars(better)}".rstrip()
    return f"**{place_told(place)}**, {beaten}"


def end_told(lines: Sequence[str], name: str) -> list[str]:
    """Return how a chariot came to its end, where it did not come home: what befell it last, with its dice.

    :param lines: of the race's story.
    :param name: of the chariot.

    >>> end_told(["**Ann** drives on", "Bob waits", "-# 🎲 **Ann**: wheel 1+3 = 4", "☠️ **Ann** turns over", "x"], "Ann")
    ['**Ann** drives on', '-# 🎲 **Ann**: wheel 1+3 = 4', '☠️ **Ann** turns over']
    """
    mine = [each for each in lines if name in each]
    last = max((at for at, each in enumerate(mine) if each.startswith("☠️")), default=len(mine) - 1)
    return mine[max(0, last + 1 - SAID_OF_AN_END) : last + 1]


def streak_told(streak: Streak) -> str:
    """Return how steadily somebody drives: the total first, which a missed day cannot take away.

    >>> streak_told(Streak(9, 7, 7, 1)), streak_told(Streak(9, 1, 7, 0))
    ('9 days driven, 7 in a row; 1 rest day in hand', '9 days driven, the longest row 7')
    """
    told = count(streak.total, "day") + " driven"
    if streak.current > 1:
        told += f", {streak.current} in a row"
    elif streak.best > 1:
        told += f", the longest row {streak.best}"
    return told + (f"; {count(streak.rests, 'rest day')} in hand" if streak.rests else "")


def card(record: TryRecord, game: str, runs: int, streak: Streak, unit: str) -> str:
    """Return the card of a try that is over, to be pasted anywhere; it gives nothing of the race away.

    It has no key of its marks, so a crown stands on a victory alone.
    """
    place, better = record.place or CHARIOTS + 1, record.better or 0
    turns, is_home = _until_the_end(msgspec.json.decode(record.rows, type=list[TurnStood])), place <= CHARIOTS
    since = [f"I took over in {unit} {turns[0].turn}"] if turns and turns[0].turn > 1 else []
    lines = [
        f"Quadriga, day {record.number}: {game}",
        f"{place_told(place).capitalize()} {stars(better)}".rstrip(),
        *([f"Better than {better} of {runs} house drivers"] if is_home else []),
        *since,
        *share_rows(turns, YOURS, unit, gone=RACE.home if is_home else RACE.gone, is_crowned=place == 1),
        f"{streak.current} days in a row" if streak.current > 1 else f"{count(streak.total, 'day')} driven",
    ]
    return "\n".join(part for line in lines for part in folded(line))


def _until_the_end(turns: Sequence[TurnStood]) -> Sequence[TurnStood]:
    """Return the turns of a try up to the one in which it came to its end; the others drive on without it."""
    over = next((at for at, each in enumerate(turns) if YOURS not in each.order), len(turns))
    return turns[: over + 1]


BEFORE_UPDATE = "-# Before the rules changed in the middle of the day"
SINCE_UPDATE = "-# Since the rules changed: another race"
BEGUN_ANEW = (
    "⚠️ The rules changed while this race was open. It begins anew, alike for all who had not ended it. The day costs "
    "nobody a streak."
)


def table_lines(tries: Sequence[TryRecord], runs: int) -> list[str]:
    """Return who ended a day how, the best first; equal places share a rank."""
    if not tries:
        return ["Nobody has come to the end yet."]
    lines: list[str] = []
    editions = {each.edition for each in tries}
    for before, record in zip([None, *tries], tries[:MOST_ROWS], strict=False):
        if len(editions) > 1 and (before is None or before.edition != record.edition):
            lines.append(BEFORE_UPDATE if record.edition == min(editions) else SINCE_UPDATE)
        lines.append(_table_line(record, tries, runs))
    if len(tries) > MOST_ROWS:
        lines.append(f"-# and {len(tries) - MOST_ROWS} more")
    return lines


def _table_line(record: TryRecord, tries: Sequence[TryRecord], runs: int) -> str:
    """Return the line of one of a day's tries."""
    alike = [each for each in tries if each.edition == record.edition]
    rank = 1 + sum((each.place or 0) < (record.place or 0) for each in alike)
    return f"{rank}. {isolated(harmless(record.name))}: {_came(record, runs)}"


def _came(record: TryRecord, runs: int, whom: str = "") -> str:
    """Return how a try ended, and better than how many."""
    place = record.place or CHARIOTS + 1
    return place_told(place) + (f", better than {record.better or 0} of {runs}{whom}" if place <= CHARIOTS else "")


def days_lines(found: Sequence[Driven], viewer: PlayerId) -> list[str]:
    """Return whose days count, the most first; equal people share a rank, and the viewer's own row is there."""
    if not found:
        return ["No days count yet."]
    own = [each for each in found[MOST_ROWS:] if each.person == viewer]
    lines = [_days_line(each, found) for each in [*found[:MOST_ROWS], *own]]
    left = len(found) - len(lines)
    return [*lines, *([f"-# and {left} more"] if left else [])]


def _days_line(row: Driven, among: Sequence[Driven]) -> str:
    rank = 1 + sum(len(each.days) > len(row.days) for each in among)
    return f"{rank}. {isolated(harmless(row.name))}: {count(len(row.days), 'day')}"


COUNTED = (
    "-# Days count here, not places, once they are closed: for members of 30 days or more, and for people who have met "
    "three others in rated races. Nothing is won: no money, no rating."
)
"""Under the tables of month and hall."""


def yesterday_lines(tries: Sequence[TryRecord], runs: int, *, says_nobody: bool = True) -> list[str]:
    """Return how a server drove the day before, in one sentence, with the next places under it.

    All who share the best place are named, or the first and how many more.

    :param says_nobody: whether it is worth a word that nobody did.
    """
    if not tries:
        return ["Nobody here drove yesterday."] if says_nobody else []
    best = level(tries)
    told = f"Yesterday {_named(best)} drove best here: {_came(tries[0], runs, ' house drivers')}."
    if (tries[0].place or CHARIOTS + 1) > CHARIOTS:
        told = f"Yesterday nobody here came home. {_named(best)} drove."
    others = tries[len(best) : max(len(best), MOST_OF_YESTERDAY)]
    behind = [_table_line(each, tries, runs) for each in others]
    left = len(tries) - len(best) - len(others)
    return [told, *(f"-# {line}" for line in behind), *([f"-# and {left} more"] if left else [])]


def _named(tries: Sequence[TryRecord]) -> str:
    """Return people's names, the first few of many."""
    names = [f"**{isolated(harmless(each.name))}**" for each in tries]
    left = len(names) - MOST_OF_YESTERDAY
    return joined([*names[:MOST_OF_YESTERDAY], f"{left} more"] if left > 0 else names)


def counted_lines(since: float | None) -> list[str]:
    """Return what counts in the tables of month and hall, and from when on a newcomer's days do.

    :param since: ``None`` for somebody whose days count.
    """
    yours = [] if since is None else [f"-# The days that you drive from <t:{int(since)}:D> on count for you."]
    return [*yours, COUNTED]


def card_rows(tries: Sequence[TryRecord], streak: Streak) -> list[tuple[str, str]]:
    """Return what stands on somebody's card of the races of the day, each with its label; nothing without any."""
    if not tries:
        return []
    best = min(each.place or CHARIOTS + 1 for each in tries)
    often = sum(each.place == best for each in tries)
    told = place_told(best) + (f", {often} times" if often > 1 else "")
    return [("Race of the day", streak_told(streak)), ("Best there", told)]


def best_here(number: int, tries: Sequence[TryRecord]) -> str:
    """Return who drove a day best in a server."""
    place = tries[0].place or CHARIOTS + 1
    if place > CHARIOTS:
        return f"🌅 {day_told(number)}: nobody here came home."
    return f"🌅 {day_told(number)}: {_named(level(tries))} drove best here, {place_told(place)}."


def level(tries: Sequence[TryRecord]) -> list[TryRecord]:
    """Return those who share the best place of a day.

    :param tries: the best first.
    """
    return [each for each in tries if (each.edition, each.place) == (tries[0].edition, tries[0].place)]


def last_post(days: int) -> str:
    return f"-# Nobody here has driven for {days} days, so this is my last post. `/server daily` brings them back."


def proof_lines(number: int, secret: str, anchor: str, edition: int = 1) -> list[str]:
    """Return how anybody checks a day's dice.

    :param number: of the day that closed last.
    :param secret: of that day, hexadecimal; empty before the first is closed.
    :param edition: above 1 if that day was chosen anew, as its rules changed while it was open.
    """
    lines = [
        "### Proof of the race of the day",
        "The dice of all days follow from one chain of secrets: each is the SHA-256 of the next.",
        "So no day can be chosen afterwards. A day's secret is told once the day is closed.",
        f"The anchor, the same for all days:\n```\n{anchor}\n```",
    ]
    again = f" --edition {edition}" if edition > 1 else ""
    if secret:
        lines += [
            f"The secret of day {number}:\n```\n{secret}\n```",
            f"`python -m conformance chain {number} SECRET ANCHOR` checks it,",
            f"and `python -m conformance day {number} SECRET{again}` chooses that day again.",
        ]
    return lines
