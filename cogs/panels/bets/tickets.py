"""Tickets: a form asks for the amount, a message shows the ticket, a press places it; players find placed ones again.

The custom id of [Place] bears the press that opened the form. So the same press places only one ticket.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.ids import RACE
from cogs.kit.items import Answers, Button, RaceButton, Select, chosen_number
from cogs.kit.layouts import show
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.menus import LINE, line
from cogs.kit.messages import TellPlayer, form_within_limits, take_in, words_for
from cogs.kit.rights import known_race
from cogs.panels.bets.finding import days_in
from cogs.panels.bets.parts import CHOICE, KEY, MARKET, Key, OnChoice, OnMarket, again, told_of
from cogs.panels.bets.seen import board_for, opened_board, purse_line
from cogs.panels.verifying import VerifyButton
from cogs.panels.waiting import next_buttons
from cogs.panels.watch import WatchButton
from engine.betting.book import Choice, NewBet, Ticket
from engine.betting.insiders import staked_by
from engine.betting.reasons import BetReason
from engine.betting.rules import STEP, ServerRules
from engine.betting.views import BoardView, MarketView
from records.races import PublicRace
from records.refusals import Refused
from records.values import PlayerId, RaceId
from words import nouns_of
from words.betting.table import (
    ALONE,
    NAMES,
    TICKET_STATES,
    choice_words,
    closing,
    entrant_of,
    insider_lines,
    is_alone,
    market_line,
    market_name,
    market_of,
    moment_words,
    money,
    plain_choice,
    projection,
    sesterces,
    side_line,
    state_words,
    ticket_line,
)
from words.reading.sums import read_sum, resolved
from words.shared.names import harmless
from words.shared.telling import capital

FINAL = ("sealed", "pair")
"""Kinds of bets that nobody can take back."""

AMOUNTS, MOST_AMOUNTS = (100, 200, 300, 500, 1_000, 2_000, 5_000, 10_000), 4
"""Sums to choose among, in sesterces, and so many of them at once."""

READ_WITHIN = 0.05
"""Seconds in which the purse is read for the form, which must come at once."""

FORM_ID = re.compile(rf"betform:{RACE}:(?P<market>{MARKET}):(?P<choice>{CHOICE}):(?P<key>{KEY})")
STEPS = f"In steps of {STEP}, or half, or all"
AMOUNT = "amount"
"""The field of the form; what somebody typed for it before is kept under this name until it is taken."""

LONGEST_SUM = 30
"""Characters of a sum as it is typed."""

_MOST = 999_999_999  # sesterces on one ticket


class StakeButton(
    Button,
    template="betstake:{race}:{market}:{choice}",
    label="Stake …",
    style=discord.ButtonStyle.primary,
    answers="itself",
):
    """Asks for the amount."""

    race: RaceId
    market: OnMarket
    choice: OnChoice

    async def press(self, interaction: Interaction) -> None:
        form = await self._in_time(interaction)  # a form must be the first answer
        await interaction.response.send_modal(form_within_limits(form))

    async def _in_time(self, interaction: Interaction) -> ui.Modal:
        """Return the form with the sum in the purse; without it if that takes too long in a rush."""
        custom_id = f"betform:{self.race}:{self.market}:{self.choice}:{interaction.id}"
        reading = asyncio.ensure_future(_board(interaction, self.race))
        await asyncio.wait([reading], timeout=READ_WITHIN)
        typed = interaction.client.talks.typed(PlayerId(interaction.user.id), self.race).get(AMOUNT, "")
        if reading.done():
            return stake_form(reading.result(), self.market, self.choice, custom_id, typed)
        reading.add_done_callback(lambda late: late.exception())  # the ticket will say the same
        return plain_form(custom_id, typed)


class AmountButton(Button, template="betamount:{race}:{market}:{choice}:{stake}", style=discord.ButtonStyle.primary):
    """Shows the ticket for an amount that stands on it."""

    race: RaceId
    market: OnMarket
    choice: OnChoice
    stake: Annotated[int, "[0-9]{1,9}"]

    def answer(self) -> Answers:
        return "here"

    async def press(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        async with _refusing_here(interaction, race, self.market, self.choice):
            await show_ticket(interaction, race, self.market, self.choice, self.stake, str(interaction.id))


def amount_buttons(board: BoardView, market: MarketView, choice: Choice) -> list[ui.Item[Any]]:
    """Return buttons for the sums that the viewer may stake against the house, the largest last; at most four."""
    view = market.on(choice)
    room = min(board.purse or 0, _MOST if view is None or view.room is None else view.room)
    fitting = [each for each in AMOUNTS if each <= room][-MOST_AMOUNTS:]
    return [AmountButton(board.race, market.number, choice, each, label=money(each)) for each in fitting]


async def _board(interaction: Interaction, race: RaceId) -> BoardView:
    return await board_for(interaction, await known_race(interaction, race))


def plain_form(custom_id: str, typed: str = "") -> ui.Modal:
    """Return the form for the amount where nothing else is known; it is caught by its custom id."""
    form = ui.Modal(title="Your bet", custom_id=custom_id, timeout=900)
    _ask_amount(form, "How many sesterces?", f"{STEPS}. You see your ticket before it is placed", typed)
    return form


def stake_form(board: BoardView, market: int, choice: Choice, custom_id: str, typed: str = "") -> ui.Modal:
    """Return the form for the amount; it is caught by its custom id.

    :param typed: an amount that was typed before.
    """
    on, found = plain_choice(board, choice), _require_open(board, market)
    title = cut(f"On {on}" if entrant_of(board, choice) else on, 45)
    form = ui.Modal(title=title, custom_id=custom_id, timeout=900)
    view = found.on(choice)
    here = f"; {money(view.room)} more here at most" if view is not None and view.room is not None else ""
    cap = f"; {money(_room(board))} more on this race" if board.cap else ""
    about = cut(f"{STEPS}. Your purse: {money(board.purse or 0)}{here}{cap}", LINE)
    _ask_amount(form, f"{NAMES[found.kind]}: how many sesterces?", about, typed)
    return form


def _ask_amount(form: ui.Modal, label: str, description: str, typed: str) -> None:
    amount: ui.TextInput[Any] = ui.TextInput(
        custom_id=AMOUNT,
        max_length=LONGEST_SUM,
        placeholder=f"such as {5 * STEP}",
        default=typed[:LONGEST_SUM] or None,
    )
    form.add_item(ui.Label(text=label, description=description, component=amount))


def _room(board: BoardView) -> int:
    """Return how much more the viewer may stake on this race by its cap."""
    mine = 0 if board.viewer is None else staked_by(board.viewer, board.own_tickets, board.sides)
    return max(0, board.cap - mine)


async def take_form(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Show the ticket for the amount that was filled in, in the place of the table."""
    await take_in(interaction)
    race = await known_race(interaction, RaceId(int(match["race"])))
    market, choice, typed = int(match["market"]), match["choice"], fields.get(AMOUNT, "")
    talks, player = interaction.client.talks, PlayerId(interaction.user.id)
    talks.keep_typed(player, race.record.id, {AMOUNT: typed})
    async with _refusing_here(interaction, race, market, choice):
        stake = stake_of(await board_for(interaction, race), market, choice, typed)
        await show_ticket(interaction, race, market, choice, stake, match["key"])
        talks.keep_typed(player, race.record.id, {})


@asynccontextmanager
async def _refusing_here(
    interaction: Interaction, race: PublicRace, market: int, choice: Choice
) -> AsyncIterator[None]:
    """Tell what stands in a bet's way in the message that was pressed, with the way on: a new one is out of sight."""
    try:
        yield
    except (Refused, TellPlayer) as error:
        told = words_for(error, nouns_of(race.record)) if isinstance(error, Refused) else str(error)
        board = await board_for(interaction, race)
        found = market_of(board, market)
        is_open = found is not None and found.state == "open"
        change = [StakeButton(race.record.id, market, choice, label="Change")] if is_open else []
        await show(interaction, [f"⚠️ {told}", purse_line(board)], [*change, again(race.record.id, "Back")])


def stake_of(board: BoardView, market: int, choice: Choice, text: str) -> int:
    """Return the stake that a player types for a bet, in sesterces: "all" is as much as purse and limits allow.

    :raises TellPlayer: if the text is no sum, or nothing is left to stake.
    """
    found = market_of(board, market)
    view = None if found is None else found.on(choice)
    limits = [_MOST, *([_room(board)] if board.cap else []), *([view.room] if view and view.room is not None else [])]
    return read_amount(text, board.purse or 0, min(limits))


def read_amount(text: str, purse: int, room: int) -> int:
    """Return an amount in sesterces from a player's text; raise :exc:`TellPlayer` if it has none.

    :param purse: what is in it: "all" and "half" are parts of it, in whole steps.
    :param room: the most that may be staked, whatever is in the purse.

    >>> read_amount("1,200 s", 0, 0), read_amount("half", 2_500, 5_000)
    (1200, 1200)
    """
    said = read_sum(text)
    if isinstance(said, str) and not resolved(said, purse, room, STEP):
        raise TellPlayer(
            f"Nothing is left to stake in steps of {STEP}: your purse holds {money(purse)}, and you may stake "
            f"{money(min(purse, room))} here."
        )
    amount = 0 if said is None else resolved(said, purse, room, STEP)
    if not 0 < amount <= _MOST:
        raise TellPlayer(
            f"“{harmless(cut(text, 20))}” is no amount, so nothing was staked. Try again with a whole number of "
            f"sesterces, such as `{5 * STEP}`, or with `half` or `all`."
        )
    return amount


# The ticket before it is placed


async def show_ticket(
    interaction: Interaction, race: PublicRace, market: int, choice: Choice, stake: int, key: str
) -> None:
    """Show a ticket before it is placed: its content, its possible payout, the rules that hold."""
    wagers = interaction.client.steward.wagers
    bet = await _bet(interaction, race, market, choice, stake, key)
    with naming(race):
        await wagers.check(race.record.id, bet)
    board = await board_for(interaction, race)
    found = _require_open(board, market)
    server: ServerRules = await wagers.server_rules(race.record.guild)
    lines = told_of(
        race,
        [
            "### Your ticket · not placed yet",
            f"**{sesterces(stake)}** on {choice_words(board, choice)}",
            f"{market_name(found.kind, found.window)}: {projection(board, found, choice, stake)}",
            _finality(found),
            purse_line(board),
            *insider_lines(race, board, bet.player, found, server),
        ],
    )
    buttons = [
        PlaceButton(race.record.id, market, choice, stake, key),
        StakeButton(race.record.id, market, choice, label="Change"),
        again(race.record.id, "Back"),
    ]
    await show(interaction, lines, buttons)


def _require_open(board: BoardView, market: int) -> MarketView:
    """Return a market that takes bets; :exc:`TellPlayer` with the moment it closed, if it does not."""
    found = market_of(board, market)
    if found is None:
        raise TellPlayer("There is no such bet in this race. The button **Bet** shows what is open.")
    if found.state != "open":
        raise TellPlayer(
            f"Too late: **{market_name(found.kind, found.window)}** closed {moment_words(found.moment)}. Nothing was "
            "staked. The button **Bet** shows what is still open."
        )
    return found


def _finality(market: MarketView) -> str:
    if market.kind == "pair":
        return "🔒 **It is final**, and cannot be taken back."
    if market.kind == "sealed":
        return "🔒 Sealed: nobody sees it before it is revealed. **It is final**, and cannot be taken back."
    return "↩️ It can be cancelled until the betting on it closes; your stake comes back whole."


class PlaceButton(
    Button,
    template="betplace:{race}:{market}:{choice}:{stake}:{key}",
    label="Place",
    style=discord.ButtonStyle.success,
    emoji="🪙",
    answers="here",
):
    """Places the ticket that its message shows."""

    race: RaceId
    market: OnMarket
    choice: OnChoice
    stake: Annotated[int, "[0-9]{1,9}"]
    key: Key

    async def press(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        async with _refusing_here(interaction, race, self.market, self.choice):
            await place(interaction, race, self.market, self.choice, self.stake, self.key)


async def place(interaction: Interaction, race: PublicRace, market: int, choice: Choice, stake: int, key: str) -> None:
    """Place a ticket, or find it placed by the same press before; show it either way."""
    bet = await _bet(interaction, race, market, choice, stake, key)
    with naming(race):
        ticket: Ticket = await interaction.client.steward.wagers.place(race.record.id, bet)
    await show_placed(interaction, race, await board_for(interaction, race), ticket)


async def _bet(interaction: Interaction, race: PublicRace, market: int, choice: Choice, stake: int, key: str) -> NewBet:
    """Return the bet that the player wants to place."""
    player, days = PlayerId(interaction.user.id), await days_in(interaction, race)
    return NewBet(player, interaction.user.display_name, market, choice, stake, key, days)


async def show_placed(interaction: Interaction, race: PublicRace, board: BoardView, ticket: Ticket) -> None:
    """Show a ticket that is placed; one that is settled or was taken back meanwhile says so."""
    market = market_of(board, ticket.market)
    assert market is not None
    is_open = ticket.state == "open"
    placed = "🔒 Sealed" if market.kind == "sealed" else "🎟️ Placed"
    lines = told_of(
        race,
        [
            f"### {placed if is_open else TICKET_STATES[ticket.state].capitalize()} · ticket {board.number_of(ticket)}",
            f"**{sesterces(ticket.stake)}** on {choice_words(board, ticket.choice)}",
            *(
                [
                    f"{market_name(market.kind, market.window)}: {_stands(ticket, market)}",
                    *([capital(ALONE)] if is_alone(board, market, ticket.choice) else []),
                    _what_now(market),
                    STANDS,
                ]
                if is_open
                else [f"{market_name(market.kind, market.window)}: {market_line(market)}"]
            ),
            purse_line(board),
        ],
    )
    buttons: list[ui.Item[Any]] = [WatchButton(board.race, "race"), again(board.race, "Another bet")]
    if can_cancel(board, ticket):
        buttons.append(CancelButton(board.race, board.number_of(ticket)))
    if ticket.salt:
        buttons.append(VerifyButton(board.race))
    await show(interaction, lines, buttons, await next_buttons(interaction))


STANDS = "-# This ticket stays as it is. `/bet mine` shows how your bet stands."


def _stands(ticket: Ticket, market: MarketView) -> str:
    """Return what stays true of a ticket that was placed, however it ends."""
    return closing(market) if market.state == "open" else state_words(ticket, market.state)


def _what_now(market: MarketView) -> str:
    if market.kind == "pair":
        return "It is settled when this turn is over."
    if market.kind == "bank":
        return "It is settled when the race is over, and a direct message tells you what it brought."
    if market.window:
        return "All read in the thread what was bet after this lap, when it closes."
    if market.kind == "sealed":
        return (
            "All see in the thread that you have sealed a bet, and not what; all bets are revealed as the race starts."
        )
    return "It is settled when the race is over."


def can_cancel(board: BoardView, ticket: Ticket) -> bool:
    """Tell whether a ticket may still be taken back: none that is sealed, and none when its market has closed."""
    market = market_of(board, ticket.market)
    return market is not None and market.kind not in FINAL and market.state == "open" and ticket.state == "open"


# Taking it back


class CancelButton(Button, template="betcancel:{race}:{ticket}", label="Cancel this bet", answers="here"):
    """Takes a ticket back."""

    race: RaceId
    ticket: Annotated[int, "[0-9]{1,6}"]

    async def press(self, interaction: Interaction) -> None:
        await cancel(interaction, await known_race(interaction, self.race), self.ticket)


class CancelMenu(Select, template="betcancels:{race}"):
    """Takes one of several tickets back."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await cancel(interaction, await known_race(interaction, self.race), chosen_number(values))


async def cancel(interaction: Interaction, race: PublicRace, number: int) -> None:
    """Take a ticket back, and tell the player.

    :param number: of the ticket among the player's own, 1 first.
    :raises Refused: if there is no such ticket, or it cannot be taken back any more.
    """
    wagers, player = interaction.client.steward.wagers, PlayerId(interaction.user.id)
    meant = (await board_for(interaction, race)).own_ticket(number)
    if meant is None:
        raise Refused(BetReason.NO_SUCH_TICKET, ticket=number)
    ticket: Ticket = await wagers.cancel(race.record.id, player, meant.number)
    board = await board_for(interaction, race)
    lines = told_of(
        race,
        [
            f"### ↩️ Cancelled · ticket {number}",
            f"Your {sesterces(ticket.stake)} on {choice_words(board, ticket.choice)} are back in your purse.",
            purse_line(board),
        ],
    )
    await show(interaction, lines, [again(board.race, "Betting table")])


# Looking at them


async def show_mine(interaction: Interaction, race: PublicRace) -> None:
    """Show the viewer's own bets on a race, with buttons for those they may take back."""
    board = await opened_board(interaction, race)
    mine = board.own_tickets
    placed = [(each.at, ticket_line(board, each)) for each in mine]
    placed += [(each.at, side_line(board, each)) for each in board.sides]
    lines = told_of(race, ["### Your bets on this race, the newest first", purse_line(board)])
    lines += [told for _, told in sorted(placed, reverse=True)]
    if not placed:
        lines.append("None yet. The button below places one; `/bet side` bets against another player.")
    free = [each for each in mine if can_cancel(board, each)]
    options = [
        line(f"Ticket {number}: {money(each.stake)} on {plain_choice(board, each.choice)}", str(number))
        for each in free[-SELECT_OPTIONS:]
        for number in [board.number_of(each)]
    ]
    menu: ui.Select[Any] = ui.Select(placeholder="Cancel a bet …", options=options)
    buttons: list[ui.Item[Any]] = [again(board.race, "Betting table")]
    await show(interaction, lines, [CancelMenu(board.race, select=menu)] if options else [], buttons)


class MineButton(RaceButton, kind="betmine", label="My bets", answers="here", shows=show_mine):
    """Shows the presser's own bets, in the place of the table."""
