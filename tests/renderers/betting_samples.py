"""Betting tables, swings and slips made by hand, for pictures."""

import random
from collections.abc import Sequence
from typing import Any

from engine.betting.book import Choice, MarketKind, Ticket, TicketState
from engine.betting.rules import TableRules
from engine.betting.views import (
    BoardView,
    ChoiceView,
    EntrantView,
    MarketView,
    SlipLine,
    SlipView,
    SwingPoint,
    SwingView,
)
from engine.circus_maximus.printed.tables import COLOURS
from records.values import EntryId, PlayerId, RaceId, Sesterces
from tests.renderers.advanced_samples import MANY_NAMES

RACE = RaceId(7)
VIEWER = PlayerId(77)
TITLE = "The Games of Apollo"
POOLS: tuple[MarketKind, ...] = ("win", "place", "last survivor", "first wreck", "fastest lap")
LONGEST_NAME = "WMQ@&%ÄŶ" * 4


def entrants(count: int, *, has_chances: bool = True, name: str = "") -> tuple[EntrantView, ...]:
    """Return chariots 1 to *count*; all of the same *name*, if one is given."""
    chance = random.Random(count)
    shares = [chance.random() ** 2 for _ in range(count)]
    return tuple(
        EntrantView(
            EntryId(number),
            name or MANY_NAMES[EntryId(number)],
            list(COLOURS)[number - 1],
            None if number % 3 == 0 else PlayerId(number),
            round(1000 * shares[number - 1] / sum(shares)) if has_chances else None,
        )
        for number in range(1, count + 1)
    )


def a_market(
    number: int, kind: MarketKind, stakes: Sequence[int | None], *, share: int = 0, **changes: Any
) -> MarketView:
    """Return a market with so much on each choice, ``None`` for what is secret."""
    known = [each for each in stakes if each is not None]
    total = sum(known) if len(known) == len(stakes) else None
    names = ["over", "under"] if kind == "finishers" else [str(place) for place in range(1, len(stakes) + 1)]
    choices = tuple(_a_choice(kind, name, stake, total, share) for name, stake in zip(names, stakes, strict=True))
    fields: dict[str, Any] = {"window": 0, "state": "open", "moment": "", "seals": 0, "winners": (), "why": ""}
    return MarketView(
        number=number,
        kind=kind,
        staked=None if total is None else Sesterces(total),
        choices=choices,
        **(fields | changes),
    )


def _a_choice(kind: MarketKind, name: Choice, stake: int | None, total: int | None, share: int) -> ChoiceView:
    if stake is None or total is None:
        return ChoiceView(name, None, None, None)
    pays = 100 + (total - stake) * (100 - share) // stake if stake else None
    odds = total // stake if stake and kind == "sealed" else None
    return ChoiceView(name, Sesterces(stake), stake // 500, pays if kind != "sealed" else None, odds)


def stakes(count: int, seed: int, most: int = 60) -> list[int]:
    """Return stakes in hundreds, none on some."""
    chance = random.Random(seed)
    return [100 * chance.randrange(most) * (chance.random() > 0.25) for _ in range(count)]


def a_ticket(number: int, market: int, choice: Choice, *, player: PlayerId = VIEWER, **changes: Any) -> Ticket:
    fields: dict[str, Any] = {"stake": Sesterces(300), "key": f"{number}", "at": 0.0, "name": "Ana"}
    return Ticket(race=RACE, number=number, market=market, player=player, choice=choice, **(fields | changes))


def a_board(count: int, markets: Sequence[MarketView], **changes: Any) -> BoardView:
    fields: dict[str, Any] = {
        "title": TITLE,
        "is_over": False,
        "rules": TableRules(),
        "share": 0,
        "cap": Sesterces(0),
        "entrants": entrants(count),
        "purse": None,
        "tickets": (),
        "sides": (),
        "samples": 200,
    }
    return BoardView(race=RACE, markets=tuple(markets), **(fields | changes))


def while_open(count: int = 8, most: int = 60) -> BoardView:
    """Return a table before the race: the sealed bets are secret, the pools are open."""
    secret = a_market(1, "sealed", [None] * count, seals=7)
    pools = [a_market(number, kind, stakes(count, number, most)) for number, kind in enumerate(POOLS, start=2)]
    return a_board(count, [secret, *pools, a_market(7, "finishers", [1_200, 700])])


def seen_by_a_bettor(count: int = 8) -> BoardView:
    """Return an open table with the marks of one bettor's own tickets, in the sealed bets too."""
    tickets = (a_ticket(1, 1, "3"), a_ticket(2, 2, "3"), a_ticket(3, 4, "5"), a_ticket(4, 7, "over"))
    changes: dict[str, Any] = {"viewer": VIEWER, "purse": Sesterces(8_650), "tickets": tickets}
    board = while_open(count)
    return a_board(count, board.markets, share=5, cap=Sesterces(5_000), **changes)


def in_a_window(count: int = 8) -> BoardView:
    """Return a table after lap 1: pools closed, sealed bets revealed, a window open."""
    sealed = a_market(1, "sealed", stakes(count, 1), state="closed", moment="start")
    pools = [
        a_market(number, kind, stakes(count, number), state="closed", moment="start")
        for number, kind in enumerate(POOLS, start=2)
    ]
    finishers = a_market(7, "finishers", [1_200, 700], state="closed", moment="start")
    window = a_market(8, "sealed", [None] * count, window=1, seals=2)
    return a_board(count, [sealed, *pools, finishers, window], turn=6)


def when_settled(count: int = 8, most: int = 60, **changes: Any) -> BoardView:
    """Return a table after the race: chariot 3 has won, one pool went back, one market is void."""
    winners = {"win": ("3",), "place": ("1", "3", "5"), "first wreck": ("2", "4")}
    pools = [
        a_market(number, kind, stakes(count, number, most), state="settled", winners=winners[kind])
        if kind in winners
        else a_market(number, kind, stakes(count, number, most), state="void", why="no outcome")
        for number, kind in enumerate(POOLS[:-1], start=2)
    ]
    return a_board(
        count,
        [
            a_market(1, "sealed", stakes(count, 1, most), state="settled", winners=("3",)),
            *pools,
            a_market(6, "fastest lap", stakes(count, 6, most), state="void", why="rewound"),
            a_market(7, "finishers", [1_200, 700], state="settled", winners=("under",)),
            a_market(8, "sealed", stakes(count, 8, most), window=1, state="settled", winners=("3",)),
            a_market(9, "sealed", stakes(count, 9, most), window=2, state="settled", winners=("3",)),
        ],
        is_over=True,
        turn=12,
        **changes,
    )


def at_its_worst() -> BoardView:
    """Return the fullest table: sixteen chariots with the longest names, the largest sums, tickets on everything."""
    tickets = tuple(
        a_ticket(16 * market + number, market, str(number)) for market in range(1, 10) for number in range(1, 17)
    )
    return when_settled(
        16,
        1_000_000,
        title="W" * 300,
        entrants=entrants(16, name=LONGEST_NAME),
        tickets=tickets,
        viewer=VIEWER,
        purse=Sesterces(1_234_567_890),
        share=25,
        cap=Sesterces(1_000_000),
    )


def a_swing(
    count: int, turns: int, *, outs: int = 0, is_over: bool = True, name: str = "", **changes: Any
) -> SwingView:
    """Return chances that wander for so many turns; the last *outs* chariots go out on the way."""
    chance = random.Random(100 * count + turns)
    out = {EntryId(count - place): 1 + (place * 5) // 3 % max(1, turns) for place in range(outs)}
    weights = {EntryId(number): 1.0 for number in range(1, count + 1)}
    points = []
    for turn in range(turns + 1):
        points.append(SwingPoint(turn, _chances(weights, out, turn)))
        weights = {entry: weight * 2 ** chance.gauss(0, 0.5) for entry, weight in weights.items()}
    winner = max(points[-1].chances, key=lambda entry: points[-1].chances[entry]) if is_over else None
    if winner is not None:
        points.append(SwingPoint(turns + 1, {entry: 1000 * (entry == winner) for entry in weights}))
    fields: dict[str, Any] = {"title": TITLE, "samples": 200, "winner": winner, "points": tuple(points), "out": out}
    fields["laps"] = (turns // 3, 2 * turns // 3)
    return SwingView(race=RACE, entrants=entrants(count, name=name), **(fields | changes))


def _chances(weights: dict[EntryId, float], out: dict[EntryId, int], turn: int) -> dict[EntryId, int]:
    running = {entry: weight for entry, weight in weights.items() if out.get(entry, 1_000) > turn}
    total = sum(running.values())
    return {entry: round(1000 * running.get(entry, 0.0) / total) for entry in weights}


def a_line(number: int, state: TicketState, stake: int, paid: int = 0, **changes: Any) -> SlipLine:
    entrant = entrants(16)[number - 1]
    fields: dict[str, Any] = {"market": "win", "window": 0, "choice": entrant.name, "colour": entrant.colour, "why": ""}
    return SlipLine(stake=Sesterces(stake), paid=Sesterces(paid), state=state, **(fields | changes))


def a_slip(*lines: SlipLine, **changes: Any) -> SlipView:
    fields: dict[str, Any] = {"title": TITLE, "player": "Ana", "is_over": True, "winners": entrants(16)[2:3]}
    fields["purse"] = Sesterces(12_450)
    staked, paid = (Sesterces(sum(each)) for each in ((line.stake for line in lines), (line.paid for line in lines)))
    return SlipView(race=RACE, lines=lines, staked=staked, paid=paid, **(fields | changes))


def a_usual_slip() -> SlipView:
    return a_slip(
        a_line(3, "won", 300, 1_800, market="sealed"),
        a_line(3, "won", 200, 600, market="sealed", window=1),
        a_line(5, "lost", 400),
        a_line(2, "refunded", 100, 100, market="fastest lap"),
        a_line(1, "won", 500, 950, market="finishers", choice="over", colour=None),
    )


def the_longest_slip() -> SlipView:
    lines = [
        a_line(1 + number % 16, "won", 1_000_000, 123_456_700, choice=LONGEST_NAME, market="last survivor")
        for number in range(40)
    ]
    winners = entrants(1, name=LONGEST_NAME)
    return a_slip(*lines, player=LONGEST_NAME, winners=winners, title="W" * 300, purse=Sesterces(4_234_567_890))
