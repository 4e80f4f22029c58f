"""Numbers of rules: what players read names the rule that is meant, as the book of the race's edition numbers it.

What is meant is told here in the tests' own words, apart from the map that the bot goes by.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import Case, read_file
from conformance.races import Setup, Watched, random_player, random_setup
from conformance.runner import run_case
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.editions import EDITIONS, number_of
from engine.circus_maximus.seen.notation import pack_plan
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.turn.actions import next_action
from engine.circus_maximus.words.asks import (
    Change,
    ChooseSide,
    Forward,
    GrabbedWhip,
    Meet,
    MeetAttack,
    NextAction,
    Prepare,
    ShareDrugs,
    WriteSpeed,
)
from engine.circus_maximus.words.options import EditionName, Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Race, Weather
from engine.questions import Answer, Ask
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId
from tests.circus_maximus.builders import BLUE, RED, a_chariot, in_phase
from tests.rolls import REGISTER
from words import WORDS
from words.circus_maximus.choosing import LIST
from words.circus_maximus.cockpit import MORE
from words.shared.words import Controls

CIRCUS = WORDS["circus-maximus"]
ENGINE = Path(__file__).parents[2] / "engine" / "circus_maximus"
CASES = Path(__file__).parents[2] / "conformance" / "cases" / "circus-maximus"
EPIC = EDITIONS["epic"]

# What is rolled and what is refused, by the number of the Epic rule that says so


ROLLED = """
    II.3.5 start lane, second row
    II.3.6 colour, colours of faction
    II.6.C draw
    II.8.3 straining
    II.8.4.3 standing start
    II.8.6.6 sliding on
    II.9.2 corner
    II.12.3 inside wheel, outside wheel
    II.10.3 avoiding, pressing the attack
    II.10.4.1 lash on a team
    II.10.4.2 lash on a driver, driver lash chart
    II.10.4.3 movement loss
    II.10.4.5 critical hit, tug of war
    II.10.7 horse injury
    II.10.8 ram on a car, wreck on a car, wheel damage
    II.10.9 ram on a dragged driver
    II.10.6 dust, dust in the eyes, seeing again
    II.10.5 knife, small knife, knife wound
    II.12.2.2 cutting free
    II.13.1.2 wreck
    II.13.1.4 which wheel
    II.8.9 jump, obstacle, hobbled horse, flip danger, inside wheel on an obstacle, outside wheel on an obstacle
    II.13.3.1 getting free
    II.13.3.2 dragging
    II.13.3.3 dragged over a carcass
    II.14.1 climbing out
    II.14.2 running down, dodging
    II.3.7 rain, weather, mud
    3.61 driver hits
    3.63 team speed
    3.64 endurance
    24.3 bribe
    24.5 sabotage
"""
SEVERAL = {
    ("9.41", "defence"): "II.10.4.1",
    ("9.42", "defence"): "II.10.4.2",
    ("9.6", "which horse"): "II.10.10",
    ("12.4", "which horse"): "II.13.1.4",
    ("16.2", "which horse"): "II.10.5",
    ("16.2", "horse injury"): "II.10.5",
    ("16.2", "driver's hits"): "II.10.5",
    ("16.5", "driver's hits"): "II.10.9",
}
"""Rolls for something that several rules roll for."""

UNKNOWN = {"critical horse hit", "own spear", "spear", "spear wound"}
"""Rolls of options that the edition has not."""

REFUSED = """
    II.3 own chariot
    II.8 too few factors
    II.8.2 too fast
    II.8.3 cannot strain
    II.8.4.1 square taken
    II.8.7 too little endurance
    II.8.8 wall
    II.8.8.1 no sideslip
    II.8.8.4 not blocked, can slip, can brake
    II.8.9 on an obstacle
    II.9.3 no inside
    II.9.4 straining barred, too fast for corner
    II.10.1 on the grid, attacked here
    II.10.2 not in reach
    II.10.4.1 no gain
    II.10.4.2 no whip
    II.10.5 no weapon, out of range, nobody there
    II.10.6 half blind
    II.3.7 rain
    II.12.2.2 nothing to cut, no knife
    II.12.2.3 dead horse side, has cut
    II.13.2 no driver, nobody there
    II.15 beyond the finish
    3.6 points do not add up, points out of range
"""
OF_OPTIONS = {
    "horses out of order",
    "weapon not allowed",
    "weapon twice",
    "too dear",
    "not on the chart",
    "thrust before",
    "too much gain",
    "no step since",
}
"""Refusals of options, and of acts of another edition, that the edition has not."""

OF_ALL_EDITIONS = ("24.3", "24.32", "R-G35", "CM-32", "20", "H.1")
"""Rules of leagues, and rulings, that have the same number in each edition."""


def by_meaning(table: str) -> Iterator[tuple[str, str]]:
    """Yield what a table says: what is meant, and the number for it."""
    for line in table.strip().splitlines():
        number, _, meant = line.strip().partition(" ")
        yield from ((each.strip(), number) for each in meant.split(",") if each)


def test_every_roll_bears_the_number_of_what_it_is_for() -> None:
    meant = dict(by_meaning(ROLLED))
    wrong = {}
    for line in REGISTER.strip().splitlines():
        rule, what_for = line.strip().split(" | ")[:2]
        if what_for in UNKNOWN or (rule, what_for) == ("16.5", "standing start"):
            continue
        number = number_of(EPIC, rule, what_for)
        if number != SEVERAL.get((rule, what_for), meant.get(what_for)):
            wrong[rule, what_for] = number
    assert wrong == {}


def refused_in_the_engine() -> Iterator[tuple[str, str]]:
    """Yield each reason that the engine refuses for by a rule, with that rule, as its text has it."""
    for path in ENGINE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refused":
                for rule in ast.walk(call.args[1]) if len(call.args) > 1 else ():
                    if isinstance(rule, ast.Constant) and isinstance(call.args[0], ast.Attribute):
                        yield CircusReason[call.args[0].attr].value, str(rule.value)


@pytest.mark.slow
def test_every_refusal_bears_the_number_of_what_refuses() -> None:
    meant = list(by_meaning(REFUSED))
    found = set(refused_in_the_engine())
    assert len(found) > 40
    for reason, rule in found:
        if reason in OF_OPTIONS or rule in OF_ALL_EDITIONS or (reason, rule) == ("cannot strain", "16.6"):
            continue
        values = {**VALUES, **({"weapon": "knife"} if reason == "no weapon" else {})}
        told = said(Refused(CircusReason(reason), rule, **values), Options(edition="epic"))
        (number,) = [each for known, each in meant if known == reason and f"(rule {each})" in told] or [told]
        assert number != told, (reason, rule, told)
        assert f"(rule {rule})" in said(Refused(CircusReason(reason), rule, **values), Options(edition="advanced"))


VALUES: Mapping[str, Any] = {
    "wanted": 9, "at_most": 8, "need": 3, "have": 2, "square": "A1.1", "part": "car", "by": EntryId(1),
    "side": "inside", "sides": ["inside"], "factors": 2, "target": "driver", "away": 3, "total": 5,
    "must_be": 4, "category": "car", "given": 3,
}  # fmt: skip


def said(refused: Refused, options: Options) -> str:
    """Return a refusal as it is read in a race with these options."""
    refused.options = options
    text = CIRCUS.refusal(refused, {EntryId(1): "Red"})
    assert text is not None
    return text


@pytest.mark.parametrize(("weapon", "number"), [("knife", "II.10.5"), ("dust", "II.10.6")])
def test_a_weapon_that_is_not_there_is_refused_by_its_own_rule(weapon: str, number: str) -> None:
    refused = Refused(CircusReason.NO_WEAPON, "16.2", weapon=weapon)

    assert said(refused, Options(edition="epic")).endswith(f"(rule {number})")


def test_a_refusal_of_an_unknown_race_bears_the_base_s_number() -> None:
    refused = Refused(CircusReason.NO_WHIP, "9.42")

    assert str(CIRCUS.refusal(refused, {})).endswith("(rule 9.42)")


# What is asked and told


MEANT: Sequence[tuple[str, str, str]] = (
    # what is read before the number, the base's numbers, the Epic edition's
    (r"🎲 .*· ?[^·]*$|🎲 [^·]*$", "", ""),  # rolls: see above
    (r"^-# Rule$|📖 (Chart|Table)$|^\*\*$|📖$", "", ""),  # titles of rolls and their charts
    (r"Endurance \d+\.$|you stand(, whatever you write)?\.$|costs is not enough\.$", "6.11", "II.6.B"),
    (r"die comes off it for the standing start.*\.$|dice come off it for the start .*\.$", "6.9", "II.8.4.3"),
    (r"less your driver modifier come off it.*\.$", "16.5", ""),
    (r"\(you have \d+\)\.$", "6.52", "II.8.3"),
    (r"drives your team on: you may go \d squares? further\.$", "9.41", ""),
    (r"lash on your team can add speed: take it, if it is safe$", "9.41", ""),
    (r"It succeeds in .*\.$|Try each turn until it is free$", "9.53", "II.12.2.2"),
    (r"you may whip then\. .*\.(\*\*)?$", "16.6", ""),
    (r"no dice are rolled for it\.$", "16.1", ""),
    (r"before you press \*Drive\*\.$", "6.2", "II.6.D"),
    (r"It ends in a crash into .*\.$", "6.74", "II.8.8.4"),
    (r"not drive over its safe speed now\.$", "7.33", "II.9.4"),
    (r"You say which way it shies\.$", "15.2", "II.13.2"),
    (r"squares of its next move; or it holds\.$", "15.25", "II.13.2"),
    (r"a wreck on the way kills\.$", "16", "II.13.3"),
    (r"say how\.$", "14", "II.8.9"),
    (r"unless something is in the way\.$", "16.2", "II.10.6"),
    (r"of all rolls\. .*\.$", "9.3", "II.10.3"),
    (r"Holding after all lets the attack strike\.$", "9.32", "II.10.3"),
    (r"may be too fast for you\.$", "12.4", "II.13.1.4"),
    (r"it is lost to both of you\.$|The whip you catch from an attacker$", "9.42", "II.10.4.2"),
    (r"^-#$", "14.3 17", "II.8.9 II.14"),
    (r"They can take: .*\.$", "9.61 24.4", "II.10.10.1 24.4"),
    (r"half a die of hits\.$|Yours hangs on\.$|not past the finish line$", "16.2", "II.13.3.1"),
    (r"team and car stay in the way\.$", "", "II.12.2.3"),
    (r"[Cc]orner, lane .*$|over the safe speed of .*$|^-# Three dice, 216 rolls$", "7.32", "II.9.2"),
    (r"[Ww]heel with .*$", "7.43", "II.12.3"),
    (r"endurance: .*$", "14.3", "II.8.9"),
    (r"wet track .*$", "16.7", "II.8.6.6"),
    (r"runs down .*$|jumps aside in .*$", "17.4", "II.14.2"),
)
NUMBER = re.compile(
    r"\((?:rules?|ruling) (?P<cited>[^)]*)\)|(?<![\w.:/])(?P<bare>(?:II\.)?\d{1,2}(?:\.\d+)+)(?! ?%| in 10)"
)


class Read:
    """What was read in races of an edition: each number with the line before it."""

    def __init__(self) -> None:
        self.cited: set[tuple[str, str]] = set()
        self.asked: set[type] = set()

    def note(self, *texts: str) -> None:
        for text in texts:
            for found in NUMBER.finditer(re.sub(r"; `/rules table:[^)]*", "", text)):
                before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()].rstrip()
                self.cited.add((found["cited"] or found["bare"], before))

    def note_question(self, view: RaceView, ask: Ask) -> None:
        """Note how a question is put, and what else its player reads then."""
        self.asked.add(type(ask.question))
        names = {each.entry: "Somebody" for each in view.chariots}
        self.note(*texts_of(CIRCUS.controls(view, ask, names, "")))
        if isinstance(ask.question, NextAction):
            for plan in dict.fromkeys(pack_plan([each]) for each in (ask.default, ask.question.legal()[0])):
                self.note(*texts_of(CIRCUS.controls(view, ask, names, plan)))
                self.note(*texts_of(CIRCUS.controls(view, ask, names, MORE + plan)))
        if isinstance(ask.question, WriteSpeed):
            for plan in (LIST, "s", "g1"):
                self.note(*texts_of(CIRCUS.controls(view, ask, names, plan)))
        if isinstance(ask.question, WriteSpeed) and CIRCUS.orders is not None:
            sheet = CIRCUS.orders.sheet(view, ask.entry, ask, Orders(), names)
            menus = [
                f"{line.label} {line.description}" for menu in (*sheet.menus, *sheet.more) for line in menu.options
            ]
            self.note(sheet.title, sheet.text, sheet.details, sheet.summary, *menus)

    def note_story(self, session: Session[Any], options: Options) -> None:
        facts, names = session.table.told, dict.fromkeys(session.state.chariots, "Somebody")
        self.note(*CIRCUS.tell(CIRCUS.numbered(facts, options), names), *CIRCUS.why(facts, names, options))


def texts_of(controls: Controls) -> Iterator[str]:
    """Yield all that is read of a question: its text, its buttons, its lines."""
    yield from (controls.title, controls.text, controls.details)
    yield from (controls.typed_label, controls.typed_example, controls.placeholder)
    yield from (choice.label for row in controls.rows for choice in row)
    yield from (f"{line.label} {line.description}" for line in controls.options)


@cache
def read_of(edition: EditionName) -> Read:
    """Return all that is read in the cases of an edition, and in some random races."""
    read = Read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "answer", noting(read, edition, Session.answer))
        for case in cases_of(edition):
            run_case(case)
    for seed in range(6):
        setup = random_setup("circus-maximus", seed)
        wishes = {"edition": edition, "laps": "1", "weather": "yes"}
        watched = Watched(Setup(setup.ruleset, seed, min(8, setup.entries), wishes))
        watched.run(random_player(seed))
        read.note_story(watched.session, watched.setup.options)
    for question in RARE:
        read.note_question(view_for(in_edition(edition), {}, [RED]), Ask(RED, question, question.legal()[0]))
    runaway = view_for(in_edition(edition, status="runaway", driver="dead", hits=0), {}, [RED])
    read.note_question(runaway, Ask(RED, MeetAttack(BLUE, "team", "ram", ("evade",)), Meet(False)))
    for race in rare_moments(edition):
        action = next_action(race, RED)
        for default in [each for each in action.legal() if isinstance(each, Change) or each == Forward(1)]:
            read.note_question(view_for(race, {}, [RED]), Ask(RED, action, default))
    return read


RARE = (
    Prepare(),
    GrabbedWhip(BLUE),
    ChooseSide(BLUE),
    ShareDrugs(RED, 2, (5, 5, 5, 5)),
)
"""Questions that hardly a race asks."""


def in_edition(edition: EditionName, square: str = "A20.3", **red: Any) -> Race:
    """Return a race in which red is in mid-phase, in the rain."""
    race = in_phase(a_chariot(square, car="light", **red), a_chariot("A22.4"), speed=14)
    race.options, race.weather = Options(edition=edition, weather=True), Weather(is_raining=True)
    return race


def rare_moments(edition: EditionName) -> Iterator[Race]:
    """Yield positions of movers that hardly a race knows: a damaged wheel, rain, a barred corner, dust in the eyes."""
    yield in_edition(edition, "A33.1", wheels=(3, 0))
    yield in_edition(edition, "A32.1", no_strain=1)
    blind = in_edition(edition)
    assert blind.phase is not None
    blind.phase.is_straight = True
    yield blind


def cases_of(edition: EditionName) -> Iterator[Case]:
    """Yield the cases of an edition; of the Advanced Game, which has very many, every second one."""
    every = 1 if edition == "epic" else 2
    for path in sorted(CASES.glob("epic-*.toml" if edition == "epic" else "*.toml")):
        yield from [case for case in read_file(path) if case.options.get("edition") == edition][::every]


def noting(read: Read, edition: EditionName, answer: Callable[..., Any]) -> Callable[..., Any]:
    """Return a way to answer that notes before what is asked in races of *edition*."""

    def answered(session: Session[Any], entry: EntryId, given: Answer, *others: Any, **named: Any) -> Any:
        if session.rules.id == "circus-maximus" and session.state.options.edition == edition:
            for each, ask in session.open.items():
                read.note_question(session.view([each]), ask)
        return answer(session, entry, given, *others, **named)

    return answered


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["advanced", "epic"])
def test_every_number_that_is_read_is_the_edition_s_own_for_what_is_meant(edition: EditionName) -> None:
    read, column = read_of(edition), 2 if edition == "epic" else 1
    wrong, unused = [], {line[0] for line in MEANT if line[column]}
    for cited, before in sorted(read.cited):
        meant = [line for line in MEANT if re.search(line[0], before)]
        unused -= {line[0] for line in meant}
        numbers = {number for line in meant for number in line[column].split()} or known_numbers(edition)
        if not meant or cited not in numbers:
            wrong.append((cited, before[-120:]))
    assert wrong == []
    assert unused == set()


def known_numbers(edition: EditionName) -> set[str]:
    """Return the numbers that rolls and their charts may have."""
    if edition == "epic":
        return {number for _, number in by_meaning(ROLLED)} | set(SEVERAL.values()) | {"3.6"}
    charts = {"7.43", "17.20", "3.6"}
    return {line.strip().split(" | ")[0] for line in REGISTER.strip().splitlines()} | charts
