"""Pictures of the Epic campaign: all lots in pictures of ten, stores, champions; alt texts say the same."""

import pytest
from msgspec.structs import replace

from engine.leagues.words.epic_facts import CatalogueLot
from records.values import EntryId
from renderers.leagues import (
    A_PICTURE,
    SCENE,
    alt_card,
    alt_catalogue,
    alt_champion,
    draw_card,
    draw_catalogue,
    pages_of,
)
from tests.renderers import league_samples as league

TITLE = "Ludi Magni"
LONGEST = 1_024


def test_ten_lots_stand_in_a_picture_and_all_lots_in_some() -> None:
    view = league.on_the_day_of_the_auction()

    texts = [alt_catalogue(view, league.NAMES, TITLE, page) for page in range(pages_of(view))]

    assert len(view.catalogue) == 21
    assert len(texts) == 3
    assert [text.count(", from ") for text in texts] == [A_PICTURE, A_PICTURE, 1]
    assert all(len(text) <= LONGEST for text in texts)
    assert "1001 a driver, from 500" in texts[-1]
    for lot in view.catalogue:
        assert any(f"\n{lot.number} " in text for text in texts)


def test_between_two_auctions_the_market_shows_what_waits() -> None:
    view = league.after_the_auction()

    text = alt_catalogue(view, league.NAMES, TITLE)

    assert "Market" in text
    assert "unsold ×1" in text
    assert "from" not in text.split("\n", 1)[1]


def test_a_stables_card_tells_its_store_by_the_names_of_the_campaign() -> None:
    text = alt_card(league.after_the_auction(), league.NAMES, EntryId(1))

    assert "cars in store: 2 heavy, 1 light" in text
    assert "horses in store: 6, 3" in text
    assert "drivers in store: 0 +0 (7/7)" in text
    assert "normal" not in text


def test_a_champions_card_names_driver_and_stable() -> None:
    text = alt_champion(league.after_the_auction(), league.NAMES, EntryId(1), "Gaius Nepos")
    assert "Gaius Nepos" in text
    assert "Ten wins for Ann" in text


@pytest.mark.parametrize("page", [0, 2])
def test_a_picture_depends_on_its_view_alone(page: int) -> None:
    one, two = (draw_catalogue(league.on_the_day_of_the_auction(), league.NAMES, TITLE, page) for _ in range(2))
    assert one == two
    assert SCENE.catalogue is not None


def test_a_stables_card_and_its_words_show_its_gladiators() -> None:
    view = league.in_a_gala()
    bare = replace(view, stables=tuple(replace(each, gladiators=()) for each in view.stables))
    owner = view.stables[0].number

    assert draw_card(view, league.NAMES, owner) != draw_card(bare, league.NAMES, owner)
    text = alt_card(view, league.NAMES, owner)
    assert "Mamercus Felicissimus the Egyptian: medium, large shield · TR 10 ST +1 AG 0 CON 3 W 11" in text
    assert "wounds head 1, groin 4, legs 11; 9 won · 33 points" in text
    assert "Celer: retiarius, none shield" not in text
    assert len(text) <= LONGEST


def test_a_galas_card_shows_each_pair_whose_they_are_and_who_sits_out() -> None:
    text = SCENE.alt_field(league.in_a_gala(), league.NAMES, TITLE) if SCENE.alt_field is not None else ""

    assert "gala" in text
    assert "Syrus" in text.split("\n")[1]
    assert "against Verus (of the state, light)" in text
    assert "2 : 1" in text
    assert text.endswith("sits out")
    assert len(text) <= LONGEST


def test_gladiators_are_lots_with_all_that_is_known_of_them() -> None:
    view = league.in_a_gala()
    lots = (CatalogueLot(2001, "gladiator", 1, 300, EntryId(1)),)
    text = alt_catalogue(replace(view, catalogue=lots), league.NAMES, TITLE)

    assert "2001 Mamercus Felicissimus the Egyptian, from 300: medium, large shield · TR 10" in text
