"""The rules of Ave Caesar in short, for players who look something up."""

from collections.abc import Callable, Mapping

from engine.ave_caesar import data
from engine.ave_caesar.courses import COURSES, DIRECTIONS, SHORTEST, course, runway
from words.shared import topics

TOPICS: Mapping[str, str] = {
    "the race in short": (
        "Three laps with 24 cards: four each of 1 to 6. On your turn you play one of three cards and drive "
        "exactly that many spaces, then draw another. Once, at the end of lap 1 or 2, you must stop in the Imperial "
        "Alley and pay Caesar the tribute. The first to cross the line for the last time wins. "
        "Whoever runs out of cards before that is out. (rules 5 to 8)"
    ),
    "cards": (
        f"Your deck has {len(data.DECK)} cards and {sum(data.DECK)} points; nobody sees the order, only you see your "
        "hand. What has been played is open to all, so all can count what you have left. Nothing ever comes back. "
        "(rules 3.2, 5)"
    ),
    "points to spare": (
        f"The shortest three laps with one stop in the alley are {SHORTEST['A']} spaces on white and blue and "
        f"{SHORTEST['B']} on yellow and red. Your cards give {sum(data.DECK)}. Outer lanes in curves, and turns "
        "that end on the wrong lane, eat up the rest. The panel tells for each card what it leaves you. (rule 9.3)"
    ),
    "moving": (
        "A card is exactly as many steps, never backward and never sideways. Every space on the way must be free, the "
        "last one too; nobody jumps. Where several ways fit, you choose. (rule 7.1)"
    ),
    "lanes and walls": (
        "You change lanes with a diagonal step, where the border between the lanes is dashed. Walls, in the curves and "
        "on some straights, cannot be crossed. A bottleneck is one space over all lanes: whoever stands there stops "
        "everybody behind. (rule 7.1)"
    ),
    "must move": (
        "If any of your cards can be played, you must play one, even a bad one. If none can, you miss the turn and "
        "keep your hand. (rule 7.2)"
    ),
    "the leader": (
        "Whoever is farthest leads; in a curve the front edge of the space counts. Several at the same height lead "
        "together. Once the first chariot has finished, nobody leads any more. (rule 7.3)"
    ),
    "sixes": (
        "A leader may not play a 6, except as the very first move. If all leaders hold nothing but sixes and nobody "
        "can pass them, the one whose turn it is may play one. So may a leader once nobody has moved for a full round, "
        "unless the host has chosen strict sixes. (rule 7.4)"
    ),
    "passing": (
        "Whether somebody can pass a leader is read from the board alone. Is there a way from their space to one "
        "farther on, around the spaces of the leaders? Hands and other chariots do not count. (rule 7.5)"
    ),
    "stalemate": (
        "When nobody has moved for a full round, leaders may play sixes; with strict sixes they still may not. After "
        "three such rounds everybody puts the highest card under the deck and draws another. The fourth time, the race "
        "ends. (rule 7.6)"
    ),
    "the alley": (
        "The Imperial Alley runs past Caesar, across the line. It has one lane, 7 spaces on white and blue and 8 on "
        "yellow and red, so whoever enters it stops in it. That pays the tribute: Ave Caesar! On lap 1 you are free to "
        "pass it by. (rule 7.9)"
    ),
    "lap 2 with the coin": (
        "On lap 2 a chariot that still owes the tribute may not drive past the mouth of the alley. If its way is "
        "blocked it waits. So everybody has paid before lap 3. (rule 7.9)"
    ),
    "the finish": (
        "The step over the line after lap 3 ends the move. Points left over do not matter, and the spaces behind the "
        "line need not be free. The chariot leaves the board. With a strict finish you drive the whole card. The "
        "spaces behind the line must be free, too. Then the chariot leaves the board. (rules 7.1, 7.7)"
    ),
    "strict options": (
        "A host may choose two. Strict finish: a card that crosses the last line must fit as a whole, free spaces "
        "behind the line included. Strict sixes: a full round without a move frees no sixes for the leaders; only the "
        "exchange of high cards ends a jam. With both on, the race goes by the letter of the rules. "
        "(rules 4, 7.1, 7.4, 7.6)"
    ),
    "out of cards": (
        "Whoever plays the last card before the finish is out at once: the chariot leaves the board and scores "
        "nothing. (rule 7.8)"
    ),
    "start": (
        "In a first race each player turns up a random card. The highest starts from position 1, ties for it turn up "
        "another, and the others follow by seat. Position 1 is the outermost lane and moves first; the way is equally "
        "long from all. (rule 5)"
    ),
    "points and cups": (
        f"Places give {', '.join(map(str, data.POINTS))} points. A cup is one to four races. The last one of a race "
        "starts first in the next, or, if the host says so, the winner does. Most points win; on a tie more first "
        "places, then second ones, then the better last race. (rules 10, 11.1)"
    ),
    "non-player chariots": (
        "If the host wants it, chariots that nobody drives fill the grid. They stand and move first, turn up the top "
        "card of their deck and play it; one that cannot be played goes under the deck. They take places, but no "
        "points. (rule 11.2)"
    ),
    "typing a move": (
        "Instead of pressing buttons you can type a card and where it leads: `4 11c`. A card alone drives the way that "
        "wastes least; spaces between name a way, as in `4 10b 11b 12N 13b1`. `6 finish` crosses the last line. "
        "(rule 8)"
    ),
    "late answers": (
        "If you do not answer in time a card is played for you: one that finishes, else the one that wastes least. "
        "Without either it is one that pays the tribute, or the lowest. (rule 6)"
    ),
    **topics.TOPICS,
}


def deck() -> str:
    """Return the cards of a deck (3.2)."""
    rows = [topics.row("card", data.CARDS, 4), topics.row("of each", (data.COPIES,) * len(data.CARDS), 4)]
    return "\n".join([*rows, "", f"{len(data.DECK)} cards, {sum(data.DECK)} points"])


def points() -> str:
    """Return the points of each place (9.1)."""
    return "\n".join([topics.row("place", range(1, len(data.POINTS) + 1), 4), topics.row("points", data.POINTS, 4)])


def schedule() -> str:
    """Return the courses and directions of a cup (9.2)."""
    rows = [f"{'race':<5} {'3 or 4 players':<22} 5 or 6 players"]
    for number, (few, many) in enumerate(zip(data.SCHEDULE["A"], data.SCHEDULE["B"], strict=True), start=1):
        rows.append(f"{number:<5} {', '.join(few):<22} {', '.join(many)}")
    return "\n".join(rows)


def courses() -> str:
    """Return the lengths of the courses, and their narrow places (9.3, 9.4)."""
    rows = [f"{'course':<8}{'rows':>5}{'spaces':>8}{'alley':>7}{'shortest':>10}  bottlenecks"]
    for name in COURSES:
        found = course(name)
        narrow = [space.id for space in found.spaces if space.kind == "bottleneck"]
        ways = {runway(name, way).remaining[runway(name, way).starts[0], 0, True] for way in DIRECTIONS}
        shortest = "/".join(str(steps) for steps in sorted(ways))
        rows.append(
            f"{name:<8}{found.rows:>5}{len(found.spaces):>8}{len(found.alley):>7}{shortest:>10}  {' '.join(narrow)}"
        )
    return "\n".join(rows)


TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "deck": ("A driver's deck (3.2)", deck),
    "points": ("Points by place (9.1)", points),
    "schedule": ("Courses of a cup (9.2)", schedule),
    "courses": ("The courses (9.3, 9.4)", courses),
}
