"""How the questions of Circus Maximus are put to a player."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.circus_maximus.orders.advice import best_begin
from engine.circus_maximus.position.sky import lowered
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import cutting_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.notation import write_plan
from engine.circus_maximus.seen.risks import outlook as start_outlook
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import (
    BUDGET,
    MOST_POINTS,
    Attack,
    Avoid,
    Begin,
    BeginPhase,
    Brake,
    Change,
    ChooseSide,
    ChooseWayOut,
    CrossObstacle,
    Forward,
    GetFree,
    GrabbedWhip,
    JumpFactors,
    KeepWhip,
    Meet,
    MeetAttack,
    NameWayOut,
    NextAction,
    Preparation,
    Prepare,
    Run,
    RunInto,
    RunOnFoot,
    ShareDrugs,
    ShareInjuries,
    Shares,
    Sideslip,
    Speed,
    StepOff,
    TryToGetFree,
    WriteSpeed,
)
from engine.circus_maximus.words.specifications import Specification, Specify
from engine.questions import Answer, Ask
from words.circus_maximus import building, cockpit, defending, stumbling
from words.circus_maximus.builds import BUILDS, FIELD, NAMED, SHARES, Build, share_of
from words.circus_maximus.chances import percent
from words.circus_maximus.choosing import LIST, choice_buttons, choice_lines
from words.circus_maximus.codes import pack
from words.circus_maximus.in_short import start_line
from words.circus_maximus.numbers import rule
from words.circus_maximus.starting import standing_start
from words.circus_maximus.story import squares
from words.circus_maximus.ways import to_corner
from words.shared.telling import capital, count, joined
from words.shared.words import Choice, Controls, Crop, Names, Option

CARS = ("light", "normal", "heavy")
TEAMS = ("slow", "normal", "fast")
ENDURANCES = ("low", "normal", "high")
CORNERS = {"D": "the dolphin corner", "E": "the egg corner"}
_OPTIONS, _IN_ROW = 25, 5
LOW_SPEED = 12
"""Up to it each speed is on offer, however fast a team is."""


def controls(view: RaceView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return the controls of *ask* for the driver of its entry; *plan* is the code of the steps planned so far."""
    if isinstance(ask.question, NextAction):
        return cockpit.controls(view, ask, names, plan)
    if isinstance(ask.question, WriteSpeed):
        made = _write_speed(view, ask, names, plan)
    elif isinstance(ask.question, Prepare | Specify):
        made = _BUILDING[type(ask.question)](view, ask, names, plan == SHARES)
    else:
        made = _MAKERS[type(ask.question)](view, ask, names)
    # Where the chariot stands is shown with every question, once it stands somewhere.
    return replace(made, crop=Crop((), ())) if view.chariot(ask.entry).square and not view.is_over else made


def taken(view: RaceView, answers: Sequence[Answer]) -> str:
    """Return a player's own answers in words: ``speed 17``.

    :param answers: one, or the steps of a movement.
    """
    kind = type(answers[0])
    if isinstance(answers[0], Run) and any(each.car_square == answers[0].to for each in view.chariots):
        return "stay in the car"  # nobody runs onto a car (II.12.2.3)
    if kind is Meet and len(answers) > 1 and isinstance(answers[1], Avoid):
        return f"try to {answers[1].how}"
    if isinstance(answers[0], Speed) and answers[0].strain:
        return _TAKEN[Speed](answers[0])  # the whip is written with it, whatever is settled beforehand (16.6)
    if kind is Speed and len(answers) > 1 and isinstance(answers[1], Begin):
        return f"{_TAKEN[Speed](answers[0])}, {'then the whip' if answers[1].strain else 'no whip'}"
    words = _TAKEN.get(kind) or (_STEPS.get(kind) if len(answers) == 1 else None)
    return words(answers[0]) if words else f"`{write_plan(view, answers)}`"


def kept(answer: Answer, names: Names) -> str:
    """Return an answer in words, without the race as it was; empty for one between races."""
    if isinstance(answer, Attack):
        return f"{answer.means} the {answer.target} of {names[answer.defender]}"
    words = _TAKEN.get(type(answer)) or _STEPS.get(type(answer))
    return words(answer) if words else ""


def _prepare(view: RaceView, ask: Ask, names: Names, has_shares: bool) -> Controls:
    """Return the question for the points.

    :param has_shares: whether it tells how often each build wins; else a button shows that.
    """
    edition = edition_of(view.options)
    wins = _wins(edition) if has_shares else {}
    points = (
        f"Spread **{BUDGET} points** for {names[ask.entry]}, 0 to {MOST_POINTS} in each. Driver: skill in everything. "
        f"Car: {_cars(edition)}. Team: speed. Endurance: corners, braking and spurts."
    )
    builds = [f"- **{each.name}** {_points(each.points)}: {each.good_for}.{wins.get(each, '')}" for each in BUILDS]
    return Controls(
        title="Prepare your chariot",
        text="\n".join([points, *builds, *([FAIR] if wins else []), *_AFTER_BUILDS]),
        typed_label=f"Driver/car/team/endurance, {BUDGET} in all",
        typed_example=_points(BUILDS[0].points),
        rows=(
            (
                Choice(f"Take {BUILDS[0].name}", "answer", pack(BUILDS[0].points), "success"),
                *([SHARES_BUTTON] if not has_shares and _wins(edition) else []),
            ),
        ),
        placeholder="Choose a build",
        options=tuple(
            [_named(build, wins.get(build, "")) for build in BUILDS]
            + [
                Option(_spread(spread), pack(spread), _points(spread))
                for spread in Prepare().legal()
                if spread not in NAMED
            ]
        ),
    )


_AFTER_BUILDS = (
    "Nobody sees your points until all are in. Then the dice decide what they buy.",
    "-# Rule 3.6; `/rules table:preparation` shows what points give",
)


def _cars(edition: Edition) -> str:
    """Return the advantage and the cost of more points for the car."""
    slow = len(set(edition.start_dice.values())) > 1
    return "heavy ones ram harder" + (", start more slowly and cost endurance" if slow else "")


FAIR = (
    f"-# Each was tried by itself: one such chariot against {FIELD - 1} with points by lot, all with house drivers. "
    f"Chance alone wins {100 / FIELD:.0f} %."
)


def _wins(edition: Edition) -> Mapping[Build, str]:
    """Return how often each build wins, in words; empty in an edition in which that was not counted."""
    shares = {build: share_of(build, edition) for build in BUILDS}
    return {build: f" Wins {share:.0f} %" for build, share in shares.items() if share is not None}


def _named(build: Build, wins: str) -> Option:
    about = f"{build.good_for[0].upper()}{build.good_for[1:]}.{wins}"
    return Option(f"{build.name} · {_points(build.points)}", pack(build.points), about)


def _points(of: Preparation) -> str:
    return f"{of.driver}/{of.car}/{of.team}/{of.endurance}"


def _specify(_view: RaceView, ask: Ask, names: Names, has_shares: bool) -> Controls:
    assert isinstance(ask.question, Specify)
    made = building.controls(ask.question, ask, names, pack, has_shares=has_shares)
    return made if has_shares else replace(made, rows=((SHARES_BUTTON,),))


SHARES_BUTTON = Choice("Shares of wins", "plan", SHARES)

_BUILDING: Mapping[type[Prepare | Specify], Callable[[RaceView, Ask, Names, bool], Controls]] = {
    Prepare: _prepare,
    Specify: _specify,
}


def _prepared(points: Preparation) -> str:
    """Return points with the name of their build, if they have one."""
    build = NAMED.get(points)
    return f"{f'{build.name}, ' if build else ''}{_spread(points)}"


def _spread(points: Preparation) -> str:
    return (
        f"driver +{points.driver}, {CARS[points.car]} car, {TEAMS[points.team]} team, "
        f"{ENDURANCES[points.endurance]} endurance"
    )


def offered_speeds(highest: int, most: int) -> Sequence[int]:
    """Return the speeds that a menu of so many lines offers, the highest first: all of them, if there is room.

    A team of a league may be faster than a menu is long: then all low speeds are offered, which corners want, and
    some of the high ones; the others may be typed.

    >>> list(offered_speeds(31, 21))
    [31, 28, 25, 22, 19, 16, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    """
    if highest < most:
        return range(highest, -1, -1)
    step = -(-(highest - LOW_SPEED) // (most - LOW_SPEED - 1))
    return [*range(highest, LOW_SPEED, -step), *range(LOW_SPEED, -1, -1)]


def speed_hints(view: RaceView, chariot: ChariotView, speeds: Sequence[int]) -> list[str]:
    """Return the hint of each speed on offer, the highest first; speeds left out are named beside the one above.

    >>> [_left_out(*pair) for pair in ((9, 8), (21, 19), (31, 28), (40, 35))]
    ['', '20 can be typed', '29 or 30 can be typed', '36 to 39 can be typed']
    """
    notes = [_left_out(speed, below) for speed, below in pairwise([*speeds, -1])]
    hints = (speed_hint(view, chariot, speed) for speed in speeds)
    return ["; ".join(filter(None, each)) for each in zip(hints, notes, strict=True)]


def _left_out(speed: int, below: int) -> str:
    """Return the speeds between two on offer that can only be typed; empty if there are none."""
    first, last = below + 1, speed - 1
    if first > last:
        return ""
    joined = str(first) if first == last else f"{first} {'or' if last == first + 1 else 'to'} {last}"
    return f"{joined} can be typed"


def _write_speed(view: RaceView, ask: Ask, names: Names, plan: str) -> Controls:
    """Return the question for a speed: the real choices, or with a *plan* the exact list.

    :param plan: the code of the button pressed; with ``s`` the speeds in the list have an S beside them (16.6).
    """
    question = ask.question
    assert isinstance(question, WriteSpeed)
    is_held = view.chariot(ask.entry).is_stationary or view.chariot(ask.entry).is_held
    # A lesson suggests nothing (S-25).
    buttons = () if plan or is_held or view.options.lesson else choice_buttons(view, ask)
    made = _listed(view, ask, names, plan) if not buttons else _chosen(view, ask, buttons)
    s, gain = ", S for the whip" if question.may_strain else "", question.gain
    return replace(
        made,
        title=f"Turn {view.turn}: write your speed",
        typed_label=f"Speed, 0 to {question.highest}{s}{f', such as 12 +{gain}' if gain else ''}",
    )


def _chosen(view: RaceView, ask: Ask, buttons: tuple[Choice, ...]) -> Controls:
    """Return the choices, as few as are real."""
    question, chariot = ask.question, view.chariot(ask.entry)
    assert isinstance(question, WriteSpeed)
    starts = standing_start(view, chariot, question.highest)
    first = f"{outlook(view, chariot)}{f' {starts}' if starts else ''}"
    return Controls(
        title="",
        text="\n".join([first, *_offered_by_lashes(question), *choice_lines(view, ask)]),
        typed_label="",
        typed_example=f"{question.highest}{' whip' if any(each.code.endswith('z1') for each in buttons) else ''}",
        rows=((*buttons, Choice("More…", "plan", LIST)),),
    )


def _offered_by_lashes(question: WriteSpeed) -> list[str]:
    """Return what lashes offer for this turn (T5), in a line."""
    return [f"Lashes offer your team {squares(question.gain)} more than the speed you write."] if question.gain else []


def _listed(view: RaceView, ask: Ask, names: Names, plan: str) -> Controls:
    """Return the exact list of speeds."""
    question = ask.question
    assert isinstance(question, WriteSpeed)
    strains = question.may_strain and plan == "s"
    gain = _gain_planned(question, plan)
    chariot = view.chariot(ask.entry)
    speeds = offered_speeds(question.highest, _OPTIONS)
    numbered = rule(edition_of(view.options), "6.11")
    most = f"{names[ask.entry]} can go **{question.highest}** at most this turn."
    starts = standing_start(view, chariot, question.highest)
    start, with_s = f" {starts}" if starts else "", "S" if strains else ""
    back = (Choice("Back", "plan", ""),) if plan else ()
    return Controls(
        title="",
        text=(
            f"{most} {outlook(view, chariot)} {numbered}{start}{_written_strain(chariot, question, strains)}"
            f"{_whipped_in(chariot, question, gain, rule(edition_of(view.options), '9.41'))}"
        ),
        typed_label="",
        typed_example=f"{question.highest}{with_s}",
        placeholder="Choose your speed in secret, with an S" if strains else "Choose your speed in secret",
        options=tuple(
            Option(_option_label(each, strains, gain), pack(Speed(each, strains, gain)), hint)
            for each, hint in zip(speeds, speed_hints(view, chariot, speeds), strict=True)
        ),
        rows=tuple(
            row
            for row in (_s_buttons(strains) if question.may_strain else (), _gain_buttons(question, gain), back)
            if row
        ),
    )


def _option_label(speed: int, strains: bool, gain: int) -> str:
    return f"Speed {speed}{' S' if strains else ''}{f' +{gain}' if gain else ''}"


def _gain_planned(question: WriteSpeed, plan: str) -> int:
    """Return how many factors on offer are taken with a speed that is chosen now (T5).

    :param plan: the code of the button pressed, ``g`` and a number.
    """
    number = plan.removeprefix("g")
    return min(question.gain, int(number)) if plan != number and number.isdecimal() else 0


def _whipped_in(chariot: ChariotView, question: WriteSpeed, gain: int, numbered: str) -> str:
    """Return what lashes of the last turn have driven into the team for this one (T5); empty in other editions."""
    if not question.gain:
        return ""
    must = f" {capital(squares(chariot.gain_must))} you must go besides." if chariot.gain_must else ""
    chosen = f"You take **{gain}** of them." if gain else "You take none of them."
    return (
        f"\nLashes offer your team {squares(question.gain)} more than the speed you write, for this turn. {chosen} "
        f"What you leave is gone.{must} {numbered}"
    )


def _gain_buttons(question: WriteSpeed, gain: int) -> tuple[Choice, ...]:
    """Return a button for each number of factors on offer that could be taken with the speed instead."""
    others = [each for each in range(question.gain, -1, -1) if each != gain][:_IN_ROW]
    return tuple(Choice(f"Take {each or 'none'}", "plan", f"g{each}") for each in others)


def _written_strain(chariot: ChariotView, question: WriteSpeed, strains: bool) -> str:
    if not question.may_strain:
        return ""
    gain = "half a die" if chariot.arm else "a die"
    chosen = "**You write an S.**" if strains else "Without an S you can't whip the team on this turn."
    return (
        f"\nAn S beside the speed whips the team on when you move: {gain} more speed, as much endurance gone, if you "
        f"may whip then. {chosen} (rule 16.6)"
    )


def _s_buttons(strains: bool) -> tuple[Choice, ...]:
    return (Choice("Write no S", "plan", LIST) if strains else Choice("Write an S beside it", "plan", "s", "primary"),)


def outlook(view: RaceView, chariot: ChariotView) -> str:
    """Return the facts for writing a speed: how far the next corner is, and the safe speeds there."""
    if chariot.square is None:
        return ""
    if chariot.is_held:
        return _held(chariot)
    if chariot.is_stationary:
        return "Your team has no speed left: you stand, whatever you write."
    away, corner = to_corner(chariot.square)
    named = CORNERS[TRACK.section[corner]]
    where = f"{count(away, 'square')} from {named}" if away else f"in {named}"
    return f"In lane {chariot.lane}, {where}; up to {view.limit(corner)} is safe there. Endurance {chariot.endurance}."


def safe_speeds(view: RaceView, chariot: ChariotView) -> str:
    """Return the safe speed of each lane in the next corner; empty for a chariot off the track."""
    if chariot.square is None:
        return ""
    _, corner = to_corner(chariot.square)
    less = lowered(view.has_mud)
    limits = enumerate(TRACK.data.sections[1].limits, start=1)
    lanes = " · ".join(f"lane {lane}: {limit - less}" for lane, limit in limits)
    return f"Safe speeds in {CORNERS[TRACK.section[corner]]}: {lanes}"


def _held(chariot: ChariotView) -> str:
    """Return advice on writing a speed while a dead horse holds the chariot (9.52)."""
    if not _has_knife(chariot):
        return "A dead horse holds you, and without a knife you cannot cut it free: you stand, whatever you write."
    return (
        "A dead horse holds you. Cutting it free comes off the speed you write, so write a high one: less than it "
        "costs is not enough."
    )


def _has_knife(chariot: ChariotView) -> bool:
    return chariot.has_small_knife or "knife" in chariot.weapons


def speed_hint(view: RaceView, chariot: ChariotView, speed: int) -> str:
    """Return the outcome of a speed in a chariot's own lane, on a clear road."""
    if chariot.square is None:
        return ""
    if chariot.is_stationary and not chariot.is_held:
        return "you stand"
    if chariot.is_held:
        return f"cuts the horse free in {_cutting(chariot, speed, 0)}" if _has_knife(chariot) else "you stand"
    away, corner = to_corner(chariot.square)
    limit = view.limit(corner) or 0
    if away > speed:
        return f"stops {count(away - speed, 'square')} before the corner"
    over = speed - limit
    return f"{over} over your lane's safe speed of {limit}" if over > 0 else "safe in the corner in your lane"


def _begin(view: RaceView, ask: Ask, names: Names) -> Controls:
    question = ask.question
    assert isinstance(question, BeginPhase)
    chariot, edition, best = view.chariot(ask.entry), edition_of(view.options), best_begin(view, ask)
    hints = [
        standing_start(view, chariot, chariot.written or 0, ", after you have chosen")
        or _start_risk(view, chariot, names),
        f"The whip rolls a die: {'half of it, rounded up' if chariot.arm else 'that much'} faster, that much "
        f"endurance gone (you have {chariot.endurance}). {rule(edition, '6.52')}"
        if question.may_strain or question.may_strain_once_free
        else "",
        f"A lash drives your team on: you may go {squares(question.gain)} further. {rule(edition, '9.41')}"
        if question.gain
        else "",
        f"A dead horse holds you: cutting it free costs a die for each living horse, less your driver modifier. It "
        f"succeeds in {_cutting(chariot, chariot.written or 0, _added(view))}. {rule(edition, '9.53')}"
        if question.may_cut
        else "",
        "You may announce the whip as well: it falls only if the horse comes free."
        if question.may_strain_once_free
        else "",
    ]
    return Controls(
        title=f"Turn {view.turn}: {names[ask.entry]} is drawn, and it's your move",
        text="\n".join([f"Your speed is set to **{chariot.written}**.", *(hint for hint in hints if hint)]),
        typed_label="go, or any of: whip, gain, cut",
        typed_example="go",
        rows=_in_rows(
            [_begin_choice(answer, best) for answer in sorted(question.legal(), key=lambda each: each != best)]
        ),
    )


def _start_risk(view: RaceView, chariot: ChariotView, names: Names) -> str:
    """Return the rolls that the written speed brings where the chariot stands; empty without any (7.23, 7.41)."""
    if view.phase is None or chariot.is_stationary:
        return ""
    speed = min(chariot.written or 0, max(0, chariot.max_speed - view.phase.penalty)) + view.phase.gain_must
    return start_line(start_outlook(view, chariot.entry, speed), names)


def _added(view: RaceView) -> int:
    """Return the factors added to the written speed, if they may pay for cutting, too (II.12.2.2); else 0."""
    if view.phase is None or not edition_of(view.options).cuts_off_all_speed:
        return 0
    return view.phase.gain_must


def _cutting(chariot: ChariotView, written: int, added: int) -> str:
    """Return the chance to cut a horse free at a written speed; a standing start may worsen it.

    :param added: movement factors that pay for it besides.
    """
    living = sum(horse.state == "alive" for horse in chariot.horses)
    return percent(cutting_odds(living, chariot.cdm, min(written, chariot.max_speed) + added))


def _in_rows(choices: Sequence[Choice]) -> tuple[tuple[Choice, ...], ...]:
    return tuple(tuple(choices[place : place + _IN_ROW]) for place in range(0, len(choices), _IN_ROW))


def _begin_choice(answer: Begin, best: Begin) -> Choice:
    """Return the button of an answer; the best that is known is green."""
    return Choice(_begin_label(answer), "answer", pack(answer), "success" if answer == best else "secondary")


def _begin_label(answer: Begin) -> str:
    parts = [
        "whip the team on" if answer.strain else "",
        "take the gain" if answer.take_gain else "",
        "cut the horse free" if answer.cut else "",
    ]
    return capital(joined([part for part in parts if part])) or "Go on as written"


_MAKERS: Mapping[type, Callable[[RaceView, Ask, Names], Controls]] = {
    BeginPhase: _begin,
    MeetAttack: defending.meet,
    NameWayOut: defending.name_way_out,
    ChooseWayOut: defending.way_out,
    GrabbedWhip: defending.whip,
    ChooseSide: defending.side,
    TryToGetFree: stumbling.get_free,
    CrossObstacle: stumbling.cross,
    ShareInjuries: stumbling.share,
    ShareDrugs: stumbling.dose,
    RunOnFoot: stumbling.run,
    StepOff: stumbling.step_off,
}

_TAKEN: Mapping[type, Callable[[Any], str]] = {
    Preparation: _prepared,
    Specification: building.in_words,
    Speed: lambda speed: (
        f"speed {speed.factors}{', with the whip' if speed.strain else ''}"
        f"{f', taking {speed.gain} on offer' if speed.gain else ''}"
    ),
    Begin: lambda begin: _begin_label(begin).lower(),
    Meet: lambda meet: "try to get away" if meet.avoid else "hold",
    Avoid: lambda avoid: avoid.how,
    KeepWhip: lambda whip: "keep the whip" if whip.keep else "throw the whip away",
    GetFree: lambda free: "try to get free" if free.tries else "hold on to the reins",
    JumpFactors: lambda jump: f"{jump.factors} endurance paid",
    Shares: lambda shares: f"injuries {'/'.join(map(str, shares.points))}",
    Run: lambda run: f"run to {run.to}",
}
"""Answers in words; any other answer is a movement."""

_STEPS: Mapping[type, Callable[[Any], str]] = {
    Forward: lambda forward: f"{count(forward.squares, 'square')} straight on",
    Change: lambda change: f"a lane {change.side}",
    Brake: lambda brake: f"brake {brake.factors}",
    Sideslip: lambda slip: f"slip {slip.side}",
    RunInto: lambda _: "run into the one ahead",
}
"""Movements of a single step in words; longer ones are written as a plan."""
