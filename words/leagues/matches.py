"""Matches that wait for somebody's word, as they read it in a direct message (B.10)."""

from collections.abc import Iterator

from engine.leagues.views import LeagueView, MatchView
from records.values import EntryId
from words.leagues.names import money
from words.shared.telling import Names, count


def waiting_matches(view: LeagueView, own: EntryId, by: EntryId, names: Names) -> list[str]:
    """Return a line for each match with *by* that waits for *own*'s word, and what happens without it."""
    lines = list(_lines(view, own, by, names))
    return [*lines, "-# No answer in two days? Then nothing happens, and stakes go back."] if lines else []


def _lines(view: LeagueView, own: EntryId, by: EntryId, names: Names) -> Iterator[str]:
    for match in view.matches:
        if {own, by} != {match.challenger, match.challenged}:
            continue
        if match.state == "offered" and match.to_answer == own:
            yield _challenge(match, own, by, names)
        elif match.state == "agreed" and own not in match.named:
            yield f"⚔️ **Match {match.number} is on.** Name your {count(match.side, 'chariot')} under **My stable**."


def _challenge(match: MatchView, own: EntryId, by: EntryId, names: Names) -> str:
    mine, theirs = match.stakes if own == match.challenger else match.stakes[::-1]
    who, laps = names.get(by, f"Stable {by}"), count(match.laps, "lap")
    verb = "challenges you" if by == match.challenger else "raises the stakes"
    return (
        f"⚔️ {who} {verb}: {count(match.side, 'chariot')} a side, {laps}. "
        f"You stake {money(mine)}, they stake {money(theirs)}. The winner takes both. **My stable** answers."
    )
