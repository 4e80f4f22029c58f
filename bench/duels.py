"""How duels of the arena end: the figures of docs/balance.md, held against those of the rules (D.13).

``python -m bench.duels [DUELS]`` fights about so many (20,000) and prints the tables; a duel's number fixes its dice.
Equal men are one man twice; random men are drawn each for himself. All give one plan a turn.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from bench.figures import Figure
from engine.arena.advice import suggested
from engine.arena.asks import GUARDS, MOVES, STRIKES, MakePlan, Plan
from engine.arena.house.fighters import FIGHTERS, HouseFighter
from engine.arena.house.simulation import fight_out, match_of
from engine.arena.men import KINDS, Kind, Man, man_of
from engine.arena.notation import write_plan
from engine.arena.state import Match, Options, Sides
from engine.arena.views import MatchView
from engine.dice import Dice, QuickDice
from engine.playing import QuietTable
from engine.questions import Answer, Ask
from records.values import EntryId

PLAIN, RANDOM = "steady", "recruit"
BY_MAIL = Options(exchange="turn")

Drawn = Callable[[Dice], Sequence[Man]]
"""Dice -> the two men."""


def a_man(dice: Dice, kind: Kind | None = None) -> Man:
    """Return a man whose characteristics, armour and, unless it is given, type are drawn."""
    kind = kind or KINDS[dice.roll(1, len(KINDS))[0] - 1]
    first, second, armour = dice.roll(3, 6)
    return man_of("", kind, (first, second), armour)


def equal(dice: Dice) -> Sequence[Man]:
    man = a_man(dice)
    return man, man


def drawn(dice: Dice) -> Sequence[Man]:
    return a_man(dice), a_man(dice)


def of_kinds(one: Kind, other: Kind) -> Drawn:
    """Return what draws a man of each of two types."""
    return lambda dice: (a_man(dice, one), a_man(dice, other))


@dataclass
class Tally:
    """What many duels came to; *won* and *lost* are those of the first fighter."""

    duels: int = 0
    won: int = 0
    lost: int = 0
    turns: list[int] = field(default_factory=list)
    mood: Counter[int] = field(default_factory=Counter)
    fates: Counter[str] = field(default_factory=Counter)
    points: list[int] = field(default_factory=list)
    wounds: dict[str, list[int]] = field(default_factory=lambda: {"winners": [], "spared": []})
    seconds: float = 0.0

    def share(self, what: str) -> float:
        """Return the share of duels that the first fighter ``won`` or ``lost``, or that were ``undecided``."""
        counted = {"won": self.won, "lost": self.lost, "undecided": self.duels - self.won - self.lost}
        return counted[what] / max(1, self.duels)

    def add(self, match: Match, first: EntryId, plans: int) -> None:
        """Count a duel that is over."""
        self.duels += 1
        self.won += match.winners == [first]
        self.lost += bool(match.winners) and match.winners != [first]
        self.turns.append(plans)
        self.mood[match.mood] += 1
        for entry, fighter in match.fighters.items():
            at_once = fighter.fall is not None and fighter.fall.why in ("head", "chest")
            fate = "at once" if at_once else "refused" if fighter.status == "dead" else fighter.status
            self.fates[fate] += 1
            if fighter.status in ("fighting", "spared"):
                self.points.append(fighter.points)
            if entry in match.winners and match.how == "fall":
                self.wounds["winners"].append(sum(fighter.wounds))
            if fighter.status == "spared":
                self.wounds["spared"].append(sum(fighter.wounds))


def duels(number: int, men: Drawn, one: HouseFighter, other: HouseFighter, salt: int = 0) -> Tally:
    """Fight so many duels; the fighters change places by turns."""
    tally = Tally()
    begun = time.process_time()
    for place in range(number):
        dice = QuickDice(salt * 1_000_003 + place)
        pair, fighters = list(men(dice)), [one, other]
        if place % 2:
            pair, fighters = pair[::-1], fighters[::-1]
        table = QuietTable(dice)
        match = match_of(pair, BY_MAIL, table)
        asked = fight_out(match, table, dict(zip(match.fighters, fighters, strict=True)))
        tally.add(match, EntryId(1 + place % 2), asked)
    tally.seconds = time.process_time() - begun
    return tally


def pure(plan: Plan) -> HouseFighter:
    """Return a fighter with one plan for the whole match."""

    def fight(view: MatchView, ask: Ask) -> Answer:
        return plan if isinstance(ask.question, MakePlan) else FIGHTERS[PLAIN](view, ask)

    return fight


def advised(view: MatchView, ask: Ask) -> Answer:
    """Fight as somebody who takes each plan that is advised."""
    return suggested(view, ask) if isinstance(ask.question, MakePlan) else FIGHTERS[PLAIN](view, ask)


def best_pure(number: int, plain: HouseFighter) -> tuple[float, Plan]:
    """Return how often the best pure plan beats the plain fighter, by a sieve and a second look, and that plan."""
    plans = [Plan(move, strike, guard) for move in MOVES[:-1] for strike in STRIKES for guard in GUARDS[:-1]]
    sieved = sorted(plans, key=lambda plan: -duels(number, equal, pure(plan), plain, 11).won)[:5]
    looked = [(duels(number * 20, equal, pure(plan), plain, 12).share("won"), plan) for plan in sieved]
    return max(looked, key=lambda each: each[0])


def of_many(number: int, sides: Sides, men: int) -> tuple[list[int], float]:
    """Return the turns of matches of so many drawn men, and the share of those that were undecided."""
    options, turns, undecided = Options(exchange="turn", sides=sides), list[int](), 0
    for place in range(number):
        dice = QuickDice(9_000_017 + place)
        table = QuietTable(dice)
        match = match_of([a_man(dice) for _ in range(men)], options, table, 0 if sides == "melee" else 2)
        turns.append(fight_out(match, table, dict.fromkeys(match.fighters, FIGHTERS[PLAIN])))
        undecided += not match.winners
    return sorted(turns), undecided / number


def types(number: int, plain: HouseFighter) -> dict[tuple[Kind, Kind], Tally]:
    """Return how types fare against each other, men drawn, plain fighters."""
    return {
        (one, other): duels(number, of_kinds(one, other), plain, plain, 100 + 10 * row + column)
        for row, one in enumerate(KINDS)
        for column, other in enumerate(KINDS)
    }


def report(number: int) -> Iterator[str]:
    """Yield the figures, a line each."""
    plain, each = FIGHTERS[PLAIN], number // 25
    yield "| | light | medium | heavy | retiarius |\n|---|---|---|---|---|"
    found = types(each, plain)
    for one in KINDS:
        cells = (
            f"{100 * found[one, k].share('won'):.0f} ({100 * found[one, k].share('undecided'):.0f})" for k in KINDS
        )
        yield f"| {one} | {' | '.join(cells)} |"
    for name in FIGHTERS:
        for men in (equal, drawn):
            tally = duels(each, men, FIGHTERS[name], FIGHTERS[RANDOM], 1)
            yield _against(f"{name} against {RANDOM}, {men.__name__} men", tally)
    for name in ("careful", "bold"):
        yield _against(f"{name} against {PLAIN}, equal men", duels(each, equal, FIGHTERS[name], plain, 2))
    for name in FIGHTERS:
        yield _against(f"advised plans against {name}, equal men", duels(each, equal, advised, FIGHTERS[name], 4))
    for men in (equal, drawn):
        tally = duels(each * 2, men, plain, plain, 3)
        yield _against(f"{PLAIN} against {PLAIN}, {men.__name__} men", tally)
        yield from _told(tally)
    share, plan = best_pure(max(3, number // 3000), plain)
    yield f"best plan for a whole match against {PLAIN}: {write_plan(plan)}, wins {100 * share:.0f} %"
    many: tuple[tuple[Sides, int], ...] = (("two", 4), ("three", 6), ("melee", 8))
    for sides, of in many:
        turns, undecided = of_many(each // 4, sides, of)
        yield (
            f"{sides}, {of} men: turns {median(turns):.0f}, 95 of 100 at most {turns[len(turns) * 95 // 100]}, "
            f"undecided {100 * undecided:.0f} %"
        )


def _against(name: str, tally: Tally) -> str:
    ordered = sorted(tally.turns)
    return (
        f"{name}: wins {100 * tally.share('won'):.1f}, loses {100 * tally.share('lost'):.1f}, "
        f"undecided {100 * tally.share('undecided'):.1f} %; plans {median(ordered):.0f}, 95 of 100 at most "
        f"{ordered[len(ordered) * 95 // 100]}; {1000 * tally.seconds / tally.duels:.2f} ms"
    )


def _told(tally: Tally) -> Iterator[str]:
    fallen = tally.duels * 2 - tally.fates["fighting"]
    fates = ", ".join(f"{100 * tally.fates[each] / fallen:.0f} % {each}" for each in ("at once", "refused", "spared"))
    dead = tally.fates["at once"] + tally.fates["refused"]
    yield f"  of the fallen {fates}; {100 * dead / (2 * tally.duels):.0f} % of all men die in a match"
    moods = {mood: 100 * count / tally.duels for mood, count in sorted(tally.mood.items())}
    yield f"  mood at the end: {', '.join(f'{mood:+d} {share:.0f} %' for mood, share in moods.items())}"
    tenth = quantiles(tally.points, n=10)
    yield f"  experience of survivors: {median(tally.points):.0f}, nine of ten at most {tenth[-1]:.0f}"
    mean = {who: sum(wounds) / max(1, len(wounds)) for who, wounds in tally.wounds.items()}
    yield f"  wounds: winners {mean['winners']:.1f}, spared losers {mean['spared']:.1f}"


def figures() -> list[Figure]:
    """Return what the rules want of duels, measured."""
    plain = FIGHTERS[PLAIN]
    found = types(200, plain).values()
    shares = [100 * each.share("won") for each in found]
    beaten = 100 * duels(1000, equal, plain, FIGHTERS[RANDOM], 1).share("won")
    twins = duels(1000, equal, plain, plain, 3)
    counselled = duels(1000, equal, advised, plain, 4)
    milliseconds = 1000 * twins.seconds / twins.duels
    return [
        Figure("duels: least share of a type against a type", min(shares), "%", at_least=42),
        Figure("duels: greatest share of a type against a type", max(shares), "%", at_most=58),
        Figure("duels: how often a recruit loses to an equal man", beaten, "%", at_least=75),
        Figure("duels: how often advised plans win against the house", 100 * counselled.share("won"), "%", at_least=55),
        Figure("duels: plans a match, median", median(twins.turns), at_most=4),
        Figure("duels: processor time of one", milliseconds, "ms", at_most=5),
    ]


if __name__ == "__main__":
    for line in report(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000):
        print(line, flush=True)
