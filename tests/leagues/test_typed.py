"""A sheet of the eve that is typed: any sum, and a clear word about what cannot be read."""

import pytest

from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import Eve, EveOfRace, Plan
from engine.leagues.words.state import Stake
from engine.plots import Trigger
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league
from tests.leagues.test_pages import eve_of, put
from words.leagues.codes import pack, read, unpack
from words.leagues.names import chariot_name

FIRST = Trigger("first attack")
QUESTION = EveOfRace(ANN, 10_000, {1: ANN, 4: BOB, 6: CLEO}, own_bet=True)


def typed(text: str, question: EveOfRace = QUESTION) -> Eve:
    (answer,) = read(None, Ask(question.member, question, Eve(), secret=True), text)
    assert isinstance(answer, Eve)
    return answer


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        ("bet 700 on 1", Eve((Stake(1, 700),))),
        ("Bet 1,200s on 1, bet 300 on 2", Eve((Stake(1, 1_200), Stake(4, 300)))),
        ("drug 2 for 1250; guard drugs 250", Eve((), (Plan("drug", 4, 1_250),), (0, 250, 0))),
        ("sabotage 2 1001\nguard each 33", Eve((), (Plan("sabotage", 4, 1_001),), (33, 33, 33))),
        ("slow on 2 for 3300; guard bribes 1", Eve((), (Plan("slow", 4, 3_300, trigger=FIRST),), (1, 0, 0))),
        ("bet 1.000 on 1; bet 1 000 on 2", Eve((Stake(1, 1_000), Stake(4, 1_000)))),
        ("bet 1'000 on 1; drug 2 for 2.5k sesterces", Eve((Stake(1, 1_000),), (Plan("drug", 4, 2_500),))),
        ("bet half on 1; guard each 1k", Eve((Stake(1, 5_000),), (), (1_000, 1_000, 1_000))),
        ("bet all on 1; bet 2.5k on 2", Eve((Stake(1, 7_500), Stake(4, 2_500)))),
        ("bet all on 1; bet half on 2; guard each 50", Eve((Stake(1, 9_800), Stake(4, 0)), (), (50, 50, 50))),
        ("bet 700 on Felix, bet 300 on car 2", Eve((Stake(1, 700), Stake(4, 300)))),
        (
            "drug hilarus for 500; slow on Florus 600",
            Eve((), (Plan("drug", 6, 500), Plan("slow", 4, 600, trigger=FIRST))),
        ),
    ],
)
def test_any_sum_can_be_typed_and_its_button_keeps_it(text: str, sheet: Eve) -> None:
    assert typed(text) == sheet
    assert unpack(pack(sheet)) == (sheet,)


@pytest.mark.parametrize(
    ("text", "at", "place"),
    [
        ("bet 7.5 on 1", "bet 7.5 on 1", 1),
        ("bet 1,000k on 1", "bet 1,000k on 1", 1),
        ("drug 2 for much", "drug 2 for much", 1),
        ("bet 100 on car 4", "bet 100 on car 4", 1),
        ("bet 100 on Primus", "bet 100 on primus", 1),
        ("bet 100 on 1; bet -5 on 4", "bet -5 on 4", 2),
        ("", "", 1),
        (" ; ", "", 1),
        (f"bet {'9' * 150} on 1", f"bet {'9' * 150} on 1", 1),
        ("<@123> wins", "<@123> wins", 1),
        ("everything", "everything", 1),
    ],
)
def test_what_cannot_be_read_is_named_with_an_example_that_can(text: str, at: str, place: int) -> None:
    with pytest.raises(Refused) as found:
        typed(text)

    example = found.value.values["expected"]
    assert isinstance(example, str)
    assert found.value.reason is GameReason.NOT_A_PLAN
    assert (found.value.values["at"], found.value.values["place"]) == (at, place)
    QUESTION.verify(typed(example))


def test_a_typed_bribe_of_a_better_protects_somebody_in_the_race() -> None:
    question = EveOfRace(DIO, 10_000, {1: ANN, 4: BOB}, own_bet=True)

    question.verify(typed("no attack 2 for 600", question))

    assert typed("no attack 2 for 600", question).plans[0].spares == ANN
    assert typed("no attack 2 for 600").plans[0].spares is None


def test_a_sheet_can_be_typed_and_says_by_the_rule_what_keeps_it_from_being_sealed() -> None:
    made = league({ANN: 1, BOB: 1, CLEO: 1}, "eve")
    question = eve_of(made)
    rival = next(each for each in question.entered if each not in question.own)

    page = put(made, question, pack(Eve((Stake(question.own[0], 100),), (Plan("drug", rival, 450),))))

    assert "500s at least, not 450s" in page.text
    assert page.typed_label
    question.verify(typed(page.typed_example, question))


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_a_bribe_is_not_shown_in_a_lap_that_there_is_not(laps: int) -> None:
    made = league({ANN: 0, BOB: 1, CLEO: 1, DIO: 0}, "eve", betters=(ANN,))
    made.options = LeagueOptions(laps=laps)  # type: ignore[arg-type]
    question = eve_of(made)
    (backed, rival) = question.entered

    page = put(made, question, pack(typed(f"no attack {chariot_name(rival)} for 600", question)))

    how = [each.label for menu in page.menus for each in menu.options if menu.name == "how"]
    assert [f"Show it as lap {lap} begins" in how for lap in (2, 3)] == [laps >= 2, laps >= 3]
    assert backed
    assert "shown at the first attack on Bob; spares Bob" in page.text
