"""The questions about dice: repair, the free reroll, and the uses of fate, each with its odds."""

from collections.abc import Iterator, Mapping, Sequence

from engine.chariot_race.advice import advise
from engine.chariot_race.asks import (
    ChooseRepair,
    ChooseReroll,
    FinishDice,
    FortunaReroll,
    FortunaTurn,
    Repair,
    Reroll,
    SpendFortune,
)
from engine.chariot_race.data import FORTUNE_COST, REPAIR_COST, REPAIR_POINTS, Face
from engine.chariot_race.dicing import sorted_hand
from engine.chariot_race.odds import odds
from engine.chariot_race.outlooks import DiceOdds, WayOdds
from engine.chariot_race.track import LANE
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.worth import first_limit
from engine.questions import Answer, Ask
from records.values import Square
from words.chariot_race.chances import go_on, led_to, question_of, speed_range, through, ways, where
from words.chariot_race.codes import dice_of, pack
from words.chariot_race.standings import dials
from words.chariot_race.terms import FACES, SIGNS, die_words, in_ten, named, numbers
from words.shared.chances import percent
from words.shared.codes import not_a_button
from words.shared.telling import called, count
from words.shared.words import Choice, Controls, Crop, Names, Option, Style

PICK = "pick-"
"""The beginning of a plan's code that picks dice to roll again."""


def standing(own: ChariotView) -> str:
    """Return a chariot's place and its dials, in words."""
    where = f"{own.square}, {LANE[own.square]} lane" if own.square else "off the track"
    return f"{where} · {dials(own)}"


def ahead(view: RaceView, own: ChariotView) -> str:
    """Return the next number or heap in the own lane."""
    assert own.square is not None, "who is asked is on the board"
    distance, limit = first_limit(view.track)[own.square]
    what = f"safe speed {limit}" if limit else "🪨 **stones**, steer around them"
    return f"Next in your lane: {what}, in {count(distance, 'space')}."


def repair(view: RaceView, ask: Ask, question: ChooseRepair, names: Names, _plan: str) -> Controls:
    """Return the question for a repair."""
    own = view.chariot(ask.entry)
    points = min(REPAIR_POINTS, question.damage_max - question.damage)
    after = question.damage + points
    cap, advised = own.sheet.cap, advise(view, ask)
    slowed = (
        f" Your health now allows speed {cap[own.damage]}; you have {own.speed}." if own.speed > cap[own.damage] else ""
    )
    lines = [standing(own), ahead(view, own) + slowed]
    lines += [f"{_REPAIRS[each.answer]}: {dice_line(each)}, {_left(own, each)}." for each in dice_odds(view, ask)]
    return Controls(
        title=f"Repair {called(names, ask.entry)}?",
        text="\n".join(lines),
        typed_label="yes or no",
        typed_example="yes" if advised == Repair(True) else "no",
        rows=(
            (
                _yes_or_no(f"Repair: {question.damage} → {after}", Repair(True), advised),
                _yes_or_no(f"Save {REPAIR_COST} fate", Repair(False), advised),
            ),
        ),
        crop=Crop((), ()),
    )


_REPAIRS: Mapping[object, str] = {Repair(True): "🔧 Repaired", Repair(False): "☸️ Fate saved"}


def dice_odds(view: RaceView, ask: Ask) -> list[DiceOdds]:
    """Return the odds of each answer about the dice, the best first; sets of the same faces count once."""
    return [each for each in odds(view, ask) if isinstance(each, DiceOdds)]


def _left(own: ChariotView, odds: DiceOdds) -> str:
    """Return what an answer about a repair leaves after the turn: a repair gives more than its dice cost."""
    is_repaired = odds.answer == Repair(True)
    health = min(own.sheet.damage_max, own.damage + REPAIR_POINTS) if is_repaired else own.damage
    return f"**{health - odds.damage:.1f} health left**, {own.fate - REPAIR_COST * is_repaired} fate"


def _yes_or_no(label: str, answer: Repair, advised: Answer | None) -> Choice:
    return Choice(label, "answer", pack(answer), "success" if answer == advised else "secondary")


def dice_line(odds: DiceOdds) -> str:
    """Return the likely speed, loss of health and risk of an answer about the dice."""
    if odds.wreck >= _SURE:
        return "☠️ a wreck for sure"
    wreck = f", ☠️ {in_ten(odds.wreck)} a wreck" if odds.wreck >= _LEAST else ""
    return f"about speed {odds.speed:.0f}, {odds.damage:.1f} health lost{wreck}"


_LEAST, _SURE = 0.001, 0.999
"""Chances of a wreck that are none, and that are sure."""


def listed(dice: Sequence[Face]) -> str:
    """Return dice with the numbers they are picked by.

    >>> listed(("steer", "sprint"))
    '`1` 🔀 steer · `2` ⏩ sprint'
    """
    return " · ".join(f"`{number}` {named(face)}" for number, face in enumerate(dice, start=1))


def reroll(view: RaceView, ask: Ask, question: ChooseReroll, names: Names, plan: str) -> Controls:
    """Return the question for the free reroll."""
    own = view.chariot(ask.entry)
    picked = _picked(plan, len(question.dice))
    found = ways(view, ask.entry, question_of(view, own))
    weighed = _advised_first(view, ask)
    best = weighed[0]
    rolls = _rolls(question, weighed, picked)
    lines = [standing(own), f"🎲 {listed(question.dice)}", ahead(view, own), _keeping(view, own, found, names)]
    lines += [f"Roll {numbers(dice)} again: {dice_line(each)}." for dice, each in rolls]
    lines += _silence(
        own, next(each for each in weighed if _rolled(question, each) == _default_of(ask, question)), best
    )
    keep = pack(*go_on(view, own, [Reroll(())], found[0]))
    again = [
        Choice(f"Roll {numbers(dice)} again{_risk(each)}", "answer", pack(Reroll(dice)), _bold(each, best))
        for dice, each in rolls
    ]
    is_best = best.answer == Reroll(())
    first = (Choice(f"Keep {where(found[0])}", "drive", keep, _safe(found[0], is_best=is_best)), *again)
    return Controls(
        title=f"Free reroll for {called(names, ask.entry)}",
        text="\n".join(lines),
        typed_label="Dice to roll again: 1 3",
        typed_example=numbers(rolls[0][0]),
        rows=(first, _pickers(question.dice, picked), (Choice("Keep, then choose", "answer", pack(Reroll(()))),)),
        crop=Crop((), _path(own, found[0])),
    )


def _rolled(question: ChooseReroll, odds: DiceOdds) -> Sequence[Face]:
    assert isinstance(odds.answer, Reroll)
    return sorted_hand([question.dice[die] for die in odds.answer.dice])


def _default_of(ask: Ask, question: ChooseReroll) -> Sequence[Face]:
    assert isinstance(ask.default, Reroll)
    return sorted_hand([question.dice[die] for die in ask.default.dice])


def _silence(own: ChariotView, silent: DiceOdds, best: DiceOdds) -> Iterator[str]:
    """Yield a warning where the rules' answer risks a wreck that another answer does not (rule F).

    With fate to spend they may still save a life, so nothing is said then.
    """
    if own.fate < FORTUNE_COST and silent.wreck >= _DANGER and silent.wreck > best.wreck:
        chance = "for sure" if silent.wreck >= _SURE else f"in {percent(silent.wreck)} of all cases"
        yield f"☠️ **Answer this yourself:** the rules' choice wrecks you {chance}."


def _safe(way: WayOdds, *, is_best: bool) -> Style:
    """Return the colour of a button that drives on: green only where that is the best answer."""
    return "danger" if way.is_wrecked else "success" if is_best else "secondary"


def _risk(odds: DiceOdds) -> str:
    return f" · ☠️ {percent(odds.wreck)}" if odds.wreck >= _TOLD else ""


def _bold(odds: DiceOdds, best: DiceOdds) -> Style:
    """Return the colour of a button that rolls again; the best answer is green even with a risk, which it names."""
    return "success" if odds == best else "danger" if odds.wreck >= _DANGER else "primary"


_DANGER = 0.1
"""Chance of a wreck from which on a button is red."""

_TOLD = 0.01
"""Chance of a wreck from which on a button names it."""


def _path(own: ChariotView, way: WayOdds) -> tuple[Square, ...]:
    assert own.square is not None, "who is asked is on the board"
    return () if way.is_wrecked else through(own.square, way.answer.path)


def _keeping(view: RaceView, own: ChariotView, found: Sequence[WayOdds], names: Names) -> str:
    best = found[0]
    return f"Keep all: speed {speed_range(question_of(view, own))}; best {where(best)}, {led_to(best, own, names)}."


def _rolls(
    question: ChooseReroll | SpendFortune, found: Sequence[DiceOdds], picked: tuple[int, ...]
) -> list[tuple[tuple[int, ...], DiceOdds]]:
    """Return the rerolls on offer with their odds: the one picked, else the best two."""
    rolls = [(each.answer.dice, each) for each in found if isinstance(each.answer, Reroll | FortunaReroll)]
    offered = [(dice, each) for dice, each in rolls if dice]
    if not picked:
        return offered[:2]
    wanted = sorted(question.dice[die] for die in picked)
    return [(picked, each) for dice, each in offered if sorted(question.dice[die] for die in dice) == wanted]


def _picked(plan: str, count: int) -> tuple[int, ...]:
    """Return the dice that a plan picks.

    :raises Refused: if it picks none of this question.
    """
    if not plan:
        return ()
    try:
        picked = dice_of(plan.removeprefix(PICK))
    except ValueError:
        raise not_a_button(plan) from None
    if not plan.startswith(PICK) or (picked and picked[-1] >= count):
        raise not_a_button(plan)
    return picked


def _pickers(dice: Sequence[Face], picked: tuple[int, ...]) -> tuple[Choice, ...]:
    """Return a button for each die that picks it, or puts it back."""
    buttons = []
    for die, face in enumerate(dice):
        others = sorted({*picked} ^ {die})
        code = PICK + ("".join(str(each + 1) for each in others) or "0")
        style: Style = "primary" if die in picked else "secondary"
        label = f"{die + 1} {SIGNS[face]}{' again' if die in picked else ''}"
        buttons.append(Choice(label, "plan", code, style))
    return tuple(buttons)


def fortune(view: RaceView, ask: Ask, question: SpendFortune, names: Names, plan: str) -> Controls:
    """Return how fate may change the dice."""
    own = view.chariot(ask.entry)
    picked = _picked(plan, len(question.dice))
    found, weighed = ways(view, ask.entry, question_of(view, own)), _advised_first(view, ask)
    best = weighed[0]
    rolls = _rolls(question, weighed, picked)[:1]
    turns = [each for each in weighed if isinstance(each.answer, FortunaTurn)]
    lines = [
        standing(own),
        f"🎲 {listed(question.dice)}",
        ahead(view, own),
        f"{question.cost} fate turn a die, or roll any dice again. You have {question.fate}.",
        _keeping(view, own, found, names),
        *(f"Roll {numbers(dice)} again: {dice_line(each)}." for dice, each in rolls),
    ]
    done = pack(*go_on(view, own, [], found[0]))
    is_best = best.answer == FinishDice()
    row = [Choice(f"Drive {where(found[0])}", "drive", done, _safe(found[0], is_best=is_best))]
    if isinstance(best.answer, FortunaTurn):
        row.append(Choice(_turned(question, best.answer), "answer", pack(best.answer), "success"))
    row += [
        Choice(f"Roll {numbers(dice)} again{_risk(each)}", "answer", pack(FortunaReroll(dice)), _bold(each, best))
        for dice, each in rolls
    ]
    row.append(Choice("Keep, then choose", "answer", pack(FinishDice())))
    return Controls(
        title=f"Spend fate for {called(names, ask.entry)}?",
        text="\n".join(lines),
        typed_label="done, or 2 steer, or 1 3",
        typed_example="done",
        rows=(tuple(row), _pickers(question.dice, picked)),
        placeholder=f"Turn a die for {question.cost} fate",
        options=tuple(_option(question, each) for each in turns),
        crop=Crop((), _path(own, found[0])),
    )


def _advised_first(view: RaceView, ask: Ask) -> list[DiceOdds]:
    """Return the odds of each answer about the dice, with what is advised first; equal faces are the same."""
    advised = _outcome(ask, advise(view, ask))
    return sorted(dice_odds(view, ask), key=lambda each: _outcome(ask, each.answer) != advised)


def _outcome(ask: Ask, answer: Answer | None) -> object:
    """Return what an answer about dice does to their faces; equal answers do the same."""
    dice = ask.question.dice if isinstance(ask.question, ChooseReroll | SpendFortune) else ()
    match answer:
        case Reroll(dice=rolled) | FortunaReroll(dice=rolled):
            return "again", sorted_hand([dice[die] for die in rolled])
        case FortunaTurn(die=die, face=face):
            return "turn", sorted_hand((*dice[:die], face, *dice[die + 1 :]))
    return answer


def _option(question: SpendFortune, odds: DiceOdds) -> Option:
    turn = odds.answer
    assert isinstance(turn, FortunaTurn)
    return Option(_turned(question, turn), pack(turn), dice_line(odds).capitalize())


def _turned(question: SpendFortune, turn: FortunaTurn) -> str:
    return f"Turn {turn.die + 1} {FACES[question.dice[turn.die]]} to {FACES[turn.face]}"


def dice_words(dice: Sequence[int]) -> str:
    """Return dice in the words of a player who rolls them again.

    >>> dice_words((0, 2)), dice_words(())
    ('roll 2 dice again (1, 3)', 'keep all dice')
    """
    return f"roll {die_words(len(dice))} again ({numbers(dice)})" if dice else "keep all dice"
