"""How an owner puts a team into another order (21.42), and a debtor their own lots (R-G32), as pages to press."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from engine.leagues.views import ChariotView, LeagueView, OwnView, TeamView
from engine.refusals import GameReason
from records.refusals import Refused
from words.leagues.names import chariot_text, money
from words.shared.words import Choice, Controls, Menu, Option

IN_ORDER = (1, 2, 3, 4)
LINES = 25
"""Of a menu."""


def team_page(mine: OwnView, view: LeagueView, code: str) -> Controls:
    """Draw up a new order of a team's horses.

    :param code: ``order``, ``order-3``, or with the places in their new order ``order-3-2134``.
    :raises Refused: if there is no such page.
    """
    teams = [each for each in mine.stable.chariots if each.number in mine.to_arrange and each.team is not None]
    if not teams:
        text = "No team of yours has a new horse now. Buy a horse for a team, and you may put it into another order."
        return Controls("Arrange a team", text, "", "")
    _, number, places = ([*code.split("-"), "", ""])[:3]
    chariot = next((each for each in teams if str(each.number) == number), teams[0])
    order = _order(places) if str(chariot.number) == number else IN_ORDER
    assert chariot.team is not None
    lines = [
        f"**{chariot_text(view, chariot.number)}**, from left to right: **{_speeds(chariot.team, order)}**",
        "-# The inside horse is on the left. A team may be put into another order while its new horse is new. (21.42)",
    ]
    menus = [Menu("order", "In which order?", tuple(_orders(chariot, chariot.team, order))[:LINES])]
    others = [Option(chariot_text(view, each.number), f"order-{each.number}") for each in teams if each is not chariot]
    if others:
        menus.append(Menu("team", "Another team", tuple(others[:LINES])))
    row = (Choice("Harness them", "answer", _code(chariot, order), "success"),) if order != IN_ORDER else ()
    return Controls("Arrange a team", "\n".join(lines), "", "", (row,) if row else (), menus=tuple(menus))


def _order(places: str) -> tuple[int, ...]:
    """Return an order of horses from a code; the present one without a code.

    :raises Refused: if the code is forged.
    """
    if not places:
        return IN_ORDER
    order = tuple(int(each) for each in places if each.isdecimal())
    if tuple(sorted(order)) != IN_ORDER:
        raise Refused(GameReason.NOT_A_PLAN, at=places[:40], place=1, expected="a line of this menu")
    return order


def _orders(chariot: ChariotView, team: TeamView, now: Sequence[int]) -> Iterator[Option]:
    """Yield every order in which the team looks otherwise than now; of orders that look alike the first."""
    looks = {_speeds(team, now)}
    for order in permutations(IN_ORDER):
        speeds = _speeds(team, order)
        if speeds not in looks:
            looks.add(speeds)
            yield Option(speeds, _code(chariot, order))


def _code(chariot: ChariotView, order: Sequence[int]) -> str:
    return f"order-{chariot.number}-{''.join(map(str, order))}"


def _speeds(team: TeamView, order: Sequence[int]) -> str:
    """Return the speeds of horses in an order, with their injuries: ``7-4(1 hurt)-4-7``."""
    horses = [team.horses[place - 1] for place in order]
    return "-".join(_speed(each.boxes, each.injury if each.is_alive else each.boxes) for each in horses)


def _speed(boxes: int, injury: int) -> str:
    if not injury:
        return str(boxes)
    return f"{boxes}({'dead' if injury == boxes else f'{injury} hurt'})"


def lots_page(view: LeagueView, code: str) -> Controls:
    """Draw up which chariots' parts are sold first in one's own forced auction.

    :param code: ``lots``, or with chariots in order ``lots-3-1``.
    """
    there = list(dict.fromkeys(lot.of for lot in view.lots))
    drawn = [int(each) for each in code.split("-")[1:] if each.isdecimal() and int(each) in there]
    first = list(dict.fromkeys([*drawn, *there]))
    lines = [
        "You owe more than you have, so parts of your stable are sold, one by one, until the debt is paid.",
        *(f"{place}. {chariot_text(view, number)}" for place, number in enumerate(first, start=1)),
        "-# Once the debt is paid, you keep the rest. If everything together is too little, you are bankrupt. (21.2)",
    ]
    ahead = [
        Option(f"First {chariot_text(view, number)}", "-".join(map(str, ["lots", number, *_without(first, number)])))
        for number in first[1:]
    ]
    menus = (Menu("lots", "Sell which one first?", tuple(ahead[:LINES])),) if ahead else ()
    row = (Choice("Sell in this order", "answer", "-".join(map(str, ["lots", *first])), "success"),)
    return Controls("My lots", "\n".join(lines), "", "", (row,) if first != there else (), menus=menus)


def _without(numbers: Sequence[int], number: int) -> list[int]:
    return [each for each in numbers if each != number]


def help_lines(mine: OwnView) -> Iterator[Option]:
    """Yield what the bank would lend a stable that cannot race nor pay to mend (R-G34)."""
    for amount in (500, 1_000, 2_000):
        if amount <= mine.help_at_most:
            label = f"Ask the bank for {money(amount)}"
            yield Option(label, f"help-{amount // 100}", "Once a season, paid back at its end")
