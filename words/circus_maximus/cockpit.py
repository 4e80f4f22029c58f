"""The cockpit: what the mover can do, what is planned, what it costs and what it risks."""

from collections.abc import Iterator, Mapping, Sequence

from engine.circus_maximus.position.board import square_changed_to
from engine.circus_maximus.position.reach import attack_cost
from engine.circus_maximus.printed.odds import SAFE_SPEEDS, corner_odds
from engine.circus_maximus.printed.tables import CHANGE_COST, SIDESLIP_COST, TRACK
from engine.circus_maximus.seen.forecast import Forecast, forecast
from engine.circus_maximus.seen.notation import MOST_STEPS, pack_plan, unpack_plan, write_plan
from engine.circus_maximus.seen.risks import OF_FOUR, CornerRisk, MenRisk, ObstacleRisk, Risk, SlideRisk
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Action, Attack, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import CornerCode
from engine.game import Answer, Ask
from engine.marks import ReachMark
from engine.track import Side
from records.values import Lane, Square
from words.circus_maximus.chances import RESULTS, blow_of, escape, outcome, percent
from words.circus_maximus.story import CAUSES, OBSTACLES, factors
from words.shared.telling import count
from words.shared.words import Choice, Controls, Crop, Names, Style

_IN_ROW = 5
_WAYS: dict[Side, str] = {"inside": "Inside", "outside": "Outside"}
_COMES: Mapping[CornerCode, str] = {
    "-": "clean",
    "S": "a lane out",
    "SS": "two lanes out",
    "J": "jostled",
    "LH": "left horse hurt",
    "RH": "right horse hurt",
    "FP": "turned over",
}
"""What comes of a corner, in the order of the codes of 7.32."""

EXAMPLE = "12/Out/2 or 3/Ram blue car/5"


def controls(view: RaceView, ask: Ask, names: Names, plan: str) -> Controls:
    """Return the cockpit for the mover.

    :param plan: the code of the steps planned so far.
    :raises Refused: if they cannot be driven.
    """
    assert isinstance(ask.question, NextAction)
    steps = unpack_plan(plan)
    seen = forecast(view, ask, steps)
    own = view.chariot(ask.entry)
    return Controls(
        title=f"Turn {view.turn}: {_task(own)} {names.get(ask.entry, 'your chariot')}",
        text="\n".join(_lines(view, own, names, steps, seen)),
        typed_label="Your way, such as 18/Out/2",
        typed_example=EXAMPLE,
        rows=tuple(_rows(steps, seen)),
        crop=Crop(tuple(_reach(view, seen)), (own.square, *seen.path) if own.square else seen.path),
    )


def risky(view: RaceView, ask: Ask, answers: Sequence[Answer]) -> str | None:
    """Return the code of a plan that risks a corner, a wheel or a crash; ``None`` if it needs no look before."""
    if not isinstance(ask.question, NextAction):
        return None
    seen = forecast(view, ask, answers)
    return pack_plan(answers) if seen.risks or seen.flips or seen.runs_into is not None else None


def _lines(view: RaceView, own: ChariotView, names: Names, steps: Sequence[Answer], seen: Forecast) -> Iterator[str]:
    assert view.phase is not None
    yield (
        f"At {own.square}, speed **{view.phase.total_speed}**: **{factors(view.phase.factors)}** to spend. "
        f"{_means(own)}"
    )
    yield from _states(own)
    if not steps:
        yield (
            "-# Plan step by step; what a step costs stands after its dot, and nothing happens before you press Drive. "
            "(rule 6.2)"
        )
        yield from _attacks(view, own, names, seen)
        return
    yield f"**Plan** `{write_plan(view, steps)}` → {seen.end}"
    paid = f", {seen.endurance} endurance" if seen.endurance else ""
    yield f"Costs {factors(seen.factors)}{paid}; {factors(seen.factors_left)} left to plan."
    yield from (_risk(risk, names) for risk in seen.risks)
    if seen.flips:
        yield f"☠️ **This turns you over for sure** ({CAUSES[seen.flips]})."
    elif seen.risks:
        yield f"**You turn over in {seen.flip_percent}% of all cases.**"
    if seen.after and not seen.after.forward and seen.runs_into is None:
        yield _in_the_way(view, seen.end)
    if seen.runs_into is not None:
        yield f"💥 It ends in a crash into {names.get(seen.runs_into, 'the chariot ahead')} (rule 6.74)."
    if seen.crosses_line:
        yield "🏁 It crosses the finish line."
    yield from _attacks(view, own, names, seen)


def _task(own: ChariotView) -> str:
    return "the runaway team of" if own.status == "runaway" else "drive"


def _means(own: ChariotView) -> str:
    """Return what there is to drive with; nobody drives a runaway team (15.2)."""
    if own.status == "runaway":
        return f"Endurance {own.endurance}; no driver in the car."
    return f"Endurance {own.endurance}, CDM {own.cdm:+d}."


def _states(own: ChariotView) -> Iterator[str]:
    """Yield what of the Advanced Game and the options changes how this chariot is driven."""
    if own.status == "runaway":
        yield (
            "🐎 **Your team runs away**: at its highest speed, straight on; it leaves its lane only where something is "
            "in it, and takes corners at any speed. You say which way it shies. (rule 15.2)"
        )
    if own.driver == "dragged":
        yield (
            f"Your driver is dragged behind it with {count(own.hits, 'hit')} left: a move of a square or more costs "
            "half a die of hits; a wreck on the way kills. (rule 16)"
        )
    if own.crossing is not None:
        yield (
            f"🚧 You are on an obstacle ({own.crossing}): no attacks, and you turn over if you do not leave the square "
            "in this move. Leaving it, three dice less your CDM"
            f"{f' and {own.crossing_unpaid} more' if own.crossing_unpaid else ''} say how. (rule 14)"
        )
    if own.straight_phases:
        yield "Half blind, you drive straight on unless something is in the way. (rule 16.2)"


def _attacks(view: RaceView, own: ChariotView, names: Names, seen: Forecast) -> Iterator[str]:
    """Yield what each attack that can be made next would do."""
    question = seen.after
    for attack in question.attacks if question else ():
        blow = blow_of(view, own.entry, attack, attack.defender, seen.end)
        away = "" if attack.means in _SURE else f" · gets away, if there is a way, {percent(escape(blow))}"
        who = f"{_VERBS[attack.means]} the {attack.target} of {names.get(attack.defender, str(attack.defender))}"
        yield f"⚔️ {who}: {outcome(blow)}{away}{_last_knife(own, attack)}"


def _last_knife(own: ChariotView, attack: Attack) -> str:
    """Return a warning about throwing what is needed to cut a dead horse free (9.52, 16.2)."""
    knives = own.has_small_knife + ("knife" in own.weapons)
    is_last = attack.means in ("knife", "small knife") and knives == 1
    return " · your last knife: without it no dead horse can be cut free" if is_last else ""


_SURE = ("dust", "knife", "small knife", "spear")
"""Means that have a roll of their own to hit, and cannot be avoided (H3)."""

_VERBS: Mapping[str, str] = {
    "lash": "Lash",
    "ram": "Ram",
    "dust": "Dust at",
    "knife": "Knife at",
    "small knife": "Small knife at",
    "spear": "Spear at",
}


def _in_the_way(view: RaceView, square: Square) -> str:
    """Return why a chariot on *square* cannot drive straight on."""
    ahead = TRACK.ahead[square]
    if any(ahead in (rival.square, rival.car_square) for rival in view.chariots):
        return "🚧 The square ahead is taken."
    return "🚧 The corner ahead is barred to you: you may not strain it now. (rule 7.33)"


def _risk(risk: Risk, names: Names) -> str:
    if isinstance(risk, CornerRisk):
        chances = ", ".join(f"{_COMES[code]} {_percent(ways, 216)}" for code, ways in risk.odds.items() if ways)
        paid = f" for {count(risk.endurance, 'endurance factor')}" if risk.endurance else ""
        return f"⚠️ Corner, lane {risk.lane}: {risk.points} over {risk.limit}{paid}: {chances} (rule 7.32)"
    if isinstance(risk, ObstacleRisk):
        chances = ", ".join(f"{RESULTS[code]} {_percent(ways, OF_FOUR)}" for code, ways in risk.odds.items() if ways)
        return (
            f"⚠️ {OBSTACLES[risk.obstacle].capitalize()} on {risk.square}, for up to "
            f"{count(risk.endurance, 'endurance factor')}: {chances} (rule 14.3)"
        )
    if isinstance(risk, SlideRisk):
        return (
            f"⚠️ The wet track carries you a lane further than {risk.square} in {_percent(risk.slides, 6)} (rule 16.7)"
        )
    if isinstance(risk, MenRisk):
        who = names.get(risk.driver, f"chariot {risk.driver}")
        return f"☠️ It runs down and kills the driver of {who}; you lose a die of factors. (rule 17.4)"
    lost = _percent(risk.odds.lost, 36)
    return f"⚠️ {risk.side.title()} wheel with {risk.damage} damage is tried: lost {lost} (rule 7.43)"


def _percent(ways: int, of: int) -> str:
    """
    >>> _percent(1, 216)
    '1%'
    """
    return f"{-(-100 * ways // of)}%"


def odds(speed: int, lane: int, cdm: int) -> str:
    """Return what a corner does at a total speed, for the look-up of rules."""
    limit = SAFE_SPEEDS[Lane(lane)]
    if speed <= limit:
        return f"At {speed} lane {lane} is safe: its limit is {limit}. (rule 7.2)"
    rows = [
        f"`{_percent(ways, 216):>4}` {_COMES[code]} ({'–' if code == '-' else code})"
        for code, ways in corner_odds(speed, lane, cdm).items()
    ]
    return (
        f"### Lane {lane} at {speed}, CDM {cdm:+d}\n{speed - limit} over the limit of {limit}, "
        f"{count(speed - limit, 'endurance factor')}:\n"
        + "\n".join(rows)
        + "\n-# Chances of 216, rounded up (rule 7.32)"
    )


def _rows(steps: Sequence[Answer], seen: Forecast) -> Iterator[tuple[Choice, ...]]:
    """Yield rows of buttons: what can come next, then what to do with the plan."""
    nexts = _next_steps(seen.after) if seen.after and len(steps) < MOST_STEPS else []
    ahead: list[Choice] = []
    others: list[Choice] = []
    for label, action in nexts:
        style: Style = "primary" if isinstance(action, Attack) else "secondary"
        choice = Choice(label, "plan", pack_plan(_joined(steps, action)), style)
        (ahead if isinstance(action, Forward) else others).append(choice)
    if ahead:
        yield tuple(ahead)
    for place in range(0, min(len(others), 3 * _IN_ROW), _IN_ROW):
        yield tuple(others[place : place + _IN_ROW])
    if steps:
        label = "Drive" if not seen.after else f"Drive, then decide on {seen.factors_left}"
        last = [
            Choice(label, "drive", f"x{pack_plan(steps)}", "danger" if seen.flips else "success"),
            Choice("Undo a step", "plan", pack_plan(steps[:-1])),
        ]
        if len(steps) > 1:
            last.append(Choice("Start over", "plan", ""))
        yield tuple(last)


def _next_steps(question: NextAction) -> list[tuple[str, Action]]:
    """Return what can be done next, with what it is called."""
    found: list[tuple[str, Action]] = []
    most = question.forward
    for squares in sorted({squares for squares in (1, 3, 6, most) if 1 <= squares <= most}):
        found.append((f"Ahead {squares}", Forward(squares)))
    found += [(f"{_WAYS[side]} · {CHANGE_COST[side]}", Change(side)) for side in question.changes]
    found += [(f"Slip {_WAYS[side].lower()} · {SIDESLIP_COST}", Sideslip(side)) for side in question.sideslips]
    found += [(_attack_label(attack), attack) for attack in _shown(question.attacks)]
    for amount in sorted(
        {amount for amount in (1, min(question.brake, question.factors)) if 1 <= amount <= question.brake}
    ):
        found.append((f"Brake {amount}", Brake(amount)))
    if question.may_run_into:
        found.append(("Crash into it", RunInto()))
    return found


def _shown(attacks: Sequence[Attack]) -> Iterator[Attack]:
    """Yield the attacks that have buttons: of each knife and rival the nearer throw, as both do the same (16.2)."""
    thrown: set[tuple[int, str]] = set()
    for attack in attacks:
        if "knife" not in attack.means or (attack.defender, attack.means) not in thrown:
            thrown.add((attack.defender, attack.means))
            yield attack


def _attack_label(attack: Attack) -> str:
    return f"{attack.means.capitalize()} {attack.target} of {attack.defender} · {attack_cost(attack.means)}"


def _joined(steps: Sequence[Answer], action: Action) -> tuple[Answer, ...]:
    """Return the plan with one more step; two ways straight on are one."""
    if steps and isinstance(action, Forward) and isinstance(last := steps[-1], Forward):
        return (*steps[:-1], Forward(last.squares + action.squares))
    if steps and isinstance(action, Brake) and isinstance(last := steps[-1], Brake):
        return (*steps[:-1], Brake(last.factors + action.factors))
    return (*steps, action)


def _reach(view: RaceView, seen: Forecast) -> Iterator[ReachMark]:
    """Yield the squares that the next step can lead to, with its cost, and the chariots that can be attacked."""
    question, square = seen.after, seen.end
    if question is None:
        return
    for squares in range(1, question.forward + 1):
        square = TRACK.ahead[square]
        yield ReachMark(square, str(squares), "forward")
    for side in question.changes:
        to = square_changed_to(TRACK.ahead[seen.end], side, ())
        if to is not None:
            yield ReachMark(to, str(CHANGE_COST[side]), "change")
    for side in question.sideslips:
        yield ReachMark(TRACK.beside[side][seen.end], str(SIDESLIP_COST), "sideslip")
    yield from _targets(view, question.attacks)


def _targets(view: RaceView, attacks: Sequence[Attack]) -> Iterator[ReachMark]:
    marked: set[Square] = set()
    for attack in attacks:
        rival = view.chariot(attack.defender)
        where = {"team": rival.square, "dragged driver": rival.driver_square}
        square = where.get(attack.target, rival.car_square)
        if square is not None and square not in marked:
            marked.add(square)
            yield ReachMark(square, str(attack_cost(attack.means)), "attack")
