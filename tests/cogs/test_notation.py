"""Orders for a turn as they are typed and as menus choose them."""

import random

import msgspec
import pytest

from cogs.panels.order_sheet import ROOM_FOR_MENUS
from engine.circus_maximus.orders.orders import MOST_WISHES, AttackWish, Orders
from engine.circus_maximus.orders.presets import PRESETS
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.asks import Speed, Target, WriteSpeed
from engine.facts import DEFAULT_CLAUSE
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_race
from words.circus_maximus import orders as panel
from words.circus_maximus.notation import CLAUSES, FIELDS, example, read, write
from words.circus_maximus.orders import WORDS, choose
from words.circus_maximus.story.clauses import clauses_in_words, in_words, is_known
from words.shared.names import unformatted

NAMES = {RED: "<name 1>", BLUE: "<name 2>", GREEN: "<name 3>"}
COLOURS = ("red", "blue", "green")


def the_view() -> RaceView:
    race = a_race(a_chariot("A5.1"), a_chariot("A7.3"), a_chariot("A9.5"))
    for chariot, colour in zip(race.chariots.values(), COLOURS, strict=True):
        chariot.colour = colour
    return view_for(race, {}, [RED])


VIEW = the_view()


def typed(text: str, orders: Orders | None = None) -> Orders:
    return read(VIEW, RED, orders or Orders(), text)


def test_a_whole_order_stands_in_one_line() -> None:
    orders = typed("16 line 2 strain 2 ram blue car if beside; defend brake")

    assert orders == Orders(
        16, 2, corner_strain=2, attacks=(AttackWish(BLUE, "ram", "car"),), eagerness="beside", defend="brake"
    )


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("14", Orders(14)),
        ("corner", Orders("corner")),
        ("speed highest", Orders("highest")),
        ("LAST, line Inside", Orders("last", "inside")),
        ("whip last straight, last", Orders("last", whip="last straight")),
        ("whip straight", Orders(whip="straight")),
        ("gain if safe if hunt", Orders(take_gain="if safe", eagerness="hunt")),
        ("blocked run into", Orders(blocked="run into")),
        ("keep 12 wreck brake cut no grabbed no free no", Orders(
            keep_back=12, wreck="brake", cut_free=False, keep_whip=False, get_free=False
        )),
        ("lash 3 driver, small knife anybody", Orders(
            attacks=(AttackWish(GREEN, "lash", "driver"), AttackWish(None, "small knife"))
        )),
        ("ram any dragged driver", Orders(attacks=(AttackWish(None, "ram", "dragged driver"),))),
        ("attacks 4", Orders(most_attacks=4)),
    ],
)  # fmt: skip
def test_each_clause_is_read(text: str, orders: Orders) -> None:
    assert typed(text) == orders


def test_what_is_not_said_stays_as_it_was() -> None:
    before = Orders(12, 3, attacks=(AttackWish(BLUE),), defend="hold")

    assert typed("strain 1", before) == msgspec.structs.replace(before, corner_strain=1)
    assert typed("ram green", before).attacks == (AttackWish(GREEN),)
    assert typed("no attacks", before).attacks == ()


@pytest.mark.parametrize(
    ("text", "at", "place"),
    [
        ("", "", 1),
        ("16 quick", "quick", 2),
        ("line 9", "9", 2),
        ("strain 13", "13", 2),
        ("140", "140", 1),
        ("ram purple", "purple", 2),
        ("ram red", "red", 2),  # his own
        ("16 17", "17", 2),
        ("defend", "", 2),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(text: str, at: str, place: int) -> None:
    with pytest.raises(Refused) as refused:
        typed(text)

    assert refused.value.reason is GameReason.NOT_A_PLAN
    assert (refused.value.values["at"], refused.value.values["place"]) == (at, place)
    assert refused.value.values["expected"]


def test_the_example_can_be_read() -> None:
    assert read(VIEW, BLUE, Orders(), example(VIEW, BLUE)).attacks == (AttackWish(RED, "ram", "car"),)


def any_orders(choose_by: random.Random) -> Orders:
    fields = {name: choose_by.choice(list(FIELDS[name].values.values())) for name in CLAUSES.values()}
    targets: list[Target | None] = [None, "team", "car", "driver"]
    wishes = [
        AttackWish(choose_by.choice([None, BLUE, GREEN]), choose_by.choice(["ram", "lash"]), choose_by.choice(targets))
        for _ in range(choose_by.randrange(4))
    ]
    return Orders(**fields, attacks=tuple(wishes))


def test_what_is_written_is_read_back() -> None:
    chance = random.Random(1)
    for _ in range(300):
        orders = any_orders(chance)
        assert typed(write(VIEW, RED, orders)) == orders


def test_every_field_but_the_attacks_has_a_clause() -> None:
    unasked = ("if_attacked", "ahead")  # for paces that ask for each step: no order says it
    assert {*CLAUSES.values(), "attacks", "preset", "by_hand", *unasked} == set(Orders.__struct_fields__)


def test_the_button_of_a_preset_is_lit_while_nothing_differs_from_it() -> None:
    def lit(orders: Orders) -> list[str]:
        shown = panel.sheet(VIEW, RED, None, orders, NAMES)
        return [choice.code for choice in shown.presets if choice.style == "primary"]

    safe = choose(VIEW, RED, Orders(), "preset", ["safe"])

    assert (lit(safe), lit(WORDS.read(VIEW, RED, safe, "keep 1")), lit(Orders())) == (["safe"], [], [])


def test_the_picture_of_an_order_shows_the_speed_it_names_to_nobody_else() -> None:
    crop = panel.sheet(VIEW, RED, None, Orders(speed=9), NAMES).crop

    assert crop is not None
    assert crop.view.chariot(RED).written == 9
    assert VIEW.chariot(RED).written is None
    assert {each.written for each in crop.view.chariots if each.entry != RED} == {None}


@pytest.mark.parametrize("modifier", [1, 9, 37])
def test_the_fastest_team_of_a_league_is_ordered_like_any_other(modifier: int) -> None:
    race = a_race(a_chariot("A5.1", horses=(10, 10, 10, 10), modifier=modifier), a_chariot("A7.3"))
    for chariot, colour in zip(race.chariots.values(), COLOURS, strict=False):
        chariot.colour = colour
    view, top = view_for(race, {}, [RED]), 40 + modifier

    for name in PRESETS:
        orders = choose(view, RED, Orders(), "preset", [name])
        shown = panel.sheet(view, RED, None, orders, NAMES)
        assert read(view, RED, Orders(), shown.typed).speed == orders.speed
    fastest = choose(view, RED, Orders(), "speed", [str(top)])
    assert fastest.speed == top
    assert str(top) in panel.sheet(view, RED, None, fastest, NAMES).menus[0].chosen
    assert msgspec.json.decode(msgspec.json.encode(fastest), type=Orders) == fastest


# Menus


@pytest.mark.slow
def test_each_line_of_each_menu_can_be_chosen() -> None:
    chance = random.Random(2)
    for _ in range(3):
        orders = any_orders(chance)
        sheet = WORDS.sheet(VIEW, RED, None, orders, NAMES)
        for menu in (*sheet.menus, *sheet.more):
            assert len({option.code for option in menu.options}) == len(menu.options) <= 25
            assert set(menu.chosen) <= {option.code for option in menu.options}
            for option in menu.options:
                changed = choose(VIEW, RED, orders, menu.name, [option.code])
                again = WORDS.sheet(VIEW, RED, None, changed, NAMES)
                shown = next(each for each in (*again.menus, *again.more) if each.name == menu.name)
                assert option.code in shown.chosen, (menu.name, option.code)


def test_whom_and_with_what_make_the_list_of_attacks() -> None:
    orders = choose(VIEW, RED, Orders(), "whom", ["2", "3"])
    assert orders.attacks == (AttackWish(BLUE), AttackWish(GREEN))

    orders = choose(VIEW, RED, orders, "means", ["ram-car", "lash-driver"])
    assert orders.attacks == (
        AttackWish(BLUE, "ram", "car"), AttackWish(BLUE, "lash", "driver"),
        AttackWish(GREEN, "ram", "car"), AttackWish(GREEN, "lash", "driver"),
    )  # fmt: skip
    assert choose(VIEW, RED, orders, "whom", []).attacks == ()
    many = choose(
        VIEW, RED, choose(VIEW, RED, orders, "whom", ["0", "2", "3"]), "means", ["ram", "ram-car", "lash-team"]
    )
    assert len(many.attacks) == MOST_WISHES


def test_what_a_menu_does_not_offer_is_refused() -> None:
    for menu, code in (("speed", "140"), ("line", "x"), ("whom", "1"), ("whom", "9"), ("means", "bite"), ("bets", "1")):
        with pytest.raises(Refused) as refused:
            choose(VIEW, RED, Orders(), menu, [code])
        assert refused.value.reason is GameReason.NO_SUCH_OPTION


def test_small_things_that_the_basic_game_does_not_know_stay_as_they_are() -> None:
    orders = choose(VIEW, RED, Orders(take_gain="always"), "switches", ["cut_free", "take_gain"])

    assert (orders.cut_free, orders.keep_whip, orders.get_free, orders.take_gain) == (True, False, True, "always")


def test_a_label_has_no_formatting() -> None:
    assert unformatted(r"🔴 **1 Max\_imus \(careful\)**") == "🔴 1 Max_imus (careful)"


# Clauses


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("line-best", "the best line"),
        ("line-3-strain-2-beyond",
         "makes for lane 3, 2 over the safe speed of the corner, more than accepted: there is no other way"),
        ("line-inside-brake-1", "to the inside, braking 1 square off"),
        ("start-plain", ""),
        ("start-strain-last-straight-gain-if-safe",
         "whips the team on, as it is the last straight and takes the lash's extra square, as it is safe"),
        ("attack-2-small-knife-dragged-driver", "throws the small knife at the dragged driver of <name 2>"),
        ("attack-3-ram-car-spare", "rams the car of <name 3>, with a square to spare"),
        ("hunt-2", "leaves the ordered line to attack <name 2>"),
        ("blocked-run-into-3", "blocked: runs into <name 3>"),
        ("blocked-run-into", "blocked: runs into the one ahead"),
        ("defend-hold-keep-6", "holds, to keep 6 endurance back"),
        (DEFAULT_CLAUSE, "no order for this, so the rules decided"),
    ],
)  # fmt: skip
def test_a_clause_in_words(clause: str, words: str) -> None:
    assert in_words(clause, NAMES) == words


def test_clauses_of_one_phase_are_told_once_each_in_their_order() -> None:
    said = clauses_in_words(["start-plain", "line-best", "attack-2-ram-car", "line-best"], NAMES)

    assert said == "the best line; rams the car of <name 2>"


@pytest.mark.parametrize(
    ("clauses", "words"),
    [
        (["line-2", "line-2-brake-3"], "makes for lane 2, braking 3 squares off"),
        (["line-2-brake-3", "line-2"], "makes for lane 2, braking 3 squares off"),
        (
            ["line-2", "attack-2-ram-car", "line-2-brake-3"],
            "makes for lane 2; rams the car of <name 2>; braking 3 squares off",
        ),
        (
            ["line-6-strain-3-beyond", "line-6"],
            "makes for lane 6, 3 over the safe speed of the corner, more than accepted: there is no other way",
        ),
    ],
)
def test_a_line_that_goes_on_is_named_once(clauses: list[str], words: str) -> None:
    assert clauses_in_words(clauses, NAMES) == words


def test_a_clause_of_another_version_is_told_as_it_stands() -> None:
    assert in_words("dance-on-the-pole", NAMES) == "dance on the pole"
    assert not is_known("dance-on-the-pole")


def test_no_way_is_called_safe_that_the_others_make_risky() -> None:
    race = a_race(a_chariot("A30.3"), a_chariot("A33.3"), a_chariot("A33.4"), turn=5)
    for chariot in race.chariots.values():
        chariot.on_grid = False
    view = view_for(race, {}, [RED])

    told_of = panel.sheet(view, RED, None, Orders(speed=10, line=3, corner_strain=0, whip="never"), NAMES).text

    assert "✅" not in told_of
    assert "⚠️ 1 over the safe speed" in told_of
    assert "you crash" in told_of or "you can't crash" in told_of


def test_no_panel_has_more_menus_than_a_message_has_room_for() -> None:
    view = msgspec.structs.replace(VIEW, options=msgspec.structs.replace(VIEW.options, edition="advanced"))

    for each, most in ((view, 9), (VIEW, 8)):
        sheet = panel.sheet(each, RED, None, Orders(), NAMES)
        assert [menu.name for menu in sheet.menus] == ["speed", "line", "corner_strain"]
        assert [choice.code for choice in sheet.presets] == ["fast"], "the others come to the same here"
        assert len(sheet.more) == most <= ROOM_FOR_MENUS


# Two worlds


def test_a_sheet_tells_nothing_that_its_player_may_not_know() -> None:
    """What others have sealed differs; presets, outcome, odds and menus of red's sheet do not."""
    race = a_race(a_chariot("A28.3"), a_chariot("A29.4"), a_chariot("A30.2"), turn=5)
    worlds = [view_for(race, {BLUE: sealed, GREEN: Speed(3)}, [RED]) for sealed in (Speed(1), Speed(20))]
    ask = Ask(RED, WriteSpeed(20), Speed(12), secret=True)

    sheets = [
        panel.sheet(view, RED, ask, choose(view, RED, Orders(), "preset", [name]), NAMES)
        for view in worlds
        for name in PRESETS
    ]

    assert sheets[:3] == sheets[3:]
    assert len({sheet.summary for sheet in sheets}) == 3
