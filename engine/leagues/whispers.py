"""Facts that only one member may know for now, and the moment that tells them to all (R-G40, H.7, H.11)."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from engine.game import decoder
from engine.leagues.words.facts import Private, Whispered
from engine.leagues.words.state import League, Stable
from engine.table import Table
from records.values import EntryId

_STABLES = msgspec.json.Decoder(dict[EntryId, Stable])


@contextmanager
def whispering(league: League, table: Table, member: EntryId, *, is_told_later: bool = True) -> Iterator[Table]:
    """Give a table at which *member* sits alone: its facts go to nobody else until :func:`disclose`.

    Its dice are those of the league, one after the other.

    :param is_told_later: whether :func:`disclose` tells it; else the caller tells its outcome.
    """
    aside = Table(table.dice)
    yield aside
    if aside.told and is_told_later:
        league.whispers += [msgspec.json.encode(fact).decode() for fact in aside.told]
    if aside.told:
        table.tell(Whispered((member,), tuple(aside.told)))  # type: ignore[arg-type]


def disclose(league: League, table: Table) -> None:
    """Tell everybody what was whispered, in the order in which it happened, and let all see the stables as they are."""
    for whisper in league.whispers:
        table.tell(decoder(Private).decode(whisper))
    league.whispers = []
    show_all(league)


def show_all(league: League) -> None:
    """Let everybody see all stables as they are."""
    league.shown = _STABLES.decode(msgspec.json.encode(league.stables))  # quicker than to copy them one by one
