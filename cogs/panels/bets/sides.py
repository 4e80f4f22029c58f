"""Side bets: one player says that a chariot ends ahead, another says that it does not; both stakes wait in escrow."""

from typing import Annotated, Any, Literal

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.choices.which_chariot import find_chariot
from cogs.kit.client import Interaction
from cogs.kit.items import Answers, Button
from cogs.kit.layouts import panel, show
from cogs.kit.messages import TellPlayer, nouns_in, words_for
from cogs.kit.people import person, require_person
from cogs.kit.rights import known_race, may_be_told, may_know, require_here
from cogs.panels.bets.finding import days_in
from cogs.panels.bets.parts import Key, told_of
from cogs.panels.bets.seen import board_for, purse_line
from engine.betting.book import NewSide, SideBet
from engine.betting.fairness import Terms, terms_of
from engine.betting.reasons import BetReason
from engine.betting.views import BoardView
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from words.betting.table import SIDE_STATES, choice_words, gift_words, money, sesterces, side_terms, why_words
from words.shared.names import harmless

NO_BOTS = "Bots do not bet. Choose another player with `/bet side`."
OFFERED_TO_ME = 0
"""Stands for a side bet's number where everybody can see it."""

Act = Literal["show", "accept", "decline", "withdraw"]
_LOOKS: dict[Act, tuple[str, discord.ButtonStyle]] = {
    "show": ("See the offer", discord.ButtonStyle.primary),
    "accept": ("Accept", discord.ButtonStyle.success),
    "decline": ("Decline", discord.ButtonStyle.secondary),
    "withdraw": ("Withdraw", discord.ButtonStyle.secondary),
}
SIDE_RULES = (
    "-# Both stakes wait in escrow, and the places at the end settle it. All stakes come back if neither chariot is "
    "ahead, or nobody wins. They also come back if the race is called off, or nobody accepts before the start."
)


class OfferButton(
    Button,
    template="sideoffer:{race}:{taker}:{entry}:{rival}:{stake}:{against}:{key}",
    label="Offer",
    style=discord.ButtonStyle.success,
    emoji="🤝",
    answers="here",
):
    """Offers the side bet that its message shows."""

    race: RaceId
    taker: PlayerId
    entry: Annotated[EntryId, "[0-9]{1,2}"]
    rival: Annotated[EntryId, "[0-9]{1,2}"]  # 0 for none
    stake: Annotated[int, "[0-9]{1,9}"]
    against: Annotated[int, "[0-9]{1,9}"]
    key: Key

    async def press(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        taker = await person(interaction, self.taker, NO_BOTS)
        await _require_told(interaction, race, taker)
        new = NewSide(
            player=PlayerId(interaction.user.id),
            name=interaction.user.display_name,
            taker=self.taker,
            taker_name=taker.display_name,
            entry=self.entry,
            rival=self.rival or None,
            stake=self.stake,
            against=self.against,
            key=self.key,
            days=await days_in(interaction, race),
        )
        with naming(race):
            side: SideBet = await interaction.client.steward.wagers.offer_side(self.race, new)
        await show_side(interaction, race, (await board_for(interaction, race)).number_of(side))


class SideButton(Button, template="sidebet:{act}:{race}:{number}", looks=_LOOKS):
    """Shows, accepts, declines or withdraws one of the presser's own side bets.

    Its number counts theirs alone (S-19). Ids that begin with ``side:`` bore the number in the race, and count no more.
    """

    race: RaceId
    number: Annotated[int, "[0-9]{1,5}"]
    act: Act

    def answer(self) -> Answers:
        return "anew" if self.act == "show" else "here"  # an offer may stand where all can press it

    async def press(self, interaction: Interaction) -> None:
        race = await _race_of(interaction, self.race)
        board = await board_for(interaction, race)
        if self.number == OFFERED_TO_ME:
            await show_side(interaction, race, _offered_to(board))
            return
        try:
            await self._act(interaction, race, _found(board, self.number).number)
        except Refused as refused:
            if refused.reason is not BetReason.SIDE_BET_IS_OVER:
                raise
            said = words_for(refused, nouns_in(interaction))
            await show_side(interaction, race, self.number, f"⚠️ {said}")  # and no button any more
        else:
            await show_side(interaction, race, self.number)

    async def _act(self, interaction: Interaction, race: PublicRace, number: int) -> None:
        """Accept, decline or withdraw the bet of this number in the race; to show it needs no act."""
        wagers, player = interaction.client.steward.wagers, PlayerId(interaction.user.id)
        if self.act in ("accept", "decline"):
            days = await days_in(interaction, race) if self.act == "accept" else 0
            with naming(race):
                await wagers.answer_side(self.race, player, number, accept=self.act == "accept", days=days)
        elif self.act == "withdraw":
            await wagers.withdraw_side(self.race, player, number)


def _offered_to(board: BoardView) -> int:
    """Return the side bet that was last offered to the viewer; :exc:`TellPlayer` if none was."""
    offered = [each for each in board.sides if each.taker == board.viewer]
    if not offered:
        raise TellPlayer("No side bet on this race is offered to you. `/bet side` offers one.")
    return board.number_of(offered[-1])


async def _race_of(interaction: Interaction, race: RaceId) -> PublicRace:
    """Return the race of a player's side bets: an offer makes it known to the one that it is made to (B-21).

    :raises Refused: if there is none such that they may know of, nor have a side bet on.
    """
    steward = interaction.client.steward
    found = await steward.race(race)
    if await may_know(interaction, found) or (await steward.wagers.board(race, PlayerId(interaction.user.id))).sides:
        return found
    raise Refused(Reason.NO_SUCH_RACE)


async def _require_told(interaction: Interaction, race: PublicRace, taker: discord.abc.User) -> None:
    """Raise an exception if the other side may not be told of the race: an offer would tell it (B-21).

    :raises TellPlayer: if they do not see its channel.
    :raises Refused: if they are not on its server.
    """
    if not await may_be_told(interaction, race.record, PlayerId(taker.id)):
        await require_here(interaction, race.record.guild, taker)
        raise TellPlayer(
            f"**{harmless(taker.display_name)}** does not see the channel of **{harmless(race.record.title)}**. Offer "
            "the bet to somebody who does."
        )


async def show_offer(
    interaction: Interaction,
    race: PublicRace,
    taker: discord.abc.User,
    chariots: tuple[str, str],
    stakes: tuple[int, int],
) -> None:
    """Show a side bet before it is offered.

    :param chariots: the backed one and its rival, as typed; an empty rival for all others.
    :param stakes: sesterces of the player, and of the other side.
    :raises TellPlayer: if the other side is a bot, or may not be told of the race.
    :raises Refused: if they are not on the race's server.
    """
    require_person(taker, NO_BOTS)
    await _require_told(interaction, race, taker)
    board = await board_for(interaction, race)
    backed, other = chariots
    entry = find_chariot(board.entrants, backed).entry
    rival = find_chariot(board.entrants, other).entry if other.strip() else EntryId(0)
    stake, against = stakes
    ahead = f"ends ahead of {choice_words(board, str(rival))}" if rival else "wins the race"
    terms = Terms(stake, against, 2 if rival else len(board.entrants))
    lines = told_of(
        race,
        [
            "### Your side bet · not offered yet",
            f"You stake **{money(stake)}** that {choice_words(board, str(entry))} {ahead}.",
            f"<@{taker.id}> stakes **{money(against)}** against it. Whoever is right takes {money(stake + against)}.",
            *gift_words(terms, ("You give", f"<@{taker.id}> gives")),
            purse_line(board),
            "-# When you offer it, your stake goes into escrow; you can withdraw the offer until it is accepted.",
            SIDE_RULES,
            "-# Drivers may take part only on the side of their own chariot.",
        ],
    )
    offer = OfferButton(race.record.id, PlayerId(taker.id), entry, rival, stake, against, str(interaction.id))
    await show(interaction, lines, [offer])


async def show_side(interaction: Interaction, race: PublicRace, number: int, said: str = "") -> None:
    """Show a side bet to one of its two players.

    :param number: of the bet among the player's own, 1 first.
    :param said: what to say first.
    """
    board = await board_for(interaction, race)
    player = PlayerId(interaction.user.id)
    lines = [*filter(None, [said]), *side_lines(race, board, number, player), purse_line(board)]
    await show(interaction, lines, _buttons(board, number))


def side_lines(race: PublicRace, board: BoardView, number: int, player: PlayerId) -> list[str]:
    """Return a side bet in full, as one of its players reads it; :exc:`Refused` for everybody else."""
    side = _found(board, number)
    is_asked = side.state == "offered" and player == side.taker
    title = f"{harmless(side.proposer_name)} offers you a side bet" if is_asked else SIDE_STATES[side.state]
    return told_of(
        race,
        [
            f"### Side bet {number} · {title}",
            side_terms(board, side) + ".",
            *_gifts(board, side),
            _news(side, player),
            *([SIDE_RULES] if side.state in ("offered", "accepted") else []),
        ],
    )


def _gifts(board: BoardView, side: SideBet) -> list[str]:
    """Return how much of an offer is a present, while it can still be declined."""
    if side.state != "offered":
        return []
    names = (f"**{harmless(side.proposer_name)}** gives", f"**{harmless(side.taker_name)}** gives")
    return gift_words(terms_of(side, len(board.entrants)), names)


def _found(board: BoardView, number: int) -> SideBet:
    """Return one of the viewer's side bets; :exc:`Refused` if they have none of this number."""
    side = board.own_side(number)
    if side is None:
        raise Refused(BetReason.NO_SUCH_SIDE_BET, side=number)
    return side


def _news(side: SideBet, player: PlayerId) -> str:
    """Return the news of a side bet for one of its players."""
    other = side.taker_name if player == side.proposer else side.proposer_name
    if side.state == "offered":
        if player == side.proposer:
            return f"Your stake of {sesterces(side.stake)} is in escrow. **{harmless(other)}** is asked."
        return (
            f"If you accept, your stake of {sesterces(side.against)} goes into escrow. Until the start you can decide."
        )
    if side.state == "accepted":
        return f"It stands: {sesterces(side.stake + side.against)} are in escrow until the race is over."
    if side.state == "settled":
        if side.winner == player:
            return f"**You have won {sesterces(side.stake + side.against)}.**"
        return f"**{harmless(other)}** has won {sesterces(side.stake + side.against)}."
    why = why_words(side.why)
    return f"All stakes are back{f': {why}' if why else ''}."


def _buttons(board: BoardView, number: int) -> list[ui.Item[Any]]:
    side = _found(board, number)
    if side.state != "offered":
        return []
    acts: tuple[Act, ...] = ("withdraw",) if board.viewer == side.proposer else ("accept", "decline")
    return [SideButton(board.race, number, act) for act in acts]


def side_message(race: PublicRace, board: BoardView, number: int, player: PlayerId) -> ui.LayoutView:
    """Return a side bet as a direct message to one of its players."""
    return panel(side_lines(race, board, number, player), _buttons(board, number))
