"""The options of a race (14), and the values that a series or the pace hands to it (19, 20)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.chariots_of_rome.printed.board import TrackName, track
from engine.chariots_of_rome.printed.data import COLOURS, ROUNDS_PER_LAP, STRIPED, CharioteerId
from engine.chariots_of_rome.words.reasons import RaceReason
from engine.fair_start import Ranked
from engine.options import BY_ORDERS, BY_RATING, GENTLE_FIELD, RANKED
from records.refusals import Refused

Laps = Literal[1, 2, 3, 7]

BY_ITSELF: TrackName = "circus_maximus"
"""The track of a race for which none is named."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a race; those without a description are set by the program alone."""

    track: Annotated[
        TrackName | None,
        Meta(
            description="Where to race. Circus Maximus by itself, in turn in a series",
            extra={
                "meanings": {
                    "circus_maximus": "Six lanes, two corners, up to 12 chariots",
                    "provincial": "Small: four lanes, up to 8 chariots",
                    "talladegas": "Narrow: three lanes, three corners, up to 8 chariots",
                    "daytonus": "Long, with a landslide: five lanes, up to 12 chariots",
                }
            },
        ),
    ] = None
    laps: Annotated[
        Laps,
        Meta(
            description="How many laps",
            extra={
                "practice": 1,
                "meanings": {
                    "1": "Once round: to try it out",
                    "2": "Twice round: the usual race",
                    "3": "Three times round: a longer race",
                    "7": "Seven times round: as in Rome",
                },
            },
        ),
    ] = 2
    teams: Annotated[bool, Meta(description="Each player drives both chariots of a colour; up to six players")] = False
    drafting: Annotated[bool, Meta(description="Players choose charioteers from a display, else dealt")] = False
    redraw: Annotated[bool, Meta(description="You may swap the charioteer you were dealt, if all others agree")] = False
    by_orders: Annotated[bool, Meta(extra={"role": BY_ORDERS})] = False  # 19.2
    most_rounds: int | None = None  # 40 a lap (R57); lessons are short
    charioteers: tuple[CharioteerId, ...] = ()  # dealt in entry order, then the others by id: lessons are all alike
    by_rating: Annotated[
        bool, Meta(description="Who picks a gate first: by lot in pairs of like rating", extra={"role": BY_RATING})
    ] = False  # S-45
    ranked: Annotated[Ranked, Meta(extra={"role": RANKED})] = ()
    gentle: Annotated[bool, GENTLE_FIELD] = False

    @property
    def course(self) -> TrackName:
        """The track that is raced on."""
        return self.track or BY_ITSELF

    @property
    def last_round(self) -> int:
        """After this round the leader has won (R57)."""
        return self.most_rounds or ROUNDS_PER_LAP * self.laps

    @property
    def places(self) -> int:
        """How many chariots there is room for."""
        return track(self.course).most_chariots


def check_options(options: Options, entries: int | None) -> None:
    """Refuse more chariots than the track takes (3).

    :raises Refused: :attr:`RaceReason.TOO_MANY_CHARIOTS`.
    """
    if entries is not None and entries > options.places:
        name = track(options.course).name
        raise Refused(RaceReason.TOO_MANY_CHARIOTS, "3", need=entries, at_most=options.places, track=name)


def places(options: Options) -> int:
    """Return how many players may race: in teams each takes two places, both of a colour (3)."""
    return options.places // 2 if options.teams else options.places


def companions(options: Options, colour: str) -> tuple[str, ...]:
    """Return the second chariot that comes with one in teams: the striped one of its colour (3, 14)."""
    return (STRIPED[COLOURS.index(colour)],) if options.teams else ()
