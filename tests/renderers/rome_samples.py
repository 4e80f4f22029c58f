"""Views of Chariots of Rome for pictures: positions put together by hand, on all tracks."""

from collections.abc import Mapping

from engine.chariots_of_rome.printed.board import TrackName, track
from engine.chariots_of_rome.printed.data import COLOURS, STRIPED, CharioteerId
from engine.chariots_of_rome.seen.views import RaceView, view_for
from engine.chariots_of_rome.words.facts import Attacked, Crashed, Drove
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.state import Chariot, Race
from engine.facts import Fact
from records.values import EntryId, Square
from renderers.films import film_race
from renderers.scene import AnyScene, Shot

_NAMES = ("Caesar", "Ben", "Diana", "Alma", "Fabia", "Oro", "Livia", "Marcus", "Nero", "Otho", "Pia", "Quintus")
NAMES = {EntryId(number): name for number, name in enumerate(_NAMES, 1)}
LONG_NAMES = {entry: f"\N{HORSE FACE}{name} the Magnificent of Mediolanum" for entry, name in NAMES.items()}


def a_race(name: TrackName = "circus_maximus", count: int = 6, *, teams: bool = False) -> Race:
    """Return a race whose chariots stand at their gates."""
    board = track(name)
    colours = [*COLOURS, *STRIPED] if not teams else [c for pair in zip(COLOURS, STRIPED, strict=True) for c in pair]
    gates = list(board.gates.values())
    chariots = {
        EntryId(number): Chariot(colours[number - 1], tactics=min(8, count), square=gates[number - 1])
        for number in range(1, count + 1)
    }
    for number, chariot in enumerate(chariots.values(), start=1):
        chariot.charioteer = _charioteer(number)
    options = Options(track=name, teams=teams)
    actions, fates = [f"A{number:02}" for number in range(1, 65)], ["F01", "F02"]
    return Race(chariots, options, actions=actions, fates=fates, is_set_up=True)  # type: ignore[arg-type]


def _charioteer(number: int) -> CharioteerId:
    return f"C{number * 5 % 30 + 1:02}"  # type: ignore[return-value]


def before(name: TrackName = "circus_maximus", count: int = 6) -> RaceView:
    """Return a race in which nobody has taken a gate."""
    race = a_race(name, count)
    for chariot in race.chariots.values():
        chariot.square = None
    return view_for(race, {}, ())


def in_mid_race(name: TrackName = "circus_maximus", count: int = 6) -> RaceView:
    """Return the fifth round: a field that is strung out, with cards, wounds, a wreck, debris and dust."""
    race = a_race(name, count)
    spaces = list(race.board.spaces)
    for number, (entry, chariot) in enumerate(race.chariots.items()):
        chariot.square = spaces[(number * 23 + 40) % len(spaces)]
        chariot.laps, chariot.speed, chariot.has_started = number % 2, 1 + number % 3, True
        chariot.endurance, chariot.rattled, chariot.tactics = 12 - 2 * number % 12, number % 6, number % 9
        chariot.stack, chariot.wounds = number % 4, int(number == 4)
        chariot.trail = [chariot.square] if entry != 3 else [Square("S1/1/1")]
    last = race.chariots[EntryId(count)]
    race.wrecks = {Square("S2/2/5"): EntryId(count)}
    last.square, last.out, last.endurance = None, 1, 0
    race.debris, race.effects, race.god = [Square("S1/1/4"), Square("S1/2/6")], ["F02"], 5
    race.round, race.stage, race.active, race.locked = 5, "driving", EntryId(2), False
    race.revealed = [EntryId(4), EntryId(1), EntryId(2)]
    race.initiative = [EntryId(number) for number in (3, 5, *range(6, count))]
    race.action_discard, race.actions = race.actions[:23], race.actions[23:]
    return view_for(race, {}, ())


def crowded(name: TrackName, count: int) -> RaceView:
    """Return a whole field that stands close together in a bend, everybody rattled."""
    race = a_race(name, count)
    spaces = [space for space in race.board.spaces if space.startswith("C1/")]
    for number, chariot in enumerate(race.chariots.values()):
        chariot.square, chariot.rattled, chariot.laps = spaces[number * 2 % len(spaces)], number % 6, 1
        chariot.trail, chariot.stack, chariot.speed = [Square("S1/1/1")], 12, 3
    race.debris = [Square("S1/1/6"), Square("S1/2/6"), Square("S1/3/6")]
    race.wrecks = {Square("S2/1/3"): EntryId(1), Square("S2/2/3"): EntryId(2)}
    race.round, race.active, race.locked = 9, EntryId(1), False
    race.revealed = [EntryId(1)]
    race.initiative = [EntryId(number) for number in range(2, count + 1)]
    return view_for(race, {}, ())


def at_the_end(name: TrackName = "circus_maximus", count: int = 6) -> RaceView:
    """Return a race that is over."""
    race = a_race(name, count)
    for number, chariot in enumerate(race.chariots.values(), start=1):
        chariot.square, chariot.laps = Square(f"S1/{number % race.board.lanes + 1}/{20 - 2 * number}"), 2
        chariot.laps, chariot.place = (2 if number < 3 else 1), number
        if number > 2:
            chariot.square = Square(f"S2/1/{number}")
    race.round, race.finish_round, race.is_over, race.winner = 12, 12, True, EntryId(1)
    return view_for(race, {}, ())


def with_a_choice() -> tuple[RaceView, dict[EntryId, str], EntryId]:
    """Return what a cockpit shows to whoever has spaces in reach; its spaces are named."""
    return in_mid_race(), NAMES, EntryId(2)


def film(scene: AnyScene, names: Mapping[EntryId, str]) -> bytes:
    """Return the film of a race from its gates to its end."""
    shots = [Shot(a_race_view(), ()), Shot(in_mid_race(), _told()), Shot(at_the_end(), ())]
    return film_race(scene, names, "Games", shots).gif


def a_race_view() -> RaceView:
    """Return a race whose chariots stand at their gates."""
    return view_for(a_race(), {}, ())


def _told() -> list[Fact]:
    return [
        Drove(EntryId(2), Square("S1/4/8"), (Square("S1/4/9"), Square("S1/4/10")), (), 3),
        Attacked(EntryId(2), EntryId(3), "ram", 1, 3),
        Crashed(EntryId(3), 2),
    ]


def in_the_draft() -> RaceView:
    """Return a race of twelve whose charioteers lie on display."""
    race = a_race("daytonus", 12)
    for chariot in race.chariots.values():
        chariot.square = chariot.charioteer = None
    race.display, race.is_set_up = [f"C{number:02}" for number in range(1, 29, 2)], False  # type: ignore[misc]
    return view_for(race, {}, ())
