"""Sessions: one answer at a time, refusals that change nothing, seals, checkpoints and scenes."""

import hashlib

import msgspec
import pytest

from engine.circus_maximus.words.asks import Begin, Forward, Speed
from engine.circus_maximus.words.facts import SpeedsRevealed, TurnBegan
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Race
from engine.dice import RaceDice
from engine.facts import Fact, Rewound, Sealed, Unsealed
from engine.questions import Answer
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint, seal_of
from records.refusals import Refused
from records.values import EntryId
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_race, a_session, told
from tests.scripted_dice import ScriptedDice

SALT = b"sixteen bytes :-"


def two_writing(*dice: int) -> Session[Race]:
    """Return a session in which red and blue, neither with a whip, are about to write their speeds."""
    chariots = (a_chariot(square, has_whip=False) for square in ("A20.3", "A20.6"))
    return a_session(a_race(*chariots), *dice)


def reason(session: Session[Race], entry: EntryId, answer: Answer, asked: int | None = None) -> object:
    with pytest.raises(Refused) as refused:
        session.answer(entry, answer, asked=asked)
    return refused.value.reason


def test_a_session_shows_what_is_open_and_counts_answers() -> None:
    session = two_writing(1)
    assert (list(session.open), session.seq, session.asked) == ([RED, BLUE], 0, 0)

    session.answer(BLUE, Speed(4))
    assert (list(session.open), session.seq, session.asked) == ([RED], 1, 0)

    session.answer(RED, Speed(4))
    assert (list(session.open), session.seq, session.asked) == ([RED], 2, 2)


def test_who_is_not_asked_is_refused() -> None:
    session = two_writing(1)
    session.answer(BLUE, Speed(4))

    assert reason(session, BLUE, Speed(4)) is GameReason.NOT_ASKED
    assert reason(session, EntryId(7), Speed(5)) is GameReason.NOT_ASKED


def test_an_answer_to_an_earlier_question_is_refused() -> None:
    session = two_writing(1)
    session.answer(BLUE, Speed(4), asked=0)
    session.answer(RED, Speed(4), asked=0)

    assert reason(session, RED, Speed(3), asked=0) is GameReason.ASK_IS_OVER
    assert reason(session, RED, Forward(3), asked=1) is GameReason.ASK_IS_OVER
    session.answer(RED, Forward(3), asked=2)


@pytest.mark.parametrize("answer", [Speed(21), Speed(-1), Forward(1), Begin()])
def test_a_refusal_changes_nothing(answer: Answer) -> None:
    session, untouched = two_writing(), two_writing()

    with pytest.raises(Refused):
        session.answer(RED, answer)

    assert (session.seq, session.open, session.state) == (untouched.seq, untouched.open, untouched.state)
    assert session.table.told == untouched.table.told


def test_a_refusal_without_a_reason_of_its_own_is_explained_by_the_ruleset() -> None:
    session = two_writing(1)
    for entry in (RED, BLUE):
        session.answer(entry, Speed(4))

    with pytest.raises(Refused) as refused:
        session.answer(RED, Forward(5))

    assert refused.value.reason is CircusReason.TOO_FEW_FACTORS
    assert refused.value.values == {"need": 5, "have": 4}


def test_it_does_not_matter_who_answers_first() -> None:
    one, other = two_writing(2), two_writing(2)
    for session, order in ((one, (RED, BLUE)), (other, (BLUE, RED))):
        for entry in order:
            session.answer(entry, Speed(3 + entry))

    assert one.table.told == other.table.told
    assert (one.state, one.table.digest) == (other.state, other.table.digest)
    assert told(one, SpeedsRevealed) == [SpeedsRevealed(3, {RED: 4, BLUE: 5})]


def test_answers_return_the_facts_they_led_to() -> None:
    session = two_writing(1)

    assert session.answer(RED, Speed(4)) == []
    facts = session.answer(BLUE, Speed(4))
    assert facts[0] == SpeedsRevealed(3, {RED: 4, BLUE: 4})
    assert facts == session.table.told[1:]


def test_a_secret_answer_is_sealed_and_the_seal_can_be_checked_later() -> None:
    session = two_writing(1)

    [sealed] = session.answer(RED, Speed(4), salt=SALT)
    facts = session.answer(BLUE, Speed(6), salt=b"another salt ...")

    assert sealed == Sealed(RED, seal_of(Speed(4), SALT))
    unsealed = [fact for fact in facts if isinstance(fact, Unsealed)]
    assert [fact.entry for fact in unsealed] == [RED, BLUE]
    first = unsealed[0]
    assert hashlib.sha256(bytes.fromhex(first.salt) + first.answer.encode()).hexdigest() == sealed.seal
    assert msgspec.json.decode(first.answer, type=RULESETS["circus-maximus"].answers) == Speed(4)


def test_open_answers_and_those_without_salt_are_not_sealed() -> None:
    session = two_writing(1)
    session.answer(RED, Speed(4))
    session.answer(BLUE, Speed(6), salt=SALT)
    session.answer(RED, Forward(1), salt=SALT)

    assert [fact.entry for fact in told(session, Sealed)] == [BLUE]


def test_a_checkpoint_is_made_as_each_turn_starts() -> None:
    session = two_writing(1)
    assert session.checkpoint.seq == 0

    for entry in (RED, BLUE):
        session.answer(entry, Speed(2))
    for entry in (RED, BLUE):
        session.answer(entry, Forward(2))

    assert (session.checkpoint.seq, session.checkpoint.rolled) == (4, 1)
    assert session.checkpoint.told == session.facts_told - 1  # the next turn has begun
    assert told(session, TurnBegan)[-1] == session.table.told[-1]


def test_a_race_is_taken_up_from_a_checkpoint() -> None:
    race = a_race(*(a_chariot(square) for square in ("A20.3", "A20.6")))
    rules = RULESETS["circus-maximus"]
    whole = Session(rules, first_checkpoint(rules, race), RaceDice(b"seed"))
    since: list[Fact] = []
    for _ in range(40):
        before = whole.checkpoint
        entry, ask = next(iter(whole.open.items()))
        facts = whole.answer(entry, ask.default)
        since = [] if whole.checkpoint != before else since + facts
    start = whole.checkpoint

    again = Session(rules, start, RaceDice(b"seed", at=start.rolled))
    for _ in range(whole.seq - start.seq):
        entry, ask = next(iter(again.open.items()))
        again.answer(entry, ask.default)

    assert (again.seq, again.asked, again.facts_told) == (whole.seq, whole.asked, whole.facts_told)
    assert again.open == whole.open
    assert again.state == whole.state
    assert again.table.digest == whole.table.digest


def test_scenes_know_how_many_facts_came_before() -> None:
    session = two_writing(1)
    for entry in (RED, BLUE):
        session.answer(entry, Speed(2))
    session.answer(RED, Forward(2))

    assert [scene.told for scene in session.scenes] == [2, session.facts_told - 2]
    assert session.scenes[-1].view.chariots[0].square == "A22.3"


def test_simulations_do_without_scenes() -> None:
    rules = RULESETS["circus-maximus"]
    session = Session(rules, first_checkpoint(rules, a_race(a_chariot())), RaceDice(b"seed"), scenes=False)
    session.answer(RED, Speed(0))

    assert session.scenes == []


def test_a_race_that_is_over_asks_nothing() -> None:
    session = a_session(a_race(a_chariot(), is_over=True))

    assert session.is_over
    assert session.open == {}
    assert reason(session, RED, Speed(1)) is GameReason.NOT_ASKED


def test_a_secret_answer_may_be_changed_until_all_are_revealed() -> None:
    session = two_writing(1)
    session.answer(BLUE, Speed(4), salt=SALT)
    assert session.sealed_answer(BLUE) == Speed(4)

    session.answer(BLUE, Speed(5), salt=SALT, asked=0)
    session.answer(RED, Speed(4), salt=SALT)

    assert told(session, SpeedsRevealed)[0].speeds == {RED: 4, BLUE: 5}
    assert [fact.seal for fact in told(session, Sealed) if fact.entry == BLUE] == [
        seal_of(Speed(factors), SALT) for factors in (4, 5)
    ]
    assert session.sealed == {}
    assert reason(session, BLUE, Speed(6), asked=0) is GameReason.ASK_IS_OVER


def test_a_play_that_is_held_waits_until_it_is_to_proceed() -> None:
    session = two_writing(1)
    session.answer(BLUE, Speed(4))

    session.answer(RED, Speed(4), held=True)
    assert (session.is_held, session.open, session.seq) == (True, {}, 2)
    assert not told(session, SpeedsRevealed)

    session.proceed()
    assert (session.is_held, list(session.open), session.seq, session.asked) == (False, [RED], 3, 3)
    assert told(session, SpeedsRevealed)


def test_a_held_answer_may_be_changed() -> None:
    session = two_writing(1)
    session.answer(BLUE, Speed(4))
    session.answer(RED, Speed(4), held=True)

    session.answer(BLUE, Speed(6), held=True)
    session.proceed()

    assert told(session, SpeedsRevealed)[0].speeds == {RED: 4, BLUE: 6}


def test_a_branch_numbers_on_and_rolls_other_dice() -> None:
    session = two_writing(1)
    session.answer(BLUE, Speed(4))
    told_so_far = len(session.table.told)

    session.branch_off(7, told_so_far + 20, ScriptedDice(2), Rewound(1, 1, "a slip"))
    assert (session.seq, session.asked, session.facts_told) == (7, 7, told_so_far + 21)

    session.answer(RED, Speed(4))
    assert (session.seq, list(session.open)) == (8, [BLUE])
