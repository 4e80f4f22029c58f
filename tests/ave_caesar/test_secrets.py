"""Hands show to their owners, decks to nobody (3.2): two worlds that differ in them alone look the same."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.ave_caesar.data import DECK
from engine.ave_caesar.facts import DecksRevealed
from engine.ave_caesar.proof import wrong_decks
from engine.ave_caesar.rules.setup import SHUFFLE
from engine.ave_caesar.state import Options, Race
from engine.dice import RaceDice, audit
from engine.facts import Concealed, Rolled
from engine.game import Entrant
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction
from tests.ave_caesar.builders import BLUE, RED, RULES, YELLOW, a_chariot, a_race, a_session, play, told

SEED = b"a seed for secrets"


def a_world(hand: Sequence[int] = (1, 2, 4), deck: Sequence[int] = (3, 5, 6, 2)) -> Race:
    """Return a race in which blue holds these cards, and all worlds alike besides."""
    return a_race(
        a_chariot("10b", (2, 3, 5), shuffled=DECK), a_chariot("06b2", hand, deck=deck), a_chariot("17b", (1, 4, 6))
    )


HANDS = [
    ((1, 2, 4), (3, 5, 6, 2)),  # another order of the deck
    ((1, 2, 4), (2, 6, 5, 3)),
    ((6, 5, 2), (4, 3, 2, 1)),  # another hand
    ((2, 2, 1), (6, 5, 4, 3)),
]


@pytest.mark.parametrize("drives", [[], [RED], [YELLOW], [RED, YELLOW]])
@pytest.mark.parametrize("held", HANDS)
def test_rule_3_2_no_other_viewer_sees_a_hand_or_a_deck(
    held: tuple[Sequence[int], Sequence[int]], drives: Sequence[EntryId]
) -> None:
    one, other = a_session(a_world()), a_session(a_world(*held))

    assert one.view(drives) == other.view(drives)
    assert msgspec.json.encode(one.view(drives)) == msgspec.json.encode(other.view(drives))


@pytest.mark.parametrize("held", HANDS)
def test_rule_3_2_what_others_do_tells_the_same_story_in_both_worlds(
    held: tuple[Sequence[int], Sequence[int]],
) -> None:
    one, other = a_session(a_world()), a_session(a_world(*held))
    for session in (one, other):
        play(session, 2, "12N")

    assert one.table.told == other.table.told
    assert one.table.digest == other.table.digest
    assert one.scenes == other.scenes


@pytest.mark.parametrize("deck", [(3, 5, 6, 2), (2, 6, 5, 3), (6, 6, 6, 6)])
def test_rule_3_2_a_card_drawn_is_not_told(deck: Sequence[int]) -> None:
    one, other = a_session(a_world()), a_session(a_world(deck=deck))
    told_by = []
    for session in (one, other):
        play(session, 2, "12N")
        told_by.append(play(session, 1, "06b3", BLUE))

    assert told_by[0] == told_by[1]
    if sum(deck) == 16:  # else the points that are left differ, which follow from the cards played
        assert one.view([RED]) == other.view([RED])
        assert one.view([BLUE]) != other.view([BLUE]) or deck[0] == 3


def test_rule_3_2_even_the_owner_does_not_see_the_deck() -> None:
    one, other = a_session(a_world()), a_session(a_world((1, 2, 4), (2, 6, 5, 3)))

    assert one.view([BLUE]) == other.view([BLUE])


def test_rule_3_2_everybody_sees_the_own_hand() -> None:
    session = a_session(a_world((4, 1, 2)))

    assert session.view([BLUE]).hands == {BLUE: (1, 2, 4)}
    assert session.view([RED, BLUE]).hands == {RED: (2, 3, 5), BLUE: (1, 2, 4)}
    assert session.view().hands == {}


def test_rule_3_2_a_hand_with_one_card_to_play_is_asked_like_any_other() -> None:
    # Were it not asked, all would know that the rest of the hand is of no use.
    forced = a_session(a_race(a_chariot("22b", (2, 5, 6), x=2), a_chariot("A3", x=2)))
    free = a_session(a_race(a_chariot("22b", (2, 2, 1), x=2), a_chariot("A3", x=2)))

    assert list(forced.open) == list(free.open) == [RED]
    assert forced.table.told == free.table.told


# Decks that anyone can check


def a_whole_race() -> Session[Race]:
    entrants = [Entrant(EntryId(number), RULES.colours[number - 1], Faction(number)) for number in (1, 2, 3)]
    state = RULES.new_race(Options(nonplayer_chariots=True), entrants)
    session = Session(RULES, first_checkpoint(RULES, state), RaceDice(SEED))
    while session.open:
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, ask.default)
    return session


def dealt(seed: bytes, facts: list[Any]) -> list[tuple[int, ...]]:
    """Return the faces that a seed gives for each concealed roll."""
    dice, faces = RaceDice(seed), []
    for fact in facts:
        if isinstance(fact, Rolled):
            dice.at += len(fact.dice)
        elif isinstance(fact, Concealed):
            faces.append(tuple(dice.roll(1, sides)[0] for sides in fact.sides))
    return faces


def test_decks_are_told_when_the_race_is_over_and_not_before() -> None:
    facts = a_whole_race().table.told

    (place,) = [place for place, fact in enumerate(facts) if isinstance(fact, DecksRevealed)]
    assert place == len(facts) - 2


def test_whoever_has_the_seed_can_check_the_shuffles() -> None:
    facts = a_whole_race().table.told

    assert wrong_decks(dealt(SEED, facts), facts) == []
    assert sorted(wrong_decks(dealt(b"another seed", facts), facts)) == [1, 2, 3, 4]


def test_a_deck_that_was_exchanged_is_found() -> None:
    facts: list[Any] = list(a_whole_race().table.told)
    (place,) = [place for place, fact in enumerate(facts) if isinstance(fact, DecksRevealed)]
    decks = dict(facts[place].decks)
    decks[BLUE] = (*decks[BLUE][1:], decks[BLUE][0])
    facts[place] = DecksRevealed(decks)

    assert wrong_decks(dealt(SEED, facts), facts) == [BLUE]


def test_a_card_that_was_not_the_next_one_is_found() -> None:
    # Given a race in which blue's first card is recorded as another than it can have held
    session = a_whole_race()
    hand = next(fact for fact in session.table.told if isinstance(fact, DecksRevealed)).decks[BLUE][:3]
    absent = next(card for card in range(1, 7) if card not in hand)
    facts: list[Any] = []
    is_first = True
    for fact in session.table.told:
        if is_first and type(fact).__name__ == "CardPlayed" and fact.entry == BLUE:  # type: ignore[attr-defined]
            fact, is_first = msgspec.structs.replace(fact, card=absent), False  # noqa: PLW2901
        facts.append(fact)

    assert wrong_decks(dealt(SEED, facts), facts) == [BLUE]


def test_an_audit_passes_over_concealed_dice_and_still_finds_a_wrong_roll() -> None:
    rolls: list[Any] = [fact for fact in a_whole_race().table.told if isinstance(fact, Rolled | Concealed)]
    assert [each.sides for each in rolls if isinstance(each, Concealed)] == [SHUFFLE] * 4
    assert audit(SEED, rolls) is None

    rolls[0] = msgspec.structs.replace(rolls[0], dice=(rolls[0].dice[0] % 24 + 1,))
    assert audit(SEED, rolls) == 0


def test_the_state_can_be_kept_and_read_back_at_every_round() -> None:
    choose = random.Random(3)
    session = a_session(a_world())
    for _ in range(9):
        if not session.open:
            break
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, choose.choice(ask.question.legal()))
        stored = msgspec.json.encode(session.state)
        assert msgspec.json.decode(stored, type=Race) == session.state
    assert told(session, DecksRevealed) == []
