"""A race that goes back: cards that lie face down are shuffled anew, unseen, and proved when it is over (RO-18)."""

from collections.abc import Callable

import msgspec
import pytest

from engine.chariots_of_rome.harm import piles
from engine.chariots_of_rome.seen.proof import wrong_piles
from engine.chariots_of_rome.seen.views import view_for
from engine.chariots_of_rome.words.facts import ANEW, CardTurned, GateTaken, InitiativeRevealed, RaceEnded
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.questions import ArrangeCards, ChooseGate, WishRedraw
from engine.chariots_of_rome.words.state import Race
from engine.dice import RaceDice
from engine.facts import Concealed, Fact, Rewound
from engine.proving import FactOfInput, dealt, seed_of
from engine.session import Session
from engine.table import Table
from tests.chariots_of_rome.builders import GREEN, RED, a_session, asked, play

SECRET = "51" * 32
BREEDER = Options(charioteers=("C02", "C01", "C19", "C04"))
"""White drives Mercatius, green drives Varro."""

OFTEN = 7
"""Answers after which a race goes back, wherever it is."""


def back(session: Session[Race], stream: int = 1) -> list[Fact]:
    """Let a race go back to where it stands, and return what is told of that."""
    dice = RaceDice(seed_of(SECRET, [], stream))
    return session.branch_off(session.seq + 1, session.facts_told, dice, Rewound(session.seq, stream, ""), anew=True)


def begun(options: Options) -> Session[Race]:
    return a_session(options, seed=seed_of(SECRET, [], 0))


def with_stacks(session: Session[Race]) -> bool:
    return session.state.round > 2 and any(chariot.stack for chariot in session.state.chariots.values())


def shuffles(facts: list[Fact]) -> set[str]:
    return {fact.what_for.removesuffix(ANEW) for fact in facts if isinstance(fact, Concealed)}


def unseen(race: Race) -> list[str]:
    return sorted([*race.actions, *(card for each in race.chariots.values() for card in each.cards)])


def test_all_that_lies_face_down_lies_in_another_order_and_nobody_sees_a_difference() -> None:
    session = play(begun(Options()), with_stacks)
    race = session.state
    before = msgspec.json.decode(msgspec.json.encode(race), type=Race)

    told = back(session)

    assert shuffles(told) == {"actions", "fates", "initiative"}
    assert (race.actions, race.fates, race.initiative) != (before.actions, before.fates, before.initiative)
    assert any(race.chariots[each].cards != before.chariots[each].cards for each in race.chariots)
    assert unseen(race) == unseen(before)
    for drives in ([], list(race.chariots)):
        assert view_for(race, {}, drives) == view_for(before, {}, drives)
    assert wrong_of(session) == []


def wrong_of(session: Session[Race], story: list[Fact] | None = None) -> list[object]:
    """Play a race to its end, and return whose cards are not those that the dice gave."""
    told = play(session, lambda _: False).table.told
    assert any(isinstance(fact, RaceEnded) for fact in told)
    return list(wrong_piles(dealt(SECRET, [], [FactOfInput(0, fact) for fact in told]), story or told))


@pytest.mark.parametrize("options", [Options(), BREEDER, Options(by_orders=True), Options(redraw=True, laps=1)])
def test_a_race_that_goes_back_again_and_again_is_proved_to_its_end(options: Options) -> None:
    session, stream = begun(options), 0
    while session.open:
        stream += 1
        back(session, stream)
        upto = session.seq + OFTEN
        play(session, lambda session: session.seq >= upto)  # noqa: B023

    assert wrong_of(session) == []


@pytest.mark.parametrize("kind", [CardTurned, InitiativeRevealed])
def test_another_card_than_the_dice_gave_is_found_after_going_back(kind: type[Fact]) -> None:
    session = play(begun(Options()), with_stacks)
    back(session)
    session = play(session, lambda _: False)
    told = list(session.table.told)
    place = [place for place, fact in enumerate(told) if isinstance(fact, kind)][-1]
    field = "card" if kind is CardTurned else "entry"
    seen = {getattr(each, field) for each in told if isinstance(each, kind)}
    other = min(seen - {getattr(told[place], field)})
    told[place] = msgspec.structs.replace(told[place], **{field: other})

    assert wrong_of(session, told) != []


def test_what_is_seen_by_right_stays_where_it_is() -> None:
    session = play(begun(BREEDER), lambda session: asked(session, [ArrangeCards]) and session.state.round == 2)
    race, cards = session.state, list(session.state.initiative)
    race.top_known, top = GREEN, race.actions[0]

    told = back(session)

    assert "initiative" not in shuffles(told)
    assert (race.initiative, race.actions[0]) == (cards, top)
    assert len(next(fact for fact in told if isinstance(fact, Concealed)).sides) == len(unseen(race)) - 2


@pytest.mark.parametrize(
    ("options", "is_there", "expected"),
    [
        (Options(redraw=True), lambda session: asked(session, [WishRedraw]), {"charioteers"}),
        (Options(), lambda session: asked(session, [ChooseGate]), {"actions", "fates", "gates"}),
        (Options(drafting=True), lambda session: asked(session, [ChooseGate]), {"actions", "fates"}),
    ],
)
def test_before_the_race_only_what_is_unseen_is_shuffled(
    options: Options, is_there: Callable[[Session[Race]], bool], expected: set[str]
) -> None:
    assert shuffles(back(play(begun(options), is_there))) == expected


def test_nobody_sees_who_takes_a_gate_next() -> None:
    session = play(begun(Options()), lambda session: any(isinstance(fact, GateTaken) for fact in session.table.told))
    race = session.state
    other = msgspec.json.decode(msgspec.json.encode(race), type=Race)
    other.to_place.reverse()

    assert len(race.to_place) > 1
    assert view_for(race, {}, [RED]) == view_for(other, {}, [RED])


def test_a_race_that_is_not_set_up_has_nothing_to_shuffle() -> None:
    table = Table(RaceDice(b""))

    piles.anew(Race({}, Options()), table)

    assert table.told == []
