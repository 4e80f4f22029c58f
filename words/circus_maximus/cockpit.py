"""The cockpit: the mover's actions, the plan, its costs and its risks."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from engine.circus_maximus.orders.advice import good_ways
from engine.circus_maximus.orders.presets import MOST_BURNT
from engine.circus_maximus.position.board import square_changed_to
from engine.circus_maximus.position.reach import attack_cost
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, SAFE_SPEEDS, corner_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import Forecast, forecast
from engine.circus_maximus.seen.notation import MOST_FACTORS, MOST_STEPS, pack_plan, unpack_plan, write_plan
from engine.circus_maximus.seen.risks import OF_FOUR, CornerRisk, MenRisk, ObstacleRisk, Risk, SlideRisk
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Action, Attack, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import Attacked, CornerCode, LaneChanged, Moved, PhaseEnded
from engine.facts import Fact, Rolled
from engine.marks import ReachMark
from engine.questions import Answer, Ask
from engine.track import Side
from records.refusals import Refused
from records.values import EntryId, Lane, Square
from words.circus_maximus.chances import RESULTS, blow_of, escape, listed, outcome, percent
from words.circus_maximus.in_short import crash_percent, drive_label, go_label, odds_line, risk_line
from words.circus_maximus.numbers import rule, rule_in
from words.circus_maximus.story import OBSTACLES, squares, tell
from words.circus_maximus.ways import way_in_short, way_told
from words.shared.chances import in_percent
from words.shared.telling import capital, count
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
"""The outcomes of a corner, in the order of the codes of 7.32."""


MORE = "-"
"""The beginning of a plan's code for its second page."""


class _Looked(NamedTuple):
    """A plan that is looked at."""

    view: RaceView
    own: ChariotView
    names: Names
    steps: tuple[Answer, ...]
    presses: tuple[Answer, ...]  # the same as it was pressed, for *Undo a step*
    seen: Forecast
    nexts: list[tuple[str, Action]]  # that can come next
    lost: list[tuple[str, Action]]  # that turn over for sure, where there are others


class _Gone(NamedTuple):
    """A way that is suggested; *Go* drives it at once."""

    steps: tuple[Action, ...]
    burnt: int  # factors braked away on it
    seen: Forecast

    @property
    def is_dear(self) -> bool:
        """Whether it burns much: nothing to press without a look."""
        return self.burnt > MOST_BURNT


def controls(view: RaceView, ask: Ask, names: Names, plan: str) -> Controls:
    """Return the cockpit for the mover.

    :param plan: the code of the steps planned so far, after :data:`MORE` for the second page.
    :raises Refused: if they cannot be driven.
    """
    assert isinstance(ask.question, NextAction)
    is_more, presses = plan.startswith(MORE), unpack_plan(plan.removeprefix(MORE))
    steps, seen = _seen(view, ask, presses)
    own = view.chariot(ask.entry)
    nexts, lost = _parted(view, ask, steps, seen)
    looked = _Looked(view, own, names, steps, presses, seen, nexts, lost)
    gone = _gone(view, ask) if not steps else ()
    return Controls(
        title=f"Turn {view.turn}: {_task(own)} {names.get(ask.entry, 'your chariot')}",
        text="\n".join(_more_lines(looked, gone) if is_more else _lines(looked, gone)),
        typed_label="Your way, such as 18/Out/2",
        typed_example=f"12/Out/2 or 3/Ram {_rival(view, own)} car/5",
        rows=tuple(_more_rows(looked, gone) if is_more else _rows(looked, gone)),
        crop=Crop(
            (*_reach(view, seen), *_ends(own, gone)),
            _through(own, gone[0].seen if gone else seen),
            _after(view, own, seen) if steps else None,
        ),
        details="" if is_more else "\n".join(_details(looked, gone)),
    )


def _through(own: ChariotView, seen: Forecast) -> tuple[Square, ...]:
    """Return the squares of the way that is planned, or suggested, from where the team stands."""
    return (own.square, *seen.path) if own.square else seen.path


def _gone(view: RaceView, ask: Ask) -> tuple[_Gone, ...]:
    """Return the ways that are suggested, the best first; a lesson suggests none (S-25)."""
    ways = () if view.options.lesson else good_ways(view, ask)
    return tuple(_Gone(way.steps, way.burnt, forecast(view, ask, way.steps)) for way in ways if way.steps)


def _seen(view: RaceView, ask: Ask, presses: Sequence[Answer]) -> tuple[tuple[Answer, ...], Forecast]:
    """Return the steps of a plan, joined unless the rules move on between them, and what they lead to."""
    steps = _joined(presses)
    try:
        return steps, forecast(view, ask, steps)
    except Refused:
        if len(steps) == len(presses):
            raise
        return tuple(presses), forecast(view, ask, presses)


def _parted(
    view: RaceView, ask: Ask, steps: Sequence[Answer], seen: Forecast
) -> tuple[list[tuple[str, Action]], list[tuple[str, Action]]]:
    """Return the next steps, and apart from them those that turn the chariot over for sure, unless all of them do."""
    nexts = _next_steps(view, seen.after) if seen.after and not seen.stops and len(steps) < MOST_STEPS else []
    lost = [each for each in nexts if _is_lost(view, ask, steps, each[1])]
    kept = [each for each in nexts if each not in lost]
    return (kept, lost) if kept else (nexts, [])


def _is_lost(view: RaceView, ask: Ask, steps: Sequence[Answer], action: Action) -> bool:
    if not isinstance(action, Forward | Change | Sideslip):
        return False
    return forecast(view, ask, (*steps, action)).flips is not None  # not joined: the rules may move on in between


def _after(view: RaceView, own: ChariotView, seen: Forecast) -> RaceView:
    """Return the view with the factors and endurance left after the plan, for a picture of it."""
    assert view.phase is not None
    phase = replace(view.phase, factors=seen.factors_left)
    after = replace(own, endurance=seen.endurance_left)
    return replace(
        view, phase=phase, chariots=tuple(after if each.entry == own.entry else each for each in view.chariots)
    )


def risky(view: RaceView, ask: Ask, answers: Sequence[Answer]) -> str | None:
    """Return the code of a plan that risks a corner, a wheel or a crash; ``None`` if it needs no look before."""
    if not isinstance(ask.question, NextAction):
        return None
    seen = forecast(view, ask, answers)
    return pack_plan(answers) if seen.risks or seen.flips or seen.runs_into is not None else None


def came(facts: Sequence[Fact], entry: EntryId, names: Names) -> list[str]:
    """Return the immediate results of a mover's steps, or of a defence, dice included; none where no dice fell."""
    own = list(takewhile(lambda fact: not _is_elsewhere(fact, entry), facts))
    if not any(isinstance(fact, Rolled) for fact in own):
        return []
    told = [fact for fact in own if not isinstance(fact, Moved | LaneChanged) or fact.entry != entry]
    return tell(told, names)


def _is_elsewhere(fact: Fact, entry: EntryId) -> bool:
    """Tell whether a phase is over, or its mover goes on and leaves a chariot that defended itself alone."""
    match fact:
        case Attacked():
            return entry not in (fact.entry, fact.defender)
        case Moved() | LaneChanged():
            return fact.entry != entry
        case _:
            return isinstance(fact, PhaseEnded)


def _lines(looked: _Looked, gone: Sequence[_Gone]) -> Iterator[str]:
    view, own, names, steps, _, seen, *_ = looked
    edition = edition_of(view.options)
    assert view.phase is not None
    yield f"Speed **{view.phase.total_speed}**: {_to_spend(looked)}. {_means(own)}"
    yield from _states(view, own)
    if not steps:
        yield from _suggested(looked, gone)
        return
    yield f"**Plan** `{write_plan(view, steps)}` → {seen.end}"
    paid = f", {seen.endurance} endurance" if seen.endurance else ""
    rest = "left; you are asked there what is next" if seen.stops else "left to plan"
    yield f"Costs {squares(seen.factors)}{paid}; {squares(seen.factors_left)} {rest}."
    if seen.risks or seen.flips:
        yield risk_line(seen, names)
    if seen.after and not seen.after.forward and seen.runs_into is None:
        yield _in_the_way(view, seen.end)
    if seen.runs_into is not None:
        yield f"💥 It ends in a crash into {names.get(seen.runs_into, 'the chariot ahead')}. {rule(edition, '6.74')}"
    if seen.crosses_line:
        yield "🏁 It crosses the finish line."


def _suggested(looked: _Looked, gone: Sequence[_Gone]) -> Iterator[str]:
    """Yield the ways that are suggested, in words, each with what it risks."""
    view, own, names, *_ = looked
    for way in gone:
        told = way_told(view, own, way.seen, lambda each: names.get(each.entry, each.colour))
        yield f"➡️ {capital(told)}."
        if way.is_dear:
            yield f"🚧 You are blocked: it costs {way.burnt} endurance. I know no better way."
        yield from [risk_line(way.seen, names)] if way.seen.risks or way.seen.flips else []


def _details(looked: _Looked, gone: Sequence[_Gone]) -> Iterator[str]:
    """Yield what is read under the picture: how to plan, and the odds of attacks."""
    view, own, names, steps, _, seen, *_ = looked
    yield from _attacks(view, own, names, seen)
    if _is_green(looked, gone):
        return
    if not steps:
        yield _how_to_plan(view)
    if not _brakes_later(seen):
        yield from _braking(seen)


def _how_to_plan(view: RaceView) -> str:
    return (
        "-# Plan step by step: the number after the dot is the cost. A plan is not driven before you press *Drive*. "
        f"{rule(edition_of(view.options), '6.2')}"
    )


def _ends(own: ChariotView, gone: Sequence[_Gone]) -> Iterator[ReachMark]:
    """Yield the marks of the ways that are suggested: the end of the best, and all of the other one."""
    for place, way in enumerate(gone):
        if place:
            yield from (ReachMark(square, "", "other") for square in way.seen.path[:-1])
        if way.seen.end != own.square:
            yield ReachMark(way.seen.end, f"lane {TRACK.lane[way.seen.end]}", "other end" if place else "end")


def _brakes_later(seen: Forecast) -> bool:
    """Tell whether braking stands behind *More…*: on a straight with a way ahead nobody needs it."""
    return seen.after is not None and seen.after.forward > 0 and seen.end not in TRACK.limit


def _braking(seen: Forecast) -> Iterator[str]:
    """Yield the acts of the buttons that brake, with their costs (6.61)."""
    if seen.after is not None and not seen.stops and seen.after.brake:
        yield "-# *Brake off* uses up that many squares where you stand, for as much endurance."


def _to_spend(looked: _Looked) -> str:
    """Return the factors left to spend: after the plan, if there is one."""
    assert looked.view.phase is not None
    have, left = looked.view.phase.factors, looked.seen.factors_left
    if looked.steps:
        return f"**{left} of {squares(have)}** left after your plan"
    return f"**{count(have, 'square')}** to drive"


def _more_lines(looked: _Looked, gone: Sequence[_Gone]) -> Iterator[str]:
    """Yield what is exact: the ways as one types them, all chances of a plan and of attacks, steps that turn over."""
    view, own, names, steps, _, seen, _, lost = looked
    yield f"**Plan** `{write_plan(view, steps)}` → {seen.end}" if steps else f"At {own.square}. **No plan yet**"
    yield from (f"➡️ `{write_plan(view, way.steps)}` → {way.seen.end}" for way in gone)
    for way in gone:
        yield from (risk_in_full(risk, edition_of(view.options), names) for risk in way.seen.risks)
    yield from (risk_in_full(risk, edition_of(view.options), names) for risk in seen.risks)
    if seen.risks and not seen.flips:
        yield f"**You turn over in {crash_percent(seen)} of all cases.**"
    yield from _attacks_in_full(view, own, names, seen)
    is_green = _is_green(looked, gone)
    if is_green:
        yield _how_to_plan(view)
    if is_green or _brakes_later(seen):
        yield from _braking(seen)
    if lost:
        yield "☠️ The red steps turn you over for sure. They are here in case you want that."


def _rival(view: RaceView, own: ChariotView) -> str:
    """Return the colour of somebody else, for an example."""
    return next((each.colour for each in view.chariots if each.entry != own.entry), "blue")


def _task(own: ChariotView) -> str:
    return "the runaway team of" if own.status == "runaway" else "drive"


def _means(own: ChariotView) -> str:
    """Return the chariot's endurance and its driver's CDM; a runaway team has no driver (15.2)."""
    if own.status == "runaway":
        return f"Endurance {own.endurance}; no driver in the car."
    return f"Endurance {own.endurance}, driver {own.cdm:+d}."


def _states(view: RaceView, own: ChariotView) -> Iterator[str]:
    """Yield what of the Advanced Game and the options changes how this chariot is driven."""
    edition = edition_of(view.options)
    if own.status == "runaway":
        yield (
            "🐎 **Your team runs away**: at its highest speed, straight on; it leaves its lane only where something is "
            f"in it, and takes corners at any speed. You say which way it shies. {rule(edition, '15.2')}"
        )
    if own.driver == "dragged":
        yield (
            f"Your driver is dragged behind it with {count(own.hits, 'hit')} left: a "
            f"{'further turn' if edition.drags_by_turn else 'move'} of a square or more costs half a die of hits; a "
            f"wreck on the way kills. {rule(edition, '16')}"
        )
    if own.crossing is not None:
        yield (
            f"🚧 You are on an obstacle ({own.crossing}): no attacks, and you turn over if you do not leave the square "
            f"in this move. {_landing(own, edition)} {rule(edition, '14')}"
        )
    if view.phase is not None and view.phase.is_straight:
        numbered = rule(edition, "16.2", "half blind")
        yield f"Half blind, you drive straight on unless something is in the way. {numbered}"


def _landing(own: ChariotView, edition: Edition) -> str:
    """Explain how a chariot gets over an obstacle: dice, the driver, and the price not paid (14.3)."""
    good, bad = ("plus", "less") if edition.helps > 0 else ("less", "plus")
    unpaid = f", {bad} the {own.crossing_unpaid} you did not pay" if own.crossing_unpaid else ""
    return f"Leaving it, three dice {good} your driver modifier{unpaid} say how."


def _attacks(view: RaceView, own: ChariotView, names: Names, seen: Forecast) -> Iterator[str]:
    """Yield what each attack that can be made next costs, and how often it hits and harms."""
    question = seen.after
    for attack in question.attacks if question else ():
        blow = blow_of(view, own.entry, attack, attack.defender, seen.end)
        cost = squares(attack_cost(view.options, attack.means))
        yield f"⚔️ {_who(attack, names)}: {cost}, {odds_line(blow)}{_last_knife(own, attack)}"
    if question and any(attack.means not in _SURE for attack in question.attacks):
        yield "-# The odds of lash and ram are for rivals who dodge. With no way out, a hit is sure."


def _attacks_in_full(view: RaceView, own: ChariotView, names: Names, seen: Forecast) -> Iterator[str]:
    """Yield all that may come of each attack that can be made next."""
    question = seen.after
    for attack in question.attacks if question else ():
        blow = blow_of(view, own.entry, attack, attack.defender, seen.end)
        away = "" if attack.means in _SURE else f" · gets away, if there is a way, {percent(escape(blow))}"
        yield f"⚔️ {_who(attack, names)}: {outcome(blow)}{away}"


def _who(attack: Attack, names: Names) -> str:
    return f"{_VERBS[attack.means]} the {attack.target} of {names.get(attack.defender, str(attack.defender))}"


def _last_knife(own: ChariotView, attack: Attack) -> str:
    """Return a warning about throwing the last knife, which a dead horse is cut free with (9.52, 16.2)."""
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
    barred = "🚧 The corner ahead is barred to you: you may not drive over its safe speed now."
    return f"{barred} {rule(edition_of(view.options), '7.33')}"


def risk_in_full(risk: Risk, edition: Edition, names: Names) -> str:
    """Return a roll that a plan leads to with all that may come of it, and its rule in the race's own book."""
    if isinstance(risk, CornerRisk):
        chances = listed((_COMES[code], Fraction(ways, OF_THREE)) for code, ways in risk.odds.items())
        paid = f" for {risk.endurance} endurance" if risk.endurance else ""
        over = f"{risk.points} over the safe {risk.limit}{paid}"
        return f"⚠️ Corner, lane {risk.lane}: {over}: {chances} {rule(edition, '7.32')}"
    if isinstance(risk, ObstacleRisk):
        chances = listed((RESULTS[code], Fraction(ways, OF_FOUR)) for code, ways in risk.odds.items())
        return (
            f"⚠️ {OBSTACLES[risk.obstacle].capitalize()} on {risk.square}, for up to "
            f"{risk.endurance} endurance: {chances} {rule(edition, '14.3')}"
        )
    if isinstance(risk, SlideRisk):
        return (
            f"⚠️ The wet track carries you a lane further than {risk.square} in {percent(Fraction(risk.slides, 6))} "
            f"{rule(edition, '16.7', 'sliding on')}"
        )
    if isinstance(risk, MenRisk):
        who = names.get(risk.driver, f"chariot {risk.driver}")
        if risk.dodges:
            return (
                f"☠️ The driver of {who} jumps aside in {percent(Fraction(risk.dodges, 36))}; else it kills them and "
                f"costs you a die of squares. {rule(edition, '17.4')}"
            )
        return f"☠️ It runs down and kills the driver of {who}; you lose a die of squares. {rule(edition, '17.4')}"
    lost = percent(Fraction(risk.odds.lost, 36))
    return f"⚠️ {risk.side.title()} wheel with {risk.damage} damage is tried: lost {lost} {rule(edition, '7.43')}"


def odds(editions: Sequence[Edition], speed: int, lane: int, cdm: int) -> str:
    """Return the chances in a corner at a total speed, for the look-up of rules.

    :param editions: those with the same chances there, each with its own rule numbers.
    """
    limit = SAFE_SPEEDS[Lane(lane)]
    if speed <= limit:
        return f"At {speed} lane {lane} is safe: its safe speed is {limit}. {rule_in(editions, '7.2')}"
    chances = corner_odds(editions[0], speed, lane, cdm)
    told = in_percent([Fraction(ways, OF_THREE) for ways in chances.values()])
    rows = [
        f"`{f'{number} %':>5}` {_COMES[code]} ({'–' if code == '-' else code})"
        for code, number in zip(chances, told, strict=True)
    ]
    return (
        f"### Lane {lane} at {speed}, CDM {cdm:+d}\n{speed - limit} over the safe speed of {limit}, "
        f"{speed - limit} endurance:\n" + "\n".join(rows) + f"\n-# Three dice, 216 rolls {rule_in(editions, '7.32')}"
    )


def _rows(looked: _Looked, gone: Sequence[_Gone]) -> Iterator[tuple[Choice, ...]]:
    """Yield rows of buttons: the ways that are suggested, the possible next steps, then the acts on the plan."""
    _, _, _, steps, presses, seen, nexts, lost = looked
    kept = [each for each in nexts if not (isinstance(each[1], Brake) and _brakes_later(seen))]
    more = Choice("More…", "plan", MORE + pack_plan(presses))
    if not steps:
        yield (*_goes(looked, gone), more)
    is_green = _is_green(looked, gone)
    yield from _step_rows(presses, [each for each in kept if not is_green or isinstance(each[1], Attack)])
    if steps:
        undo = [Choice("Undo a step", "plan", pack_plan(presses[:-1]))]
        over = [Choice("Start over", "plan", "")] if len(presses) > 1 else []
        may_attack = seen.after is not None and not seen.stops and bool(seen.after.attacks)
        has_more = lost or seen.risks or may_attack or len(kept) < len(nexts)
        yield (_drive(steps, seen), *undo, *over, *([more] if has_more else []))


def _step_rows(presses: Sequence[Answer], nexts: Sequence[tuple[str, Action]]) -> Iterator[tuple[Choice, ...]]:
    """Yield rows of buttons for the next steps: those straight on, then the others."""
    ahead = [_step(presses, *each) for each in nexts if isinstance(each[1], Forward)]
    others = [_step(presses, *each) for each in nexts if not isinstance(each[1], Forward)]
    if ahead:
        yield tuple(ahead)
    for place in range(0, min(len(others), 3 * _IN_ROW), _IN_ROW):
        yield tuple(others[place : place + _IN_ROW])


def _step(presses: Sequence[Answer], label: str, action: Action, style: Style = "secondary") -> Choice:
    style = "primary" if isinstance(action, Attack) else style
    return Choice(label, "plan", pack_plan(_pressed(presses, action)), style)


def _drive(steps: Sequence[Answer], seen: Forecast) -> Choice:
    """Return the button that drives a plan; it is red and gives a warning if the plan is dangerous."""
    label, is_dangerous = drive_label(seen, "Drive" if not seen.after else f"Drive, {seen.factors_left} left")
    return Choice(label, "drive", f"x{pack_plan(steps)}", "danger" if is_dangerous else "success")


def _goes(looked: _Looked, gone: Sequence[_Gone]) -> tuple[Choice, ...]:
    return tuple(_go(looked.view, looked.own, way, is_best=not place) for place, way in enumerate(gone))


def _is_green(looked: _Looked, gone: Sequence[_Gone]) -> bool:
    """Tell whether a way is green: then the plain steps stand behind *More…*, so that phones show it first."""
    return any(each.style == "success" for each in _goes(looked, gone))


def _go(view: RaceView, own: ChariotView, gone: _Gone, *, is_best: bool) -> Choice:
    """Return the button that drives a way which is suggested: it says what the way does, and what it risks."""
    burnt = f" · {gone.burnt} endurance" if gone.is_dear else ""
    told = way_in_short(view, own, gone.seen)
    label, is_dangerous = go_label(gone.seen, f"Go {told}{burnt}")
    if len(label) > _ROOM:  # what it risks is never cut off
        label, is_dangerous = go_label(gone.seen, f"Go {way_in_short(view, own, gone.seen, is_tight=True)}{burnt}")
    style: Style = "danger" if is_dangerous else "secondary" if gone.is_dear or not is_best else "success"
    return Choice(label, "drive", f"x{pack_plan(gone.steps)}", style)


_ROOM = 34
"""Characters of a button that phones show."""


def _more_rows(looked: _Looked, gone: Sequence[_Gone]) -> Iterator[tuple[Choice, ...]]:
    """Yield what is no first choice: where a green way is, all steps but attacks; steps that turn over for sure."""
    lost = [_step(looked.presses, label, action, "danger") for label, action in looked.lost]
    brakes = [_step(looked.presses, *each) for each in looked.nexts if isinstance(each[1], Brake)]
    if lost:
        yield tuple(lost[:_IN_ROW])
    if _is_green(looked, gone):
        yield from _step_rows(looked.presses, [each for each in looked.nexts if not isinstance(each[1], Attack)])
    elif brakes and _brakes_later(looked.seen):
        yield tuple(brakes)
    yield (Choice("Back", "plan", pack_plan(looked.presses), "primary"),)


def _next_steps(view: RaceView, question: NextAction) -> list[tuple[str, Action]]:
    """Return the next possible steps, each with its label."""
    found: list[tuple[str, Action]] = []
    most, costs = question.forward, edition_of(view.options).costs
    for number in sorted({number for number in (1, 3, 6, most) if 1 <= number <= most}):
        found.append((f"Ahead {number}", Forward(number)))
    found += [(f"{_WAYS[side]} · {costs.change[side]}", Change(side)) for side in question.changes]
    found += [(f"Slip {_WAYS[side].lower()} · {costs.sideslip}", Sideslip(side)) for side in question.sideslips]
    found += [(_attack_label(view, attack), attack) for attack in _shown(question.attacks)]
    for amount in sorted(
        {amount for amount in (1, min(question.brake, question.factors)) if 1 <= amount <= question.brake}
    ):
        found.append((f"Brake off {amount}", Brake(amount)))
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


def _attack_label(view: RaceView, attack: Attack) -> str:
    cost = attack_cost(view.options, attack.means)
    return f"{attack.means.capitalize()} {attack.target} of {attack.defender} · {cost}"


def _pressed(presses: Sequence[Answer], action: Action) -> tuple[Answer, ...]:
    """Return the presses with one more, each apart so that it can be undone alone; joined once they are too many."""
    longer = (*presses, action)
    return longer if len(longer) <= MOST_STEPS else _joined(longer)


def _joined(presses: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the steps of a plan: two ways straight on are one, and so are two brakings."""
    steps: list[Answer] = []
    for each in presses:
        match steps[-1] if steps else None, each:
            case Forward(before), Forward(squares) if before + squares <= MOST_FACTORS:
                steps[-1] = Forward(before + squares)
            case Brake(before), Brake(factors) if before + factors <= MOST_FACTORS:
                steps[-1] = Brake(before + factors)
            case _:
                steps.append(each)
    return tuple(steps)


def _reach(view: RaceView, seen: Forecast) -> Iterator[ReachMark]:
    """Yield the squares that the next step can lead to, with its cost, and the chariots that can be attacked."""
    question, square, costs = seen.after, seen.end, edition_of(view.options).costs
    if question is None or seen.stops:
        return
    for number in range(1, question.forward + 1):
        square = TRACK.ahead[square]
        yield ReachMark(square, str(number), "forward")
    for side in question.changes:
        to = square_changed_to(TRACK.ahead[seen.end], side, ())
        if to is not None:
            yield ReachMark(to, str(costs.change[side]), "change")
    for side in question.sideslips:
        yield ReachMark(TRACK.beside[side][seen.end], str(costs.sideslip), "sideslip")
    yield from _targets(view, question.attacks)


def _targets(view: RaceView, attacks: Sequence[Attack]) -> Iterator[ReachMark]:
    marked: set[Square] = set()
    for attack in attacks:
        rival = view.chariot(attack.defender)
        where = {"team": rival.square, "dragged driver": rival.driver_square}
        square = where.get(attack.target, rival.car_square)
        if square is not None and square not in marked:
            marked.add(square)
            yield ReachMark(square, str(attack_cost(view.options, attack.means)), "attack")
