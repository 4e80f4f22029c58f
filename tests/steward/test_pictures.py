"""Pictures: drawn off the event loop, each once, from what the viewer may see."""

import asyncio
import dataclasses
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.rulesets import RULESETS
from records.races import PublicRace, RaceRecord
from records.values import EntryId, RaceId, Square
from renderers import SCENES
from renderers.scene import RACE, AnyScene, Scene, Shot, Standing
from steward.delivering.pictures import Studio, people_of
from tests.db.samples import a_faction, a_race, an_entry
from tests.renderers.betting_samples import a_swing, a_usual_slip, seen_by_a_bettor, while_open
from tests.steward.circus import ANN, BOB, RED, Circus
from tests.toy_ruleset import RaceView

PNG = b"\x89PNG\r\n\x1a\n"


class Painting:
    """Draws nothing, slowly, and notes what it was handed and where it ran."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Any, ...]] = []
        self.threads: set[int] = set()
        self.fails = False
        self.may_end = threading.Event()
        self.may_end.set()

    def draw_board(self, view: Any, names: Any, *, path: Any = None, title: str = "") -> bytes:
        assert self.may_end.wait(60)
        self.threads.add(threading.get_ident())
        self.drawn.append((view, dict(names), path, title))
        if self.fails:
            raise OSError("no such font")
        return PNG + str(len(self.drawn)).encode()

    def draw_cockpit(self, view: Any, names: Any, entry: EntryId, *, reach: Any = (), path: Any = ()) -> bytes:
        return PNG + str(view).encode()

    def draw_log_card(self, view: Any, names: Any, entry: EntryId) -> bytes:
        return PNG + str(entry).encode()

    def alt_board(self, view: Any, names: Any, *, path: Any = None, title: str = "") -> str:
        return f"the board {view}"

    def alt_cockpit(self, view: Any, names: Any, entry: EntryId, *, reach: Any = (), path: Any = ()) -> str:
        return f"the cockpit of {entry}"

    def alt_log_card(self, view: Any, names: Any, entry: EntryId) -> str:
        return f"the card of {entry}"

    def ways(self, before: Any, facts: Any) -> dict[EntryId, tuple[Square, ...]]:
        return {RED: (Square(str(before)),)}

    def as_scene(self) -> AnyScene:
        return Scene(
            draw_board=self.draw_board,
            draw_cockpit=self.draw_cockpit,
            draw_log_card=self.draw_log_card,
            alt_board=self.alt_board,
            alt_cockpit=self.alt_cockpit,
            alt_log_card=self.alt_log_card,
            ways=self.ways,
        )


@pytest.fixture
def painting() -> Painting:
    return Painting()


@pytest.fixture
async def studio(painting: Painting) -> Any:
    studio = Studio({"toy": painting.as_scene()})
    yield studio
    studio.close()


def a_lobby_of(race: RaceRecord) -> PublicRace:
    return PublicRace(race, (), (an_entry(1, "red"),))


LOBBY = a_lobby_of(a_race(id=RaceId(5)))


async def test_a_picture_asked_for_twice_is_drawn_once(studio: Studio, painting: Painting) -> None:
    first, second = await asyncio.gather(studio.board(LOBBY, "view", 7), studio.board(LOBBY, "view", 7))
    third = await studio.board(LOBBY, "view", 7)

    assert first == second == third
    assert (first.png, first.alt, first.name) == (PNG + b"1", "the board view", "race-5.png")
    assert painting.drawn == [("view", {1: "chariot 1"}, None, "Ludi")]


async def test_who_are_level_at_the_end_of_a_turn_stand_in_the_order_in_which_the_game_places_them() -> None:
    level = [Standing(EntryId(entry), "red", place, 0) for place, entry in ((1, 3), (2, 1), (3, 2))]
    stage: Any = SimpleNamespace(
        standings=lambda view: level, turn=lambda view: view, marks=lambda facts: (), unit="squares", phrases=RACE
    )
    studio = Studio({"toy": dataclasses.replace(Painting().as_scene(), stage=stage)})

    stood = await studio.shape(LOBBY, lambda: [Shot(1, ()), Shot(2, ())])

    assert [each.order for each in stood] == [(3, 1, 2), (3, 1, 2)]
    studio.close()


async def test_another_moment_or_another_race_is_another_picture(studio: Studio, painting: Painting) -> None:
    other = a_lobby_of(a_race(id=RaceId(6)))

    pictures = [
        await studio.board(LOBBY, "a", 7),
        await studio.board(LOBBY, "b", 8),
        await studio.board(other, "c", 7),
        await studio.board(LOBBY, "a", 7, before="x", facts=(RULESETS,)),  # type: ignore[arg-type]
    ]

    assert len({picture.png for picture in pictures}) == 4
    assert painting.drawn[3][2] == {RED: (Square("x"),)}


async def test_a_chariot_with_a_new_name_is_drawn_anew(studio: Studio, painting: Painting) -> None:
    former = tuple(msgspec.structs.replace(each, name="Former member") for each in LOBBY.entries)

    await studio.board(LOBBY, "view", 7)
    await studio.board(dataclasses.replace(LOBBY, entries=former), "view", 7)

    assert [names for _, names, _, _ in painting.drawn] == [{RED: "chariot 1"}, {RED: "Former member"}]


def test_players_are_named_but_no_house_driver_and_nobody_for_what_a_substitute_drove() -> None:
    seats = (
        a_faction(1, ANN, name="Ann"),
        a_faction(2),
        a_faction(3, BOB, name="Bob", substitute=ANN),
        a_faction(4, BOB, name="Bob", standin="steady"),
    )
    entries = tuple(an_entry(number, "red", number) for number in range(1, 5))

    people = people_of(PublicRace(a_race(), seats, (*entries, an_entry(5, "blue"))))

    assert people == {EntryId(1): "Ann", EntryId(4): "Bob"}


async def test_drawing_holds_nobody_up(studio: Studio, painting: Painting) -> None:
    painting.may_end.clear()
    drawing = asyncio.create_task(studio.board(LOBBY, "view", 7))
    for _ in range(5):  # others go on while it is drawn, or this would wait for ever
        await asyncio.sleep(0.001)
    assert not drawing.done()
    painting.may_end.set()
    await drawing

    assert threading.get_ident() not in painting.threads


async def test_who_gives_up_waiting_does_not_spoil_it_for_others(studio: Studio, painting: Painting) -> None:
    first = asyncio.create_task(studio.board(LOBBY, "view", 7))
    second = asyncio.create_task(studio.board(LOBBY, "view", 7))
    await asyncio.sleep(0)
    first.cancel()

    assert (await second).png == PNG + b"1"
    assert len(painting.drawn) == 1


async def test_a_picture_that_failed_is_tried_again(studio: Studio, painting: Painting) -> None:
    painting.fails = True
    with pytest.raises(OSError, match="no such font"):
        await studio.board(LOBBY, "view", 7)
    painting.fails = False

    assert (await studio.board(LOBBY, "view", 7)).png == PNG + b"2"


async def test_cockpits_and_cards_are_made_for_their_viewer(studio: Studio) -> None:
    mine = await studio.cockpit(LOBBY, "mine", RED, (), ())
    theirs = await studio.cockpit(LOBBY, "theirs", RED, (), ())
    card = await studio.card(LOBBY, "view", EntryId(4))

    assert (mine.png, theirs.png) == (PNG + b"mine", PNG + b"theirs")
    assert (card.png, card.alt) == (PNG + b"4", "the card of 4")


async def test_the_board_shows_what_the_public_may_see(tmp_path: Any, painting: Painting) -> None:
    circus = await Circus(tmp_path / "board.sqlite3", painters={"toy": painting.as_scene()}).open()
    race = await circus.lobby()
    assert await circus.steward.gallery.board(race) is None
    assert await circus.steward.gallery.card(race, RED) is None
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.steward.lobbies.start(race, ANN)
    await circus.pace(race)

    board = await circus.steward.gallery.board(race)

    assert board is not None
    (view, names, path, title) = painting.drawn[0]
    assert isinstance(view, RaceView)
    assert (view.own_paces, names, path, title) == ({}, {1: "Red", 2: "Blue"}, None, "Ludi")
    assert await circus.steward.gallery.card(race, EntryId(9)) is None
    await circus.close()


async def test_what_pictures_share_is_made_in_their_thread_and_a_picture_goes_between(painting: Painting) -> None:
    made: list[int] = []
    is_asked = threading.Event()

    def warm_up() -> Iterator[None]:
        for _ in range(5):
            is_asked.wait(20)
            time.sleep(0.05)
            made.append(threading.get_ident())
            yield

    studio = Studio({"toy": dataclasses.replace(painting.as_scene(), warm_up=warm_up)})
    preparing = asyncio.create_task(studio.warm_up())
    drawing = asyncio.create_task(studio.board(LOBBY, "view", 1))
    await asyncio.sleep(0.01)
    is_asked.set()

    await drawing

    assert 1 <= len(made) < 5
    await preparing
    assert len(made) == 5
    assert set(made) == painting.threads
    assert threading.get_ident() not in made
    studio.close()


async def test_a_scene_that_cannot_be_prepared_keeps_no_other_from_it(
    painting: Painting, caplog: pytest.LogCaptureFixture
) -> None:
    made: list[str] = []

    def fail() -> Iterator[None]:
        raise OSError("no such font")
        yield

    def warm_up() -> Iterator[None]:
        made.append("toy")
        yield

    broken, sound = (dataclasses.replace(painting.as_scene(), warm_up=each) for each in (fail, warm_up))
    studio = Studio({"broken": broken, "toy": sound})

    await studio.warm_up()

    assert made == ["toy"]
    assert "the pictures of broken could not be prepared" in caplog.text
    studio.close()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_scenes_can_be_prepared(ruleset: str) -> None:
    parts = sum(1 for _ in SCENES[ruleset].warm_up())

    assert parts > 1


async def test_the_public_betting_board_is_drawn_once_and_a_bettors_is_kept_for_nobody(studio: Studio) -> None:
    first, second = await studio.betting_board(while_open()), await studio.betting_board(while_open())
    mine, again = await studio.betting_board(seen_by_a_bettor()), await studio.betting_board(seen_by_a_bettor())

    assert first.png is second.png
    assert mine.png is not again.png
    assert mine == again
    assert "Your purse" in mine.alt
    assert "Your purse" not in first.alt
    assert (first.name, mine.name) == ("bets-7.png", "bets-7.png")


async def test_a_swing_that_goes_on_is_another_picture(studio: Studio) -> None:
    short, long = a_swing(4, 3, is_over=False), a_swing(4, 4, is_over=False)

    pictures = [await studio.swing(each) for each in (short, long, short)]

    assert pictures[0].png is pictures[2].png
    assert pictures[0].png != pictures[1].png
    assert pictures[0].name == "chances-7.png"


async def test_a_slip_tells_what_it_shows(studio: Studio) -> None:
    slip = await studio.slip(a_usual_slip())

    assert slip.png.startswith(PNG[:4])
    assert slip.alt.startswith("Slip of Ana")
    assert slip.name == "slip-7.png"
