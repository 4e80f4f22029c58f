"""What players read follows the charts of the race's edition, whichever it is."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from engine.circus_maximus.printed import editions
from engine.circus_maximus.printed.charts import Bands, Grid, Row
from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.printed.odds import wheel_odds
from engine.circus_maximus.printed.tables import Fall
from engine.circus_maximus.seen.risks import CornerRisk, MenRisk, Risk, SlideRisk, WheelRisk
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import Preparation, Prepare, Speed, WriteSpeed
from engine.circus_maximus.words.facts import (
    CarsDamaged,
    CornerStrained,
    CornerTaken,
    Dodged,
    Equipped,
    Flipped,
    PointsRevealed,
    WheelHeld,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.facts import Fact, Rolled
from engine.questions import Ask
from records.refusals import Refused
from records.values import EntryId, Lane, Square
from tests.circus_maximus.builders import a_chariot, in_phase
from words import WORDS
from words.circus_maximus.builds import SHARES
from words.circus_maximus.cockpit import risk_in_full
from words.circus_maximus.dry_runs import risk_line
from words.circus_maximus.lookups import lookups_of
from words.circus_maximus.rulebook import TABLES, tables_of

RED, BLUE = EntryId(1), EntryId(2)
NAMES = {RED: "Red", BLUE: "Blue"}
CIRCUS = WORDS["circus-maximus"]

HARSH: Any = "harsh"


@pytest.fixture(name="harsh")
def _harsh(monkeypatch: pytest.MonkeyPatch) -> Edition:
    """Add an edition whose charts say other things in all that is told of them."""
    harsh = replace(
        EDITIONS["advanced"],
        title="Harsh Game",
        corner_strain=Grid({**dict.fromkeys(range(3, 16), ("S",)), 16: ("FP",)}, first=1),
        driver_lash=Grid({2: ("B",) * 3}, first=-1),
        horse_injury=Bands(((7, 9), (2, 4))),
        car_damage=Bands(((10, "both"), (3, "none"))),
        wheel_damage=Bands(((7, 5), (2, 3))),
        dragged_hits=3,
        driver_hits=Row(dict.fromkeys(range(1, 10), 20)),
        wreck_location=Row(dict.fromkeys(range(2, 13), Fall(0, 9))),
        running_over=Bands(((11, "flip"), (3, "hobbled"))),
        critical_hit=Row(dict.fromkeys(range(2, 13), "hit")),
        critical_horse_hit=Row({2: 7}),
        spear_effect=Row({2: "killed", 3: "one hit"}),
        lacks={"weather": "16.7"},
        has_leagues=False,
    )
    monkeypatch.setattr(editions, "EDITIONS", MappingProxyType({**EDITIONS, "harsh": harsh}))
    return harsh


def rolled(rule: str, what: str, *dice: int) -> Rolled:
    return Rolled(RED, what, dice, 6, (), sum(dice), rule)


def corner(*dice: int) -> list[Fact]:
    total = sum(dice)
    return [
        CornerStrained(RED, Lane(1), 10, 2),
        rolled("7.32", "corner", *dice),
        CornerTaken(RED, "FP" if total >= 16 else "S"),
        *([Flipped(RED, "corner", Square("D3.2"))] if total >= 16 else []),
    ]


def equipped(endurance: int) -> list[Fact]:
    """Return how a chariot with a heavy car and no points for its endurance rolls a 4 for it."""
    rolls = PointsRevealed(RED, 0, 2, 2, 0), rolled("3.64", "endurance", 4)
    return [*rolls, Equipped(RED, 0, 6, "heavy", (7, 4, 3, 6), endurance)]


@pytest.mark.parametrize(
    ("facts", "read"),
    [
        (corner(6, 6, 6), "row 16, column 1 ("),
        ([rolled("9.5", "horse injury", 6, 6)], "row 7 or more: 9 injury points"),
        ([rolled("9.54", "ram on a car", 6, 6, 6)], "row 10 or more: both cars are damaged"),
        ([rolled("9.55", "wheel damage", 1, 1)], "row 6 or less: 3 points"),
        ([rolled("16.5", "driver's hits", 1, 1)], "3, times 3: 9 hits"),
        ([rolled("3.61", "driver hits", 6)], "row 6: 20 hits"),
        ([rolled("12.2", "wreck", 6, 6)], "the same lane, 9 squares forward"),
        ([rolled("14.3", "obstacle", 6, 6, 6)], "row 11 or more"),
        ([rolled("13.1", "critical hit", 6, 6)], "hurt worse than it looked"),
        ([rolled("16.4", "critical horse hit", 6, 6)], "7 more"),
        ([rolled("16.2", "spear wound", 6, 6)], "row 3"),
    ],
)
def test_why_reads_the_charts_of_the_race(harsh: Edition, facts: Sequence[Fact], read: str) -> None:
    assert read in "\n".join(CIRCUS.why(facts, NAMES, Options(edition=HARSH)))
    assert read not in "\n".join(CIRCUS.why(facts, NAMES, Options(edition="advanced")))


EPIC = Options(edition="epic")


@pytest.mark.parametrize(
    ("edition", "car", "stood", "told"),
    [
        ("advanced", "heavy", False, "A die comes off it for the standing start. (rule 6.9)"),
        ("epic", "light", False, "A die comes off it for the standing start; at least 1 is left. (rule II.8.4.3)"),
        (
            "epic",
            "heavy",
            False,
            "3 dice come off it for the start of your heavy car; at least 1 is left.",
        ),
        ("epic", "normal", True, "2 dice come off it for the start of your normal car"),
        ("advanced", "normal", True, ""),
    ],
)
def test_a_start_is_told_by_what_the_car_pays_for_it(edition: Any, car: Any, *, stood: bool, told: str) -> None:
    race = in_phase(a_chariot())
    race.options, race.turn = Options(edition=edition), 2 if stood else 1
    race.chariots[RED].car, race.chariots[RED].last_speed = car, 0
    view = view_for(race, {}, [RED])

    live = CIRCUS.controls(view, Ask(RED, WriteSpeed(20), Speed(20)), NAMES, "").text

    assert told in live
    assert ("off it" in live) == bool(told)


@pytest.mark.parametrize(("edition", "share"), [("advanced", 39), ("epic", 44), ("table", 36)])
def test_a_build_wins_as_often_as_was_counted_in_the_edition(edition: Any, share: int) -> None:
    race = in_phase(a_chariot())
    race.options = Options(edition=edition)
    first, pressed = (
        CIRCUS.controls(view_for(race, {}, [RED]), Ask(RED, Prepare(), Preparation(1, 0, 2, 1)), NAMES, plan)
        for plan in ("", SHARES)
    )

    assert "Wins" not in first.text + "".join(each.description for each in first.options)
    assert [choice.label for row in first.rows for choice in row if choice.code == SHARES] == ["Shares of wins"]
    assert not any(choice.code == SHARES for row in pressed.rows for choice in row)
    assert f"Wins {share} %" in pressed.text
    assert ("cost endurance" in pressed.text) == (edition == "epic")
    assert any(option.description.endswith(f"Wins {share} %") for option in pressed.options)


def test_an_edition_in_which_no_build_was_counted_tells_no_share(harsh: Edition) -> None:
    race = in_phase(a_chariot())
    race.options = Options(edition=HARSH)
    sheet = CIRCUS.controls(view_for(race, {}, [RED]), Ask(RED, Prepare(), Preparation(1, 0, 2, 1)), NAMES, SHARES)

    assert "Wins" not in sheet.text
    assert [choice.code for row in sheet.rows for choice in row if choice.act == "plan"] == []
    assert not any("Wins" in option.description for option in sheet.options)


@pytest.mark.parametrize(
    ("facts", "read"),
    [
        ([rolled("II.10.5", "knife", 4, 6)], "10 or more, less the range, hits: it hits"),
        ([rolled("II.10.5", "knife", 4, 5)], "less the range, hits: it misses"),
        ([rolled("II.10.4.1", "lash on a team", 4)], "4 endurance lost and factors to use, as far as endurance lasts"),
        ([rolled("II.14.2", "dodging", 1, 2), Dodged(RED, BLUE, Square("D5.2"))], "not more than the hits left"),
        ([rolled("II.14.2", "dodging", 6, 6)], "12: too slow, or no room"),
        ([rolled("II.13.3.3", "dragged over a carcass", 5)], "rounded up, is 3 hits"),
        (corner(2, 3, 4), "**II.9.2 Corner strain**"),
        (corner(2, 3, 4), "Chart II.9.2, row 9, column 2 (2 over"),
        ([rolled("9.55", "wheel damage", 1, 1)], "Chart II.10.8, row"),
        ([rolled("14.3", "obstacle", 6, 6, 1)], "Chart II.8.9, row 13 or more"),
        ([rolled("7.41", "inside wheel", 3, 3), WheelHeld(RED, "inside", False, 4)], "Chart II.12.3: 6 is greater"),
        ([rolled("12.2", "wreck", 1, 2)], "**II.13.1.2 Where a wreck comes down**"),
        ([rolled("13.1", "critical hit", 1, 1)], "Chart II.10.4.5, row 2"),
        ([rolled("16.2", "dust in the eyes", 6, 6)], "Table II.10.6 (dust), row 12"),
        ([rolled("16.2", "knife wound", 6, 6)], "Table II.10.5 (knife), row 12"),
        ([rolled("16.2", "getting free", 6, 3)], "**II.13.3.1 Getting free**"),
        ([rolled("16.7", "sliding on", 6)], "**II.8.6.6 Weather**"),
        (equipped(14), "column 4: endurance 27; the car or a short race leaves 14"),
    ],
)
def test_why_reads_what_the_epic_edition_alone_rolls(facts: Sequence[Fact], read: str) -> None:
    assert read in "\n".join(CIRCUS.why(facts, NAMES, EPIC))


@pytest.mark.parametrize(
    ("roll", "number"),
    [
        (rolled("7.32", "corner", 4, 4, 4), "II.9.2"),
        (rolled("16.2", "getting free", 6, 3), "II.13.3.1"),
        (rolled("16.2", "knife", 6, 3), "II.10.5"),
    ],
)
def test_a_story_tells_rolls_by_the_numbers_of_the_edition_s_own_book(roll: Rolled, number: str) -> None:
    def told(edition: Any) -> str:
        return "\n".join(CIRCUS.tell(CIRCUS.numbered([roll], Options(edition=edition)), NAMES))

    assert told("epic").endswith(f"(rule {number})")
    assert told("advanced") == "\n".join(CIRCUS.tell([roll], NAMES))


@pytest.mark.parametrize(
    ("risk", "base", "own"),
    [
        (CornerRisk(0, Square("A1.3"), Lane(1), 8, 2, 2, {"-": 200, "FP": 16}, 16), "7.32", "II.9.2"),
        (WheelRisk(0, "inside", 3, wheel_odds(3)), "7.43", "II.12.3"),
        (SlideRisk(0, Square("A1.3"), 2, 0), "16.7", "II.8.6.6"),
        (MenRisk(0, BLUE), "17.4", "II.14.2"),
    ],
)
def test_a_risk_bears_the_number_of_the_edition_s_own_book(risk: Risk, base: str, own: str) -> None:
    for name, number in (("advanced", base), ("epic", own)):
        assert f"(rule {number})" in risk_line(risk, EDITIONS[name], NAMES)  # type: ignore[index]
        assert f"(rule {number})" in risk_in_full(risk, EDITIONS[name], NAMES)  # type: ignore[index]


def test_a_knife_of_the_epic_edition_is_lucky_with_a_high_roll() -> None:
    assert CIRCUS.chances is not None
    (hit,), (miss,) = (CIRCUS.chances([rolled("II.10.5", "knife", *dice)], EPIC) for dice in ((6, 4), (1, 2)))

    assert (hit.came, hit.same) == ("hits", Fraction(6, 36))
    assert (miss.came, miss.better) == ("misses", Fraction(6, 36))


def test_luck_is_measured_by_the_charts_of_the_race(harsh: Edition) -> None:
    assert CIRCUS.chances is not None
    facts = [*corner(1, 1, 2), rolled("9.54", "ram on a car", 6, 6, 6), CarsDamaged(RED, BLUE, (RED, BLUE))]
    slide, ram, *_ = CIRCUS.chances(facts, Options(edition=HARSH))

    assert (slide.better, slide.same) == (Fraction(0), Fraction(206, 216))
    assert ram.came == "both cars damaged"


def test_the_danger_in_a_corner_is_that_of_the_race(harsh: Edition) -> None:
    assert CIRCUS.moment is not None
    told = {edition: CIRCUS.moment(corner(6, 6, 6), NAMES, Options(edition=edition)) for edition in ("basic", HARSH)}

    assert "a 5 % risk" in told[HARSH]
    assert told[HARSH] != told["basic"]


def test_a_table_that_an_edition_prints_anew_can_be_looked_up_beside_the_others(harsh: Edition) -> None:
    tables = tables_of(editions.EDITIONS.values())

    assert set(TABLES) < set(tables)
    assert set(tables) - set(TABLES) == {
        f"{name}, harsh game"
        for name in (
            *("corner strain", "driver lash", "ram", "preparation", "wreck location", "running over wrecks"),
            *("critical hits", "weapons"),
        )
    }
    title, rows = tables["ram, harsh game"]
    assert title.endswith(", Harsh Game")
    assert "≥ 10  both" in rows()


def test_a_table_bears_the_number_of_the_edition_s_own_book() -> None:
    assert TABLES["corner strain"][0].startswith("Corner strain (7.32):")
    assert TABLES["corner strain, epic edition"][0].startswith("Corner strain (II.9.2):")
    assert TABLES["weapons, epic edition"][0].startswith("Thrown weapons (II.10.5, II.10.6)")
    assert TABLES["car types"][0] == "Cars of the Epic edition (II.2.6, II.8.4, II.10.7)"


def test_the_odds_of_a_corner_can_be_looked_up_by_each_chart(harsh: Edition) -> None:
    plain, other = lookups_of(editions.EDITIONS.values())  # the Epic edition's chances are those of the others

    assert (plain.name, other.name) == ("corner", "corner-harsh-game")
    numbers = {"speed": 12, "lane": 1, "cdm": 0}
    assert plain.answer(**numbers) != other.answer(**numbers)


def test_a_refusal_names_the_editions_that_have_what_was_asked(harsh: Edition) -> None:
    def said(reason: CircusReason, **values: Any) -> str | None:
        return CIRCUS.refusal(Refused(reason, "16.2", **values), NAMES)

    dust, weather = (said(CircusReason.NEEDS_ADVANCED, option=option) for option in ("dust", "weather"))
    assert dust is not None
    assert "for the Advanced Game, Table game and Harsh Game only. Choose the edition advanced, table or harsh" in dust
    assert weather is not None
    assert "Harsh" not in weather
    league = str(said(CircusReason.LEAGUE_IS_ADVANCED))
    assert "races by the Advanced Game and Epic edition. Choose the edition advanced or epic." in league


def test_what_is_told_of_a_race_names_its_edition(harsh: Edition) -> None:
    assert CIRCUS.terms(Options(edition=HARSH)).startswith(harsh.title)
