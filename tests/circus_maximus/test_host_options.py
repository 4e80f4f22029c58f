"""What a host may choose: options that go together, room in the field, presets (16, 18)."""

from itertools import product
from typing import Any

import pytest

from engine.circus_maximus.host_options import PRESETS, check_options
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.options import choose
from records.refusals import Refused


def refusal(entries: int | None = None, **chosen: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        check_options(Options(**chosen), entries)
    return caught.value


@pytest.mark.parametrize(
    ("chosen", "option", "rule"),
    [
        ({"dust": True}, "dust", "16.2"),
        ({"knife": True}, "knife", "16.2"),
        ({"spear": True}, "spear", "16.2"),
        ({"horse_carcasses": True}, "horse_carcasses", "16.3"),
        ({"free_attempts": "every phase"}, "free_attempts", "16.8"),
        ({"field": 10}, "field", "18"),
    ],
)
def test_what_only_the_advanced_game_has_is_refused_in_the_basic_game(
    chosen: dict[str, Any], option: str, rule: str
) -> None:
    refused = refusal(**chosen)

    assert (refused.reason, refused.rule) == (CircusReason.NEEDS_ADVANCED, rule)
    assert refused.values == {"option": option}
    check_options(Options(edition="advanced", **chosen), None)


@pytest.mark.parametrize(
    "chosen",
    [
        {"detailed_specification": True},
        {"critical_horse_hits": True},
        {"first_turn_acceleration": True},
        {"written_straining": True},
        {"weather": True},
        {"evade_cost": "cap"},
        {"frontal_ram": "even"},
        {"horse_cut": "all"},
        {"share_out": True},
        {"teams": True},
        {"laps": 7},
    ],
)
def test_other_options_go_with_both_editions(chosen: dict[str, Any]) -> None:
    check_options(Options(**chosen), 8)
    check_options(Options(edition="advanced", **chosen), 8)


def test_cm_32_teams_need_an_even_number_and_chariots_of_their_own() -> None:
    odd, shared = refusal(5, teams=True), refusal(teams=True, share_out=True)

    assert (odd.reason, odd.values) == (CircusReason.ODD_TEAMS, {"have": 5})
    assert (shared.reason, shared.values) == (CircusReason.NOT_IN_TEAMS, {"option": "share_out"})
    check_options(Options(teams=True), 6)
    check_options(Options(teams=True), None)


@pytest.mark.parametrize("field", [8, 10, 12, 14, 16])
def test_rule_18_no_more_chariots_race_than_the_field_has_places(field: int) -> None:
    options: dict[str, Any] = {"edition": "advanced", "field": field}
    check_options(Options(**options), field)

    refused = refusal(field + 1, **options)

    assert refused.reason is CircusReason.FIELD_TOO_LARGE
    assert refused.values == {"have": field + 1, "at_most": field}


def test_rule_18_a_race_has_as_many_colours_as_places_the_first_eight_as_ever() -> None:
    basic = RULESET.colours_for(Options())

    assert basic == ("red", "blue", "yellow", "green", "purple", "black", "white", "orange")
    assert RULESET.colours_for(Options(edition="advanced")) == basic
    assert RULESET.colours_for(Options(edition="advanced", field=12)) == (*basic, "pink", "brown", "grey", "cyan")
    assert RULESET.colours_for(Options(edition="advanced", field=16)) == RULESET.colours
    assert len(set(RULESET.colours)) == 16


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_makes_sense_and_can_be_told_in_a_line(name: str) -> None:
    preset = PRESETS[name]
    options = choose(Options, preset.wishes)

    check_options(options, 8)
    assert len(preset.description) <= 100
    assert preset.description.endswith(".")


def test_presets_are_these_the_simplest_first() -> None:
    first, quick, classic, bloody, convention, table, epic = (
        choose(Options, preset.wishes) for preset in PRESETS.values()
    )

    assert list(PRESETS) == ["first race", "quick race", "classic", "bloody", "convention", "table game", "epic"]
    assert table == Options(edition="table", laps=2, frontal_ram="even")
    assert epic == Options(edition="epic", field=16, weather=True, horse_carcasses=True)
    assert first == Options(laps=2, gentle=True)
    assert quick == Options(laps=1)
    assert classic == Options(edition="advanced")
    assert bloody == Options(
        edition="advanced",
        detailed_specification=True,
        dust=True,
        knife=True,
        spear=True,
        horse_carcasses=True,
        critical_horse_hits=True,
    )
    assert convention == Options(
        edition="advanced",
        detailed_specification=True,
        written_straining=True,
        first_turn_acceleration=True,
        weather=True,
    )


def test_a_hosts_own_wishes_go_before_those_of_a_preset() -> None:
    options = choose(Options, {**PRESETS["classic"].wishes, "laps": "5"})

    assert (options.edition, options.laps) == ("advanced", 5)


def test_whatever_is_checked_twice_is_judged_alike() -> None:
    for edition, field, teams, shared in product(("basic", "advanced"), (8, 16), (False, True), (False, True)):
        options = Options(edition=edition, field=field, teams=teams, share_out=shared)  # type: ignore[arg-type]
        is_sound = (edition == "advanced" or field == 8) and not (teams and shared)
        for entries in (None, 8):
            assert _passes(options, entries) is is_sound


def _passes(options: Options, entries: int | None) -> bool:
    try:
        check_options(options, entries)
    except Refused:
        return False
    return True
