"""A race in a few lines and marks, to be pasted anywhere: its shape, in words that a screen reader reads well."""

from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from records.past import TurnStood
from records.races import PublicRace
from records.shares import ShareKind
from records.text import ISOLATE, ISOLATE_END, isolated, letters_of
from records.values import EntryId, PlayerId
from words.shared.names import harmless, mention, place_of
from words.shared.nouns import RACE, Nouns
from words.shared.telling import count, ordinal

MOST_ROWS = 5
COLUMNS = 36
"""Of a block of code on a phone; a mark takes two."""

LED, GAINED, LOST, KEPT, CRASHED = "👑", "🔼", "🔽", "➖", "💥"


def play(nouns: Nouns) -> str:
    """Return where a game can be played."""
    return f"{nouns.play}: /play alone"


def driven_at(server: str, nouns: Nouns = RACE) -> str:
    """Return where a race was driven.

    >>> driven_at("Roma"), driven_at("")
    ('Driven on Roma with Quadriga', 'Driven with Quadriga')
    """
    return f"{nouns.driven} on {isolated(server)} with Quadriga" if server else f"{nouns.driven} with Quadriga"


def shared_line(race: PublicRace, what: ShareKind, by: PlayerId) -> str:
    """Return the line over a race that somebody posts; a practice's thread is nobody else's."""
    emoji = "🎬" if what == "trailer" else "🏆"
    where = f" · {place_of(race.record)}" if race.record.thread and not race.record.is_practice else ""
    return f"{emoji} **{harmless(race.record.title)}** · shared by {mention(by)}{where}"


def share_lines(  # noqa: PLR0913 - all that a shape is made of
    title: str,
    game: str,
    name: str,
    place: int | None,
    turns: Sequence[TurnStood],
    entry: EntryId,
    unit: str = "turn",
    *,
    nouns: Nouns = RACE,
) -> str:
    """Return a race of one chariot: a headline, at most :data:`MOST_ROWS` rows of turns, the key of the marks.

    Lines have at most :data:`COLUMNS` columns.

    :param name: of the chariot.
    :param turns: all of the race.
    :param unit: the game's word for a turn of all.
    :param nouns: its other words.

    >>> stood = [TurnStood(1, (2, 1)), TurnStood(2, (1, 2)), TurnStood(3, (1, 2))]
    >>> print(share_lines("Ludi", "Circus Maximus", "Celer", 1, stood, EntryId(1)))
    🏇 Ludi · Circus Maximus
    Celer: 1st after 3 turns
    Turn 1: 2nd ➖
    Turn 2: 2nd to 1st 👑
    Turn 3: 1st 👑
    👑 led 🔼 gained 🔽 lost
    ➖ kept 💥 crashed
    """
    ended = "no place" if place is None else ordinal(place)
    is_home = place is not None and not any(entry in turn.crashed for turn in turns)
    rows = share_rows(turns, entry, unit, gone=nouns.home if is_home else nouns.gone)
    key = (f"{LED} led {GAINED} gained {LOST} lost", f"{KEPT} kept {CRASHED} {nouns.crashed}")
    lines = [f"{nouns.emoji} {title} · {game}", f"{name}: {ended} after {count(len(turns), unit)}", *rows, *key]
    return "\n".join(part for line in lines for part in folded(line))


def share_rows(
    turns: Sequence[TurnStood], entry: EntryId, unit: str, *, gone: str, is_crowned: bool = True
) -> list[str]:
    """Return the shape of a race of one chariot in at most :data:`MOST_ROWS` rows.

    :param gone: what is said of it once it is on the board no more.
    :param is_crowned: whether leading has its mark; else it counts as any other place.
    """
    each = max(1, -(-len(turns) // MOST_ROWS))
    rows, before, ranks = list[str](), None, list(_ranks(turns, entry))
    for start in range(0, len(turns), each):
        some = turns[start : start + each]
        crashed = [entry in turn.crashed for turn in some]
        where, before = _row(ranks[start : start + each], crashed, before, gone, is_crowned=is_crowned)
        rows.append(f"{_span(some, unit)}: {where}")
    return rows


def _ranks(turns: Sequence[TurnStood], entry: EntryId) -> Iterator[int | None]:
    """Yield the rank of a chariot after each turn, those before it who are home already; ``None`` once it is gone.

    >>> one, two, three = EntryId(1), EntryId(2), EntryId(3)
    >>> list(_ranks([TurnStood(1, (one, two, three)), TurnStood(2, (three,), (two,)), TurnStood(3, ())], three))
    [3, 2, None]
    """
    seen, crashed = set[EntryId](), set[EntryId]()
    for turn in turns:
        seen.update(turn.order)
        crashed.update(turn.crashed)
        home = seen - crashed - set(turn.order)
        yield len(home) + turn.order.index(entry) + 1 if entry in turn.order else None


def folded(line: str) -> list[str]:
    """Return a line in parts that are no wider than a phone's block of code, cut between words where that can be.

    >>> folded("Turns 10 to 19: 10th to 12th " + 10 * "➖")
    ['Turns 10 to 19: 10th to 12th', '➖➖➖➖➖➖➖➖➖➖']
    """
    parts = [""]
    for word in line.split(" "):
        if _wide(f"{parts[-1]} {word}") <= COLUMNS:
            parts[-1] = f"{parts[-1]} {word}".lstrip()
            continue
        parts += _pieces(word)
    return [part for part in parts if part]


def _pieces(word: str) -> list[str]:
    """Return a word in pieces that are no wider than a line; most are one."""
    pieces = [""]
    for letter in letters_of(word):
        if _wide(pieces[-1] + letter) > COLUMNS:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _wide(text: str) -> int:
    """Return how many columns a text takes.

    >>> _wide("led 👑"), _wide("👨\u200d👩\u200d👧"), _wide("\u0e2a\u0e21\u0e0a\u0e32\u0e22\u0e4c")
    (6, 2, 5)
    """
    return sum(_width(letter) for letter in letters_of(text))


def _width(letter: str) -> int:
    if letter in (ISOLATE, ISOLATE_END):
        return 0
    return 2 if east_asian_width(letter[0]) in "WF" else 1


def _span(turns: Sequence[TurnStood], unit: str) -> str:
    """Return which turns a row is about, in the game's word for them."""
    one, last = turns[0].turn, turns[-1].turn
    return f"{unit.capitalize()} {one}" if one == last else f"{unit.capitalize()}s {one} to {last}"


def _row(
    ranks: Sequence[int | None], crashed: Sequence[bool], before: int | None, gone: str, *, is_crowned: bool
) -> tuple[str, int | None]:
    """Return some turns as a row, and where the chariot was after them; none once it is *gone*."""
    first, marks = before, ""
    for rank, has_crashed in zip(ranks, crashed, strict=True):
        marks += _mark(before, rank, crashed=has_crashed, is_crowned=is_crowned)
        first, before = (rank if first is None else first), rank
    if before is None:
        where = gone
    else:
        where = ordinal(before) if first in (None, before) else f"{ordinal(first or before)} to {ordinal(before)}"
    return f"{where} {marks}".rstrip(), before


def _mark(before: int | None, rank: int | None, *, crashed: bool, is_crowned: bool) -> str:
    if crashed:
        return CRASHED
    if rank is None:
        return ""
    if rank == 1 and is_crowned:
        return LED
    if before is None or before == rank:
        return KEPT
    return GAINED if rank < before else LOST
