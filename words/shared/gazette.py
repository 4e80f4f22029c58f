"""The gazette of a server's week: a headline, the races, what stood out, the next dates; and its card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from records.boards import BoardState
from records.gazettes import CloseRace, Coming, HouseNews, Week, WeekRace
from records.reviews import Review, ReviewRow
from records.text import isolated
from words.shared.daily import place_told
from words.shared.fame import number_words, race_words
from words.shared.gazette_phrases import Kind, phrase
from words.shared.names import harmless
from words.shared.telling import count, joined

MOST_ROWS, MOST_ON_CARD = 5, 4
SEEN_ON_CARD = 20
"""Letters of a title that a row of the card shows, about."""

WAKES = "`/server settings gazette:True` wakes it."
YEAR = "📜 The year is nearly over: below is how it went, for this server and for you alone."


def sleep_line(weeks: int) -> str:
    """Return the word with which a gazette goes to sleep."""
    return f"💤 Nobody raced here for {weeks} weeks, so the gazette sleeps now. {WAKES}"


def gazette_on(channel: int, at: float, weeks: int) -> str:
    """Return where the gazette is posted, and what it tells whom."""
    return (
        f"📰 Gazette: one silent post a week in <#{channel}>, next <t:{int(at)}:F>, none in a week without news. It "
        f"tells only what everybody may know who sees that channel. After {weeks} weeks without a race it stops. "
        "`gazette:False` stops it now."
    )


def gazette_off(state: BoardState | None) -> str:
    """Return why there is no gazette, and how to have one.

    :param state: ``None`` if there never was one.
    """
    why = {"asleep": "asleep, as nobody raced", "lost": "stopped: its channel is gone"}.get(state or "", "off")
    return f"📰 Gazette: {why}. `gazette:True` posts the week in this channel, silently, each Sunday."


def gazette_lines(week: Week, weeks: int) -> list[str]:
    """Return an issue, a line each.

    :param weeks: in a row without anybody, after which it sleeps.
    """
    sleeps = [sleep_line(weeks)] if week.sleeps else []
    if week.is_empty:
        return [f"## 📰 {title_of(week)}", *sleeps]
    told = [*_close(week), *_payoff(week), *_bests(week), *_streaks(week), *(_house(each, week) for each in week.house)]
    dates = [*_under_way(week), *map(_coming, week.coming)]
    lines = [f"## 📰 {headline(week)}", f"-# {title_of(week)}", *_races(week), *told, *dates]
    return [*lines, *([YEAR] if week.closes_year else []), *sleeps]


def title_of(week: Week) -> str:
    """
    >>> title_of(Week(guild=1, day=date(2026, 11, 29).toordinal(), since=0, until=0))
    'Gazette of the week to 29 November'
    """
    day = date.fromordinal(week.day)
    return f"Gazette of the week to {day.day} {day:%B}"


def headline(week: Week) -> str:
    """Return the most important news in one sentence."""
    if not week.races:
        told = phrase("daily", week.number, drivers="one person" if week.drivers == 1 else f"{week.drivers} people")
        return told[:1].upper() + told[1:]
    won = Counter(each for race in week.races for each in race.winners)
    races = count(len(week.races), "race")
    kind, who = _headlined(week.races, won)
    title = harmless(next((each.title for each in week.races if who in each.winners), week.races[0].title))
    return phrase(kind, week.number, who=_bold(who), wins=won[who], races=races, title=f"**{title}**")


def _headlined(races: Sequence[WeekRace], won: Counter[str]) -> tuple[Kind, str]:
    """Return what the headline tells, and of whom: a person who won before any house driver."""
    people = Counter(each for race in races for each in race.people_won)
    latest = next((race.people_won[0] for race in races if race.people_won), "")
    best = max(people or won, key=lambda name: (people or won)[name], default="")
    if not best:
        return "nobody", ""
    if all(each.has_nobody for each in races):
        return "house", best
    if not people:
        latest = next(each.winners[0] for each in races if each.winners)
    if won[best] > 1:
        return "most", best
    if len(races) == 1:
        return "one", latest
    is_last = latest in next(each.winners for each in races if each.winners)
    return ("several" if is_last else "winner"), latest


def _bold(name: str) -> str:
    return f"**{harmless(name)}**"


def _races(week: Week) -> list[str]:
    """Return a row for each race, the newest first; of a headline that tells of the only one, none."""
    rows = [f"🏁 {race_words(week.guild, each.title, each.thread)}{_won(each)}" for each in week.races]
    left = len(rows) - MOST_ROWS
    return [*rows[:MOST_ROWS], *([f"-# and {left} more"] if left > 0 else [])]


def _won(race: WeekRace) -> str:
    return f" · {joined([_bold(each) for each in race.winners])}" if race.winners else ""


def _close(week: Week) -> Iterator[str]:
    if week.closest is not None:
        yield f"⚡ {_closest(week.closest, week.number)}"


def _closest(close: CloseRace, week: int) -> str:
    gap = close.finish.gap
    kind: Kind = "level" if not gap else "close_led" if close.finish.led else "close_passed"
    title, far = harmless(close.race.title), gap_told(close)
    return phrase(kind, week, first=_bold(close.first), second=_bold(close.second), title=title, gap=far)


def gap_told(close: CloseRace) -> str:
    """Return how far the first two were apart, such as "1 square"."""
    return count(close.finish.gap, close.finish.unit.removesuffix("s"))


def _best_bet(week: Week) -> WeekRace | None:
    return max((each for each in week.races if each.payoff and each.payee), key=lambda each: each.payoff or 0,
               default=None)  # fmt: skip


def _payoff(week: Week) -> Iterator[str]:
    if (best := _best_bet(week)) is not None:
        sum_told, title = number_words("sesterces", best.payoff or 0), harmless(best.title)
        yield f"🪙 {phrase('payoff', week.number, who=_bold(best.payee), sum=sum_told, title=title)}"


def _bests(week: Week) -> Iterator[str]:
    """Yield a row of those who came in best in the races of the day; in a week without other races alone."""
    if week.bests and not week.races:
        told = [
            f"{_bold(each.name)} {place_told(each.place)} ({count(each.days, 'day')} driven)" for each in week.bests
        ]
        yield f"🏅 Best of the race of the day: {joined(told)}"


def _under_way(week: Week) -> Iterator[str]:
    if week.under_way:
        told = joined([race_words(week.guild, each.title, each.thread) for each in week.under_way])
        yield f"🏇 Under way: {told}"


def _streaks(week: Week) -> Iterator[str]:
    if week.streaks:
        told = joined([f"{_bold(each.name)} with {count(each.days, 'day')}" for each in week.streaks])
        yield f"🌅 {phrase('streak', week.number, streaks=told)}"


def _house(news: HouseNews, week: Week) -> str:
    other = {"other": f"**{news.other}**"} if news.other else {}
    return f"🏺 {phrase(news.event, week.number, name=f'**{news.name}**', number=news.number, **other)}"


def _coming(coming: Coming) -> str:
    what = "League" if coming.kind == "league" else "Next"
    return f"⏰ {what}: **{harmless(coming.title)}** <t:{int(coming.at)}:F> in <#{coming.channel}>"


def gazette_card(week: Week) -> Review:
    """Return what stands on the card of an issue."""
    figures = [(str(len(week.races)), "race" if len(week.races) == 1 else "races")]
    if week.drivers:
        figures.append((str(week.drivers), "drove daily"))
    best = _best_bet(week)
    if best is not None:
        figures.append((f"{best.payoff:,}", "best payoff"))
    day = date.fromordinal(week.day)
    return Review(title=f"Week to {day.day} {day:%B}", figures=tuple(figures), rows=tuple(_rows(week)))


def told_apart(titles: Sequence[str]) -> list[str]:
    """Return titles for a card: of those that begin alike, the end is kept, where they differ.

    >>> told_apart(["Wednesday race · 2 Dec", "Wednesday race · 2 Dec (2)", "Ludi"])
    ['Wednesday…2 Dec', 'Wednesday…2 Dec (2)', 'Ludi']
    """
    begin = Counter(each[:SEEN_ON_CARD] for each in titles)
    return [_without_middle(each) if begin[each[:SEEN_ON_CARD]] > 1 else each for each in titles]


def _without_middle(title: str) -> str:
    if len(title) <= SEEN_ON_CARD:
        return title
    begin, end = title[: SEEN_ON_CARD // 2 - 1], title[-SEEN_ON_CARD // 2 :]
    whole = end.partition(" ")[2].lstrip("· ")
    return f"{begin.rstrip()}…{whole or end}"


def _rows(week: Week) -> Iterator[ReviewRow]:
    races = week.races[:MOST_ON_CARD]
    for race, title in zip(races, told_apart([each.title for each in races]), strict=True):
        colour = race.colours[0] if race.colours and race.winners else ""
        yield ReviewRow(isolated(title), joined([isolated(each) for each in race.winners]) or "no winner", colour)
    if week.closest is not None:
        close = week.closest
        gap = gap_told(close) if close.finish.gap else "level"
        yield ReviewRow("Closest", f"{isolated(close.first)}, {isolated(close.second)}: {gap}")
    for streak in week.streaks[:1]:
        yield ReviewRow("Longest streak", f"{isolated(streak.name)}: {count(streak.days, 'day')}")
    for house in week.house[:1]:
        yield ReviewRow("House driver", house.name)
