"""Questions about obstacles on the track, hurt horses, and the way of a driver on foot."""

from collections.abc import Sequence
from fractions import Fraction

from engine.circus_maximus.orders.peril import best_jump, best_run
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import crossing_odds, freeing_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import (
    CrossObstacle,
    GetFree,
    JumpFactors,
    Run,
    RunOnFoot,
    ShareDrugs,
    ShareInjuries,
    Shares,
    StepOff,
    TryToGetFree,
)
from engine.questions import Ask
from engine.track import Side
from records.values import Square
from words.circus_maximus.chances import RESULTS, listed, percent
from words.circus_maximus.codes import pack
from words.circus_maximus.numbers import rule
from words.circus_maximus.story import HORSES, OBSTACLES
from words.shared.telling import count
from words.shared.words import Choice, Controls, Names, Option, in_rows

_OPTIONS = 25


def cross(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return the question how to pay for an obstacle, with the chances of each payment (14.3)."""
    question = ask.question
    assert isinstance(question, CrossObstacle)
    own, edition, best = view.chariot(ask.entry), edition_of(view.options), best_jump(view, ask)
    rows = [_payment(edition, question, own.cdm, answer) for answer in question.legal()]
    return Controls(
        title=f"{names[ask.entry]} jumps {OBSTACLES[question.obstacle]}",
        text=(
            f"The die is **{question.die}**: each point that you do not pay with endurance (you have {own.endurance}) "
            "makes the landing worse. What comes of it once you are over:\n"
            + "\n".join(rows)
            + f"\n-# {rule(edition, '14.3')}"
        ),
        typed_label=f"Endurance to pay, 0 to {question.at_most}",
        typed_example=str(question.at_most),
        rows=in_rows(
            [
                Choice(f"Pay {answer.factors}", "answer", pack(answer), "success" if answer == best else "secondary")
                for answer in question.legal()
            ]
        ),
    )


def _payment(edition: Edition, question: CrossObstacle, cdm: int, paid: JumpFactors) -> str:
    odds = crossing_odds(edition, cdm, question.die - paid.factors, question.obstacle)
    chances = listed((RESULTS[code], chance) for code, chance in odds.items())
    return f"**Pay {paid.factors}**: {chances}"


def share(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return how the injuries of a frontal ram are shared out (9.61)."""
    question = ask.question
    assert isinstance(question, ShareInjuries)
    title, numbered = f"{names[ask.entry]} has run into it", rule(edition_of(view.options), "9.61")
    taken = f"Each horse has taken {question.spread}. " if question.spread else ""
    text = (
        f"{taken}Your horses take **{count(question.points, 'injury point')}** in all; you say which. Each point slows "
        "the team by one, and a horse without any left dies and holds you."
    )
    return _shares_of(view.chariot(ask.entry), ask, question, title, f"{text} {{}} {numbered}")


def dose(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return the question to a drug's buyer: how its injury points are shared out (24.42, R-G26)."""
    question = ask.question
    assert isinstance(question, ShareDrugs)
    text = (
        f"Your drug works: **{count(question.points, 'injury point')}** for this race. You say which horses take them. "
        "A horse without any left collapses and holds the team."
    )
    title, numbered = f"{names[question.victim]}'s team is drugged", rule(edition_of(view.options), "24.4")
    return _shares_of(view.chariot(question.victim), ask, question, title, f"{text} {{}} {numbered}")


def _shares_of(victim: ChariotView, ask: Ask, question: ShareInjuries | ShareDrugs, title: str, text: str) -> Controls:
    """Return the menu of the horses' shares; *text* has a place for the points that each can take."""
    horses = [place for place, horse in enumerate(victim.horses) if horse.state == "alive"]
    shares = sorted(question.legal(), key=lambda each: (each != ask.default, _evenness(each)))[:_OPTIONS]
    boxes = ", ".join(f"{HORSES[place]} {left}" for place, left in zip(horses, question.boxes, strict=True))
    return Controls(
        title=title,
        text=text.format(f"They can take: {boxes}."),
        typed_label="Points for each, from the left",
        typed_example="/".join(map(str, shares[0].points)),
        placeholder="Choose who takes them",
        options=tuple(
            Option("/".join(map(str, each.points)), pack(each), _deaths(each, question.boxes)) for each in shares
        ),
    )


def _evenness(shares: Shares) -> tuple[int, tuple[int, ...]]:
    return max(shares.points), tuple(-each for each in shares.points)


def _deaths(shares: Shares, boxes: Sequence[int]) -> str:
    dead = sum(points >= left for points, left in zip(shares.points, boxes, strict=True))
    return f"{count(dead, 'horse')} would die" if dead else "all live"


def _cost_of_dragging(edition: Edition) -> str:
    if edition.drags_by_turn:
        return "Each further turn costs half a die of hits, at least 1, if the team moves."
    return "Each move of the team costs half a die of hits."


def get_free(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return the question whether a dragged driver tries to get free, with risks and gains (16.2, 16.4)."""
    question = ask.question
    assert isinstance(question, TryToGetFree)
    has_crossed = view.chariot(ask.entry).status == "finished"
    dragged_on = (
        "Your team has crossed the line. A driver who lives at the end of the turn is placed. No answer? Yours hangs "
        "on."
        if has_crossed
        else f"A driver who holds on may still finish. {_cost_of_dragging(edition_of(view.options))}"
    )
    return Controls(
        title=f"{names[ask.entry]}: your driver is dragged",
        text=(
            f"{count(question.hits, 'hit')} left. To get free, two dice less the driver modifier ({question.cdm:+d}) "
            f"must not be more: **{percent(freeing_odds(question.cdm, question.hits))}**. A free driver is on "
            f"foot, out of the race but soon safe. {dragged_on} "
            f"{rule(edition_of(view.options), '16.2', 'getting free')}"
        ),
        typed_label="yes or no",
        typed_example="no" if has_crossed else "yes",
        rows=(
            (
                Choice("Try to get free", "answer", pack(GetFree(True)), "secondary" if has_crossed else "primary"),
                Choice(
                    "Hold on to the reins", "answer", pack(GetFree(False)), "primary" if has_crossed else "secondary"
                ),
            ),
        ),
    )


def step_off(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return whether a driver leaves a chariot that stands, and where to (II.12.2.3)."""
    question = ask.question
    assert isinstance(question, StepOff)
    own, *others = question.squares
    hits = view.chariot(ask.entry).hits
    choices = [Choice("Stay", "answer", pack(Run(own)), "primary")]
    choices += [Choice(f"Step off to {square}", "answer", pack(Run(square)), "secondary") for square in others]
    return Controls(
        title=f"{names[ask.entry]}: the chariot cannot move",
        text=(
            f"Your driver may leave it, with {count(hits, 'hit')} left, and runs for the wall from the next turn on. "
            "Who leaves is out of the race; team and car stay in the way. (rule II.12.2.3)"
        ),
        typed_label="stay, or a square",
        typed_example="stay",
        rows=in_rows(choices),
    )


_TO_WALL: dict[Side, str] = {"inside": "To the inner wall", "outside": "To the outer wall"}
_WALLS: dict[int, Side] = {1: "inside", TRACK.data.lanes: "outside"}


def run(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return where a driver on foot can go: headings as buttons, any square in reach by typing (17)."""
    question = ask.question
    assert isinstance(question, RunOnFoot)
    own, best = question.paths[0][0], best_run(view, ask)
    headings = _headings(question, best)
    dodge = ", unless they jump aside" if edition_of(view.options).may_dodge else ""
    hits = view.chariot(ask.entry).hits
    lines = [f"**{label}**: {_what_it_brings(question, square)}" for label, square in headings.items()]
    return Controls(
        title=f"{names[ask.entry]}: your driver is on foot",
        text=(
            f"Your driver stands on {own} with {count(hits, 'hit')} left and can reach {len(question.paths) - 1} "
            f"squares. A team that drives over them kills them{dodge}; over the wall they are safe.\n"
            + "\n".join(lines)
            + f"\n-# {rule(edition_of(view.options), '17')}"
        ),
        typed_label="stay, or a square in reach",
        typed_example=str(question.paths[-1][-1]),
        rows=in_rows(
            [
                Choice(label, "answer", pack(Run(square)), "success" if Run(square) == best else "secondary")
                for label, square in headings.items()
            ]
        ),
    )


def _headings(question: RunOnFoot, best: Run | None) -> dict[str, Square]:
    """Return where the buttons lead: along the wall, towards each wall, to the best, or nowhere; no square twice."""
    own = question.paths[0][0]
    reach = [path[-1] for path in question.paths]
    found: dict[str, Square] = {}
    if question.climbs:
        is_best = best is not None and best.to in question.climbs
        found["Along the wall"] = best.to if best is not None and is_best else max(question.climbs, key=reach.index)
    for lane, side in _WALLS.items():
        nearest = min(reach, key=lambda square: (abs(TRACK.lane[square] - lane), reach.index(square)))
        if nearest not in (own, *found.values()):
            found[_TO_WALL[side]] = nearest
    if best is not None and best.to not in (own, *found.values()):
        found[f"To {best.to}"] = best.to
    found["Stay"] = own
    return found


def _what_it_brings(question: RunOnFoot, square: Square) -> str:
    path = next(path for path in question.paths if path[-1] == square)
    tries = sum(step in question.climbs for step in path[1:])
    if square == path[0]:
        return "waits on the spot."
    wall = _WALLS.get(TRACK.lane[square])
    if tries:
        return f"to {square}; climbs out on the way in {percent(1 - Fraction(1, 2**tries))}."
    if wall:
        return f"to {square}, at the wall; can climb from the next turn on, going along it."
    lanes = min(TRACK.lane[square] - 1, TRACK.data.lanes - TRACK.lane[square])
    return f"to {square}, {count(lanes, 'lane')} from a wall."
