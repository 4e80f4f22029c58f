"""Piles that are shuffled unseen: they run out as the rules say, and every card of them is proved (9.1, R43, R60)."""

import msgspec
import pytest

from engine.chariots_of_rome.harm import piles
from engine.chariots_of_rome.harm.harm import CRASHING, draw
from engine.chariots_of_rome.house.simulation import play_race
from engine.chariots_of_rome.printed.data import ACTIONS
from engine.chariots_of_rome.seen.proof import wrong_piles
from engine.chariots_of_rome.words.facts import (
    CardsShown,
    CardTurned,
    FateDrawn,
    InitiativeRevealed,
    PileRenewed,
    TrackLaid,
)
from engine.chariots_of_rome.words.options import Options
from engine.dice import RaceDice
from engine.facts import Concealed, Fact, Rolled
from engine.playing import play_through
from engine.table import Table
from records.values import EntryId
from tests.chariots_of_rome.builders import RED, SEED, a_race

LONG = Options(laps=3, charioteers=("C01", "C25"))


def dealt(seed: bytes, story: tuple[Fact, ...]) -> list[tuple[int, ...]]:
    """Return the faces that the seed gives for each concealed roll."""
    dice, faces = RaceDice(seed), []
    for fact in story:
        if isinstance(fact, Rolled):
            dice.at += len(fact.dice)
        elif isinstance(fact, Concealed):
            faces.append(tuple(dice.roll(1, sides)[0] for sides in fact.sides))
    return faces


def test_every_card_seen_is_the_one_that_the_dice_gave() -> None:
    told = play_race(SEED, ["master", *["novice"] * 5], LONG).facts
    faces = dealt(SEED, told)

    assert wrong_piles(faces, told) == []
    for kind in (PileRenewed, CardTurned, FateDrawn, CardsShown):
        assert any(isinstance(fact, kind) for fact in told), f"the race has no {kind.__name__} to prove"


def test_another_card_than_the_one_that_lay_there_is_found() -> None:
    told = play_race(SEED, ["master", *["novice"] * 5], LONG).facts
    faces = dealt(SEED, told)
    for kind in (CardTurned, FateDrawn):
        place = [place for place, fact in enumerate(told) if isinstance(fact, kind)][-1]
        fact = told[place]
        card = next(fact.card for fact in told if isinstance(fact, kind) and fact.card != told[place].card)  # type: ignore[attr-defined]
        changed = msgspec.structs.replace(fact, card=card)

        assert wrong_piles(faces, (*told[:place], changed, *told[place + 1 :])) == [fact.entry]  # type: ignore[attr-defined]


def test_initiative_cards_in_another_order_are_found() -> None:
    told = play_race(SEED, ["novice"] * 4, Options(laps=1, charioteers=("C02", "C03", "C04", "C05"))).facts
    one, other = [place for place, fact in enumerate(told) if isinstance(fact, InitiativeRevealed)][:2]
    swapped = list(told)
    swapped[one], swapped[other] = swapped[other], swapped[one]

    assert wrong_piles(dealt(SEED, told), told) == []
    assert wrong_piles(dealt(SEED, told), swapped) != []


@pytest.mark.parametrize("drafting", [False, True])
def test_lots_by_rating_are_proved_as_well(drafting: bool) -> None:
    ranked = tuple((EntryId(each),) for each in (1, 4, 2, 3))
    told = play_race(SEED, ["novice"] * 4, Options(laps=1, drafting=drafting, ranked=ranked)).facts
    unranked = tuple(msgspec.structs.replace(fact, ranked=()) if isinstance(fact, TrackLaid) else fact for fact in told)

    assert wrong_piles(dealt(SEED, told), told) == []
    assert wrong_piles(dealt(SEED, told), unranked) != []


def test_a_draw_is_shorter_where_no_card_is_left() -> None:
    race, table = a_race(), Table(RaceDice(SEED))
    red = race.chariots[RED]
    red.tactics, red.square = 0, race.board.gates["G01"]
    none = next(card for card, results in ACTIONS.items() if results["danger"] == "none")
    race.actions = [none]

    play_through(draw(race, table, RED, 3, CRASHING), lambda _: None)

    turned = [fact.card for fact in table.told if isinstance(fact, CardTurned)]
    assert turned == [none, none, none], "each time the one card is discarded it is the new pile"
    race.actions = []
    play_through(draw(race, table, RED, 3, CRASHING), lambda _: None)
    assert [fact.card for fact in table.told if isinstance(fact, CardTurned)] == turned


def test_the_pile_is_made_anew_at_once_and_the_top_is_forgotten() -> None:
    race, table = a_race(), Table(RaceDice(SEED))
    race.actions, race.action_discard, race.top_known = ["A09"], ["A05", "A03", "A04"], RED

    assert piles.take(race, table) == "A09"

    assert sorted(race.actions) == ["A03", "A04", "A05"]
    assert not race.action_discard
    assert race.top_known != RED
    assert PileRenewed("actions", ("A03", "A04", "A05")) in table.told
