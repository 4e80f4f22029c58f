"""The clauses of orders in words: the one that answered, and why. Steps of one clause share one mention."""

import re
from collections.abc import Callable, Iterable, Mapping

from engine.facts import DEFAULT_CLAUSE
from records.values import EntryId
from words.circus_maximus.story.lines import Names
from words.shared.spelling import words_of
from words.shared.telling import count, joined

_NUMBER = "([0-9]+)"
_MEANS = "(lash|ram|dust|knife|small-knife|spear)"
_TARGET = "(team|car|driver|dragged-driver)"
_VERBS: Mapping[str, str] = {
    "lash": "lashes",
    "ram": "rams",
    "dust": "throws dust at",
    "knife": "throws the knife at",
    "small-knife": "throws the small knife at",
    "spear": "thrusts the spear at",
}
_LINES: Mapping[str, str] = {
    "best": "the best line",
    "keep": "kept the lane",
    "inside": "to the inside",
    "outside": "to the outside",
    "finish": "straight for the finish",
    "only": "drives on: the road is clear and leaves nothing to choose",
}
_STARTS: Mapping[str, str] = {
    "plain": "nothing special at the start",
    "never": "never",
    "straight": "as it cannot lead into a corner",
    "last-straight": "as it is the last straight",
    "always": "as always",
    "if-safe": "as it is safe",
}
_HOLDS: Mapping[str, str] = {
    "": "holds",
    "-harmless": "holds, for the lash does it good",
    "-no-way": "holds, for the way ordered cannot be gone",
    "-too-dear": "holds, for the way ordered costs too much",
}
_BLOCKS: Mapping[str, str] = {
    "close-up": "blocked: closes up",
    "slip-inside": "blocked: slips inside",
    "slip-outside": "blocked: slips outside",
}


def _attack(names: Names, defender: str, means: str, target: str, spare: str | None = None) -> str:
    free = ", with a square to spare" if spare else ""
    return f"{_VERBS[means]} the {words_of(target)} of {_name(names, defender)}{free}"


def _name(names: Names, entry: str) -> str:
    return names.get(EntryId(int(entry)), f"chariot {entry}")


def _line(_names: Names, line: str, points: str | None, beyond: str | None, brakes: str | None) -> str:
    words = _LINES.get(line, f"makes for lane {line}")
    return words + _strained(points, beyond) + (f", braking {count(int(brakes), 'square')} off" if brakes else "")


def _strained(points: str | None, beyond: str | None) -> str:
    if not points:
        return ""
    return (
        f", {points} over the safe speed of the corner{', more than accepted: there is no other way' if beyond else ''}"
    )


def _over(_names: Names, points: str | None, beyond: str | None, brakes: str | None) -> str:
    burnt = f", braking {count(int(brakes), 'square')} off" if brakes else ""
    return f"over the obstacle, for there is no way around{_strained(points, beyond)}{burnt}"


def _start(_names: Names, said: str) -> str:
    if said == "plain":
        return ""
    strain = re.search(r"strain-(never|straight|last-straight|always)", said)
    gain = re.search(r"gain-(never|if-safe|always)", said)
    parts = [f"whips the team on, {_STARTS[strain[1]]}" if strain else ""]
    parts += [f"takes the lash's extra square, {_STARTS[gain[1]]}" if gain else ""]
    return joined([part for part in parts if part])


_FORMS: tuple[tuple[re.Pattern[str], Callable[..., str]], ...] = tuple(
    (re.compile(form), make)
    for form, make in (
        (
            rf"line-({'|'.join(_LINES)}|[1-8])(?:-strain-([0-9]+)(-beyond)?)?(?:-brake-([0-9]+))?",
            _line,
        ),
        (r"wreck-over(?:-strain-([0-9]+)(-beyond)?)?(?:-brake-([0-9]+))?", _over),
        (r"wreck-evade-(inside|outside)", lambda _names, side: f"evades the wreck to the {side}"),
        (r"start-(.+)", _start),
        (r"cut-free", lambda _names: "tries to cut the dead horse free"),
        (r"cut-not", lambda _names: "leaves the dead horse"),
        (f"attack-{_NUMBER}-{_MEANS}-{_TARGET}(-spare)?", _attack),
        (f"hunt-{_NUMBER}", lambda names, entry: f"leaves the ordered line to attack {_name(names, entry)}"),
        (f"blocked-attack-{_NUMBER}-{_MEANS}-{_TARGET}", lambda names, *of: f"blocked: {_attack(names, *of)}"),
        (f"blocked-brake-{_NUMBER}", lambda _names, burnt: f"blocked: brakes {count(int(burnt), 'square')} off"),
        (
            f"blocked-run-into(?:-{_NUMBER})?",
            lambda names, entry: f"blocked: runs into {_name(names, entry) if entry else 'the one ahead'}",
        ),
        (r"blocked-(close-up|slip-inside|slip-outside)", lambda _names, how: _BLOCKS[how]),
        (f"defend-hold-keep-{_NUMBER}", lambda _names, kept: f"holds, to keep {kept} endurance back"),
        (r"defend-hold(|-harmless|-no-way|-too-dear)", lambda _names, why: _HOLDS[why]),
        (r"defend-(brake|evade)", lambda _names, how: {"brake": "brakes out of the way", "evade": "evades"}[how]),
        (r"defend-either", lambda _names: "gets out of the way"),
        (f"jump-pay-{_NUMBER}", lambda _names, paid: f"pays {paid} endurance to get over it"),
        (r"whip-keep", lambda _names: "keeps the whip"),
        (r"whip-leave", lambda _names: "leaves the whip"),
        (f"run-to-lane-{_NUMBER}", lambda _names, lane: f"runs to lane {lane}"),
        (r"free-try", lambda _names: "tries to cut the reins"),
        (r"free-hang-on", lambda _names: "hangs on"),
        (r"stay-in-car", lambda _names: "stays in the car"),
        (r"share-spare-the-weakest", lambda _names: "spares the weakest horse"),
        (r"speed", lambda _names: "the speed of the orders before"),
        (DEFAULT_CLAUSE, lambda _names: "no order for this, so the rules decided"),
    )
)


def in_words(clause: str, names: Names) -> str:
    """Return a clause in words; empty if no reader would miss it.

    A clause without words, as from another version, appears as its code: a story must not fail for it.
    """
    for form, make in _FORMS:
        if match := form.fullmatch(clause):
            return make(names, *match.groups())
    return words_of(clause)


def is_known(clause: str) -> bool:
    """Tell whether there are words for a clause."""
    return any(form.fullmatch(clause) for form, _ in _FORMS)


def clauses_in_words(clauses: Iterable[str], names: Names) -> str:
    """Return several clauses in the order they answered, each once: ``the best line; ram the car of Blue``.

    A clause that only adds to an earlier one, such as factors burnt, appears by its addition alone.
    """
    pieces = list[str]()
    for said in dict.fromkeys(filter(None, (in_words(clause, names) for clause in clauses))):
        if pieces and said.startswith(f"{pieces[-1]}, "):
            pieces[-1] = said
            continue
        before = max((each for each in pieces if said.startswith(f"{each}, ")), key=len, default="")
        added = said.removeprefix(f"{before}, ") if before else said
        if added not in pieces and not any(each.startswith(f"{said}, ") for each in pieces):
            pieces.append(added)
    return "; ".join(pieces)
