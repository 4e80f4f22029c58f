"""What somebody answered and ordered, in the text of ``/my data``: in words, in every game."""

import re
from typing import Any, get_args

import msgspec
import pytest

from engine.arena import asks as arena
from engine.ave_caesar.asks import Play
from engine.ave_caesar.courses import Space
from engine.chariot_race import asks as chariot_race
from engine.chariot_race.orders import CaltropWish, JavelinWish
from engine.chariot_race.orders import Orders as ChariotRaceOrders
from engine.chariots_of_rome.orders.orders import Ability, Gods
from engine.chariots_of_rome.orders.orders import AttackWish as RomanWish
from engine.chariots_of_rome.orders.orders import Orders as RomanOrders
from engine.chariots_of_rome.words import answers as rome
from engine.circus_maximus.orders.orders import Ahead, AttackWish
from engine.circus_maximus.orders.orders import Orders as CircusOrders
from engine.circus_maximus.words import asks as circus
from engine.circus_maximus.words.specifications import Specification
from engine.leagues.words import acts, arena_sheets, epic_sheets, sheets
from engine.leagues.words.arena_state import ManStake
from engine.leagues.words.state import Allotment, Stake
from engine.plots import Trigger
from engine.questions import Answer
from engine.rulesets import PLAYED
from records.play import Acted, Ordered
from records.values import EntryId, Faction, Square
from words.kept.answers import answer_told, orders_told
from words.kept.values import content

TWO = EntryId(2)

TOLD: dict[str, dict[Answer, str]] = {
    "circus-maximus": {
        circus.Preparation(1, 0, 2, 1): "driver +1, light car, fast team, normal endurance",
        Specification(
            (6, 7, 7, 6), 1, 6, "regular", 4, 4, 40
        ): "horses 6-7-7-6, driver +1 of 6 hits, endurance 40, wheels 4/4, whip",
        circus.Speed(20, True): "speed 20, with the whip",
        circus.Begin(strain=True): "whip the team on",
        circus.Forward(5): "5 squares straight on",
        circus.Change("inside"): "a lane inside",
        circus.Brake(3): "brake 3",
        circus.Sideslip("outside"): "slip outside",
        circus.Attack(TWO, "car", "ram"): "ram the car of chariot 2",
        circus.RunInto(): "run into the one ahead",
        circus.Meet(True): "try to get away",
        circus.Avoid("evade"): "evade",
        circus.KeepWhip(True): "keep the whip",
        circus.JumpFactors(4): "4 endurance paid",
        circus.Run(Square("A8.8")): "run to A8.8",
        circus.GetFree(True): "try to get free",
        circus.Shares((2, 1, 0, 0)): "injuries 2/1/0/0",
        circus.PullBribe(Faction(3), 1, Trigger("turn", 4)): "Pull bribe; payer 3; number 1",
    },
    "ave-caesar": {Play(4, tuple(map(Space, ("01b", "02b", "03b", "04b")))): "card 4 to 04b"},
    "chariot-race": {
        chariot_race.TakeBoard("blue"): "the blue board",
        chariot_race.TakeSlot(3): "slot",
        chariot_race.BoardWishes(("blue", "red")): "boards blue, red",
        chariot_race.SlotWishes((3, 1)): "slots 3, 1",
        chariot_race.Ready(): "your order",
        chariot_race.Repair(True): "a repair",
        chariot_race.Reroll((0, 2)): "roll 2 dice again (1, 3)",
        chariot_race.FortunaReroll((1,)): "roll 2 again for fate",
        chariot_race.FortunaTurn(0, "sprint"): "turn die 1 to sprint",
        chariot_race.FinishDice(): "the dice stay",
        chariot_race.Move(1, "FFFFOFF"): "drive 7, changing outward",
        chariot_race.DropCaltrop(Square("M24")): "a caltrop on M24",
        chariot_race.ThrowJavelin(TWO): "a javelin at chariot 2",
        chariot_race.EndTurn(): "the turn ends",
    },
    "chariots-of-rome": {
        rome.Ready(): "your order",
        rome.RedrawWish(True, False): "another charioteer, nobody else changes",
        rome.TakeCharioteer("C01"): "",
        rome.CharioteerWishes(("C01", "C02")): " and ",
        rome.TakeGate("G12"): "gate 12",
        rome.GateWishes(("G12", "G01")): "gates 12, 1",
        rome.MoveCard(TWO, 0): "card 2 to place 1",
        rome.LeaveCards(): "the cards stay",
        rome.TakeBenefit("neptune"): "Neptune",
        rome.Use(True): "yes",
        rome.PlaceDebris(Square("S1/3/9")): "debris on S1/3/9",
        rome.ChooseLevel(2): "Speed II",
        rome.TakeGifts(("space", "endurance")): " and ",
        rome.DriveHard(None): "no Hard Driving",
        rome.NameNumber(3): "a bet on 3",
        rome.KeepRoll(4): "the roll of 4",
        rome.Step((Square("S1/3/8"), Square("S1/3/9"))): "to S1/3/9 in 2 moves",
        rome.Attack("whip", TWO): "whip chariot 2",
        rome.NoAttack(): "no Attack",
        rome.Defend(1): "1 card bought off",
        rome.Lose("endurance"): "1 Endurance",
    },
    "arena": {
        arena.Plan("close", "hard-legs", "all"): "close in · hard at legs · all round",
        arena.NoPlan(): "no plan: your last one, or that of the rules",
        arena.TakeMan(2): "man 3 of those offered",
        arena.TakePlace((1, -2)): "hex 1,-2",
        arena.Spare(): "life",
        arena.Kill(): "death",
        arena.LeaveToDice(): "the dice decide",
        arena.CountThumbs(): "the thumbs are counted",
        arena.Vote(7, TWO, True): "life for chariot 2",
        arena.Decree(TWO, False): "death for chariot 2",
    },
    "classic-league": {
        sheets.Founding((Allotment(2, 2, 0, 0),)): "driver 2, car 2, horses 0, endurance 0",
        sheets.Entries((2, 1)): "Celer and Felix",
        sheets.Eve(
            (Stake(2, 700),),
            (sheets.Plan("no attack", 1, 500, trigger=Trigger("turn", 3), spares=TWO), sheets.Plan("drug", 1, 300)),
            (0, 100, 0),
        ): "700s on Celer; a bribe not to attack for Felix for 500s, shown as turn 3 begins; spares stable 2; drugged "
        "feed for Felix for 300s, the fastest horse first; 100s against drugs",
        sheets.Bids((sheets.Bid(3, 900, 2),)): "up to 900s for lot 3, for Celer",
        epic_sheets.BidSheet((epic_sheets.Maximum(3, 900),), 2000, 1): "up to 900s for lot 3, as medium if it is a "
        "gladiator; 2,000s in all; 1 lot at most",
        arena_sheets.GalaEntries((arena_sheets.GalaEntry(4, "life"),)): "gladiator 4 (pleads for life)",
        arena_sheets.GalaEve((ManStake(TWO, 300),)): "300s on the gladiator of entry 2",
        acts.BuyHorse(1, 2, 900): "Buy horse; chariot 1; place 2; price 900",
    },
}
"""By game an answer of each kind, and words that tell it; acts of a season, which stand among acts, have none."""

NOTATION = re.compile(r'[{}"`]|[a-z]_[a-z]|[a-z][A-Z]')


def stored(answer: Answer) -> str:
    return msgspec.json.encode(answer).decode()


@pytest.mark.parametrize(
    ("game", "answer", "words"),
    [(game, answer, words) for game, each in TOLD.items() for answer, words in each.items()],
    ids=lambda value: type(value).__name__ if isinstance(value, Answer) else "",
)
def test_an_answer_stands_in_the_words_of_its_game(game: str, answer: Answer, words: str) -> None:
    told = answer_told(stored(answer), game)

    assert words in told
    assert told.strip()
    assert not NOTATION.search(told)


def test_each_kind_of_answer_is_among_them() -> None:
    for game, rules in PLAYED.items():
        kinds = set(get_args(rules.answers) or (rules.answers,))
        wanted = {each for each in kinds if "sheets" in each.__module__} if game == "classic-league" else kinds
        told = {type(each) for each in TOLD[game]}
        assert wanted - told <= {sheets.RaceReturned, sheets.CalledOff, sheets.GoOn}, game


ORDERS: dict[str, tuple[Any, list[str]]] = {
    "circus-maximus": (
        CircusOrders(speed=14, attacks=(AttackWish(TWO, "lash", "team"),), ahead=Ahead(3, whips=True), preset="safe"),
        [
            "drawn up by Safe",
            "speed 14",
            "attack chariot 2 (lash the team)",
            "the whip as turn 3 is driven",
            "slip aside",
        ],
    ),
    "chariot-race": (
        ChariotRaceOrders(
            line="inner", attacks=(JavelinWish("rival", TWO), CaltropWish("last")), keep_fate=2, wants=("sprint",)
        ),
        ["the inner lane", "javelin at chariot 2", "caltrop right behind you", "keep 2 fate back", "keep sprint"],
    ),
    "chariots-of-rome": (
        RomanOrders(
            speed=2,
            attacks=(RomanWish(TWO, "ram"),),
            ability=Ability(strike_back=False, place="ahead", rival=TWO),
            gods=Gods(debris_before=TWO),
        ),
        ["Speed II", "ram chariot 2", "don't strike back", "put your card ahead of chariot 2", "before chariot 2"],
    ),
}


@pytest.mark.parametrize("game", ORDERS)
def test_orders_stand_in_words_field_by_field(game: str) -> None:
    orders, words = ORDERS[game]

    told = orders_told(msgspec.json.encode(orders).decode(), game)

    assert [each for each in words if each not in told] == []
    assert not NOTATION.search(told)


@pytest.mark.parametrize("game", ORDERS)
def test_no_field_of_an_order_is_left_out(game: str) -> None:
    """Each field that differs from the usual reads otherwise than the usual one, but for the list of those by hand."""
    usual = type(ORDERS[game][0])()
    for name in usual.__struct_fields__:
        if name == "by_hand":
            continue
        other = msgspec.structs.replace(usual, **{name: OTHERS[game, name]})
        told = [orders_told(msgspec.json.encode(each).decode(), game) for each in (usual, other)]
        assert told[0] != told[1], name


OTHERS: dict[tuple[str, str], Any] = {
    **{
        ("circus-maximus", name): value
        for name, value in {
            "speed": 9, "line": 2, "corner_strain": 0, "whip": "never", "take_gain": "never",
            "attacks": (AttackWish(TWO),), "eagerness": "hunt", "most_attacks": 1, "defend": "hold", "keep_back": 0,
            "wreck": "over", "blocked": "brake", "cut_free": False, "keep_whip": False, "get_free": False,
            "if_attacked": "ask", "ahead": Ahead(2), "preset": "fast",
        }.items()
    },
    **{
        ("chariot-race", name): value
        for name, value in {
            "repair_at": 0, "wants": ("sprint",), "fortune": "keep", "keep_fate": 1, "speed": 3, "line": "keep",
            "risk": 0, "ram": "seek", "attacks": (CaltropWish("last"),), "reroll": "best", "preset": "fast",
        }.items()
    },
    **{
        ("chariots-of-rome", name): value
        for name, value in {
            "speed": 1, "recover": 0, "whip": "never", "line": "keep", "corner_cards": 0, "attack_cards": 0,
            "danger_cards": 0, "spare_at": 0, "keep_tactics": 1, "attacks": (RomanWish(TWO),), "eagerness": "hunt",
            "ability": Ability(number=1), "gods": Gods(trade=True), "preset": "fast",
        }.items()
    },
}  # fmt: skip


def test_an_answer_with_the_order_that_was_sealed_with_it_has_both() -> None:
    orders = msgspec.json.encode(ChariotRaceOrders(line="inner")).decode()
    sealed = msgspec.json.encode(Ordered(msgspec.Raw(b'{"type":"Ready"}'), orders)).decode()

    told = answer_told(sealed, "chariot-race")

    assert told.startswith("your order (")
    assert "the inner lane" in told


def test_an_act_between_questions_is_told_like_an_answer() -> None:
    acted = msgspec.json.encode(Acted(msgspec.Raw(b'{"type":"Spare"}'))).decode()

    assert answer_told(acted, "arena") == "life"


@pytest.mark.parametrize("game", ["ave-caesar", "a game of another version", ""])
def test_what_a_game_does_not_know_stands_as_it_was_noted(game: str) -> None:
    old = '{"type":"PlayTwo","cards":[4,5]}'

    assert answer_told(old, game) == content(old) == "Play two; cards 4, 5"
    assert orders_told('{"line":"best"}', game) == "line best"
