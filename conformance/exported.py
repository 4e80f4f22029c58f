"""Reading an archive of ``/watch what:export`` and playing its races again: which parts fit."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import msgspec

from conformance.cases import BadCase
from engine.dice import RaceDice, commitment, hash_of
from engine.facts import Fact, OrdersSealed, Rewound
from engine.game import AnyRuleset, decoder
from engine.proving import FactOfInput, check_seals, first_wrong, seed_of
from engine.rulesets import PLAYED
from engine.session import Checkpoint, Session
from records.exports import FORMAT, Beginning, ExportedAnswer, ExportedRace
from records.play import Control, Rewind

FACTS, PROOF = "facts.json", "proof.json"
MOST = 200_000_000
"""Bytes of a file in an archive, unpacked: a larger one is none of ours."""


class Proof(msgspec.Struct):
    """The fields of ``proof.json`` that are read here."""

    commitment: str
    secret: str | None
    mixed: list[str]
    keeps_seals: bool
    facts: list[dict[str, Any]]
    word_hashes: list[str] | None = None
    words: list[str] = []
    """Of archives from before: the words themselves."""

    @property
    def hashes(self) -> list[str]:
        """What the dice mix, besides the secret."""
        words = [hash_of(each) for each in self.words] if self.word_hashes is None else self.word_hashes
        return [*words, *(hash_of(each) for each in self.mixed)]


@dataclass(frozen=True)
class Checked:
    """The result of checking one race of an archive."""

    folder: str
    title: str
    passed: tuple[str, ...]  # what was checked
    wrong: tuple[str, ...]  # what does not fit


class Shut(Exception):
    """An answer was never opened: from here on nobody can play it again."""


def check_archive(path: Path) -> list[Checked]:
    """Check every race of an archive, in the order of their folders.

    :raises BadCase: if it is no archive, or holds no race that can be read.
    """
    try:
        with ZipFile(path) as archive:
            folders = sorted(name.removesuffix(FACTS) for name in archive.namelist() if _is_facts(name))
            read = [(each, _member(archive, each + FACTS), _member(archive, each + PROOF)) for each in folders]
    except (OSError, BadZipFile, KeyError) as error:
        raise BadCase(str(path), f"is no archive of an export: {error}") from error
    if not read:
        raise BadCase(str(path), f"holds no {FACTS}")
    return [_checked(str(path), folder, facts, proof) for folder, facts, proof in read]


def _is_facts(name: str) -> bool:
    return name == FACTS or name.endswith(f"/{FACTS}")


def _member(archive: ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > MOST:
        raise BadZipFile(f"{name} is too large")
    return archive.read(name)


def _checked(path: str, folder: str, facts: bytes, proof: bytes) -> Checked:
    """Return the result of checking a race.

    :raises BadCase: if one of its files cannot be read.
    """
    try:
        race = msgspec.json.decode(facts, type=ExportedRace)
        proved = msgspec.json.decode(proof, type=Proof)
        if race.format > FORMAT or race.ruleset not in PLAYED:
            raise BadCase(f"{path}: {folder}", f"format {race.format} of {race.ruleset} is not known here")
        rules = PLAYED[race.ruleset]
        story = [FactOfInput(each.input, rules.read_fact(bytes(each.fact).decode()), each.void) for each in race.facts]
        proving = [_proved(rules, each) for each in proved.facts]
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise BadCase(f"{path}: {folder or '.'}", f"cannot be read: {error}") from error
    passed, wrong = [f"{len(story)} facts read"], [*_gaps(race), *_missing(story, proving, proved)]
    for found, broken in (_seals(race, proved, proving), _dice(proved, proving), _played_again(race, rules, proved)):
        passed += found
        wrong += broken
    return Checked(folder or ".", race.title, tuple(passed), tuple(wrong))


def _proved(rules: AnyRuleset, fields: dict[str, Any]) -> FactOfInput:
    fact = {name: value for name, value in fields.items() if name not in ("n", "input")}
    return FactOfInput(fields["input"], rules.read_fact(json.dumps(fact)))


def _gaps(race: ExportedRace) -> list[str]:
    """Return whether facts are numbered without a gap."""
    numbers = [each.n for each in race.facts]
    return [] if numbers == list(range(1, len(numbers) + 1)) else ["facts are missing: their numbers have gaps"]


def _missing(story: Sequence[FactOfInput], proving: Sequence[FactOfInput], proved: Proof) -> list[str]:
    """Return whether the proof is about other facts; that of a season tells dice in the order in which they fell."""
    if proved.keeps_seals:
        return []
    kinds = {type(each.fact) for each in proving}
    mine = [each.fact for each in story if type(each.fact) in kinds]
    return [] if mine == [each.fact for each in proving] else [f"{FACTS} and {PROOF} tell different rolls or seals"]


Found = tuple[list[str], list[str]]


def _seals(race: ExportedRace, proved: Proof, story: Sequence[FactOfInput]) -> Found:
    seals, broken = check_seals(story, all_open=race.state == "finished" and not proved.keeps_seals)
    return [f"{seals} seals checked"], [f"{broken} seals are broken or were never opened"] if broken else []


def _dice(proved: Proof, story: Sequence[FactOfInput]) -> Found:
    """Check every roll, once the secret is out."""
    if proved.secret is None:
        return ["dice can be checked when the secret is out"], []
    if commitment(bytes.fromhex(proved.secret)) != proved.commitment:
        return [], ["the secret is not the one that was committed to"]
    wrong = first_wrong(proved.secret, proved.hashes, [each.fact for each in story])
    return ["all rolls checked"], [] if wrong is None else [f"roll {wrong + 1} is not what the seed gives"]


def _played_again(race: ExportedRace, rules: AnyRuleset, proved: Proof) -> Found:
    """Play a race again from its answers and compare each fact; one whose answers are secret is not played."""
    if not race.beginnings or proved.secret is None:
        return ["not played again: its answers are not open to all"], []
    answers, facts = 0, 0
    try:
        for part in _parts(race, rules):
            again = _Again(part, rules, proved.secret, proved.hashes)
            if wrong := again.play():
                return [], [wrong]
            answers, facts = answers + again.given, facts + len(part.facts)
    except Shut as shut:
        return [f"played again up to decision {shut}: what was sealed there was never opened"], []
    except Exception as error:  # answers that were tampered with may break the rules in any way
        return [], [f"an answer does not fit the rules: {type(error).__name__} {error}"]
    return [f"played again: {answers} answers, {facts} facts, all the same"], []


@dataclass(frozen=True)
class _Part:
    """A race from a beginning to the next one, where a turn began anew, or to its end."""

    begins: Beginning
    answers: Sequence[ExportedAnswer]
    facts: Sequence[Fact]  # that hold, and that can be made again: not seals of what was never opened
    is_last: bool


def _parts(race: ExportedRace, rules: AnyRuleset) -> Iterator[_Part]:
    given = {each.seq: each for each in race.answers}
    ends = [each.seq for each in race.beginnings[1:]]
    for begins, end in zip(race.beginnings, [*ends, None], strict=True):
        answers = [each for each in race.answers if each.seq > begins.seq and (end is None or each.seq < end)]
        facts = [
            (rules.read_fact(bytes(each.fact).decode()), given.get(each.input))
            for each in race.facts
            if each.n > begins.told and not each.void and (end is None or each.input < end)
        ]
        yield _Part(begins, answers, [fact for fact, by in facts if _can_be_made(fact, by)], end is None)


def _can_be_made(fact: Fact, by: ExportedAnswer | None) -> bool:
    return by is None or bool(by.answer and (by.orders or not isinstance(fact, OrdersSealed)))


class _Again:
    """One part of a race, played again."""

    def __init__(self, part: _Part, rules: AnyRuleset, secret: str, hashes: Sequence[str]) -> None:
        self._part, self._rules, self._secret, self._hashes = part, rules, secret, hashes
        self._shut: int | None = None  # the last answer that was not opened
        self.given = 0

    def play(self) -> str:
        """Play it, and return in words where the facts differ; empty if they do not.

        :raises Shut: if it hangs on an answer that was never opened.
        """
        begins, digest = self._part.begins, bytes.fromhex(self._part.begins.digest)
        state = begins.state.encode()
        start = Checkpoint(state, begins.version, begins.seq, begins.rolled, begins.told, digest, begins.stream)
        session: Session[Any] = Session(self._rules, start, self._dice(begins.rolled, begins.stream), scenes=False)
        for each in self._part.answers:
            try:
                self._give(session, each)
            except Exception as error:
                if self._shut is not None:
                    raise Shut(self._shut) from error
                raise
        facts = session.table.told
        if self._shut is not None and len(facts) < len(self._part.facts):
            raise Shut(self._shut)
        return self._differs(facts)

    def _dice(self, at: int, stream: int) -> RaceDice:
        return RaceDice(seed_of(self._secret, self._hashes, stream), at)

    def _give(self, session: Session[Any], given: ExportedAnswer) -> None:
        if not given.answer:
            session.seq, self._shut = given.seq, given.seq
            return
        self.given += 1
        if given.entry:
            answer, salt = self._rules.read_answer(given.answer), bytes.fromhex(given.salt + given.orders_salt)
            session.answer(given.entry, answer, salt=salt, orders=given.orders, clause=given.clause, held=given.held)
            return
        control = decoder(Control).decode(given.answer)
        if isinstance(control, Rewind):
            fact = Rewound(control.to, control.stream, control.reason)
            session.branch_off(given.seq, control.told, self._dice(0, control.stream), fact, anew=control.anew)
        else:
            session.proceed()

    def _differs(self, facts: Sequence[Fact]) -> str:
        expected = self._part.facts
        same = next((n for n, (one, other) in enumerate(zip(expected, facts, strict=False)) if one != other), None)
        if same is not None:
            return f"{expected[same]!r} was told; played again it is {facts[same]!r}"
        if len(facts) < len(expected) or (self._part.is_last and len(facts) > len(expected)):
            return f"{len(expected)} facts were told, {len(facts)} when played again"
        return ""
