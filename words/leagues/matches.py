"""Matches that wait for somebody's word, as they read it in a direct message (B.10)."""

from collections.abc import Iterator

from engine.leagues.views import MatchView
from records.values import EntryId
from words.leagues.desk import Desk
from words.leagues.duel_pages import PACES
from words.leagues.names import money
from words.shared.telling import called, count
from words.shared.words import Choice, Controls, Style

SHOWN = 4


def waiting(desk: Desk, by: EntryId) -> Controls | None:
    """Return all matches with *by* that wait for a member's word, with what answers them; ``None`` if none does."""
    found = [each for each in desk.view.matches if {desk.own, by} == {each.challenger, each.challenged}]
    offered = [each for each in found if each.to_answer == desk.own][-SHOWN:]
    agreed = [each for each in found if each.state == "agreed" and desk.own not in each.named][-SHOWN:]
    if not offered and not agreed:
        return None
    lines = [_challenge(desk, match, by) for match in offered]
    lines += [f"⚔️ **{_noun(each).capitalize()} {each.number} is on.** Name your {_few(each)}." for each in agreed]
    if offered or any(not each.is_duel for each in agreed):
        lines.append("-# No answer in two days? Then nothing happens, and stakes go back.")
    if any(each.is_duel for each in agreed):
        lines.append("-# No name in a day? Then the healthiest fight for you.")
    title = "A challenge for you" if offered else "Name who fights" if agreed[0].is_duel else "Name who races"
    return Controls(title, "\n".join(lines), "", "", tuple(_rows(offered, agreed)))


def _rows(offered: list[MatchView], agreed: list[MatchView]) -> Iterator[tuple[Choice, ...]]:
    for match in offered:
        yield (
            Choice(f"Accept {_noun(match)} {match.number}", "answer", f"okmatch-{match.number}", "success"),
            Choice(f"Decline {_noun(match)} {match.number}", "answer", f"nomatch-{match.number}"),
        )
    is_of_men = {each.is_duel for each in (*offered, *agreed)}
    colour: Style = "primary" if agreed else "secondary"
    doors = [Choice("Matches", "plan", "match", colour)] if False in is_of_men else []
    doors += [Choice("Duels", "plan", "duels", colour)] if True in is_of_men else []
    yield tuple(doors)


def _noun(match: MatchView) -> str:
    return "duel" if match.is_duel else "match"


def _many(match: MatchView) -> str:
    return count(match.side, "gladiator" if match.is_duel else "chariot")


def _few(match: MatchView) -> str:
    """Return what is to be named: one needs no number."""
    return _many(match) if match.side > 1 else "gladiator" if match.is_duel else "chariot"


def _terms(match: MatchView) -> str:
    pace = PACES[match.hours] if match.is_duel else count(match.laps, "lap")
    return f"{_many(match)} a side, {pace}"


def _challenge(desk: Desk, match: MatchView, by: EntryId) -> str:
    mine, theirs = match.stakes if desk.own == match.challenger else match.stakes[::-1]
    verb = "challenges you" if by == match.challenger else "raises the stakes"
    return (
        f"⚔️ {called(desk.names, by)} {verb}{' to a duel' if match.is_duel else ''}: {_terms(match)}. "
        f"You stake {money(mine)}, they stake {money(theirs)}. The winner takes both."
    )
