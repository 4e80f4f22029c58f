"""Side bets on a match, on the match's page: those that stand, one to be taken, one to be drawn up (B.10)."""

from collections.abc import Iterator

from engine.leagues.views import MatchView, SideBetView
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_acts import OfferSideBet
from records.limits import SIDE_STAKES_OF_AN_EVENT
from records.values import EntryId
from words.leagues.desk import Desk
from words.leagues.epic_codes import drafted
from words.leagues.names import money, plain
from words.shared.telling import called
from words.shared.words import Choice, Menu, Option

TAKES_BETS = ("offered", "agreed")
"""States of a match whose chariots are not named yet."""

SUMS = (100, 200, 300, 500, 1_000, 1_500, 2_000)
ODDS = ((1, 1), (2, 1), (3, 1), (5, 1), (1, 2), (1, 3), (1, 5))
"""A stake for so much of the other one's."""

SHOWN = 8
"""Bets on the page, the latest."""

Found = tuple[list[str], list[Choice], list[Menu]]


def on(desk: Desk, match: MatchView, code: str) -> Found:
    """Return the side bets on a match: lines, buttons, and the menus that draw one up.

    :raises Refused: if the code is forged.
    """
    bets = [each for each in desk.view.side_bets if each.match == match.number and each.state != "withdrawn"]
    lines = [bet_text(desk, each) for each in bets[-SHOWN:]]
    if match.state not in TAKES_BETS or desk.mine.stable.status != "active":
        return lines, [], []
    choices = list(_answers(desk, match, bets))
    act, drawn = drafted(code)
    if isinstance(act, OfferSideBet) and act.on in sides_of(match):
        sums = f"**{money(act.stake)}** on {called(desk.names, act.on)}, against **{money(act.against)}** of a taker"
        lines.append(f"🪙 You bet {sums}. Your stake is set aside at once, and comes back if nobody takes it.")
        choices.insert(0, Choice(f"Offer · {money(act.stake)}", "answer", drawn, "success"))
        return lines, choices, [_stakes(desk, act), _odds(act)]
    lines.append(
        f"-# Side bets: {money(SIDE_STAKES_OF_AN_EVENT.most)} a member and event at most. They close as both have "
        "named their chariots."
    )
    return lines, choices, [Menu("side", "Bet on this match", tuple(_sides(desk, match)))]


def sides_of(match: MatchView) -> tuple[EntryId, EntryId]:
    return match.challenger, match.challenged


def bet_text(desk: Desk, bet: SideBetView) -> str:
    """Return a side bet in a line: who, on whom, and what has become of it."""
    who = f"{called(desk.names, bet.by)} {money(bet.stake)} on {called(desk.names, bet.on)}"
    if bet.taker is None:
        state = "nobody took it" if bet.state == "void" else f"who takes it, with {money(bet.against)}?"
        return f"🪙 {who}: {state}"
    against = f"against {called(desk.names, bet.taker)}'s {money(bet.against)}"
    won = {"void": " · off, stakes came back"}.get(bet.state, "")
    if bet.state == "over":
        won = f" · {called(desk.names, bet.winner)} won" if bet.winner is not None else " · no winner"
    return f"🪙 {who}, {against}{won}"


def _answers(desk: Desk, match: MatchView, bets: list[SideBetView]) -> Iterator[Choice]:
    """Yield the buttons for bets that nobody has taken: take it, or one's own back."""
    for bet in bets:
        other = match.challenged if bet.on == match.challenger else match.challenger
        if bet.state != "offered":
            continue
        if bet.by == desk.own:
            yield Choice(f"Take bet {bet.number} back", "answer", f"backside-{bet.number}-{match.number}")
        elif desk.own not in sides_of(match) or desk.own == other:
            label = f"Take bet {bet.number} · {money(bet.against)}"
            yield Choice(label, "answer", f"takeside-{bet.number}-{match.number}")


def _sides(desk: Desk, match: MatchView) -> Iterator[Option]:
    """Yield the sides that a member may back, each with some sums at even odds."""
    backed = [desk.own] if desk.own in sides_of(match) else list(sides_of(match))
    for side in backed:
        for each in SUMS:
            if each <= desk.mine.stable.cash:
                yield Option(f"{money(each)} on {plain(desk.names, side)}"[:100], _code(match.number, side, each, each))


def _code(match: int, side: EntryId, stake: int, against: int) -> str:
    return f"match-side-{match}-{side}-{stake // 100}-{against // 100}"


def _stakes(desk: Desk, act: OfferSideBet) -> Menu:
    """Return the menu of stakes, at the odds that are drawn up."""
    found = {
        each: -(-each * act.against // act.stake // 100) * 100
        for each in SUMS
        if each <= desk.mine.stable.cash and each != act.stake
    }
    options = [
        Option(f"{money(each)} against {money(other)}", _code(act.match, act.on, each, other))
        for each, other in found.items()
        if max(each, other) <= epic_charts.SIDE_ODDS * min(each, other)
    ]
    return Menu("stake", "Your stake", tuple(options))


def _odds(act: OfferSideBet) -> Menu:
    """Return the menu of odds, for the stake that is drawn up."""
    options = []
    for own, other in ODDS:
        against = act.stake * other // own
        if against % epic_charts.SIDE_STEP == 0 and against not in (0, act.against):
            options.append(Option(f"Against {money(against)}", _code(act.match, act.on, act.stake, against)))
    return Menu("odds", "Against how much?", tuple(options))


def after(code: str) -> str | None:
    """Return the page that shows the result of a code about a side bet: its match's; ``None`` for other codes.

    >>> after("side-3-1-5-5"), after("takeside-2-3"), after("okmatch-1")
    ('match-see-3', 'match-see-3', None)
    """
    kind, *values = code.split("-")
    if kind == "side" and values:
        return f"match-see-{values[0]}"
    if kind in ("takeside", "backside") and len(values) > 1:
        return f"match-see-{values[1]}"
    return None
