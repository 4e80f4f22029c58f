"""How long films take in a worker, in processor time, and how large they are."""

from collections.abc import Iterator, Sequence
from statistics import median
from time import thread_time

from bench.figures import Figure
from renderers import SCENES, Place, Shot, film_race, film_trailer, film_turn, share_card
from tests.renderers.races import MANY_NAMES, a_race
from tests.renderers.test_films import blocks, turn_of

RUNS = 5
CIRCUS = SCENES["circus-maximus"]
TITLE = "The Games of Apollo"
PLAY = "Drive yourself: /play alone"


def figures() -> list[Figure]:
    """Film races of five laps as far as some turn, and that turn."""
    eight = a_race("circus-maximus", 8, "film", laps=5)
    sixteen = a_race("circus-maximus", 16, "film", laps=5, edition="advanced", field=16)
    return [
        *_of("eight over 15 turns", eight, 15),
        *_of("sixteen over 20 turns", sixteen, 20),
        *(figure for game, race in _whole(eight, sixteen) for figure in _shared(game, race)),
    ]


def _whole(eight: Sequence[Shot], sixteen: Sequence[Shot]) -> Iterator[tuple[str, Sequence[Shot]]]:
    """Yield whole races with the names of their games, those of Circus Maximus first."""
    yield "circus-maximus", eight
    yield "circus-maximus", sixteen
    yield "ave-caesar", a_race("ave-caesar", 6, "film")
    yield "chariot-race", a_race("chariot-race", 6, "film")
    yield "chariots-of-rome", a_race("chariots-of-rome", 12, "film")


def _shared(game: str, race: Sequence[Shot]) -> Iterator[Figure]:
    """Yield what the trailer of a race that is over comes to, and its card."""
    scene, place = SCENES[game], Place(TITLE, "Driven on Roma with Quadriga")
    trailer = film_trailer(scene, MANY_NAMES, place, race, MANY_NAMES)
    card = share_card(scene, MANY_NAMES, place, PLAY, race, MANY_NAMES)
    assert trailer is not None
    assert card is not None
    yield Figure(f"trailer, {game}, {len(race)} phases", len(trailer.gif) / 1024, "KiB", at_most=400)
    took = _worked(lambda: film_trailer(scene, MANY_NAMES, place, race, MANY_NAMES))
    yield Figure("  processor time, the median", took, "s", at_most=1.5)
    yield Figure("  its card", len(card.gif) / 1024, "KiB", at_most=120)
    took = _worked(lambda: share_card(scene, MANY_NAMES, place, PLAY, race, MANY_NAMES))
    yield Figure("  processor time, the median", took, "s", at_most=1.5)


def _of(what: str, whole: Sequence[Shot], turns: int) -> Iterator[Figure]:
    shots = [shot for shot in whole if shot.view.turn <= turns]
    assert shots[-1].view.turn == turns
    film = film_race(CIRCUS, MANY_NAMES, TITLE, shots)
    first, *others = blocks(film.gif)
    yield Figure(f"film of a race, {what}: frames", len(others) + 1, at_most=60)
    yield Figure("  size", len(film.gif) / 1024, "KiB", at_most=600)
    yield Figure("  its first frame", first.bytes / 1024, "KiB")
    yield Figure("  the largest frame after it", max(each.bytes for each in others) / 1024, "KiB", at_most=10)
    took = _worked(lambda: film_race(CIRCUS, MANY_NAMES, TITLE, shots))
    yield Figure("  processor time, the median", took, "s", at_most=1.5)
    before, phases = turn_of(shots, turns)
    turn = film_turn(CIRCUS, MANY_NAMES, TITLE, before, phases)
    assert turn is not None
    yield Figure(f"film of a turn, {what}", len(turn.gif) / 1024, "KiB", at_most=300)
    took = _worked(lambda: film_turn(CIRCUS, MANY_NAMES, TITLE, before, phases))
    yield Figure("  processor time, the median", took, "s", at_most=1.0)


def _worked(work: object) -> float:
    assert callable(work)
    taken = []
    for _ in range(RUNS):
        start = thread_time()
        work()
        taken.append(thread_time() - start)
    return median(taken)
