"""All lettering of all pictures can be read on a phone: large enough, and with enough contrast, whoever looks."""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from PIL import Image

from records.values import EntryId
from renderers import (
    SCENES,
    Place,
    StandingsRow,
    betting,
    draw_gaps,
    draw_profile,
    draw_result,
    draw_standings,
    film_race,
    film_trailer,
    film_turn,
    films,
    gaps_of,
    lettering,
    share_card,
)
from renderers.arena import board as arena_board
from renderers.arena import cards as arena_cards
from renderers.arena import crowd as arena_crowd
from renderers.ave_caesar import board as caesar_board
from renderers.chariot_race import board as chariot_board
from renderers.chariot_race import log_card
from renderers.chariot_race.markings import sign
from renderers.chariots_of_rome import SCENE as ROME
from renderers.chariots_of_rome import board as rome_board
from renderers.chariots_of_rome import filmed as rome_films
from renderers.circus_maximus import board as circus_board
from renderers.counters import badge
from renderers.leagues import (
    draw_card,
    draw_catalogue,
    draw_champion,
    draw_field,
    draw_league,
    draw_lot,
    draw_match,
)
from renderers.lettering import LEAST_CAPITAL, PHONE, font
from renderers.palette import Colour
from renderers.pennants import pennant
from tests.renderers import arena_samples as arena
from tests.renderers import caesar_samples as caesar
from tests.renderers import chariot_samples as chariot
from tests.renderers import league_samples as league
from tests.renderers import rome_samples as rome
from tests.renderers.advanced_samples import MANY_NAMES, after_a_pile_up, in_a_large_race, in_rain_and_mud
from tests.renderers.betting_samples import a_swing, the_longest_slip, when_settled, while_open
from tests.renderers.profile_samples import A_CARD
from tests.renderers.races import a_race, turns_of_a_race
from tests.renderers.samples import NAMES, in_mid_race, in_the_final_turn
from tests.renderers.test_films import turn_of
from tests.renderers.test_looks import VISIONS, Matrix, linear

CIRCUS, CAESAR, CHARIOT, ARENA = (SCENES[game] for game in ("circus-maximus", "ave-caesar", "chariot-race", "arena"))
assert CIRCUS.stage is not None
CIRCUS_STAGE = CIRCUS.stage
ROWS = [StandingsRow(name, "red", (6, None, 4), 10, place) for place, name in enumerate(NAMES.values(), start=1)]


def _film(race: str, game: str, count: int, turn: int) -> bytes:
    scene = SCENES[game]
    film = film_turn(scene, MANY_NAMES, "Games", *turn_of(a_race(game, count, race), turn, scene))
    assert film is not None
    return film.gif


def _duel_film() -> bytes:
    first, second, *_ = turns_of_a_race("arena", 2, "film", exchange="turn")
    film = film_turn(ARENA, NAMES, "Games", first[-1].view, second)
    assert film is not None
    return film.gif


def _gaps(game: str, count: int, seed: str) -> bytes:
    gaps = gaps_of(SCENES[game], a_race(game, count, seed))
    assert gaps is not None
    return draw_gaps("Games", gaps, MANY_NAMES)


PLACE = Place("The Games of Apollo", "Driven on Roma with Quadriga")


def _trailer(game: str, count: int, seed: str) -> bytes:
    film = film_trailer(SCENES[game], MANY_NAMES, PLACE, a_race(game, count, seed), MANY_NAMES)
    assert film is not None
    return film.gif


def _share_card() -> bytes:
    race = a_race("chariot-race", 6, "dfilm")
    card = share_card(CHARIOT, MANY_NAMES, PLACE, "Drive yourself: /play alone", race, MANY_NAMES)
    assert card is not None
    return card.gif


def _off_track(view: Any, where: str) -> Any:
    """Return a view in which chariot 1 stands nowhere, so that a cockpit shows the whole track."""
    others = [replace(each, **{where: None}) if each.entry == 1 else each for each in view.chariots]
    return replace(view, chariots=tuple(others))


PICTURES: dict[str, Callable[[], bytes]] = {
    "board": lambda: CIRCUS.draw_board(in_mid_race(), NAMES, title="Games"),
    "board at the end": lambda: CIRCUS.draw_board(in_the_final_turn(), NAMES, title="Games"),
    "board of sixteen": lambda: CIRCUS.draw_board(in_a_large_race(), MANY_NAMES, title="Games"),
    "board after a pile-up": lambda: CIRCUS.draw_board(after_a_pile_up(), MANY_NAMES),
    "board in the mud": lambda: CIRCUS.draw_board(in_rain_and_mud(), MANY_NAMES),
    "cockpit": lambda: CIRCUS.draw_cockpit(in_mid_race(), NAMES, EntryId(3)),
    "log card": lambda: CIRCUS.draw_log_card(in_mid_race(), NAMES, EntryId(4)),
    "Ave Caesar's board": lambda: CAESAR.draw_board(caesar.in_mid_race(), NAMES, title="Games"),
    "Ave Caesar's board at its worst": lambda: CAESAR.draw_board(caesar.at_its_worst(), NAMES),
    "Ave Caesar's cockpit": lambda: CAESAR.draw_cockpit(caesar.in_mid_race(), NAMES, EntryId(1)),
    "Ave Caesar's record": lambda: CAESAR.draw_log_card(caesar.in_mid_race(), NAMES, EntryId(1)),
    "Chariot Race's board": lambda: CHARIOT.draw_board(chariot.in_mid_race(), NAMES, title="Games"),
    "Chariot Race's board at its worst": lambda: CHARIOT.draw_board(chariot.at_its_worst(), NAMES),
    "Chariot Race's cockpit": lambda: CHARIOT.draw_cockpit(*chariot.with_a_choice()),
    "Chariot Race's dials": lambda: CHARIOT.draw_log_card(chariot.in_mid_race(), NAMES, EntryId(2)),
    "film of a Chariot Race": lambda: film_race(CHARIOT, NAMES, "Games", a_race("chariot-race", 6, "c")).gif,
    "Chariots of Rome's board": lambda: ROME.draw_board(rome.in_mid_race(), NAMES, title="Games"),
    "Chariots of Rome's board in a bend": lambda: ROME.draw_board(rome.crowded("daytonus", 12), MANY_NAMES),
    "Chariots of Rome's gates": lambda: ROME.draw_board(rome.before("talladegas", 8), NAMES, title="Games"),
    "Chariots of Rome's end": lambda: ROME.draw_board(rome.at_the_end(), NAMES, title="Games"),
    "Chariots of Rome's cockpit": lambda: ROME.draw_cockpit(*rome.with_a_choice()),
    "Chariots of Rome's draft": lambda: ROME.draw_cockpit(rome.in_the_draft(), NAMES, EntryId(1)),
    "Chariots of Rome's mat": lambda: ROME.draw_log_card(rome.in_mid_race(), NAMES, EntryId(4)),
    "Chariots of Rome's mat of the wounded": lambda: ROME.draw_log_card(rome.in_mid_race(), NAMES, EntryId(5)),
    "the arena": lambda: ARENA.draw_board(arena.at_close_quarters(), NAMES, title="Games"),
    "the arena's net": lambda: ARENA.draw_board(arena.in_the_net(), NAMES, title="Games"),
    "the arena's melee": lambda: ARENA.draw_board(arena.a_melee(), NAMES, title="Games"),
    "the arena's end": lambda: ARENA.draw_board(arena.at_the_end(), NAMES, title="Games"),
    "the arena's cockpit": lambda: ARENA.draw_cockpit(arena.at_close_quarters(), NAMES, EntryId(1)),
    "the arena's record": lambda: ARENA.draw_log_card(arena.in_the_net(), NAMES, EntryId(2)),
    "film of an exchange": _duel_film,
    "trailer of a duel": lambda: _trailer("arena", 2, "film"),
    "gap chart of a duel": lambda: _gaps("arena", 2, "film"),
    "film of Chariots of Rome": lambda: rome.film(ROME, NAMES),
    "whole track": lambda: CIRCUS.draw_cockpit(_off_track(in_mid_race(), "square"), NAMES, EntryId(1)),
    "whole course": lambda: CAESAR.draw_cockpit(_off_track(caesar.in_mid_race(), "space"), NAMES, EntryId(1)),
    "whole track of a Chariot Race": lambda: CHARIOT.draw_cockpit(
        _off_track(chariot.in_mid_race(), "square"), NAMES, EntryId(1)
    ),
    "card": lambda: draw_profile(A_CARD),
    "standings": lambda: draw_standings("Cup", ROWS),
    "film of a turn": lambda: _film("a", "circus-maximus", 8, 7),
    "film of a turn of Ave Caesar": lambda: _film("c", "ave-caesar", 6, 3),
    "film of a turn of Chariot Race": lambda: _film("c", "chariot-race", 6, 2),
    "film of a turn of Chariots of Rome": lambda: _film("c", "chariots-of-rome", 6, 3),
    "film of a race": lambda: film_race(CAESAR, MANY_NAMES, "Games", a_race("ave-caesar", 6, "c")).gif,
    "trailer": lambda: _trailer("circus-maximus", 8, "a"),
    "trailer of Ave Caesar": lambda: _trailer("ave-caesar", 6, "c"),
    "trailer of Chariot Race": lambda: _trailer("chariot-race", 6, "dfilm"),
    "trailer of Chariots of Rome": lambda: _trailer("chariots-of-rome", 6, "c"),
    "share card": _share_card,
    "gap chart": lambda: _gaps("circus-maximus", 8, "a"),
    "Ave Caesar's gap chart": lambda: _gaps("ave-caesar", 6, "c"),
    "result": lambda: draw_result("Games", "13 turns, 3 laps", CIRCUS_STAGE.standings(after_a_pile_up()), NAMES),
    "bets": lambda: betting.draw_board(while_open()),
    "bets settled": lambda: betting.draw_board(when_settled()),
    "chances": lambda: betting.draw_swing(a_swing(8, 12, outs=3)),
    "a league's standings": lambda: draw_league(league.in_mid_season(), league.NAMES, "Games"),
    "standings of a full league": lambda: draw_league(league.at_its_fullest(), league.MANY, "Games"),
    "who starts in a league's race": lambda: draw_field(league.in_mid_season(), league.NAMES, "Games"),
    "a full field of a league": lambda: draw_field(league.at_its_fullest(), league.MANY, "Games"),
    "a stable": lambda: draw_card(league.in_mid_season(), league.NAMES, EntryId(2)),
    "a catalogue": lambda: draw_catalogue(league.on_the_day_of_the_auction(), league.NAMES, "Games", 0),
    "a full market": lambda: draw_catalogue(league.after_the_auction(), league.MANY, "Games " * 9, 0),
    "a stable with a store": lambda: draw_card(league.after_the_auction(), league.NAMES, EntryId(1)),
    "a stable with gladiators": lambda: draw_card(league.in_a_gala(), league.NAMES, EntryId(1)),
    "a gala": lambda: draw_field(league.in_a_gala(), league.MANY, "Games"),
    "a champion": lambda: draw_champion(league.after_the_auction(), league.MANY, EntryId(1), "Mamercus Felicissimus"),
    "a lot": lambda: _card(draw_lot(league.on_the_day_of_the_auction(), league.MANY, 4)),
    "a lot of an owner's": lambda: _card(draw_lot(league.on_the_day_of_the_auction(), league.MANY, 1_001)),
    "a challenge": lambda: _card(draw_match(league.with_match("offered", names_told=False), league.MANY, 1)),
    "a match that is over": lambda: _card(draw_match(league.with_match("over"), league.MANY, 1)),
    "slip": lambda: betting.draw_slip(the_longest_slip()),
}


def _card(drawn: bytes | None) -> bytes:
    assert drawn is not None
    return drawn


FRAMES = 12
"""Of the film of a race: all that is ever written in one is in so many."""


class Written(NamedTuple):
    """Something that was written: how large, in what colour, on what."""

    text: str
    size: int
    colour: Colour
    ground: Colour


@pytest.fixture(scope="module")
def all_written() -> Iterator[list[Written]]:
    """Yield what is written from now on; what was drawn before and is kept is drawn anew, once for all pictures."""
    for kept in (
        badge, pennant, circus_board._base, caesar_board._base, chariot_board._base, sign, log_card._dial,
        rome_board._base, rome_films._ground, arena_board._base, arena_cards.empty_card, arena_crowd.strip,
    ):  # fmt: skip
        kept.cache_clear()
    seen: list[Written] = []
    real = lettering.write

    def write(image: Image.Image, at: Any, text: str, colour: Colour, **how: Any) -> float:
        stroke = how.get("stroke")
        spot = (at[0] - {"middle": 0.5, "right": 1.0}.get(how.get("anchor", "left"), 0.0) * _wide(text, how), at[1])
        if text.strip() and 0 <= spot[0] < image.width and 0 <= at[1] < image.height:
            ground = stroke[1] if stroke else _ground(image, spot, _wide(text, how), how["size"])
            seen.append(Written(text, how["size"], colour, ground))
        return real(image, at, text, colour, **how)

    with pytest.MonkeyPatch.context() as patched:
        for module in _modules():
            if getattr(module, "write", None) is real:
                patched.setattr(module, "write", write)
        patched.setattr(films, "MOST_FRAMES", FRAMES)
        yield seen


@pytest.fixture
def written(all_written: list[Written]) -> list[Written]:
    all_written.clear()
    return all_written


def _modules() -> Iterator[Any]:
    yield from [module for name, module in list(sys.modules.items()) if name.startswith("renderers")]


def _wide(text: str, how: dict[str, Any]) -> float:
    return lettering.length(text, how["size"], how.get("face", "sans")) * float(how.get("squeeze", 1.0))


def _ground(image: Image.Image, spot: tuple[float, float], wide: float, size: int) -> Colour:
    """Return the most frequent colour below a line of lettering."""
    box = (round(spot[0]), round(spot[1] - size * 0.3), round(spot[0] + wide) + 1, round(spot[1] + size * 0.3) + 1)
    below = image.crop(box).convert("RGB")
    colours: Any = below.getcolors(below.width * below.height)
    frequent: Colour = max(colours)[1]
    return frequent


@cache
def luminance(colour: Colour, vision: Matrix) -> float:
    light = [linear(part) for part in colour]
    red, green, blue = (min(1.0, max(0.0, sum(w * part for w, part in zip(row, light, strict=True)))) for row in vision)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour, vision: Matrix) -> float:
    bright, dark = sorted((luminance(one, vision), luminance(other, vision)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("picture", PICTURES)
def test_lettering_is_large_and_stands_out_for_every_kind_of_colour_vision(
    picture: str, written: list[Written]
) -> None:
    with Image.open(BytesIO(PICTURES[picture]())) as image:
        shrunk = PHONE / image.width

    high = {each.size: -font("sans", each.size).getbbox("H", anchor="ls")[1] for each in written}
    assert {each.text for each in written if high[each.size] * shrunk < LEAST_CAPITAL} == set()
    faint = {
        (each.colour, each.ground, vision, each.text[:12])
        for each in set(written)
        for vision, matrix in VISIONS.items()
        if contrast(each.colour, each.ground, matrix) < LEAST_CONTRAST
    }
    assert not faint
    assert len(written) > 4


LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3."""
