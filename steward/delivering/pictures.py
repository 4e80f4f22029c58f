"""The cache of pictures: each is drawn once, off the event loop, and the newest are kept.

Pictures that one viewer asks for, at the size they have set: :mod:`steward.showing.gallery`.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from engine.betting.views import BoardView, SlipView, SwingView
from engine.facts import Fact
from engine.marks import ReachMark
from records.gazettes import Finish
from records.past import TurnStood
from records.races import PublicRace
from records.reviews import Review
from records.shares import ShareKind
from records.text import isolated
from records.values import EntryId, Square
from renderers import AnyScene as Painter
from renderers import (
    Film,
    Place,
    Profile,
    Shot,
    StandingsRow,
    alt_gaps,
    alt_profile,
    alt_result,
    alt_review,
    alt_standings,
    betting,
    draw_gaps,
    draw_profile,
    draw_result,
    draw_review,
    draw_standings,
    enlarged,
    film_race,
    film_trailer,
    film_turn,
    finish_of,
    gaps_of,
    share_card,
)
from renderers.gaps import Turn
from renderers.lettering import name_drawn
from steward.telling.shown import Picture

log = logging.getLogger(__name__)

KEPT = 64
T = TypeVar("T")
_DONE = object()
Store = OrderedDict[Hashable, asyncio.Future[Any]]
Names = Mapping[EntryId, str]
Way = tuple[EntryId, Sequence[ReachMark], Sequence[Square]]


class Around(NamedTuple):
    """What a trailer or a share card says besides the race, in words."""

    where: str  # it was driven
    play: str  # where to play
    turn: str  # the game's word for a turn of all


class Studio:
    """Draws one picture at a time, off the event loop, and keeps the latest."""

    def __init__(self, painters: Mapping[str, Painter]) -> None:
        self._painters = painters
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._kept, self._views = Store(), Store()

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def forget(self) -> None:
        """Drop all that is kept: somebody's name may stand in it."""
        self._kept.clear()

    async def warm_up(self) -> None:
        """Make what all pictures share, part after part, so that the first is not slow; pictures go between parts."""
        for ruleset, painter in self._painters.items():
            try:
                parts = iter(painter.warm_up())
                while await self._in_thread(partial(next, parts, _DONE)) is not _DONE:
                    pass
            except Exception:  # a picture that is asked for will say the same, where somebody waits for it
                log.exception("the pictures of %s could not be prepared", ruleset)

    async def board(
        self,
        race: PublicRace,
        view: Any,
        told: int,
        *,
        before: Any = None,
        facts: Sequence[Fact] = (),
        closes: bool = False,
    ) -> Picture:
        """Return the board of *view*, the public's after the first *told* facts.

        :param before: the public view before *facts*, to draw the way since then.
        :param closes: whether it shows the turn that ends there, rather than what comes next.
        """
        painter, names = self._painters[race.record.ruleset], names_of(race)
        title = title_of(race)
        path = painter.ways(before, facts) if facts and before is not None else None
        view = painter.closed(view) if closes else view
        draw = partial(painter.draw_board, view, names, path=path, title=title)
        png = await self._drawn(("board", *_of_race(race, told), None if path is None else len(facts), closes), draw)
        return Picture(png, painter.alt_board(view, told_names(race), title=title), f"race-{race.record.id}.png")

    async def field(self, race: PublicRace, view: Any) -> Picture | None:
        """Draw the starters of a league's race, or the men of its gala, as *view* shows them; ``None`` without any."""
        painter, names, title = self._painters[race.record.ruleset], names_of(race), title_of(race)
        if painter.draw_field is None or painter.alt_field is None or not (view.entries or view.gala):
            return None
        png = await self._in_thread(partial(painter.draw_field, view, names, title))
        return Picture(
            png, painter.alt_field(view, told_names(race), title), f"field-{race.record.id}-{view.event}.png"
        )

    async def catalogue(self, race: PublicRace, view: Any) -> list[Picture]:
        """Draw the lots of an auction, or the market until the next one; none for a league without a market."""
        painter, names, title = self._painters[race.record.ruleset], names_of(race), title_of(race)
        if painter.catalogue is None:
            return []
        found = list[Picture]()
        for page in range(painter.catalogue.pages(view)):
            png = await self._in_thread(partial(painter.catalogue.draw, view, names, title, page))
            alt = painter.catalogue.alt(view, told_names(race), title, page)
            found.append(Picture(png, alt, f"lots-{race.record.id}-{view.event}-{page + 1}.png"))
        return found

    async def champion(self, race: PublicRace, view: Any, stable: EntryId, driver: str) -> Picture | None:
        """Draw the card of a champion; ``None`` where there are none."""
        painter, names = self._painters[race.record.ruleset], names_of(race)
        if painter.champion is None:
            return None
        png = await self._in_thread(partial(painter.champion.draw, view, names, stable, driver))
        alt = painter.champion.alt(view, told_names(race), stable, driver)
        return Picture(png, alt, f"champion-{race.record.id}-{view.event}.png")

    async def one(self, race: PublicRace, view: Any, what: Literal["lot", "match"], number: int) -> Picture | None:
        """Draw the card of one lot, or of one match; ``None`` where there is none of that number.

        :param view: the public's.
        """
        painter, names = self._painters[race.record.ruleset], names_of(race)
        cards = painter.lot if what == "lot" else painter.match
        if cards is None:
            return None
        alt = cards.alt(view, told_names(race), number)
        png = await self._in_thread(partial(cards.draw, view, names, number)) if alt else None
        return None if png is None else Picture(png, alt, f"{what}-{race.record.id}-{number}.png")

    async def cockpit(
        self, race: PublicRace, view: Any, entry: EntryId, reach: Sequence[ReachMark], path: Sequence[Square]
    ) -> Picture:
        """Return a picture of a chariot's surroundings: the squares in its reach, and the way planned so far."""
        painter, names = self._painters[race.record.ruleset], names_of(race)
        draw = partial(painter.draw_cockpit, view, names, entry, reach=reach, path=path)
        png = await self._in_thread(draw)
        alt = painter.alt_cockpit(view, told_names(race), entry, reach=reach, path=path)
        return Picture(png, alt, f"cockpit-{race.record.id}-{entry}.png")

    async def card(self, race: PublicRace, view: Any, entry: EntryId) -> Picture:
        """Return a chariot's log card."""
        painter, names = self._painters[race.record.ruleset], names_of(race)
        png = await self._in_thread(partial(painter.draw_log_card, view, names, entry))
        return Picture(png, painter.alt_log_card(view, told_names(race), entry), f"log-{race.record.id}-{entry}.png")

    async def turn_film(self, race: PublicRace, told: int, shots: Callable[[], Sequence[Shot]]) -> Picture | None:
        """Return the film of a turn; ``None`` if nothing moves in it: then a board shows as much.

        :param told: how many facts had been told at its end.
        :param shots: called in the thread; returns how the race stood before, and the turn's phases.
        """
        film = await self._drawn(("turn", *_of_race(race, told)), partial(self._film_turn, race, shots))
        return None if film is None else Picture(film.gif, film.alt, f"turn-{race.record.id}.gif")

    def _film_turn(self, race: PublicRace, shots: Callable[[], Sequence[Shot]]) -> Film | None:
        first, *others = shots()
        painter = self._painters[race.record.ruleset]
        return film_turn(painter, names_of(race), title_of(race), first.view, others)

    async def race_film(self, race: PublicRace, told: int, shots: Callable[[], Sequence[Shot]]) -> Picture:
        """Return the film of a race as far as it has come.

        :param told: how many facts had been told.
        :param shots: called in the thread; returns all phases, at least one.
        """
        film = await self._drawn(("film", *_of_race(race, told)), partial(self._film_race, race, shots))
        return Picture(film.gif, film.alt, f"film-{race.record.id}.gif")

    def _film_race(self, race: PublicRace, shots: Callable[[], Sequence[Shot]]) -> Film:
        return film_race(self._painters[race.record.ruleset], names_of(race), title_of(race), shots())

    async def gap_chart(self, race: PublicRace, told: int, shots: Callable[[], Sequence[Shot]]) -> Picture | None:
        """Return how far each lay behind the leader, turn by turn; ``None`` for a game that does not tell.

        :param told: how many facts had been told.
        :param shots: called in the thread; returns all phases, at least one.
        """
        drawn = await self._drawn(("gaps", *_of_race(race, told)), partial(self._draw_gaps, race, shots))
        return None if drawn is None else Picture(drawn.gif, drawn.alt, f"gaps-{race.record.id}.png")

    def _draw_gaps(self, race: PublicRace, shots: Callable[[], Sequence[Shot]]) -> Film | None:
        gaps, title, names = gaps_of(self._painters[race.record.ruleset], shots()), title_of(race), names_of(race)
        return None if gaps is None else Film(draw_gaps(title, gaps, names), alt_gaps(title, gaps, told_names(race)))

    async def shape(self, race: PublicRace, shots: Callable[[], Sequence[Shot]]) -> list[TurnStood]:
        """Return the positions of a race turn by turn; empty for a game without them.

        :param shots: called in the thread.
        """
        return await self.shape_of(race.record.ruleset, shots)

    async def shape_of(self, ruleset: str, shots: Callable[[], Sequence[Shot]]) -> list[TurnStood]:
        """Return the same of a race of some game that is not kept as others are."""
        scene = self._painters[ruleset]
        gaps = await self._in_thread(lambda: gaps_of(scene, shots()))
        return [] if gaps is None else [_stood(turn) for turn in gaps.turns if turn.number]

    async def finish(self, ruleset: str, shots: Callable[[], Sequence[Shot]]) -> Finish | None:
        """Return how close the first two of a race were as its last turn began.

        :param shots: called in the thread; returns all phases, at least one.
        """
        scene = self._painters[ruleset]
        return await self._in_thread(lambda: finish_of(scene, shots()))

    async def view_of(self, ruleset: str, view: Any, names: Names, title: str, way: Way | None = None) -> Picture:
        """Return the board of a race that is not kept as others are, or the surroundings of a chariot in it.

        Many people may see the same: it is drawn once for all.

        :param way: the chariot, the squares in its reach, and its way so far; ``None`` for the whole board.
        """
        painter, drawn = self._painters[ruleset], {each: isolated(name_drawn(name, "")) for each, name in names.items()}
        seen = sha256(msgspec.json.encode(view)).digest()
        key = ruleset, seen, tuple(drawn.items()), title, repr(way)
        if way is None:
            png = await self._drawn(key, partial(painter.draw_board, view, drawn, title=title), self._views)
            return Picture(png, painter.alt_board(view, names, title=title), "daily.png")
        entry, reach, path = way
        draw = partial(painter.draw_cockpit, view, drawn, entry, reach=reach, path=path)
        png = await self._drawn(key, draw, self._views)
        return Picture(png, painter.alt_cockpit(view, names, entry, reach=reach, path=path), "daily.png")

    async def result_card(self, race: PublicRace, view: Any, told: int) -> Picture | None:
        """Return the podium and everybody's place, from the last public view; ``None`` for a game that tells none."""
        stage, title, names = self._painters[race.record.ruleset].stage, title_of(race), names_of(race)
        if stage is None:
            return None
        standings = stage.standings(view)
        length, laps = _counted(stage.turn(view), stage.phrases.turn), stage.laps(view)
        length += f", {_counted(laps, 'lap')}" if laps else ""
        draw = partial(draw_result, title, length, standings, names)
        png = await self._drawn(("result", *_of_race(race, told)), draw)
        return Picture(png, alt_result(title, length, standings, told_names(race)), f"result-{race.record.id}.png")

    async def to_share(
        self, race: PublicRace, told: int, what: ShareKind, around: Around, shots: Callable[[], Sequence[Shot]]
    ) -> Picture | None:
        """Return the trailer or the share card of a race that is over; ``None`` where nobody has won it.

        :param told: how many facts had been told.
        :param shots: called in the thread; returns all phases, at least one.
        """
        draw = partial(self._draw_to_share, race, what, around, shots)
        people = tuple(sorted(people_of(race).items()))
        film = await self._drawn((what, *_of_race(race, told), around, people), draw)
        ending = "gif" if what == "trailer" else "png"
        return None if film is None else Picture(film.gif, film.alt, f"{what}-{race.record.id}.{ending}")

    def _draw_to_share(
        self, race: PublicRace, what: ShareKind, around: Around, shots: Callable[[], Sequence[Shot]]
    ) -> Film | None:
        scene, names, told = self._painters[race.record.ruleset], names_of(race), told_names(race)
        place = Place(title_of(race), around.where, around.turn, people_of(race))
        if what == "trailer":
            return film_trailer(scene, names, place, shots(), told)
        return share_card(scene, names, place, around.play, shots(), told)

    async def turns_of(self, race: PublicRace, shots: Callable[[], Sequence[Shot]]) -> list[int]:
        """Return for each phase in which turn it was, 1 first; 0 for all of a game that does not tell."""
        stage = self._painters[race.record.ruleset].stage
        return await self._in_thread(lambda: [stage.turn(shot.view) if stage else 0 for shot in shots()])

    async def enlarged(self, picture: Picture) -> Picture:
        """Return a picture half as large again; a film stays as it is, for it would be too large a file."""
        if picture.name.endswith(".gif"):
            return picture
        return Picture(await self._in_thread(partial(enlarged, picture.png)), picture.alt, picture.name)

    async def standings(self, title: str, rows: Sequence[StandingsRow], name: str) -> Picture:
        """Return how a series of races stands; *name* is that of the file."""
        png = await self._in_thread(partial(draw_standings, title, rows))
        return Picture(png, alt_standings(title, rows), name)

    async def profile(self, profile: Profile, name: str) -> Picture:
        """Return a person's card; *name* is that of the file."""
        png = await self._in_thread(partial(draw_profile, profile))
        return Picture(png, alt_profile(profile), name)

    async def review(self, review: Review, name: str) -> Picture:
        """Return the card of a week or a year; *name* is that of the file."""
        png = await self._in_thread(partial(draw_review, review))
        return Picture(png, alt_review(review), name)

    async def betting_board(self, view: BoardView) -> Picture:
        """Return a race's betting table. The public's is drawn once; one with a purse on it is kept for nobody else."""
        draw = partial(betting.draw_board, view)
        if view.viewer is None and view.purse is None:
            png = await self._drawn(("betting", msgspec.msgpack.encode(view)), draw)
        else:
            png = await self._in_thread(draw)
        return Picture(png, betting.alt_board(view), f"bets-{view.race}.png")

    async def swing(self, view: SwingView) -> Picture:
        """Return how the chances swung in the course of a race."""
        png = await self._drawn(("swing", msgspec.msgpack.encode(view)), partial(betting.draw_swing, view))
        return Picture(png, betting.alt_swing(view), f"chances-{view.race}.png")

    async def slip(self, view: SlipView) -> Picture:
        """Return a picture of one player's slip: their tickets, and the sesterces that the race brought them."""
        png = await self._in_thread(partial(betting.draw_slip, view))
        return Picture(png, betting.alt_slip(view), f"slip-{view.race}.png")

    async def _drawn(self, key: Hashable, draw: Callable[[], T], store: Store | None = None) -> T:
        """Return a picture from a store, or draw it; further requests meanwhile wait for the same drawing."""
        kept = self._kept if store is None else store
        known = kept.get(key)
        if known is None or known.cancelled() or (known.done() and known.exception()):
            known = kept[key] = asyncio.ensure_future(self._in_thread(draw))
        kept.move_to_end(key)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        drawn: T = await asyncio.shield(known)
        return drawn

    async def _in_thread(self, draw: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, draw)


def _stood(turn: Turn) -> TurnStood:
    crashed = sorted(entry for entry, mark in turn.marks.items() if mark == "crash")
    return TurnStood(turn.number, tuple(turn.behind), tuple(crashed))


def names_of(race: PublicRace) -> Names:
    """Return the names of a race's chariots, by entry, as pictures can show them, within sentences too."""
    return {entry.entry: isolated(name_drawn(entry.name, entry.colour)) for entry in race.entries}


def title_of(race: PublicRace) -> str:
    """Return a race's title for pictures and alt texts."""
    return isolated(race.record.title)


def told_names(race: PublicRace) -> Names:
    """Return the names of a race's chariots, by entry, for alt texts: they need no face."""
    return {entry.entry: isolated(entry.name) for entry in race.entries}


def people_of(race: PublicRace) -> Names:
    """Return the names of the players, by entry; none for a house driver, or a substitute, whose name is not kept."""
    seats = {entry.entry: race.faction_of(entry.entry) for entry in race.entries}
    return {
        entry: seat.name
        for entry, seat in seats.items()
        if seat is not None and seat.player is not None and seat.substitute is None
    }


def _of_race(race: PublicRace, told: int) -> tuple[Hashable, ...]:
    """Return the part of a key that says which moment of which race it is, and how its chariots are called by then."""
    return race.record.id, told, tuple(sorted(told_names(race).items()))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
