"""The rules of Chariot Race in short, for players who look something up."""

from collections.abc import Callable, Iterable, Mapping

from engine.chariot_race import data
from engine.chariot_race.data import BOARDS, FACES, KINDS, POINTS
from engine.chariot_race.track import LANES, LIMITS, SPACES, TRACKS, TrackName, heaps
from words.chariot_race.notation import CLAUSES
from words.chariot_race.terms import MEANINGS
from words.shared import topics
from words.shared.topics import words_of_orders

TOPICS: Mapping[str, str] = {
    "the race in short": (
        f"{data.LAPS} laps, five dice. On your turn you roll, reroll once for free, set your speed and drive exactly "
        "so many spaces. Speed through corners, crashes and caltrops cost health (the rules' damage value). With no "
        "health left you are out. Whoever is farthest beyond the line at the end of a round has won. (rules 6 to 10)"
    ),
    "order of play": (
        "Each round the foremost chariot moves first. At the same height the outer lane goes before the middle one, "
        "and that before the inner one. The order stands for the whole round. (rule 6, ruling R05)"
    ),
    "a turn": (
        "Repair if you like and can. Roll your dice. Reroll any of them once for free. Spend fate on more, if you "
        "like. Fortuna faces give fate. Set your speed, drive the whole of it, then use your attacks. (rule 6)"
    ),
    "dice": "\n".join(f"- **{face}**: {MEANINGS[face]}" for face in KINDS) + "\n(rule 9.1)",
    "number of dice": (
        "The slower you are, the more dice you roll. Up to speed 5 it is five, at 6 and 7 four, at 8 and 9 three. At "
        "10 and 11 it is two, at 12 one. Black boards differ. (rules 9.2, 9.3)"
    ),
    "speed": (
        "Your speed stays from turn to turn. Each ±1 face changes it by one, each sprint adds two; both must be used. "
        "It never leaves the dial: anything beyond is lost. Speed is the number of steps you must take. (rule 8.1)"
    ),
    "health": (
        "Health is what your chariot can still take; the rules call it the damage value. At the start of a turn your "
        "speed falls to what your health allows, on white boards the same number. At 0 you are out. (rules 6, 8.8)"
    ),
    "steering": (
        "Each steer face allows one lane change. It is one of your steps and leads to the first space of the other "
        "lane that ends farther ahead. Unused steer faces are lost. (rule 8.2, ruling R06)"
    ),
    "corners": (
        "A number on a space is its safe speed: 3 inside, 5 in the middle, 7 outside. Entering it faster costs 1 "
        "health for each point over. Your whole speed of the turn counts, not the steps you have left. Leaving a "
        "number is free, and a space charges you once a turn. (rule 8.3)"
    ),
    "ramming": (
        f"Drive onto another chariot and both lose {data.RAM_DAMAGE} health. With steps left you drive on. With the "
        "last step you are set back to the first free space behind it. (rule 8.4)"
    ),
    "stone heaps": (
        "Sides B have heaps of stones: I06 and O13 in the first half, M15 in the second. Driving into one wrecks you, "
        "whatever your health. Keep a steer face for them. (rules 8.5, 9.4)"
    ),
    "caltrops": (
        "An attack face drops a caltrop on a space you just passed, never where you stand or started. Whoever enters "
        "that space loses 1 health, and the caltrop is gone. Wrecks leave one, too. (rules 8.6, 8.8)"
    ),
    "javelins": (
        f"An attack face throws a javelin at a chariot one or two spaces away, in any direction. It always hits, for "
        f"{data.JAVELIN_DAMAGE} health. The barrier in the middle stops it. (rule 8.7)"
    ),
    "fate": (
        f"Each fortuna face gives 1 fate. {data.REPAIR_COST} fate repair {data.REPAIR_POINTS} health at the start of a "
        f"turn. {data.FORTUNE_COST} fate reroll any dice, or turn one die to any face but fortuna. What you roll now, "
        "you can spend from your next turn on. (rules 6, 7)"
    ),
    "the end": (
        "The race ends with the round in which somebody crosses the line for the second time, alive at its end. The "
        "one farthest ahead wins; at the same height they share the win. With everybody wrecked nobody wins. (rule 10)"
    ),
    "two chariots": (
        "With two or three players each drives two chariots. Each has its own board, and either can win. (rule 11.1)"
    ),
    "black boards": (
        "Six unlike boards, chosen one after the other: tougher, quicker, luckier. Then start slots are chosen in the "
        "reverse order. `/rules table:boards` compares them. (rules 9.3, 11.4)"
    ),
    "safe after the finish": (
        "If all agree, a chariot that has finished takes no more damage. Whoever rams it still pays. (rule 11.2)"
    ),
    "orders": (
        "By mail, a turn a day, you write one order a round, before your dice are rolled. It says when to repair, "
        "which faces to keep, how fast, which lane and whom to attack. It is followed as far as the dice allow. Write "
        f"none and your last one stands. {words_of_orders(CLAUSES)} (rules 15.2 to 15.5)"
    ),
    "typing a move": (
        "Instead of pressing you can type a way: `+1 FFIFF` counts one ±1 face as +1, drives two spaces, changes "
        "inward and drives two more. F is forward, I inward, O outward. (rule 8.2)"
    ),
    "late answers": (
        "If you don't answer in time the rules drive for you, and carefully. They reroll sprints, take the way that "
        "costs least, and attack nobody. (rule 6)"
    ),
    "points and cups": (
        f"Places give {', '.join(map(str, POINTS))} points; wrecks give none. A cup has {data.RACES} races unless the "
        "host chooses otherwise. The last of a race starts first in the next one. (rule 16)"
    ),
    **topics.TOPICS,
}


def _row(heading: str, values: Iterable[object], width: int = 4) -> str:
    return f"{heading:<10}" + "".join(f"{value!s:>{width}}" for value in values)


def dice() -> str:
    """Return the faces of a die, and how often each is there (9.1)."""
    return "\n".join(f"{face:<10} {FACES.count(face)} in 6  {MEANINGS[face]}" for face in KINDS)


def boards() -> str:
    """Return all boards side by side (9.2, 9.3)."""
    heads = ("health", "speed", "start", "fate", "start")
    rows = [_row("board", heads, 7)]
    for name, board in BOARDS.items():
        rows.append(
            _row(name, (board.damage_max, board.speed_max, board.speed_start, board.fate_max, board.fate_start), 7)
        )
    return "\n".join(rows)


def dice_by_speed() -> str:
    """Return how many dice each speed rolls, board by board (9.2, 9.3)."""
    most = max(board.speed_max for board in BOARDS.values())
    rows = [_row("speed", range(most + 1), 3)]
    for name, board in BOARDS.items():
        rows.append(_row(name, board.dice, 3))
    return "\n".join(rows)


def speed_by_health() -> str:
    """Return the highest speed at which a turn may begin, by health (9.2, 9.3)."""
    most = max(board.damage_max for board in BOARDS.values())
    rows = [_row("health", range(1, most + 1), 3)]
    for name, board in BOARDS.items():
        rows.append(_row(name, board.cap[1:], 3))
    return "\n".join(rows)


def tracks() -> str:
    """Return the lanes with their limits, and the stones of each track (9.4)."""
    rows = [f"{'lane':<8}{'spaces':>7}{'safe':>7}  numbered spaces"]
    for lane in LANES:
        numbered = [square for square, space in SPACES.items() if space.lane == lane and square in LIMITS]
        length = sum(space.lane == lane for space in SPACES.values())
        rows.append(f"{lane:<8}{length:>7}{LIMITS[numbered[0]]:>7}  {' '.join(numbered)}")
    rows.append("")
    rows += [f"track {track}: {_stones(track)}" for track in TRACKS]
    return "\n".join(rows)


def _stones(track: TrackName) -> str:
    found = sorted(heaps(track))
    return f"stones on {', '.join(found)}" if found else "no stones"


def points() -> str:
    """Return the points of each place (16)."""
    return "\n".join([_row("place", range(1, len(POINTS) + 1)), _row("points", POINTS)])


TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "dice": ("The faces of a die (9.1)", dice),
    "boards": ("The boards (9.2, 9.3)", boards),
    "dice by speed": ("How many dice a speed rolls (9.2, 9.3)", dice_by_speed),
    "speed by health": ("The highest speed by health (9.2, 9.3)", speed_by_health),
    "tracks": ("Lanes, safe speeds and stones (9.4)", tracks),
    "points": ("Points by place (16)", points),
}
