"""Films: small files of few frames, which show what boards show."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest
from PIL import Image, ImageDraw

from engine.circus_maximus.words.asks import Preparation
from records.values import EntryId
from renderers import SCENES, Shot, film_race, film_turn
from renderers.canvas import film_colours, in_few_colours
from renderers.films import MOST_FRAMES, _draw_places, _result_lines, animated, lead_of
from renderers.scene import RACE, AnyScene, Standing
from tests.renderers.races import MANY_NAMES, a_race
from tests.renderers.samples import a_chariot, a_view
from tests.toy_ruleset import RaceView as ToyView
from tests.toy_ruleset import RunnerView, Walked
from tests.toy_scene import SCENE as TOY

CIRCUS, CAESAR = SCENES["circus-maximus"], SCENES["ave-caesar"]
KIB = 1024

RACES: dict[str, tuple[Any, Callable[[], Any]]] = {
    "eight": (CIRCUS, lambda: a_race("circus-maximus", 8, "a")),
    "sixteen": (CIRCUS, lambda: a_race("circus-maximus", 16, "b", edition="advanced", field=16)),
    "six of Ave Caesar": (CAESAR, lambda: a_race("ave-caesar", 6, "c")),
    "a duel": (SCENES["arena"], lambda: a_race("arena", 2, "film")),
}


class Block(NamedTuple):
    """A frame as it lies in a file."""

    bytes: int
    has_palette: bool


def blocks(gif: bytes) -> Iterator[Block]:
    """Yield the frames of a GIF file, with what stands before each."""
    at = start = 13 + 3 * (2 << (gif[10] & 7))
    while gif[at] != 0x3B:
        is_extension = gif[at] == 0x21
        at += 2 if is_extension else 11
        has_palette = not is_extension and bool(gif[at - 2] & 0x80)
        while gif[at]:
            at += gif[at] + 1
        at += 1
        if not is_extension:
            yield Block(at - start, has_palette)
            start = at


def shown(gif: bytes) -> list[tuple[Image.Image, int]]:
    """Return each frame as somebody sees it, and for how many milliseconds."""
    film: Any
    with Image.open(BytesIO(gif)) as film:
        seen = []
        for number in range(film.n_frames):
            film.seek(number)
            seen.append((film.convert("RGB"), film.info["duration"]))
        return seen


def turn_of(shots: Sequence[Shot], turn: int, scene: AnyScene = CIRCUS) -> tuple[Any, list[Shot]]:
    """Return the view before a turn, or a round, and its phases."""
    assert scene.stage is not None
    there = [number for number, shot in enumerate(shots) if scene.stage.turn(shot.view) == turn]
    return shots[there[0] - 1].view, [shots[number] for number in there]


@pytest.mark.slow
@pytest.mark.parametrize("race", ["sixteen", "six of Ave Caesar"])
def test_the_film_of_a_race_is_small_and_its_end_is_held(race: str) -> None:
    scene, played = RACES[race]

    film = film_race(scene, MANY_NAMES, "The Games of Apollo", played())

    first, *others = blocks(film.gif)
    assert len(others) + 1 <= MOST_FRAMES
    assert len(film.gif) <= 600 * KIB
    assert max(each.bytes for each in others) <= 10 * KIB
    assert not any(each.has_palette for each in (first, *others))
    frames = shown(film.gif)
    assert {image.width for image, _ in frames} == {800}
    assert frames[-1][1] == 5_000
    assert len(film.alt) <= 1024


def test_what_is_seen_of_an_animation_are_its_pictures() -> None:
    pictures = []
    for number in range(5):
        image = Image.new("RGB", (60, 40), film_colours()[0])
        ImageDraw.Draw(image).rectangle((4 + 3 * (number // 2), 5, 20, 20 + number // 2), film_colours()[number])
        pictures.append(in_few_colours(image))
    expected = [picture.convert("RGB").tobytes() for picture in pictures]

    frames = shown(animated([*pictures, pictures[-1].copy()], (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)))

    assert [image.tobytes() for image, _ in frames] == [*expected, expected[-1]]
    assert [lasts for _, lasts in frames] == [100, 200, 300, 400, 500, 600]


@pytest.mark.parametrize("race", ["eight", "sixteen"])
def test_the_film_of_a_turn_begins_with_its_result_and_has_a_frame_a_phase(race: str) -> None:
    before, phases = turn_of(RACES[race][1](), 7)

    film = film_turn(CIRCUS, MANY_NAMES, "Games", before, phases)

    assert film is not None
    assert len(film.gif) <= 300 * KIB
    frames = [image for image, _ in shown(film.gif)]
    moved = [shot for shot in phases if any(type(fact).__name__ == "Moved" for fact in shot.facts)]
    assert len(frames) == 1 + len(moved)
    places = (0, frames[0].height - 130, 800, frames[0].height)
    assert frames[0].crop(places).tobytes() == frames[-1].crop(places).tobytes()
    assert " → " in film.alt


@pytest.mark.parametrize("fate", ["runaway", "dragged", "home", "+12"])
def test_what_became_of_one_of_sixteen_stays_clear_of_the_badge(fate: str) -> None:
    def places(fate: str) -> Image.Image:
        image = Image.new("RGB", (800, 200), "white")
        _draw_places(image, 0, [Standing(EntryId(11), "grey", None, None, fate)] * 16, {})
        return image

    badge = (0, 0, 88, 40)
    assert places(fate).crop(badge).tobytes() == places("").crop(badge).tobytes()


@pytest.mark.parametrize(
    ("fates", "winners", "told"),
    [
        (("home", ""), (), ["Ann is home first", "Bob is out!"]),
        (("home", "home"), (), ["2 are home, Ann ahead", "Ann is home! · Bob is out!"]),
        (("home", ""), (1,), ["Ann wins", "Ann is home! · Bob is out!"]),
        (("home", "home"), (1, 2), ["Ann and Bob share the win", "Ann is home! · Bob is out!"]),
    ],
)
def test_who_is_home_has_won_only_when_the_race_is_over(
    fates: Sequence[str], winners: Sequence[int], told: Sequence[str]
) -> None:
    home = [Standing(EntryId(place), "red", place, 0, fate) for place, fate in enumerate(fates, start=1)]
    won = [EntryId(each) for each in winners]
    stage = SimpleNamespace(standings=lambda _view: home, winners=lambda _view: won, phrases=RACE)
    scene: Any = SimpleNamespace(stage=stage)

    lines = _result_lines(scene, None, {EntryId(1): "Ann", EntryId(2): "Bob"}, ["Ann is home!", "Bob is out!"])

    assert lines == told


@pytest.mark.parametrize(
    ("behind", "told"),
    [((0, 3), "Ann leads by 3"), ((0, 0, 2), "Ann and Bob are level"), ((0, 0, 0), "Ann and 2 others are level")],
)
def test_who_is_level_in_front_is_said_to_be(behind: tuple[int, ...], told: str) -> None:
    standings = [Standing(EntryId(place), "red", place, squares) for place, squares in enumerate(behind, start=1)]

    assert lead_of(standings, {EntryId(1): "Ann", EntryId(2): "Bob", EntryId(3): "Cy"}) == told
    out = Standing(EntryId(4), "blue", None, 0, "out")
    assert lead_of([*standings, out], {EntryId(1): "Ann", EntryId(2): "Bob"}) == told


def test_a_turn_in_which_nothing_moves_has_no_film() -> None:
    view = a_view(a_chariot(1, "A9.1"), a_chariot(2, "A9.2"))

    assert film_turn(CIRCUS, MANY_NAMES, "Games", view, [Shot(view, ())]) is None


@pytest.mark.slow
def test_rule_6_11_no_secret_shows_in_a_film() -> None:
    before, phases = turn_of(RACES["eight"][1](), 2)
    own = [
        Shot(
            msgspec.structs.replace(
                shot.view, own_speeds={EntryId(2): 17}, own_points={EntryId(2): Preparation(1, 1, 1, 1)}
            ),
            shot.facts,
        )
        for shot in phases
    ]

    assert film_turn(CIRCUS, MANY_NAMES, "Games", before, own) == film_turn(CIRCUS, MANY_NAMES, "Games", before, phases)
    assert film_race(CIRCUS, MANY_NAMES, "Games", own) == film_race(CIRCUS, MANY_NAMES, "Games", phases)


def test_any_name_and_title_can_be_filmed() -> None:
    before, phases = turn_of(RACES["eight"][1](), 3)
    names = ["", "🏇" * 32, "\u202e\u0000\n", "﷽" * 32, "W" * 300]

    film = film_turn(CIRCUS, dict(zip(MANY_NAMES, names + names, strict=False)), "".join(names), before, phases)

    assert film is not None
    assert len(film.gif) <= 300 * KIB
    assert len(film.alt) <= 1024


def test_chariots_that_nobody_entered_are_called_by_their_numbers() -> None:
    before, *phases = RACES["six of Ave Caesar"][1]()[:9]

    film = film_turn(CAESAR, {}, "Games", before.view, phases)

    assert film is not None
    assert "chariot 1: " in film.alt
    assert film_race(CAESAR, {}, "Games", phases).gif.startswith(b"GIF89a")


def test_a_game_that_says_nothing_of_films_is_filmed_by_its_boards() -> None:
    names = {EntryId(1): "Ann"}
    runners = [(RunnerView(EntryId(1), place, None),) for place in (0, 3, 7)]
    views = [ToyView(1, runner, (), {}, None, 0) for runner in runners]
    shots = [Shot(view, (Walked(EntryId(1), view.runners[0].place),)) for view in views]

    film = film_race(TOY, names, "Ludi", shots)

    frames = [image for image, _ in shown(film.gif)]
    assert {image.size for image in frames} == {(800, 80)}
    assert len({image.tobytes() for image in frames}) == 3
