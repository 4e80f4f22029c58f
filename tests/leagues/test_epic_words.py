"""The words of the Epic campaign: every fact has a line, every act a code, every page lines that can be pressed."""

import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import RaceDice
from engine.goods.gladiators import KINDS
from engine.leagues import bidding, season, views
from engine.leagues.epic_house import TEMPERS, advised_bids, next_act, plan, spent
from engine.leagues.house import MANAGERS
from engine.leagues.setup import new_league
from engine.leagues.words import arena_acts, epic_acts, epic_facts
from engine.leagues.words.epic_acts import EpicActs
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.facts import Entered, ExperienceGained, Posted, ReckoningBegan, StandingsTold
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import StableDay
from engine.leagues.words.state import League
from engine.questions import Answer, Ask
from records.refusals import Refused
from records.values import EntryId
from renderers.leagues import draw_card, draw_catalogue, draw_league
from tests.leagues.epic_seasons import RandomEpic
from words.leagues import bid_codes, bidding_typed, business, controls, lines, standings, story
from words.leagues import bidding as bidding_words
from words.leagues.act_codes import MOST, unpack_act
from words.leagues.acts import possible_acts
from words.leagues.codes import unpack
from words.leagues.desk import Desk
from words.leagues.epic_codes import NAMED
from words.leagues.epic_lines import EPIC
from words.shared.words import Controls

ANN, BOB = EntryId(1), EntryId(2)
NAMES = {EntryId(n): f"**Stable {n}**" for n in range(1, 17)}


def begun(seed: str = "a", **options: Any) -> Any:
    """Return a session of six stables on the day of an auction."""
    tempers = ["steady", "bold", "sly"] * 2
    made = new_league(LeagueOptions(campaign="epic", laps=1, **options), season.members(tempers))
    return season.begin(made, RaceDice(seed.encode()))


def asked(session: Any, member: EntryId = ANN) -> tuple[Any, Ask]:
    return session.view([member]), session.open[member]


def test_every_fact_of_the_epic_campaign_has_a_line_of_its_own() -> None:
    def kinds(union: Any) -> Iterator[type]:
        for each in get_args(union) or (union,):
            yield from kinds(each) if get_args(each) else (each,)

    assert set(EPIC) == set(kinds(epic_facts.EpicFacts))


@pytest.mark.parametrize("seed", range(6))
def test_all_that_happens_in_random_seasons_is_told(seed: int) -> None:
    played = RandomEpic(seed)
    played.play()
    facts = played.session.table.told
    told = {type(fact).__name__ for fact in facts}

    text = "\n".join(story.tell(facts, NAMES))

    assert len(told) > 12
    for sign in ("EntryId", "None", "{", "Literal", "  "):
        assert sign not in text, [each for each in text.split("\n") if sign in each][:3]
    for fact in facts:
        if type(fact) in EPIC:
            assert lines.line(fact, NAMES) or _moved_nothing(fact), fact


def _moved_nothing(fact: object) -> bool:
    """Tell whether these are the accounts of an event in which no cash was won or lost: they have no line."""
    return isinstance(fact, epic_facts.AccountsTold) and not any(each.gained for each in fact.accounts)


def test_every_act_of_a_member_can_be_pressed() -> None:
    of_steward = {
        epic_acts.CountVotes, epic_acts.MatchReturned, epic_acts.MatchCalledOff, arena_acts.CloseNaming,
        arena_acts.DuelReturned, arena_acts.OpenPairWindow, arena_acts.ClosePairWindow, arena_acts.VoidPairWindow,
    }  # fmt: skip
    said = (
        "newteam-5-10-5-5 ahorse-5 acar-medium hire-1 put-3-d-12 put-3-h-7-2 off-3-k teach-4 place-3 consign-c-3-10 "
        "withdraw-1001 take-1-c-3-450 give-1 ruin again-slave end-yes duel-2-1-3-4-1 raise-1-9 okmatch-1 nomatch-1 "
        "names-1-3-4 side-1-2-3-6 takeside-1 backside-1 "
        "drill-3-a arm-3-r sand-2-1-1-5-24 fights-1-3-4 pair-2-b3x1-b4x2"
    )
    codes = said.split()

    acts = [unpack_act(code) for code in codes]

    assert {type(act) for act in acts} == {*get_args(EpicActs), *get_args(epic_acts.EpicSecret)} - of_steward - {
        epic_acts.EpicSecret
    }
    assert {code.split("-")[0] for code in codes} == set(NAMED)


@pytest.mark.parametrize(
    "code",
    [
        "put-3-x-1",
        "off-3-h",
        "acar-golden",
        "again-king",
        "consign-z-1-1",
        "duel-2",
        "end",
        "drill-3-z",
        "arm-3-x",
        "pair-1-3",
    ],
)
def test_forged_codes_are_refused(code: str) -> None:
    with pytest.raises(Refused):
        unpack_act(code)


LOTS = st.lists(st.integers(1, 400) | st.integers(1_001, 1_040) | st.integers(2_001, 2_400), max_size=25, unique=True)


@given(LOTS, st.data())
def test_a_sheet_of_bids_comes_back_from_its_code(lots: list[int], data: st.DataObject) -> None:
    sums = st.integers(1, 1_000).map(lambda n: 100 * n)
    kinds = st.sampled_from(KINDS)
    maxima = tuple(Maximum(lot, data.draw(sums), data.draw(kinds) if lot > 2_000 else "medium") for lot in sorted(lots))
    budget = data.draw(st.none() | sums)
    sheet = BidSheet(maxima, budget, data.draw(st.none() | st.integers(1, 25)))

    code = bid_codes.pack(sheet)

    assert unpack(code) == (sheet,)
    assert set(code) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_twenty_five_bids_for_a_catalogue_of_sixty_fit_into_a_button() -> None:
    dice = random.Random(1)
    for _ in range(50):
        lots = sorted(dice.sample(range(40, 101), 25))
        sheet = BidSheet(tuple(Maximum(lot, 100 * dice.randint(2, 127)) for lot in lots), 20_000, 3)
        assert len(bid_codes.pack(sheet)) <= bidding_words.LONGEST


def test_bids_for_a_whole_market_of_gladiators_fit_into_a_button() -> None:
    dice = random.Random(2)
    for _ in range(50):
        lots = sorted(dice.sample(range(2_041, 2_061), 12))
        lines = tuple(Maximum(lot, 100 * dice.randint(1, 40), dice.choice(KINDS)) for lot in lots)
        assert len(bid_codes.pack(BidSheet(lines, 5_000, 3))) <= bidding_words.LONGEST


def walk(session: Any, most: int = 60) -> Iterator[Controls]:
    view, ask = asked(session)
    waiting, seen = [""], set[str]()
    while waiting and len(seen) < most:
        code = waiting.pop(0)
        if code in seen:
            continue
        seen.add(code)
        page = controls.controls(view, ask, NAMES, code)
        yield page
        waiting += [option.code for menu in page.menus for option in menu.options[::4]]


def test_each_line_of_an_auctions_sheet_leads_on_and_each_sheet_can_be_sealed() -> None:
    session = begun()
    _, ask = asked(session)
    sealed = 0
    for page in walk(session):
        assert len(page.menus) <= 4
        for menu in page.menus:
            assert 1 <= len(menu.options) <= 25
            assert all(len(each.label) <= 100 and len(each.description) <= 100 for each in menu.options)
            assert all(len(each.code) <= 76 for each in menu.options)
        greens = [each for row in page.rows for each in row if each.style == "success"]
        assert len(greens) == 1
        ask.question.verify(unpack(greens[0].code)[0])
        sealed += greens[0].label == "Seal · Ready"
    assert sealed > 20


@pytest.mark.parametrize(
    ("text", "maxima", "budget", "wanted"),
    [
        ("2: 3400, 7: 1.5k, budget 9000, want 2", {2: 3_400, 7: 1_500}, 9_000, 2),
        ("lot 3 up to 1,200; 4 for 900", {3: 1_200, 4: 900}, None, None),
        ("5 half", {5: 10_000}, None, None),
        ("2: 500, 2: 700", {2: 700}, None, None),
    ],
)
def test_a_sheet_of_bids_can_be_typed(
    text: str, maxima: dict[int, int], budget: int | None, wanted: int | None
) -> None:
    _, ask = asked(begun())
    assert isinstance(ask.question, AuctionDay)

    sheet = bidding_typed.read(ask.question, text)

    assert {each.lot: each.most for each in sheet.lines} == maxima
    assert (sheet.budget, sheet.wanted) == (budget, wanted)


@pytest.mark.parametrize("text", ["everything", "2", "two: 300", "budget"])
def test_what_is_no_sheet_of_bids_is_refused(text: str) -> None:
    _, ask = asked(begun())
    assert isinstance(ask.question, AuctionDay)
    with pytest.raises(Refused):
        bidding_typed.read(ask.question, text)


def test_a_house_managers_bids_are_legal_and_keep_some_cash() -> None:
    for seed in "abc":
        session = begun(seed=seed)
        for member in list(session.open):
            view, ask = asked(session, member)
            for temper in TEMPERS:
                assert isinstance(ask.question, AuctionDay)
                sheet = advised_bids(view, member, ask.question, temper)
                ask.question.verify(sheet)
                assert sheet.lines
                assert sheet.budget is not None
                assert sheet.budget < ask.question.cash


def test_a_house_manager_knows_the_public_view_and_its_own_stable_alone() -> None:
    """Two worlds: another stable's cash, store and treasury differ in secret; nothing that a manager does differs."""

    def world(secret: bool) -> tuple[Answer | None, ...]:
        session = begun()
        for member in list(session.open):
            view, ask = asked(session, member)
            session.answer(member, MANAGERS["steady"](view, ask))
        if secret:
            session.act(BOB, epic_acts.HireDriver(2))
            session.act(BOB, epic_acts.BuyStoredCar("heavy"))
        view, ask = asked(session)
        assert isinstance(ask.question, StableDay)
        return (*plan(view, ANN), next_act(view, ANN, "sly"), MANAGERS["bold"](view, ask))

    assert world(secret=False) == world(secret=True)


def test_the_plan_that_is_told_is_what_is_done_and_costs_what_is_said() -> None:
    for seed in range(8):
        session = begun(seed=f"plan {seed}")
        for member in list(session.open):
            view, ask = asked(session, member)
            session.answer(member, MANAGERS["bold" if member % 2 else "sly"](view, ask))
        view, _ = asked(session)
        told, before = plan(view, ANN), session.state.stables[ANN].cash
        season.run_errands(session, ANN, "steady")
        cars = {each.number: each for each in view.own[ANN].stable.chariots}
        assert before - session.state.stables[ANN].cash == spent(told, cars)
        assert next_act(session.view([ANN]), ANN) is None


def test_pages_of_random_seasons_can_all_be_pressed() -> None:
    seen = set[str]()
    for seed in range(12):
        played = RandomEpic(100 + seed)
        for _ in range(40):
            if played.session.is_over:
                break
            played.step()
            for page in pages(played.session.state):
                seen.add(page.title)
    assert {"Market", "Drivers and cars", "Sell by auction"} <= seen


def pages(made: League) -> Iterator[Controls]:
    """Yield all pages that the first two stables can open now, and some lines further."""
    for member in list(made.stables)[:2]:
        view = views.view_for(made, {}, [member])
        desk = Desk(view, member, NAMES)
        assert len(possible_acts(view, member)) <= 25
        waiting = [each.code for each in business.doors(desk)]
        for code in waiting[:40]:
            page = business.page(desk, code)
            assert len(page.menus) <= 4
            for menu in page.menus:
                assert 1 <= len(menu.options) <= 25
                assert len({each.code for each in menu.options}) == len(menu.options)
                assert all(len(each.code) <= MOST and len(each.label) <= 100 for each in menu.options)
                waiting += [each.code for each in menu.options[:2] if each.code.split("-")[0] in business.PAGES]
            for row in page.rows:
                assert len(row) <= 5
                for each in row:
                    assert len(each.label) <= 80
                    assert each.act == "plan" or unpack_act(each.code)
            yield page


def test_lots_of_a_catalogue_come_from_the_view() -> None:
    session = begun()
    assert tuple(session.view().catalogue) == bidding.catalogue(session.state)
    assert msgspec.json.encode(session.view().catalogue)


def on_the_eve(seed: str = "eve", **options: Any) -> Any:
    """Return a session on the eve, with all managers of one temperament."""
    session = begun(seed=seed, **options)
    while session.state.phase in ("market", "stable"):
        season.answer_open(session, dict.fromkeys(session.state.stables, MANAGERS["steady"]), lambda _league: None)
    return session


@pytest.mark.parametrize("stake_back", [True, False])
def test_the_eve_begins_with_a_house_managers_bets_and_says_what_a_bet_pays(stake_back: bool) -> None:
    session = on_the_eve(stake_back=stake_back)
    view, ask = asked(session)

    page = controls.controls(view, ask, NAMES)

    assert "A house manager would bet like this" in page.text
    assert ("the stake comes back" in page.text) == stake_back
    (green,) = [each for row in page.rows for each in row if each.style == "success"]
    sheet: Any = unpack(green.code)[0]
    ask.question.verify(sheet)
    labels = [each.label for row in page.rows for each in row]
    question: Any = ask.question
    assert ("Nothing, I'm ready" in labels) == (sheet.sum > question.least_own)


def test_guards_are_offered_to_those_who_race_alone() -> None:
    session = begun(seed="bet")
    while session.state.phase in ("market", "stable"):
        tempers = {each: MANAGERS["steady"] for each in session.state.stables if each != ANN}
        season.answer_open(session, tempers, lambda _league: None)
    view, ask = asked(session)

    assert "guards" not in [menu.name for menu in controls.controls(view, ask, NAMES).menus]


def test_the_paper_has_prizes_in_its_results_and_says_what_paid() -> None:
    session = begun(seed="paper", events=1)
    tempers = dict(zip(session.state.stables, ["steady", "bold", "sly"] * 2, strict=True))
    played = season.play_season(session.state, {n: MANAGERS[t] for n, t in tempers.items()}, "paper", tempers)

    paper = "\n".join(story.latest_paper(played.table.told, NAMES))

    assert "4,500s" in paper.split("**🪙 Betting**", maxsplit=1)[0]
    assert "wins a prize" not in paper
    assert "**💡 What paid**" in paper
    assert "took most in prizes" in paper


def test_a_placed_chariot_without_a_prize_gets_its_reason() -> None:
    session = begun(seed="paper", events=1)
    tempers = dict(zip(session.state.stables, ["steady", "bold", "sly"] * 2, strict=True))
    told = season.play_season(session.state, {n: MANAGERS[t] for n, t in tempers.items()}, "paper", tempers).table.told
    prizes = {fact.number for fact in told if isinstance(fact, Posted) and fact.why == "prize"}
    third = next(fact for fact in told if isinstance(fact, ExperienceGained) and fact.place == 3)
    assert third.chariot in prizes
    unpaid = [fact for fact in told if not (isinstance(fact, Posted) and fact.number == third.chariot)]

    def result(facts: list[Any]) -> str:
        return next(each for each in story.latest_paper(facts, NAMES) if each.startswith("🥉"))

    assert "no prize" not in result(list(told))
    assert result(unpaid).endswith(", no prize: the driver was out of the car at the end")
    dead = [msgspec.structs.replace(fact, driver=False) if fact is third else fact for fact in unpaid]
    assert result(dead).endswith(", no prize: the driver is dead")
    standings = [fact for fact in unpaid if isinstance(fact, StandingsTold)]
    kept = [
        msgspec.structs.replace(fact, ranks=tuple(msgspec.structs.replace(each, counts=False) for each in fact.ranks))
        if fact in standings
        else fact
        for fact in unpaid
    ]
    assert result(kept).endswith(", no prize")


def test_a_chariot_that_is_out_stands_below_the_places_and_says_so() -> None:
    gained = [ExperienceGained(ANN, 1, 0, 3, None, True), ExperienceGained(BOB, 2, 1, 14, 0, True)]

    paper = story.paper([ReckoningBegan(1), *gained], NAMES)

    assert [line.split()[0] for line in paper[paper.index("**🏁 Results**") + 1 :][:2]] == ["🥇", "Out:"]
    assert not [line for line in paper if line.startswith("0.")]


def test_what_is_bought_for_a_chariot_and_put_to_it_is_one_line() -> None:
    hired = epic_facts.DriverHired(ANN, 17, "Gaius Nepos", 1, 8, 2_500)
    facts = [
        hired,
        epic_facts.Harnessed(ANN, 1, "driver", 17),
        epic_facts.CarStored(BOB, 17, "light", 500),
        epic_facts.Harnessed(ANN, 1, "car", 17),
    ]

    assert story.tell(facts, NAMES) == [
        "**Stable 1** hires Gaius Nepos (+1, 8 hits) for 2,500s, for Felix.",
        "**Stable 2** buys a light car for 500s.",
        "**Stable 1**: Felix gets a car.",
    ]
    moved = [hired, epic_facts.Harnessed(ANN, 1, "driver", 17), epic_facts.Harnessed(ANN, 2, "driver", 17)]
    assert len(story.tell(moved, NAMES)) == 3


def test_both_chariots_of_a_stable_are_entered_in_one_line() -> None:
    entered = [
        Entered(1, 1, ANN, "red", 3, False),
        Entered(2, 2, BOB, "blue", 4, False),
        Entered(3, 3, ANN, "green", 1, True),
        Entered(4, 30, None, "black", 2, True),
        Entered(5, 31, None, "white", 5, True),
    ]

    assert story.tell(entered, NAMES) == [
        "🏇 **Stable 1** · Felix (car 1), lane 3; Aquila (car 3), lane 1, second row",
        "🏇 **Stable 2** · Celer (car 2), lane 4",
        "🏇 nobody · Italus (car 4), lane 2, second row; Felix II (car 5), lane 5, second row",
    ]


def shown_to(session: Any, viewer: EntryId | None) -> list[object]:
    """Return all that somebody reads and sees of a league now: a member, or everybody."""
    view = session.view([viewer] if viewer is not None else [])
    told: list[object] = [
        story.tell(session.table.told, NAMES),
        bidding_words.catalogue(view, NAMES),
        draw_league(view, NAMES, ""),
    ]
    told += [standings.standings(view, NAMES), draw_catalogue(view, NAMES, "")]
    told += [standings.card(view, each, NAMES) for each in view.stables]
    told += [draw_card(view, NAMES, each.number) for each in view.stables]
    if viewer is None:
        return told
    desk = Desk(view, viewer, NAMES)
    told += [business.doors(desk), possible_acts(view, viewer), plan(view, viewer)]
    told += [business.page(desk, each.code) for each in business.doors(desk)]
    if viewer in session.open:
        told.append(controls.controls(view, session.open[viewer], NAMES))
    return told


@pytest.mark.parametrize("viewer", [ANN, None])
def test_a_bid_that_differs_changes_nothing_that_others_read_before_the_close(viewer: EntryId | None) -> None:
    def world(sheet: BidSheet) -> list[object]:
        session = begun()
        session.answer(BOB, sheet)
        return shown_to(session, viewer)

    assert world(BidSheet()) == world(BidSheet((Maximum(1, 5_000), Maximum(4, 9_000)), 9_000, 1))


@pytest.mark.parametrize("viewer", [ANN, None])
def test_purchases_that_differ_change_nothing_that_others_read_before_the_stables_close(
    viewer: EntryId | None,
) -> None:
    def world(*acts: Answer) -> tuple[list[object], int]:
        session = begun()
        for member in list(session.open):
            view, ask = asked(session, member)
            session.answer(member, MANAGERS["sly"](view, ask) if member != BOB else BidSheet())
        for act in acts:
            session.act(BOB, act)
        return shown_to(session, viewer), session.asked

    bought = (
        epic_acts.HireDriver(2),
        epic_acts.BuyNewTeam((500, 500, 1_000, 500)),
        epic_acts.BuyStoredCar("heavy"),
        epic_acts.BuyStoredHorse(500),
    )
    assert world() == world(*bought)


def test_who_can_neither_race_nor_pay_may_give_up_and_begins_again_by_pressing() -> None:
    session = begun()
    for member in list(session.open):
        session.answer(member, BidSheet())
    session.state.stables[ANN].cash = 300
    session.state.bank += 19_700

    def doors() -> list[str]:
        return [each.label for each in business.doors(Desk(session.view([ANN]), ANN, NAMES))]

    assert "Give up" in doors()
    (button,) = [each for row in business.page(Desk(session.view([ANN]), ANN, NAMES), "ruin").rows for each in row]
    session.act(ANN, unpack_act(button.code))
    assert session.state.stables[ANN].status == "bankrupt"
    assert "Begin again" in doors()
    page = business.page(Desk(session.view([ANN]), ANN, NAMES), "again")
    session.act(ANN, unpack_act(page.rows[0][0].code))
    assert "You begin again with the next auction" in business.page(Desk(session.view([ANN]), ANN, NAMES), "again").text


def test_nobody_else_is_offered_to_give_up() -> None:
    session = begun()
    for member in list(session.open):
        session.answer(member, BidSheet())
    assert "Give up" not in [each.label for each in business.doors(Desk(session.view([ANN]), ANN, NAMES))]
