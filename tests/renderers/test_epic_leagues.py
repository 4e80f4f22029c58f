"""Pictures of the Epic campaign: lots, stores, champions, matches; alt texts say the same."""

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.leagues.views import LeagueView
from engine.leagues.words.epic_facts import CatalogueLot
from records.values import EntryId
from renderers.leagues import (
    A_PICTURE,
    SCENE,
    alt_card,
    alt_catalogue,
    alt_champion,
    alt_lot,
    alt_match,
    draw_card,
    draw_catalogue,
    draw_lot,
    draw_match,
    pages_of,
)
from renderers.leagues.men import armour_lines
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


def test_a_lots_card_tells_its_parts_with_what_they_cost_new() -> None:
    view = league.on_the_day_of_the_auction()

    assert alt_lot(view, league.NAMES, 4).split("\n") == [
        "Lot 4 · Florus.",
        "Horses: 4 of 4, 4 of 4, 4 of 4, 4 of 4.",
        "speed 16, endurance 52: about 10,000 new.",
        "light car: 500 new.",
        "Appius Marinus +0, 5/5: 1,500 new.",
        "all of it new: about 12,000.",
        "from the market: from 300.",
    ]
    assert all(len(alt_lot(view, league.MANY, lot.number)) <= LONGEST for lot in view.catalogue)
    assert "sold by Fuscus (careful): from 500" in alt_lot(view, league.NAMES, 1_001)


def test_a_chariot_that_waits_for_an_auction_has_a_card_without_a_bid() -> None:
    view = league.after_the_auction()
    number = view.market[0].chariot.number

    text = alt_lot(view, league.NAMES, number)

    assert "from the market, unsold ×1: next auction." in text
    assert draw_lot(view, league.NAMES, number) is not None


@pytest.mark.parametrize("number", [0, 99, 9_999])
def test_what_is_not_for_sale_and_what_is_no_match_has_no_card(number: int) -> None:
    view = league.with_match()

    assert (draw_lot(view, league.NAMES, number), alt_lot(view, league.NAMES, number)) == (None, "")
    assert (draw_match(view, league.NAMES, number), alt_match(view, league.NAMES, number)) == (None, "")


def test_a_matchs_card_tells_stakes_chariots_and_the_end() -> None:
    text = alt_match(league.with_match("over"), league.NAMES, 1)

    assert "Match 1 · 3 laps, 5 to 1." in text
    assert "Ann challenges with 60,000: Felix · 1st, speed 18" in text
    assert "Castor · out" in text
    assert "72,000 for Ann." in text


def test_a_chariot_that_one_side_has_named_is_on_no_card() -> None:
    """The picture is of the public view: a name shows once the other side has named its own."""
    worlds = [league.with_match("agreed", names_told=False), league.with_match("agreed", side=3, names_told=False)]
    worlds[1].matches[0].named.clear()

    assert alt_match(worlds[0], league.NAMES, 1) == alt_match(worlds[1], league.NAMES, 1)
    assert draw_match(worlds[0], league.NAMES, 1) == draw_match(worlds[1], league.NAMES, 1)
    assert "Felix" not in alt_match(worlds[0], league.NAMES, 1)
    assert "Felix" in alt_match(league.with_match("running"), league.NAMES, 1)


def test_letters_of_armour_are_explained_under_gladiators_who_wear_any() -> None:
    view = league.in_a_gala()
    bare = replace(
        view,
        stables=tuple(
            replace(each, gladiators=tuple(replace(man, armour=("-",) * 5) for man in each.gladiators))
            for each in view.stables
        ),
    )
    owner, lots = view.stables[0].number, (CatalogueLot(2001, "gladiator", 1, 300, EntryId(1)),)

    def heights(of: LeagueView) -> list[int]:
        drawn = (
            draw_card(of, league.NAMES, owner),
            draw_catalogue(replace(of, catalogue=lots), league.NAMES, TITLE),
        )
        return [Image.open(BytesIO(each)).height for each in drawn]

    more = [one - other for one, other in zip(heights(view), heights(bare), strict=True)]
    assert all(each > 0 for each in more)
    assert armour_lines(view.stables[0].gladiators) == ["Armour: A best, then B, C. C8: on rolls up to 8."]
