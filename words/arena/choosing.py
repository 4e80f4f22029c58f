"""The questions besides plans: the choice of a fighter, the hex to begin on, mercy for the fallen."""

from collections.abc import Iterator, Mapping, Sequence

from engine.arena.asks import (
    AwaitCrowd,
    ChooseMan,
    ChoosePlace,
    Decree,
    JudgeFallen,
    Kill,
    LeaveToDice,
    MakePlan,
    NoPlan,
    Plan,
    Spare,
    TakeMan,
    TakePlace,
    Vote,
)
from engine.arena.data import FEWEST_VOTES, TYPES
from engine.arena.men import AREA_NAMES, BARE, READY, Man
from engine.arena.views import MatchView
from engine.marks import ReachMark
from engine.questions import Answer, Ask
from records.values import Square
from words.arena import plans
from words.arena.codes import pack_answer
from words.arena.labels import plan_told
from words.shared.names import unformatted
from words.shared.telling import called, signed
from words.shared.words import Choice, Controls, Crop, Names, Option, Style, in_rows

_ABOUT = {
    "light": "quick, little armour",
    "medium": "something of everything",
    "heavy": "slow, much armour",
    "retiarius": "net and trident, no shield",
}

_ARMOUR = "-# Armour: A is best, then B, C. C8 covers on rolls up to 8 alone."


def controls(view: MatchView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return the controls of *ask* for the player of its entry.

    :param plan: the code of the plan that is looked at; empty at first.
    :raises Refused: if it cannot be made.
    """
    match ask.question:
        case MakePlan():
            return plans.controls(view, ask, names, plan)
        case ChooseMan(men=men):
            return _men(men, ask, names)
        case ChoosePlace(hexes=hexes):
            return _places(hexes, ask, names)
        case JudgeFallen(fallen=fallen):
            return _mercy(called(names, fallen))
        case AwaitCrowd(fallen=fallen):
            button = Choice("Count the thumbs", "answer", "count", "primary")
            decides = "host decides" if view.options.judged == "host" else "crowd votes"
            text = f"The {decides} on {called(names, fallen)}. If both of you press, that ends now."
            return Controls("Life or death?", text, "", "", ((button,),))
    raise TypeError(ask.question)


def _men(men: Sequence[Man], ask: Ask, names: Names) -> Controls:
    lines = [f"Who fights for {called(names, ask.entry)}? Your rival chooses too, unseen."]
    if tuple(men) == READY:
        lines += [f"**{man.name}**, {man.kind}: {_ABOUT[man.kind]}." for man in men]
        lines += ["-# Figures: `/rules table:men ready`."]
    else:
        lines += [f"**{man.name}**, {man.kind}: {_ABOUT[man.kind]}.\n-# {man_told(man)}" for man in men]
        lines += [_ARMOUR] if any(cell != BARE for man in men for cell in man.armour) else []
    buttons = [
        Choice(
            f"{man.name} ({man.kind})",
            "answer",
            pack_answer(TakeMan(number)),
            "primary" if man in READY and TakeMan(number) == ask.default else "secondary",
        )
        for number, man in enumerate(men)
    ]
    return Controls("Choose your man", "\n".join(lines), "A name", men[0].name, in_rows(buttons))


def man_told(man: Man) -> str:
    """Return what a man is made of, in a line."""
    cf = man.tr + TYPES[man.kind].cf
    armour = ", ".join(f"{area} {cell}" for area, cell in zip(AREA_NAMES, man.armour, strict=False) if cell != BARE)
    shield = {"none": "no shield", "small": "small shield", "large": "large shield"}[man.shield]
    return (
        f"{cf} CFs, strength {_plain(man.st)}, agility {_plain(man.ag)}, {man.w} wounds an area, {man.collapse} in "
        f"all; {shield}; {armour or 'no armour'}"
    )


def _plain(number: int) -> str:
    return signed(number) if number else "0"


def _places(hexes: Sequence[tuple[int, int]], ask: Ask, names: Names) -> Controls:
    text = f"Where does {called(names, ask.entry)} begin? Nobody sees it before all have chosen."
    options = tuple(
        Option(f"Hex {number}: {at[0]},{at[1]}", pack_answer(TakePlace(at)), _where(at))
        for number, at in enumerate(hexes[:25], start=1)
    )
    marks = tuple(ReachMark(Square(f"{q},{r}"), str(number), "place") for number, (q, r) in enumerate(hexes[:25], 1))
    first = f"{hexes[0][0]},{hexes[0][1]}"
    usual = [
        Choice(f"Begin at hex {number}", "answer", pack_answer(ask.default), "primary")
        for number, at in enumerate(hexes[:25], start=1)
        if TakePlace(at) == ask.default
    ]
    return Controls(
        "Choose a hex",
        text,
        "A hex",
        first,
        placeholder="Another hex",
        rows=(tuple(usual),),
        options=options,
        crop=Crop(marks, ()),
    )


def _where(at: tuple[int, int]) -> str:
    """Return where a hex lies, as seen from above."""
    if at[1] == 0:
        return "in the middle row"
    return f"{abs(at[1])} {'row' if abs(at[1]) == 1 else 'rows'} {'below' if at[1] > 0 else 'above'} the middle"


_THUMBS: Mapping[str, Style] = {"Life": "secondary", "Death": "danger"}
_MOST_FALLEN = 5


def _mercy(fallen: str) -> Controls:
    buttons = (
        Choice("Spare", "answer", "spare"),
        Choice("Kill", "answer", "kill", "danger"),
        Choice("Leave it to the dice", "answer", "dice"),
    )
    text = f"{fallen} lies before your man. If you spare, {fallen} leaves the arena alive, and both men learn from it."
    return Controls("Life or death?", text, "Life, death or dice", "life", (buttons,))


def onlookers(view: MatchView, names: Names) -> Sequence[Choice]:
    """Return the thumbs for each man on whom the crowd, or the host, decides now (D.9)."""
    fallen = [man for man in view.fighters if man.status == "fallen"] if view.options.judged else []
    return tuple(
        Choice(f"{word} for {unformatted(called(names, man.entry))}", "answer", f"{word.lower()}-{man.entry}", style)
        for man in fallen[:_MOST_FALLEN]
        for word, style in _THUMBS.items()
    )


def calls(view: MatchView) -> str:
    """Return who is called on to judge the fallen (D.9)."""
    decides = "Host, you decide" if view.options.judged == "host" else "The crowd decides: press what you want to see"
    return f"👍 👎 **Life or death?** {decides}."


def voters(view: MatchView) -> str:
    """Return whose thumbs count, and from how many on (D.9); nothing where the host decides."""
    if view.options.judged == "host":
        return ""
    return (
        "-# A thumb for every member of a day or more (`/server bets age:` may ask for more days), but not for whoever "
        f"leads one of the two men. They count from {FEWEST_VOTES} thumbs on: fewer change nothing, "
        "and the roll alone decides."
    )


def taken(view: MatchView, answers: Sequence[Answer]) -> str:
    """Return a player's own answer in words: ``close in · hard at legs · all round``."""
    return next(_taken(view, answers))


def kept(answer: Answer, names: Names) -> str:
    """Return an answer in words, without the duel as it was: men by the number that they were offered under."""
    match answer:
        case NoPlan():
            return "no plan: your last one, or that of the rules"
        case TakeMan(number=number):
            return f"man {number + 1} of those offered"
        case Vote() | Decree():
            return f"{'life' if answer.life else 'death'} for {names[answer.fallen]}"
    return _told(answer)


def _taken(view: MatchView, answers: Sequence[Answer]) -> Iterator[str]:
    for answer in answers:
        match answer:
            case NoPlan():
                yield _unanswered(view)
            case TakeMan(number=number):
                yield _chosen(view, number)
            case _:
                yield _told(answer)


def _told(answer: Answer) -> str:
    """Return an answer that says the same in whatever duel it was given."""
    match answer:
        case Plan():
            return plan_told(answer)
        case TakePlace(at=(q, r)):
            return f"hex {q},{r}"
        case Spare():
            return "life"
        case Kill():
            return "death"
        case LeaveToDice():
            return "the dice decide"
    return "the thumbs are counted"


def _unanswered(view: MatchView) -> str:
    """Return what happens without a plan: the last one, if it stands, else the rules' own (D.4.4)."""
    kept = [plan for plan in view.own.values() if plan.keep and not plan.surrender]
    if len(kept) == 1:
        return f"your plan stands, {plan_told(kept[0])}"
    rules = "your man closes in and strikes at the chest"
    return f"your last plan stands; without one {rules}" if view.turn else rules


def _chosen(view: MatchView, number: int) -> str:
    """Return the man of a number; all who choose here choose from the same, or from their own."""
    offered = [men for men in view.offered.values() if number < len(men)]
    names = list(dict.fromkeys(men[number].name for men in offered))
    return names[0] if len(names) == 1 else f"man {number + 1}"
