"""A year in review: the card of a person or a server, and the sentence above it."""

from collections.abc import Iterator, Mapping

from records.reviews import Review, ReviewRow
from records.text import isolated
from records.years import Met, PersonYear, ServerYear, Winnings
from words.shared.fame import number_words
from words.shared.names import harmless
from words.shared.telling import count


def so_far(year: PersonYear | ServerYear) -> str:
    return f"{year.year}" if year.is_over else f"{year.year} so far"


def person_lines(year: PersonYear, name: str, *, is_own: bool) -> list[str]:
    """Return the sentences above a person's card."""
    who = "you" if is_own else f"**{harmless(name)}**"
    if year.tally is None:
        return [f"## 📜 {so_far(year)}", f"No race with others here for {who} {_in(year)}. `/play race` opens one."]
    won = f"{count(year.tally.wins, 'win')} in {count(year.tally.races, 'race')}"
    own = ["Nemesis"] if year.nemesis is not None else []
    own += ["Bets"] if _has_bets(year.winnings) else []
    lines = [f"## 📜 {so_far(year)}: {won}"]
    return [*lines, f"-# {' and '.join(own)}: for your eyes alone."] if own else lines


def _in(year: PersonYear | ServerYear) -> str:
    return f"in {year.year}" if year.is_over else "this year"


def server_lines(year: ServerYear) -> list[str]:
    """Return the sentences above a server's card."""
    if not year.races:
        none = f"No race of two people or more was run here {_in(year)}. `/play race` opens one."
        return [f"## 📜 {so_far(year)}", none]
    people = "one person" if year.people == 1 else f"{year.people} people"
    return [f"## 📜 {so_far(year)}: {count(year.races, 'race')}, {people}"]


def person_card(year: PersonYear, name: str, games: Mapping[str, str]) -> Review:
    """Return a person's card.

    :param games: the titles of games, by ruleset.
    """
    tally = year.tally
    figures = [] if tally is None else [
        (str(tally.races), "race" if tally.races == 1 else "races"),
        (str(tally.wins), "win" if tally.wins == 1 else "wins"),
        (str(tally.places), "2nd or 3rd"),
    ]  # fmt: skip
    rows = tuple(_person_rows(year, games))
    title = f"{isolated(name)} · {so_far(year)}"
    return Review(title=title, figures=tuple(figures), rows=rows, sentence=year.moment, colour=year.colour)


def _person_rows(year: PersonYear, games: Mapping[str, str]) -> Iterator[ReviewRow]:
    if year.rival is not None:
        yield ReviewRow("Rival", _met(year.rival))
    if year.nemesis is not None:
        yield ReviewRow("Nemesis", f"{year.nemesis.house}, {year.nemesis.ahead} : {year.nemesis.behind}")
    if year.game:
        yield ReviewRow("Raced most", games.get(year.game, year.game))
    if year.colour:
        yield ReviewRow("Favourite colour", year.colour.capitalize(), year.colour)
    if year.titles:
        yield ReviewRow("Cups and seasons won", str(year.titles))
    if year.streak > 1:
        yield ReviewRow("Longest streak", count(year.streak, "day"))
    if year.winnings is not None and _has_bets(year.winnings):
        yield ReviewRow("Bets", _won(year.winnings))


def _has_bets(winnings: Winnings | None) -> bool:
    return winnings is not None and winnings.bets > 0


def _won(winnings: Winnings) -> str:
    gained = winnings.paid - winnings.staked
    what = "won" if gained >= 0 else "lost"
    return f"{number_words('sesterces', abs(gained))} {what} by {count(winnings.bets, 'bet')}"


def _met(rival: Met) -> str:
    """
    >>> _met(Met(one=1, other=2, one_name="Ann", other_name="", races=12, ahead=5, behind=6))
    'a substitute, 5 : 6'
    """
    name = isolated(rival.other_name) if rival.other_name else "a substitute"
    return f"{name}, {rival.ahead} : {rival.behind}"


def server_card(year: ServerYear, name: str) -> Review:
    """Return a server's card."""
    figures = [(str(year.races), "race" if year.races == 1 else "races")]
    figures += [(str(year.people), "person" if year.people == 1 else "people")]
    figures += [(str(year.titles), "cups, seasons")] if year.titles else []
    title = f"{isolated(name)} · {so_far(year)}"
    return Review(title=title, figures=tuple(figures), rows=tuple(_server_rows(year)), sentence=year.moment)


def _server_rows(year: ServerYear) -> Iterator[ReviewRow]:
    if year.best is not None:
        yield ReviewRow("Most wins", f"{isolated(year.best.name or 'a substitute')}, {year.best.wins}")
    if year.rivals is not None:
        one, rival = isolated(year.rivals.one_name or "a substitute"), _met(year.rivals)
        yield ReviewRow("Rivals", f"{one} and {rival}")
    if year.colour is not None:
        yield ReviewRow("Team", f"{year.colour.key.capitalize()}, {count(year.colour.wins, 'win')}", year.colour.key)
    if year.house:
        yield ReviewRow("House driver", f"{year.house}, {count(year.house_wins, 'win')}")
    if year.streak > 1:
        yield ReviewRow("Longest streak", f"{isolated(year.streak_of)}, {count(year.streak, 'day')}")
