"""Sheets and business as menus: each line can be sent, each leads where it says, and none names what is not there."""

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy

import pytest

from engine.leagues import views
from engine.leagues.words import acts
from engine.leagues.words.facts import Lot
from engine.leagues.words.sheets import Auction, Bid, Bids, Eve, EveOfRace, Founding, FoundStable, Gap
from engine.leagues.words.state import Allotment, Forced, Goods, Horse, League, Manager, Offer, Part, Stake, Window
from engine.plots import Plot, Trigger
from engine.questions import Answer, Ask, Question
from records.refusals import Refused
from records.values import EntryId, Faction
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session
from words.leagues import business, story
from words.leagues.act_codes import MOST, PullBribe, unpack_act
from words.leagues.acts import possible_acts
from words.leagues.codes import pack, unpack
from words.leagues.controls import ALLOTMENTS, FOUNDINGS, controls
from words.leagues.desk import Desk
from words.shared.telling import ordinal
from words.shared.words import Controls

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DIO: "Dio"}
CODE = re.compile("[a-z0-9-]+")


def put(made: League, question: Question, plan: str = "", member: EntryId = ANN) -> Controls:
    ask = Ask(member, question, question.legal()[0], secret=True)
    return controls(views.view_for(made, {}, [member]), ask, NAMES, plan)


def eve_of(made: League, member: EntryId = ANN) -> EveOfRace:
    entered = {each.chariot: each.stable for each in made.entries}
    return EveOfRace(member, made.stables[member].cash, entered, True)


def drawn(page: Controls) -> Iterator[str]:
    """Yield the codes of all lines and buttons of a page, after looking at what a message can hold."""
    assert len(page.menus) <= 4
    for menu in page.menus:
        assert 1 <= len(menu.options) <= 25
        assert len({each.code for each in menu.options}) == len(menu.options)
        assert all(len(each.label) <= 100 and len(each.description) <= 100 for each in menu.options)
        yield from (each.code for each in menu.options)
    yield from (each.code for row in page.rows for each in row)


def seals(page: Controls) -> list[Answer]:
    return [unpack(each.code)[0] for row in page.rows for each in row if each.act == "answer"]


def walk(made: League, question: Question, member: EntryId = ANN, depth: int = 3) -> Iterator[tuple[str, Controls]]:
    """Yield what is shown after the lines of the menus, some presses deep; the deeper, the fewer of them."""
    waiting, seen = [("", depth)], set[str]()
    while waiting:
        plan, left = waiting.pop()
        if plan in seen:
            continue
        seen.add(plan)
        page = put(made, question, plan, member)
        yield plan, page
        for menu in page.menus if left else ():
            waiting += [(each.code, left - 1) for each in menu.options[:: 1 if menu.name == "dark" else 7]]


@pytest.mark.parametrize("member", [ANN, DIO])
def test_each_sheet_of_the_eve_can_be_pressed_and_says_what_stands_in_the_way(member: EntryId) -> None:
    made = league({ANN: 2, BOB: 2, CLEO: 1, DIO: 0}, "eve", betters=(DIO,))
    question = eve_of(made, member)
    devices = set()

    for plan, page in walk(made, question, member):
        assert all(CODE.fullmatch(code) and len(code) <= 60 for code in drawn(page)), plan
        sealed = next((each for each in seals(page) if isinstance(each, Eve) and not each.by_manager), None)
        if "⚠️" not in page.text and sealed is not None:
            question.verify(sealed)
            devices |= {each.device for each in sealed.plans}

    assert devices == {"no attack", "slow", "drug", "sabotage"}


def test_the_bet_that_stands_there_from_the_start_is_explained() -> None:
    made = league({ANN: 1, BOB: 1, DIO: 0}, "eve", betters=(DIO,))

    assert (
        "Every owner backs an own chariot, so 100s on yours stand here from the start. (26.1)"
        in put(made, eve_of(made)).text
    )
    assert "from the start" not in put(made, eve_of(made, DIO), member=DIO).text


def test_every_way_to_build_a_stable_can_be_pressed() -> None:
    made = league({ANN: 0, BOB: 0}, "founding")
    made.phase = "founding"
    page = put(made, FoundStable(5))

    for number in range(1, 6):
        chariot, points = page.menus
        assert len(points.options) == len(ALLOTMENTS) == 19
        assert [each.label for each in chariot.options] == [f"Your {ordinal(n)} chariot" for n in range(1, 6)]
        assert points.placeholder == f"Build your {ordinal(number)} chariot"
        assert all(CODE.fullmatch(code) and len(code) <= 60 for code in drawn(page))
        page = put(made, FoundStable(5), points.options[number].code)

    found = seals(page)[0]
    assert found == Founding(tuple(ALLOTMENTS[number] for number in range(1, 6)))
    FoundStable(5).verify(found)


@pytest.mark.parametrize("points", [points for _, points in FOUNDINGS])
def test_who_looks_again_at_a_ready_made_stable_finds_each_button_once(points: tuple[Allotment, ...]) -> None:
    page = put(league({ANN: 0, BOB: 0}), FoundStable(5), pack(Founding(points)) + "-c1")

    codes = [each.code for row in page.rows for each in row]
    assert len(codes) == len(set(codes)) == len(FOUNDINGS)
    assert page.rows[0][0].label == "Found these"


@pytest.mark.parametrize("plan", ["fnd-2200-2020-1012-1111-1021-c9", "fnd-2200-2020-1012-1111-1021", "eve-none-c1"])
def test_what_is_no_stable_is_refused(plan: str) -> None:
    with pytest.raises(Refused):
        put(league({ANN: 0, BOB: 0}), FoundStable(5), plan)


def test_bids_for_several_lots_are_drawn_up_each_into_a_gap_of_its_own() -> None:
    made = league({ANN: 2, BOB: 1}, "stable")
    lots = (Lot(1, "car", 5, car="normal"), Lot(2, "car", 6, car="light"), Lot(3, "car", 7, car="normal"))
    gaps = (Gap("car", 1, car="normal"), Gap("car", 2, car="normal"))
    question = Auction(1_000, lots, gaps)

    page = put(made, question)
    assert page.text.startswith("A stable can't pay a debt: 3 lots are for sale. You have 1,000s.")
    assert [each.label for each in page.menus[0].options] == [
        "Lot 1, the car of Castor: up to 100s", "Lot 3, the car of Primus: up to 100s",
    ]  # fmt: skip
    page = put(made, question, page.menus[0].options[0].code)
    page = put(made, question, page.menus[0].options[1].code)

    assert seals(page)[0] == Bids((Bid(1, 100, 1), Bid(3, 100, 2)))
    question.verify(seals(page)[0])


# Business


def desk(made: League, member: EntryId = ANN, bribes: Sequence[tuple[int, Plot]] = ()) -> Desk:
    return Desk(views.view_for(made, {}, [member]), member, NAMES, bribes)


def answer_of(page: Controls) -> Answer:
    return next(unpack_act(each.code) for row in page.rows for each in row if each.act == "answer")


def line(page: Controls, name: str, label: str) -> str:
    menu = next(each for each in page.menus if each.name == name)
    return next(each.code for each in menu.options if each.label.startswith(label))


def test_a_deal_of_goods_for_money_is_drawn_up_line_by_line() -> None:
    made = league({ANN: 2, BOB: 2, CLEO: 1})
    made.shown[ANN].chariots[1].has_car = made.stables[ANN].chariots[1].has_car = False
    mine = desk(made)

    page = business.page(mine, "deal")
    assert [each.label for each in page.menus[0].options] == ["Bob", "Cleo"]
    page = business.page(mine, line(page, "partner", "Bob"))
    assert not [each for row in page.rows for each in row if each.act == "answer"], "nothing is in it yet"
    page = business.page(mine, line(page, "takes", "The car of Aquila, for Felix"))
    page = business.page(mine, line(page, "takes", "Florus"))
    for sesterces in ("You pay 500s", "You pay 1,500s"):
        page = business.page(mine, line(page, "money", sesterces))
    page = business.page(mine, line(page, "takes", "Not Florus"))

    assert "You give: **1,500s**" in page.text
    assert answer_of(page) == acts.OfferDeal(BOB, Goods(1_500), Goods(parts=(Part("car", 3, 1),)))
    assert all(len(code) <= MOST for code in drawn(page))


def test_what_is_entered_is_not_offered() -> None:
    made = league({ANN: 2, BOB: 1}, "eve")

    page = business.page(desk(made), "deal-2-gc2")

    assert [each.label for each in page.menus[0].options] == ["Not Celer"]


def test_a_loan_keeps_within_its_terms_whatever_is_pressed() -> None:
    made = league({ANN: 1, BOB: 1}, event=3)
    page = business.page(desk(made), "loan-2")

    for code in [each.code for menu in page.menus for each in menu.options]:
        loan = answer_of(business.page(desk(made), code))
        assert isinstance(loan, acts.OfferLoan)
        assert loan.sum <= loan.due <= 3 * loan.sum
        assert 3 <= loan.after <= 10


def test_offers_and_debts_have_a_button_each() -> None:
    made = league({ANN: 1, BOB: 1})
    made.offers = [Offer(3, BOB, ANN, lends=(500, 600, 4)), Offer(4, ANN, BOB, Goods(100), Goods(chariots=(2,)))]

    page = business.page(desk(made), "offers")

    assert [each.label for row in page.rows for each in row] == ["Accept 3", "Decline 3", "Withdraw 4"]
    assert "Bob lends Ann 500s; 600s fall due after event 4." in page.text
    labels = [each.label for each in business.doors(desk(made))]
    assert labels == ["Offers and debts", "Deal", "Lend", "My manager"]


def test_a_team_with_a_new_horse_is_put_into_another_order_by_pressing() -> None:
    """21.42. Orders that look alike are offered once; without a new horse there is no button."""
    made = league({ANN: 2, BOB: 1})
    assert "Arrange a team" not in [each.label for each in business.doors(desk(made))]
    assert "No team of yours" in business.page(desk(made), "order-1").text
    one = made.stables[ANN].chariots[2].team
    assert one is not None
    one.horses, one.may_arrange = [Horse(7), Horse(4, 1), Horse(4), Horse(6, 6, is_alive=False)], True

    assert "Arrange a team" in [each.label for each in business.doors(desk(made))]
    page = business.page(desk(made), "order")
    assert "7-4(1 hurt)-4-6(dead)" in page.text
    assert not page.rows, "as they stand there is nothing to do"
    assert len(list(drawn(page))) == 23
    page = business.page(desk(made), line(page, "order", "4-7-4(1 hurt)-6(dead)"))

    assert answer_of(page) == acts.Arrange(2, (3, 1, 2, 4))
    assert business.page_after(page.rows[0][0].code) == "order-2"
    with pytest.raises(Refused):
        business.page(desk(made), "order-2-9999")


def test_a_debtor_says_what_is_sold_first() -> None:
    made = league({ANN: 3, BOB: 1}, "auction")
    made.forced = [Forced(ANN, 700)]

    assert business.doors(desk(made))[0].label == "My lots"
    page = business.page(desk(made), "lots")
    assert not page.rows
    page = business.page(desk(made), line(page, "lots", "First Aquila"))

    assert answer_of(page) == acts.OrderLots((3, 1, 2))
    assert "Nothing of yours" in business.page(Desk(views.view_for(made, {}, [BOB]), BOB, NAMES), "lots").text


@pytest.mark.parametrize(("cash", "lines"), [(499, ["500s", "1,000s", "2,000s"]), (500, [])])
def test_a_stable_that_can_neither_race_nor_pay_finds_the_bank_in_its_menu(cash: int, lines: list[str]) -> None:
    """R-G34. A car is 500s."""
    made = league({ANN: 1, BOB: 1})
    made.stables[ANN].cash, made.stables[ANN].chariots[1].has_car = cash, False

    found = [each for each in possible_acts(views.view_for(made, {}, [ANN]), ANN) if each.code.startswith("help-")]

    assert [each.label for each in found] == [f"Ask the bank for {each}" for each in lines]
    assert [unpack_act(each.code) for each in found] == [acts.AskHelp(each) for each in (500, 1000, 2000)[: len(lines)]]


def test_the_manager_is_told_by_pressing() -> None:
    made = league({ANN: 1, BOB: 1})
    page = business.page(desk(made), business.doors(desk(made))[-1].code)
    for name, label in (("racing", "Enter 2"), ("guards", "300s"), ("work", "Mends everything")):
        page = business.page(desk(made), line(page, name, label))

    assert answer_of(page) == acts.Instruct(Manager(2, (), 100, (300, 300, 300), "all"))


def test_bets_in_the_race_go_no_higher_than_the_first() -> None:
    made = league({ANN: 1, BOB: 1}, "race")
    made.stakes, made.windows, made.odds = {ANN: (Stake(1, 700),)}, {1: Window()}, {1: 3}
    page, seen = business.page(desk(made), "win-1"), list[str]()
    while (option := page.menus[0].options[0]).label not in seen:
        seen.append(option.label)
        page = business.page(desk(made), option.code)

    assert seen[0].startswith("100s on Felix (car 1)")
    assert seen[-2].startswith("700s")
    assert seen[-1].startswith("Nothing")
    made.windows = {}
    assert "No bets are taken now" in business.page(desk(made), "win-1").text


def test_a_bribe_is_shown_or_set_anew_by_a_press() -> None:
    made = league({ANN: 1, BOB: 1}, "race")
    plot = Plot(4, Faction(ANN), "slow", 1_500, 0, trigger=Trigger("turn", 2))

    page = business.page(desk(made, bribes=[(2, plot)]), "bribes")

    assert "shown as turn 2 begins" in page.text
    assert answer_of(page) == PullBribe(4)
    changed = [unpack_act(each.code) for each in page.menus[0].options]
    assert PullBribe(4, Trigger("first attack")) in changed
    assert PullBribe(4, Trigger("lap", 2)) in changed
    assert PullBribe(4, Trigger("turn", 2)) not in changed


@pytest.mark.parametrize("code", ["gold", "deal-9", "deal-2-zz", "deal-2-gq3", "mgr-7-1-0-0-0-0-0", "mgr-1"])
def test_what_is_no_page_is_refused(code: str) -> None:
    with pytest.raises(Refused):
        business.page(desk(league({ANN: 1, BOB: 1})), code)


def test_an_owner_lets_a_race_stand_by_two_presses_and_reads_whose_word_is_missing() -> None:
    made = league({ANN: 1, BOB: 1, CLEO: 0}, "protest", betters=(CLEO,))
    played = session(made)
    [door] = [each for each in business.doors(desk(made)) if each.label == "Let it stand"]
    asked = business.page(desk(made), door.code)
    button = asked.rows[0][0]

    played.act(ANN, unpack_act(button.code))
    page = business.page(desk(played.state), business.page_after(button.code))

    better = Desk(views.view_for(made, {}, [CLEO]), CLEO, NAMES)
    assert "Let it stand" not in [each.label for each in business.doors(better)]
    assert "There is no way back" in asked.text
    assert (page.text, page.rows) == ("You let the race of event 2 stand. It waits for Bob, or for the deadline.", ())
    assert "Let it stand" not in [each.label for each in business.doors(desk(played.state))]


def test_whoever_presses_last_reads_that_all_let_it_stand_and_not_the_whole_paper() -> None:
    played = session(league({ANN: 1, BOB: 1}, "protest"))
    played.act(BOB, acts.LetStand(2))

    told = story.came(played.act(ANN, acts.LetStand(2)), ANN, NAMES)

    assert told == ["🤝 Bob and Ann let the race of event 2 stand. The paper follows."]
    assert "No race waits for protests" in business.page(desk(played.state), "stand").text


def _with_losses(dead: int) -> League:
    """Return a league in which Ann's chariots have a hurt driver, dead horses, and much to learn."""
    made = league({ANN: 3, BOB: 1})
    made.stables[ANN].cash = made.shown[ANN].cash = 60_000
    hurt, torn, keen = made.stables[ANN].chariots.values()
    assert hurt.driver is not None
    assert torn.team is not None
    assert keen.team is not None
    hurt.driver.hits -= 2
    for horse in torn.team.horses[:dead]:
        horse.is_alive, horse.injury = False, horse.boxes
    keen.team.experience = 10
    keen.team.horses = [Horse(8), Horse(6), Horse(5), Horse(7)]
    made.shown = deepcopy(made.stables)
    return made


def _codes(made: League) -> list[str]:
    return [each.code for each in possible_acts(views.view_for(made, {}, [ANN]), ANN)]


def test_all_that_may_be_bought_and_trained_can_be_pressed_and_nothing_else() -> None:
    """Each price of a horse, another driver for a hurt one (21.5), a team for a torn one (21.4), each horse (23.5)."""
    made = _with_losses(1)
    hurt, torn, keen = made.stables[ANN].chariots

    codes = _codes(made)

    assert {f"driver-{hurt}-{modifier}" for modifier in (0, 1, 2)} <= set(codes)
    assert {f"horse-{torn}-1-{hundreds}" for hundreds in range(5, 41, 5)} <= set(codes)
    assert {f"team-{torn}-{hundreds}" for hundreds in (5, 10, 20, 40)} <= set(codes)
    assert [code for code in codes if code.startswith(f"speed-{keen}")] == [f"speed-{keen}-{n}" for n in (3, 2, 4)]
    assert not [code for code in codes if code.startswith((f"driver-{torn}", f"team-{hurt}", f"horse-{hurt}"))]
    for code in codes:
        session(_with_losses(1)).act(ANN, unpack_act(code))


def test_where_a_menu_has_no_room_there_are_fewer_prices() -> None:
    made = _with_losses(3)
    _, torn, keen = made.stables[ANN].chariots

    codes = _codes(made)

    assert len(codes) <= 25
    assert [code for code in codes if code.startswith(f"horse-{torn}-1")] == [
        f"horse-{torn}-1-{n}" for n in (5, 10, 20, 40)
    ]
    assert [code for code in codes if code.startswith("speed-")] == [f"speed-{keen}-3"]
