"""Three short lessons, each with one thing to achieve: what to know before a plan, and the judgement of the attempt."""

from collections.abc import Callable, Sequence

from engine.arena import facts as f
from engine.arena.asks import MakePlan, PlanTurn, TakeMan
from engine.arena.men import AREA_NAMES, LEGS
from engine.arena.state import Options
from engine.arena.views import MatchView
from engine.facts import Fact
from engine.game import WOODEN
from engine.questions import Ask
from records.values import EntryId
from words.arena.phrases import in_words
from words.shared.telling import count
from words.shared.words import Lesson, Task, Verdict

_ENOUGH = 3
"""Wounds that the first lesson wants."""

_FELL = " That was the task, though your own man fell: a duel would be lost. The next lesson shows how to guard."


def in_the_legs(view: MatchView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil has wounded the foe's legs as often as the task asks."""
    mine = [each for each in facts if isinstance(each, f.Struck) and each.entry == own]
    given = sum(each.wounds for each in mine if each.area == LEGS)
    if given >= _ENOUGH:
        fell = "" if view.fighter(own).status == "fighting" else _FELL
        return Verdict(True, f"Your foe has {in_words(given)} in the legs.{fell}")
    if given:
        return Verdict(False, f"Your foe has {in_words(given)} in the legs. It takes {_ENOUGH}.")
    others = {AREA_NAMES[each.area - 1] for each in mine if each.area != LEGS}
    if others:
        return Verdict(False, f"You struck at the {' and the '.join(sorted(others))}. Aim at the legs.")
    return Verdict(False, "No blow of yours fell at the legs.")


def behind_the_guard(view: MatchView, _facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil is unhurt enough, having struck."""
    man = view.fighter(own)
    if not man.attacks:
        return Verdict(False, "You made no attack: whoever never strikes does not win.")
    if man.all_wounds <= 1:
        return Verdict(True, f"You took {in_words(man.all_wounds)}, and your foe knows you are there.")
    return Verdict(False, f"You took {in_words(man.all_wounds)}. The task allows one.")


def in_the_net(_view: MatchView, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge whether the pupil has caught the foe, and wounded it before it was free."""
    caught = was_caught = False
    for fact in facts:
        match fact:
            case f.NetThrown(entry=entry, result="snagged" | "entangled") if entry == own:
                caught = was_caught = True
            case f.NetTried(now="free"):
                caught = False
            case f.Struck(entry=entry, wounds=wounds) if entry == own and wounds and caught:
                return Verdict(True, f"You gave your foe {in_words(wounds)} in the net.")
    return Verdict(
        False, "You caught your foe, who got away unhurt." if was_caught else "Your foe was never in your net."
    )


def _hints(texts: Sequence[str]) -> Callable[[MatchView, Ask], str]:
    """Return the function that gives a hint by exchange; the last one goes on."""

    def hint(view: MatchView, ask: Ask) -> str:
        return texts[min(view.turn, len(texts) - 1)] if isinstance(ask.question, MakePlan | PlanTurn) else ""

    return hint


def _to_the_legs(view: MatchView, ask: Ask) -> str:
    """Return the first lesson's hint: the strike first of all, and that it is done once it is."""
    if not isinstance(ask.question, MakePlan | PlanTurn):
        return ""
    rivals = (each for each in view.fighters if each.entry != ask.entry)
    if any(each.wounds[LEGS - 1] >= _ENOUGH for each in rivals):
        return "You have done it! Guard well now, and see the lesson to its end."
    first = "Choose *Strike: Hard at legs* in the menu below, then press *Seal*."
    if not view.turn:
        return f"{first} *Close in* walks up to your foe."
    return f"{first} A hard blow costs 6 CFs, and there is little armour on the legs."


FIRST = Lesson(
    title="A plan, three phases",
    about="Close in and cut at the area that bleeds best",
    farewell=(
        "A plan is a move, a strike and a guard; it is fought for three phases. A hard blow that is stopped leaves you "
        "open, a quick one never does."
    ),
    options=Options(lesson=1, exchange="turn", most_phases=9),
    rivals=1,
    temperament=WOODEN,
    task=Task(f"Give your foe {count(_ENOUGH, 'wound')} in the legs within three exchanges.", in_the_legs),
    hint=_to_the_legs,
    ready=(TakeMan(1),),
)
SECOND = Lesson(
    title="Behind the guard",
    about="Guard where your foe strikes, and answer with quick blows",
    farewell=("Your foe always struck at the chest, and you could know it: guard what you have seen aimed at."),
    options=Options(lesson=2, exchange="turn", most_phases=9),
    rivals=1,
    temperament=WOODEN,
    task=Task("Fight three exchanges and take one wound at most; strike at least once.", behind_the_guard),
    hint=_hints(
        (
            "Your foe strikes at the chest, every time. Choose *Guard: Chest* and a *Quick* strike, then press *Seal*.",
            "*Guard: Chest* puts +2 on the chest for each CF. *Quick* blows leave you CFs for it.",
            "The last exchange: keep your shield between you.",
        )
    ),
    ready=(TakeMan(1),),
)
THIRD = Lesson(
    title="Net and trident",
    about="Catch your foe in the net, and strike at a man who struggles",
    farewell=(
        "A man in the net cannot strike, and is easier to hit. Watch the net when you face one. "
        "Now fight: `/play alone game:The Arena` begins a duel."
    ),
    options=Options(lesson=3, exchange="turn", most_phases=9),
    rivals=1,
    temperament=WOODEN,
    task=Task("Catch your foe in the net within three exchanges, and wound a man who is still in it.", in_the_net),
    hint=_hints(
        (
            "Choose *Move: Net*, then press *Seal*. Your man comes within three hexes and throws.",
            "*Net* throws again once the net is back; a caught man gets a hard blow by itself.",
            "The last exchange. Strike while the net holds your foe: blows hit better then.",
        )
    ),
    ready=(TakeMan(3),),
)
LESSONS = (FIRST, SECOND, THIRD)
