"""The private panel of a race's betting table: its board, and menus to choose what to bet on.

All that is chosen stands in the custom ids, so it works after a restart, in a server and in a direct message alike.
"""

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Answers, Button, Select, chosen, chosen_number
from cogs.kit.layouts import Post, pictured
from cogs.kit.limits import SELECT_OPTIONS
from cogs.kit.menus import line
from cogs.kit.rights import known_race
from cogs.panels.bets.parts import OnMarket, again, told_of
from cogs.panels.bets.seen import opened_board, purse_line
from cogs.panels.bets.tickets import AMOUNT, MineButton, StakeButton, amount_buttons
from engine.betting.book import HOUSE_KINDS, Choice
from engine.betting.pairs import TURNED_BACK
from engine.betting.rules import ServerRules
from engine.betting.table import LAPS_WITH_WINDOWS
from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView
from engine.rulesets import PLAYED
from records.races import PublicRace
from records.text import isolated
from records.values import PlayerId, RaceId
from steward import Picture
from words import WORDS, nouns_of
from words.betting.table import (
    HOUSE_TO_COME,
    IN_SHORT,
    PLAY_MONEY,
    about,
    choice_words,
    market_line,
    market_name,
    market_of,
    market_sum,
    money,
    odds_words,
    offered,
    plain_choice,
)
from words.shared.chances import of_thousand
from words.shared.names import harmless
from words.shared.nouns import Nouns

WHAT = {"finishers": "Over or under?", "pair": "Who leads at this turn's end?"}
"""What a menu of choices asks, but for a chariot."""


class BetButton(Button, template="bets:{how}:{race}", label="Bet", emoji="🪙"):
    """Opens the betting table for the player; in its own panel it shows the table anew."""

    race: RaceId
    how: Literal["open", "again"] = "open"

    def answer(self) -> Answers:
        return "here" if self.how == "again" else "anew"

    async def press(self, interaction: Interaction) -> None:
        await show_table(interaction, await known_race(interaction, self.race))


class MarketMenu(Select, template="betmarket:{race}"):
    """Chooses what kind of bet it is to be."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await show_table(interaction, await known_race(interaction, self.race), chosen_number(values))


class ChoiceMenu(Select, template="betchoice:{race}:{market}"):
    """Chooses the chariot, or over or under, in a market."""

    race: RaceId
    market: OnMarket

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        race = await known_race(interaction, self.race)
        await show_table(interaction, race, self.market, chosen(values))


# What it shows


async def show_table(
    interaction: Interaction, race: PublicRace, market: int = 0, choice: Choice = "", amount: str = ""
) -> None:
    """Show the betting table to the player, with what they have chosen so far.

    :param amount: typed already; it stands in the form that asks for one.
    """
    if amount:
        interaction.client.talks.keep_typed(PlayerId(interaction.user.id), race.record.id, {AMOUNT: amount})
    layout, files = await table_message(interaction, race, market, choice)
    await interaction.edit_original_response(view=layout, attachments=files)


async def table_message(interaction: Interaction, race: PublicRace, market: int = 0, choice: Choice = "") -> Post:
    """Return the betting table as a message: its picture, and menus for the open markets."""
    board = await opened_board(interaction, race)
    picture: Picture = await interaction.client.steward.studio.betting_board(board)
    chosen = market_of(board, market) if market else _against_house(board)
    if chosen is not None and chosen.state != "open":
        chosen = None
    rows: list[list[ui.Item[Any]]] = [[menu] for menu in _menus(race, board, chosen, choice)]
    if chosen is not None and _is_against_house(chosen) and choice in [each.choice for each in offered(chosen)]:
        rows.append(amount_buttons(board, chosen, choice))
    lines = [*_lines(race, board, chosen, choice), *await _house_to_come(interaction, race, board)]
    if race.record.state == "running" and not any(
        each.kind == "pair" and each.state == "open" for each in board.markets
    ):
        server = await interaction.client.steward.wagers.server_rules(race.record.guild)
        acts = await interaction.client.steward.desk.acts(race.record.id)
        lines += _on_pairs(race, board, server, has_gone_back=any(each.kind in TURNED_BACK for each in acts))
    typed = interaction.client.talks.typed(PlayerId(interaction.user.id), race.record.id).get(AMOUNT, "")
    if typed:
        lines.append(f"Your amount, **{harmless(typed)}**, waits in the form: choose the bet, then **Stake …**.")
    return pictured(lines, picture, *rows, _buttons(board, chosen, choice))


def _against_house(board: BoardView) -> MarketView | None:
    """Return what one can bet on against the house, the nearest first: nobody else is needed for that."""
    return next((each for each in reversed(board.markets) if _is_against_house(each)), None)


async def _house_to_come(interaction: Interaction, race: PublicRace, board: BoardView) -> list[str]:
    """Return why there are no bets on the winner against the house yet; nothing if there are, or come to be none."""
    steward = interaction.client.steward
    is_there = any(each.kind == "bank" and each.state == "open" for each in board.markets)
    if race.record.state != "lobby" or is_there or not (await steward.wagers.server_rules(race.record.guild)).house:
        return []
    awaited = await steward.oddsmaker.awaited(race)
    return [HOUSE_TO_COME[awaited]] if awaited else []


def _is_against_house(market: MarketView) -> bool:
    return market.kind in HOUSE_KINDS and market.state == "open" and bool(offered(market))


def _lines(race: PublicRace, board: BoardView, chosen: MarketView | None, choice: Choice) -> list[str]:
    lines = ["### Betting table", purse_line(board)]
    if chosen is None:
        lines += [_what_is_open(board), f"-# {PLAY_MONEY}"]
    else:
        lines += [f"**{market_name(chosen.kind, chosen.window)}** · {market_line(chosen)}", about(chosen)]
        view = chosen.on(choice)
        if view is not None:
            lines.append(f"On {choice_words(board, choice)}: {odds_words(board, chosen, view)}")
    return told_of(race, lines)


def _buttons(board: BoardView, chosen: MarketView | None, choice: Choice) -> list[ui.Item[Any]]:
    """Return the controls under the betting table."""
    is_chosen = chosen is not None and choice in [each.choice for each in offered(chosen)]
    stake: list[ui.Item[Any]] = []
    if chosen is not None and is_chosen:
        stake.append(StakeButton(board.race, chosen.number, choice))
    return [*stake, MineButton(board.race), again(board.race, "Look again")]


def _what_is_open(board: BoardView) -> str:
    if any(each.state == "open" for each in board.markets):
        return "Choose what kind of bet, then on what. Nothing is placed before you have seen your ticket."
    if board.is_over:
        return "The race is over, and so is the betting."
    if board.markets and all(each.state == "void" for each in board.markets):
        return "No bet on this race stands: every stake is back with its owner."
    if board.rules.windows and _has_sealed(board) and not _has_had_all(board):
        return (
            "No bet is open now. Whoever has a sealed bet can add to it after laps 1 and 2, if another lap follows. "
            "`/bet mine` shows yours."
        )
    return "No bet is open any more. `/bet mine` shows yours."


def _on_pairs(race: PublicRace, board: BoardView, server: ServerRules, *, has_gone_back: bool) -> list[str]:
    """Return what bets on pairs are, and why none is open now; nothing where there are none (B-25)."""
    if PLAYED[race.record.ruleset].turn_out is None or not server.house or board.rules.is_off:
        return []
    nouns = nouns_of(race.record)
    offers = f"🤝 While the {nouns.contest} runs, I pair two {nouns.house}s who lie close, as a turn begins."
    if has_gone_back:
        return [f"{offers} Not here any more: this {nouns.contest} was taken back."]
    if sum(each.driver is None for each in board.entrants) < 2:
        return [f"{offers} Here fewer than two {nouns.house}s {nouns.drive}."]
    if any(each.kind == "pair" and each.state == "closed" for each in board.markets):
        return [f"{offers} This turn's bets have closed; the next may open with the next turn."]
    return [f"{offers} None is open now: no two are close enough, or this turn has begun. Look again next turn."]


def _has_sealed(board: BoardView) -> bool:
    """Tell whether the sealed bets from before the race stand: only then can somebody add to theirs."""
    return any(each.kind == "sealed" and not each.window and each.state != "void" for each in board.markets)


def _has_had_all(board: BoardView) -> bool:
    """Tell whether the last window has been open; one that was called off may open again."""
    return any(each.window == LAPS_WITH_WINDOWS[-1] and each.state != "void" for each in board.markets)


def _menus(race: PublicRace, board: BoardView, chosen: MarketView | None, choice: Choice) -> list[ui.Item[Any]]:
    opened = [each for each in board.markets if each.state == "open" and offered(each)]
    if not opened:
        return []
    nouns = nouns_of(race.record)
    markets = [_market_option(nouns, each, chosen) for each in opened]
    menus: list[ui.Item[Any]] = [
        MarketMenu(board.race, select=ui.Select(placeholder="What kind of bet?", options=markets))
    ]
    if chosen is not None and (choices := offered(chosen)[:SELECT_OPTIONS]):
        options = [_choice_option(race, board, chosen, each, choice) for each in choices]
        what = WHAT.get(chosen.kind) or nouns.said("On which chariot?")
        select: ui.Select[Any] = ui.Select(placeholder=what, options=options)
        menus.append(ChoiceMenu(board.race, chosen.number, select=select))
    return menus


def _market_option(nouns: Nouns, market: MarketView, chosen: MarketView | None) -> discord.SelectOption:
    about = nouns.said(f"{IN_SHORT[market.kind]} · {market_line(market)}")
    return line(market_name(market.kind, market.window), str(market.number), about, market == chosen)


def _choice_option(
    race: PublicRace, board: BoardView, market: MarketView, each: ChoiceView, choice: Choice
) -> discord.SelectOption:
    entrant = next((other for other in board.entrants if str(other.entry) == each.choice), None)
    room = [] if each.room is None else [f"{money(each.room)} more at most"]
    described = [*room, *_chance(market, entrant), odds_words(board, market, each)]
    label = plain_choice(board, each.choice)
    if entrant is not None and (driver := _driver_of(race, entrant)):
        label = f"{label} · {driver}"
    return line(label, each.choice, " · ".join(described), each.choice == choice)


def _driver_of(race: PublicRace, entrant: EntrantView) -> str:
    """Return the name of who has the place of a chariot, unless the chariot bears it; empty without one."""
    found = race.faction_of(entrant.entry)
    return "" if found is None or found.name == entrant.name else isolated(found.name)


def _chance(market: MarketView, entrant: EntrantView | None) -> list[str]:
    """Return the model's chance, for a bet on the winner."""
    if entrant is None or entrant.chance is None or market.kind not in ("sealed", "win", "bank"):
        return []
    return [f"wins {of_thousand(entrant.chance)} by the model"]


async def show_board(interaction: Interaction, race: PublicRace) -> None:
    """Show the player the board alone, with each market's state."""
    board = await opened_board(interaction, race)
    picture: Picture = await interaction.client.steward.studio.betting_board(board)
    lines = told_of(race, ["### Betting board", *(_standing(each) for each in board.latest), purse_line(board)])
    if board.samples:
        unit = WORDS[race.record.ruleset].unit
        when = f"after {unit} {board.turn}" if board.turn else f"before the first {unit}"
        lines.append(f"-# Chances by the model, {when}; `/watch what:odds` tells how they swung.")
    buttons = [again(board.race, "Bet")] if any(each.state == "open" for each in board.markets) else []
    layout, files = pictured(lines, picture, buttons)
    await interaction.edit_original_response(view=layout, attachments=files)


def _standing(market: MarketView) -> str:
    held = market_sum(market) if market.state == "open" else market_line(market)
    return f"**{market_name(market.kind, market.window)}** · {held}"
