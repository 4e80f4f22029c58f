"""Plans and other answers as short codes for buttons and menus; :func:`unpack` is the way back."""

import re

from engine.arena.asks import (
    CONDITIONS,
    GUARDS,
    MOVES,
    STRIKES,
    CountThumbs,
    Kill,
    LeaveToDice,
    Menus,
    NoPlan,
    Plan,
    Plea,
    Spare,
    TakeMan,
    TakePlace,
)
from engine.questions import Answer
from records.values import EntryId
from words.shared.codes import not_a_button

DIGITS = "0123456789abcdefghij"
_PLEAS: dict[str, Plea] = {"l": "life", "d": "death"}
_WORDS: dict[str, Answer] = {
    "spare": Spare(), "kill": Kill(), "dice": LeaveToDice(), "count": CountThumbs(), "no-plan": NoPlan(),
}  # fmt: skip

SURE = "y"
"""Ends the code of a plan that gives up once its owner has read what may follow."""

PAGES = ("", "more", "second", "third")
"""The pages of a plan's panel: its three menus, what lies behind *More*, and the menus of later phases."""

_PLAN = re.compile(
    r"(?:(?P<page>[123])-)?c(?P<menus>[0-6][0-9a-g][0-9])(?P<later>(?:-m[0-6][0-9a-g][0-9]){0,2})(?:-f(?P<foe>\d{1,3}))?"
    r"(?:-a(?P<second>[1-5]))?(?:-w(?P<when>[0-5]{1,2}))?(?P<spare>-n)?(?P<once>-o)?(?:-p(?P<plea>[ld]))?(?P<up>-xy?)?"
)
_PLACE = re.compile(r"at-(n?)(\d)-(n?)(\d)")


def pack(plan: Plan, page: int = 0) -> str:
    """Return a plan as a code of [a-z0-9-]; CFs by hand have none.

    :param page: of :data:`PAGES`, on which it is looked at.

    >>> pack(Plan("close", "hard-legs", "all"))
    'c090'
    """
    parts = [f"c{_menus(plan.menus)}", *(f"m{_menus(each)}" for each in plan.later)]
    parts += [f"f{plan.foe}"] if plan.foe is not None else []
    parts += [f"a{plan.second}"] if plan.second else []
    parts += [f"w{''.join(str(CONDITIONS.index(each)) for each in plan.when)}"] if plan.when else []
    parts += [] if plan.finish else ["n"]
    parts += [] if plan.keep else ["o"]
    parts += [] if plan.plea == "silent" else [f"p{plan.plea[0]}"]
    parts += ["x"] if plan.surrender else []
    return "-".join([*([str(page)] if page else []), *parts])


def _menus(menus: Menus) -> str:
    return f"{MOVES.index(menus.move)}{DIGITS[STRIKES.index(menus.strike)]}{GUARDS.index(menus.guard)}"


def pack_answer(answer: Answer) -> str:
    """Return any other answer as a code."""
    match answer:
        case Plan():
            return pack(answer)
        case TakeMan(number):
            return f"man-{number}"
        case TakePlace((q, r)):
            return "-".join(["at", *(f"{'n' if part < 0 else ''}{abs(part)}" for part in (q, r))])
        case _:
            return next(code for code, known in _WORDS.items() if known == answer)


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the answer of a code.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    if code in _WORDS:
        return (_WORDS[code],)
    if (match := re.fullmatch(r"man-(\d{1,2})", code)) is not None:
        return (TakeMan(int(match[1])),)
    if (match := _PLACE.fullmatch(code)) is not None:
        q, r = (-int(number) if sign else int(number) for sign, number in (match.group(1, 2), match.group(3, 4)))
        return (TakePlace((q, r)),)
    return (read_plan(code)[0],)


def read_plan(code: str) -> tuple[Plan, int]:
    """Return the plan of a code, and the page on which it is looked at.

    :raises Refused: if it is none.
    """
    match = _PLAN.fullmatch(code)
    if match is None:
        raise not_a_button(code)
    first = _read(match["menus"])
    plan = Plan(
        first.move,
        first.strike,
        first.guard,
        foe=EntryId(int(match["foe"])) if match["foe"] else None,
        second=int(match["second"] or 0),
        finish=not match["spare"],
        when=tuple(CONDITIONS[int(each)] for each in match["when"] or ""),
        later=tuple(_read(each[1:]) for each in match["later"].split("-") if each),
        keep=not match["once"],
        plea=_PLEAS.get(match["plea"] or "", "silent"),
        surrender=bool(match["up"]),
    )
    return plan, int(match["page"] or 0)


def _read(menus: str) -> Menus:
    return Menus(MOVES[int(menus[0])], STRIKES[DIGITS.index(menus[1])], GUARDS[int(menus[2])])
