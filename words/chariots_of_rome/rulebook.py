"""The rules of Chariots of Rome in short, for players who look something up."""

from collections.abc import Callable, Mapping

from engine.chariots_of_rome.printed.board import TRACK_NAMES, track
from engine.chariots_of_rome.printed.charioteers import ABILITIES
from engine.chariots_of_rome.printed.data import (
    ACTIONS,
    BASE_MOVE,
    CHARIOTEERS,
    COLUMNS,
    FATE_FACES,
    FATES,
    LEVEL_NAMES,
    POINTS,
    RACES,
    ROUNDS_PER_LAP,
)
from words.chariots_of_rome.notation import CLAUSES
from words.chariots_of_rome.terms import BLESSINGS, EFFECTS, LEVELS, RESULTS
from words.shared import topics
from words.shared.topics import words_of_orders

TOPICS: Mapping[str, str] = {
    "the race in short": (
        "Each round cards decide who moves when. On your turn choose a Speed Level, perhaps drive hard, then move "
        "exactly so many spaces. Corners taken too fast cost cards, and so do overtaking and Attacks. Whoever is "
        "farthest past the line at the end of the round in which somebody finishes has won. (rules 4 to 13)"
    ),
    "endurance, tactics, rattled": (
        "❤️ Endurance is what your team can give: at 0 you are out. ⭐ Tactics pay for Attacks, and buy cards off. "
        "💢 Rattled is how shaken your driver is: at 6 you are out. (rule 2)"
    ),
    "order of play": (
        "Each round the Initiative cards of all chariots are shuffled and turned up one by one. Nobody knows who "
        "comes next. (rule 4)"
    ),
    "the gods": (
        "Once all have left the first corner, the first of each round rolls the Fate die. "
        + ", ".join(f"{god.capitalize()}: {BLESSINGS[god]}" for god in dict.fromkeys(FATE_FACES))
        + ". Blessings go to every chariot. (rule 4, P3)"
    ),
    "speed": (
        "Speed I moves 4, and gives 1 Endurance and 1 Tactics, and calms by 2. Speed II moves 7 and calms by 1. "
        "Speed III moves 10 and costs 1 Endurance. Go up one level at most, down as far as you like. The first turn "
        "is at Speed I. (rule 5.1)"
    ),
    "hard driving": (
        "Once a turn pay 1 Endurance or 1 Tactics and add a die of 1 to 3 to your spaces. The total is fixed then, "
        "and counts in corners. (rule 5.2)"
    ),
    "moving": (
        "Step ahead, or diagonally ahead to the left or right. In a corner you step inward only from the last "
        "space of a lane. You must use all your moves. With no way left you are boxed in, and it costs a point. "
        "(rules 1, 5.3)"
    ),
    "corners": (
        "Each lane of a corner has a Safe Speed, the number on its first space. Your spaces of the whole turn plus "
        "your Rattled, minus that number, are the cards you draw, face down. Each further space turns one up. "
        "While any is left you keep your Speed Level. (rule 6)"
    ),
    "corner tactics": (
        "The first into a corner on a lap gets nothing, the last gets 2 Tactics, all others 1. (rule 6.2)"
    ),
    "overtaking": (
        "Drive through a chariot, wreck or debris to a clear space behind it: each obstacle draws a Danger card. "
        "It is free until all have left the first corner. Right after it you can't attack. (rule 7)"
    ),
    "attacks": (
        "Once a turn, after a step, for 1 Tactics. Whip a chariot in a lane next to yours, beside or diagonal: it "
        "draws 3 cards. Ram one right beside you, in corners only outward: it draws 3 harder ones, and you draw 1. "
        "No Attacks before all have left the first corner, and none on a chariot that has finished. (rule 8)"
    ),
    "buying cards off": (
        "Before cards are turned, each Tactics you pay takes one away. It works against corners, Attacks, overtaking "
        "and crashes. (rule 9.1)"
    ),
    "sparing the horses": (
        "Whenever you lose Endurance you may lose Tactics in its place. With your last Endurance you must. (rule 2.4)"
    ),
    "swerving and crashing": (
        "A Swerve throws you one lane over and one space back, away from what caused it, outward in corners. Hit "
        "a chariot and you take its place, and it swerves in turn. Each thing you hit costs a Danger card. (rule 10)"
    ),
    "wounds": "The first wound takes your charioteer's ability. The second puts you out. (rule 11)",
    "elimination": (
        "With no Endurance, 6 Rattled or two wounds you are out. The wreck slides 1 to 3 spaces and stays in the "
        "way. If one chariot alone survives, it has won. (rule 12)"
    ),
    "the first corner": (
        "Until every chariot has left the first corner there are no Attacks, no gods, and overtaking is free. Corner "
        "cards count from the start. (rule 12.1)"
    ),
    "the end": (
        "When somebody crosses the line for the last time, the round is played to its end. Then whoever stands "
        "farthest past the line wins; at the same distance the inner lane. Wrecks have no place. After "
        f"{ROUNDS_PER_LAP} rounds for each lap the leader wins. (rule 13)"
    ),
    "charioteers": (
        "Each chariot has a charioteer with an ability. They are dealt, or drafted if the host likes. In a "
        "draft you choose in turn, and take gates in the opposite order. "
        "`/rules table:charioteers` lists them. (rule 3)"
    ),
    "teams": (
        "With two chariots each, both of one colour, you play each by itself. The better one counts. In a series both "
        "score. (rules 3, 13)"
    ),
    "orders": (
        "By mail, a turn a day, you write one order a round. It answers everything, in others' turns too. What "
        "doesn't fit is passed over, never forced. Write none and your last one stands. "
        f"{words_of_orders(CLAUSES)} (rule 19)"
    ),
    "typing a move": (
        "Type a space such as `S1/3/9`, or steps: `ahead right`, or `A3 R`. A is ahead, R right, L left. `whip:blue` "
        "among them attacks on the way. (rule 16.4)"
    ),
    "late answers": (
        "If you don't answer in time the rules drive: Speed II, straight on, no Attack. They keep two cards of a draw "
        "and pay for the rest. (rule 16.4)"
    ),
    "points and series": (
        f"Places give {', '.join(map(str, POINTS))} points; wrecks give none. A series has {RACES} races unless the "
        "host chooses otherwise, on the four tracks in turn. (rule 20)"
    ),
    **topics.TOPICS,
}


def cards() -> str:
    """Return how many of the 64 Action cards show each result, by column (16.1)."""
    rows = [topics.row("result", COLUMNS, 8)]
    for result, name in RESULTS.items():
        rows.append(
            topics.row(name[:12], (sum(card[column] == result for card in ACTIONS.values()) for column in COLUMNS), 8)
        )
    return "\n".join(rows)


def speeds() -> str:
    """Return the Speed Levels (5.1)."""
    gains = ("", "+1 Endurance, +1 Tactics, -2 Rattled", "-1 Rattled", "-1 Endurance")
    return "\n".join(
        f"{LEVELS[number]:<4}{LEVEL_NAMES[number]:<9}{BASE_MOVE[number]:>3} spaces  {gains[number]}"
        for number in (1, 2, 3)
    )


def charioteers() -> str:
    """Return the ability of each charioteer (16.2)."""
    return "\n".join(f"{card.name:<12}{ABILITIES[each]}" for each, card in CHARIOTEERS.items())


def fates() -> str:
    """Return the effect of each Fate card (16.3); those with a star last until the round ends."""
    return "\n".join(f"{card.name}{' *' if card.lasts else ''}: {EFFECTS[each]}" for each, card in FATES.items())


def tracks() -> str:
    """Return the four tracks with their lanes (15)."""
    rows = [f"{'track':<22}{'lanes':>5}{'chariots':>9}  Safe Speeds from inside"]
    for name in TRACK_NAMES:
        lies = track(name)
        safe = next(section.safe for section in lies.sections if section.is_corner)
        bends = sum(section.is_corner for section in lies.sections)
        speeds_ = "/".join(map(str, safe))
        rows.append(f"{lies.name:<22}{lies.lanes:>5}{lies.most_chariots:>9}  {speeds_} in {bends} corners")
    return "\n".join(rows)


def points() -> str:
    """Return the points of each place (20)."""
    return "\n".join([topics.row("place", range(1, len(POINTS) + 1), 4), topics.row("points", POINTS, 4)])


TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "action cards": ("How many of the 64 cards show what (16.1)", cards),
    "speed levels": ("The Speed Levels (5.1)", speeds),
    "charioteers": ("The charioteers (16.2)", charioteers),
    "fate cards": ("The Fate cards; * until the round ends (16.3)", fates),
    "tracks": ("The tracks (15)", tracks),
    "points": ("Points by place (20)", points),
}
