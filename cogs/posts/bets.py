"""Posts about bets: public ones in the race's thread, private ones to single players."""

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from discord import ui

from cogs.kit.layouts import Post, pictured
from cogs.panels.bets.sides import OFFERED_TO_ME, SideButton, side_message
from cogs.panels.bets.slips import SlipButton, slip_message
from cogs.panels.bets.table import BetButton
from cogs.panels.verifying import VerifyButton
from cogs.posts.sending import Sender, mark_on, text_post
from engine.betting.book import Choice, Ticket
from engine.betting.views import BoardView, MarketView
from records.notices import Notice
from records.races import PublicRace
from records.values import PlayerId
from steward import (
    BetNotice,
    BetSealed,
    BetsRevealed,
    SideAnswered,
    SideMention,
    SideOffered,
    Slip,
    Steward,
    TableSettled,
    TableVoided,
    WindowClosed,
    WindowOpened,
    hear_the_end,
    read_body,
)
from words.betting.table import by_odds, choice_words, market_name, market_of, moment_words, money, sesterces, why_words
from words.shared.names import harmless, mention, mention_behind, namesakes
from words.shared.telling import joined

MOST_SEALS = 16
"""Told in one message."""

CALLED_OFF = ("closed", "cancelled")
"""Why stakes come back when somebody has ended the race, by code."""

CHECKS = (
    "-# `/watch what:verify` checks the seals; its file has each sealed bet with its salt, for anyone to check by hand."
)

ONE_SIDED = "one-sided"
"""Why stakes come back as the betting closes, by code: no two players bet against each other (B-11)."""

AT_THE_END = ("nobody", "no outcome", "not closed")
"""Why stakes come back when the race is over, by code."""


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell the news of the betting table, to all or to one."""
    race = await sender.steward.race(notice.race)
    if _is_seal(notice):
        return await _tell_seals(sender, notice, sender.thread(race))
    return await sender.tell_once(notice, race, await bet_post(sender.steward, race, notice), _mentioned(notice))


async def bet_post(steward: Steward, race: PublicRace, notice: Notice) -> Post | None:
    """Return the post of a betting table's notice; ``None`` if it is out of date."""
    body = read_body(notice, BetNotice)
    return await _TELL[type(body)](steward, race, notice, body)


# In the thread


async def _sealed(_steward: Steward, _race: PublicRace, notice: Notice, _body: BetSealed) -> Post:
    return _seals_post([notice]), []


def _is_seal(notice: Notice) -> bool:
    """Tell whether a notice says that somebody has sealed a bet: many may come at once."""
    return notice.kind == "bets" and notice.player is None and isinstance(read_body(notice, BetNotice), BetSealed)


async def _tell_seals(sender: Sender, notice: Notice, channel: Any) -> str:
    """Tell in one message that bets were sealed, this one and those that wait behind it."""
    others = await sender.steward.delivery.alike(notice, _is_seal, MOST_SEALS - 1)
    told = await _told_seals(sender, notice, channel)
    if told is None:
        await sender.send_once(notice, channel, _seals_post([notice, *others]), part=len(others))
    sender.steward.delivery.told_together(notice, others if told is None else others[:told])
    return "told"


async def _told_seals(sender: Sender, notice: Notice, channel: Any) -> int | None:
    """Return how many others the message tells that tells *notice*; ``None`` if it is not there.

    However short ago it was tried: now there may be more to tell, and a nonce would not know that.
    """
    if notice.attempts <= 1:
        return None
    marks = map(mark_on, await sender.latest(channel))
    parts = (sender.marks.part_of(notice, mark, range(MOST_SEALS)) for mark in marks)
    return next((part for part in parts if part is not None), None)


def _seals_post(notices: Sequence[Notice]) -> ui.LayoutView:
    """Return one post for several such notices; at most :data:`MOST_SEALS`."""
    bodies: list[BetSealed] = [read_body(each, BetNotice) for each in notices]
    layout = text_post("\n".join(f"-# 🔒 **{harmless(each.name)}** has sealed a bet." for each in bodies))
    layout.add_item(ui.ActionRow(VerifyButton(notices[0].race)))
    return layout


async def _revealed(steward: Steward, race: PublicRace, _notice: Notice, body: BetsRevealed) -> Post | None:
    board = await steward.wagers.board(race.record.id, None)
    market = market_of(board, body.market)
    assert market is not None
    if _is_one_sided(market):
        return None  # the post that gives the stakes back reveals them, too
    tickets = _tickets_in(board, market)
    window = f" after lap {market.window}" if market.window else ""
    lines = [
        f"### 🔓 The sealed bets{window} are revealed",
        _what_holds(market),
        CHECKS,
        *_odds_table(board, market),
        *_tickets(board, tickets),
    ]
    return await _with_board(steward, board, lines, BetButton(race.record.id))


def _what_holds(market: MarketView) -> str:
    if market.state == "void":
        return "These bets were called off, and every stake is back."
    if market.window:
        return f"They closed {moment_words(market.moment)}. The odds stay as they were fixed."
    return (
        f"{sesterces(market.staked or 0)} are in the pool. The odds are fixed: the pool divided by what is on the "
        "chariot, rounded down (26.2)."
    )


def _is_one_sided(market: MarketView) -> bool:
    return market.state == "void" and market.why == ONE_SIDED


def _tickets_in(board: BoardView, market: MarketView) -> list[Ticket]:
    return [each for each in board.tickets if each.market == market.number]


def _odds_table(board: BoardView, market: MarketView) -> Iterable[str]:
    """Yield a line for each chariot with bets: its odds, the payout of 100, its stakes; then the others."""
    for each in market.choices:
        if each.staked and each.odds is not None:
            odds = f"odds **{each.odds}**, 100 bring {money(by_odds(board, each.odds, 100))}"
            yield f"{choice_words(board, each.choice)}: {odds} · {money(each.staked)} on it"
    others = [choice_words(board, each.choice) for each in market.choices if not each.staked]
    if others and market.state != "void":
        yield f"-# Nothing is on {joined(others)}."


def _tickets(board: BoardView, tickets: list[Ticket]) -> list[str]:
    """Return a line for each player with all their bets."""
    mine: dict[PlayerId, list[str]] = {}
    names = {each.player: each.name for each in tickets}
    twins = namesakes(names.items())
    for each in tickets:
        owner = " (as owner)" if each.why == "owner" else ""
        mine.setdefault(each.player, []).append(f"{money(each.stake)} on {choice_words(board, each.choice)}{owner}")
    return [f"-# {harmless(names[who])}{mention_behind(who, twins)}: {', '.join(bets)}" for who, bets in mine.items()]


async def _opened(_steward: Steward, race: PublicRace, _notice: Notice, body: WindowOpened) -> Post:
    text = (
        f"🪙 **Lap {body.lap} is done: the betting is open again.** Whoever sealed a bet before the race may add to "
        "it, up to as much as is on it, at the odds that are fixed. It closes with the first sealed order of the next "
        "turn."
    )
    return text_post(text, BetButton(race.record.id)), []


async def _window_closed(_steward: Steward, _race: PublicRace, _notice: Notice, body: WindowClosed) -> Post:
    return text_post(f"-# 🪙 The betting closed {moment_words(body.moment)}. Nobody added to a bet."), []


async def _voided(steward: Steward, race: PublicRace, _notice: Notice, body: TableVoided) -> Post | None:
    board = await steward.wagers.board(race.record.id, None)
    if body.why in AT_THE_END and any(each.state == "settled" and each.staked for each in board.markets):
        return None  # the settlement says it too
    found = [each for each in map(partial(market_of, board), body.markets) if each is not None]
    names = ", ".join(market_name(each.kind, each.window) for each in found)
    why = why_words(body.why)
    what = "All stakes" if all(each.state == "void" for each in found) else "Some stakes"
    if body.why in CALLED_OFF and any(each.moment for each in found):
        why += ". Whoever called it off under way loses their own stakes"
    anew = [line for each in found for line in _odds_anew(board, each, body.why)]
    shown = [each for each in found if each.kind == "sealed" and _is_one_sided(each)]
    revealed = [line for each in shown for line in _tickets(board, _tickets_in(board, each))]
    proof = [CHECKS] if revealed else []
    return text_post("\n".join([f"↩️ **{what} are back: {names}.** {_sentence(why)}", *anew, *revealed, *proof])), []


def _odds_anew(board: BoardView, market: MarketView, why: str) -> list[str]:
    """Return the odds made anew after stakes came back in the first turn (B-5); empty if none were."""
    if why != "replaced" or market.kind != "sealed" or market.state != "closed":
        return []
    return ["The odds are made anew over the bets that stand:", *_odds_table(board, market)]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


async def _settled(steward: Steward, race: PublicRace, _notice: Notice, body: TableSettled) -> Post:
    board = await steward.wagers.board(race.record.id, None)
    bets = "1 bet" if body.tickets == 1 else f"{money(body.tickets)} bets"
    lines = [
        f"### 🪙 The betting on {harmless(race.record.title)} is settled",
        f"{bets}: {sesterces(body.staked)} staked, {money(body.paid)} paid.",
        *(_outcome(board, each) for each in board.markets if _is_to_tell(each)),
    ]
    return await _with_board(steward, board, lines, SlipButton(race.record.id))


def _is_to_tell(market: MarketView) -> bool:
    """Tell whether a market had stakes when it was settled: empty ones are left out."""
    if market.state == "settled":
        return bool(market.staked) and market.kind != "pair"  # each was told as its turn ended
    return market.state == "void" and market.why in AT_THE_END


def _outcome(board: BoardView, market: MarketView) -> str:
    """Return how a market ended: its winners, the payout of 100 on them, and its sum."""
    name = f"**{market_name(market.kind, market.window)}**"
    if market.state == "void":
        winners, why = joined([choice_words(board, each) for each in market.winners]), why_words(market.why)
        return f"{name}: {f'{winners}; ' if winners else ''}stakes back{f': {why}' if why else ''}"
    won = joined([f"{choice_words(board, each)}{_brought(board, market, each)}" for each in market.winners])
    return f"{name}: {won or 'no winner, all bets are lost'} · {money(market.staked or 0)} in it"


def _brought(board: BoardView, market: MarketView, choice: Choice) -> str:
    view = market.on(choice)
    if view is None or not view.staked:
        return " (nobody had it)"
    if view.odds is not None:
        cuts = {each.why for each in board.tickets if each.choice == choice}
        short = " at most: the pool fell short (26.41)" if "shortfall" in cuts else ""
        short = " at most: the bank had no more to add" if "bank" in cuts else short
        return f" (odds {view.odds}, 100 brought {money(by_odds(board, view.odds, 100))}{short})"
    return f" (100 brought {money(view.pays)})" if view.pays else ""


async def _side_mention(_steward: Steward, race: PublicRace, _notice: Notice, body: SideMention) -> Post:
    text = f"{mention(body.player)} somebody offers you a side bet on this race. The button shows it to you alone."
    return text_post(text, SideButton(race.record.id, OFFERED_TO_ME, "show")), []


# To single players


async def _slip(steward: Steward, race: PublicRace, notice: Notice, _body: Slip) -> Post | None:
    """Tell a driver what the race brought them."""
    assert notice.player is not None
    if race.record.state == "finished" and notice.player in hear_the_end(race):
        return None  # it stands in what they hear of the race
    slip = await steward.wagers.slip(race.record.id, notice.player)
    return None if slip is None else await slip_message(steward, race, slip, notice.player)


async def _side(steward: Steward, race: PublicRace, notice: Notice, body: SideOffered | SideAnswered) -> Post | None:
    assert notice.player is not None
    board = await steward.wagers.board(race.record.id, notice.player)
    known = next((each for each in board.sides if each.number == body.number), None)
    if known is None or (isinstance(body, SideOffered) and known.state != "offered"):
        return None
    return side_message(race, board, board.number_of(known), notice.player), []


def _mentioned(notice: Notice) -> tuple[PlayerId, ...]:
    """Return the player whom a notice in the thread mentions, if any."""
    body = read_body(notice, BetNotice)
    return (body.player,) if isinstance(body, SideMention) else ()


# How it looks


async def _with_board(steward: Steward, board: BoardView, lines: list[str], *buttons: ui.Item[Any]) -> Post:
    """Return lines with the picture of the board as everybody sees it."""
    return pictured(lines, await steward.studio.betting_board(board), buttons)


_TELL: Mapping[type, Callable[..., Coroutine[Any, Any, Post | None]]] = {
    BetSealed: _sealed,
    BetsRevealed: _revealed,
    WindowOpened: _opened,
    WindowClosed: _window_closed,
    TableVoided: _voided,
    TableSettled: _settled,
    SideMention: _side_mention,
    Slip: _slip,
    SideOffered: _side,
    SideAnswered: _side,
}
