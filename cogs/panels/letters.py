"""Letters to a paper: a private page to write one, a reader's report, and the host's word on them."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.ids import ID, Part
from cogs.kit.items import Button, Select, chosen_number
from cogs.kit.layouts import layout_of
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer, form_within_limits, within_limits, words_for
from cogs.kit.rights import known_race, may_know_cup, moderates, require_league
from records.cups import CupRecord
from records.letters import MOST_CHARACTERS, LetterRecord, Paper
from records.races import RaceRecord
from records.refusals import Reason, Refused
from records.text import isolated
from records.values import CupId, PlayerId, RaceId
from steward import Steward
from words.shared.letters import HEAD, issue_texts, letter_text, own_text, quoted
from words.shared.names import harmless
from words.shared.telling import count

PAPER = rf"(?P<kind>league|cup):(?P<number>{ID})"


def _paper_of(match: re.Match[str]) -> Paper:
    kind: Any = match["kind"]
    return Paper(kind, int(match["number"]))


OnPaper = Annotated[Paper, Part(PAPER, _paper_of, lambda paper: f"{paper.kind}:{paper.number}")]
"""A paper, as it stands in a control's custom id."""

WRITE_FORM = re.compile(rf"letter-write:{PAPER}")
STRIKE_FORM = re.compile(rf"letter-strike:{PAPER}:(?P<letter>{ID})")
MOST_TEXT = 3_600
MOST_REASON = 200
Act = Literal["write", "withdraw", "report"]
Choice = Literal["report", "keep", "strike"]
LOOKS: dict[Act, tuple[str, discord.ButtonStyle]] = {
    "write": ("Write", discord.ButtonStyle.success),
    "withdraw": ("Take it back", discord.ButtonStyle.secondary),
    "report": ("Report a letter", discord.ButtonStyle.secondary),
}
ASKED: dict[Choice, str] = {
    "report": "Which letter should not stand here?",
    "keep": "Put a letter back …",
    "strike": "Strike a letter, with a reason …",
}


class LetterButton(Button, template="letter:{act}:{paper}", looks=LOOKS, answers="itself"):
    """Writes a letter to a paper, takes it back, or asks which one is to be reported."""

    paper: OnPaper
    act: Act

    async def press(self, interaction: Interaction) -> None:
        if self.act == "write":
            await _open_form(interaction, self.paper)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await known_paper(interaction, self.paper)
        if self.act == "report":
            await _ask_which(interaction, self.paper)
        else:
            await _withdraw(interaction, self.paper)


class LetterMenu(Select, template="letter-menu:{act}:{paper}", answers="itself"):
    """Reports the letter that is chosen; for the host, puts it back or asks why it is struck."""

    paper: OnPaper
    act: Choice
    letters: Sequence[LetterRecord] = ()

    def face(self) -> ui.Select[Any]:
        options = [
            discord.SelectOption(
                label=cut(f"{isolated(each.name)}, issue {each.issue}", 100),
                value=str(each.id),
                description=cut(" ".join(each.text.split()), 100),  # two people may have one name
            )
            for each in self.letters[:SELECT_OPTIONS]
        ]
        return ui.Select(placeholder=ASKED[self.act], options=options)

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        record = await known_paper(interaction, self.paper)
        letter = await _printed(interaction, self.paper, chosen_number(values))
        if self.act == "strike":
            _require_judge(interaction, record, letter)
            await interaction.response.send_modal(_strike_form(letter))
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        if self.act == "report":
            gone = await interaction.client.steward.letters.report(letter, PlayerId(interaction.user.id))
            said = HIDDEN if gone else REPORTED
        else:
            _require_judge(interaction, record, letter)
            await interaction.client.steward.letters.keep(letter)
            said = KEPT
        await interaction.edit_original_response(content=said)


HIDDEN = (
    "Thank you. The letter is hidden until the host has looked at it. Only the host knows that somebody reported it."
)
REPORTED = "Thank you. The host looks at it. Nobody learns who reported it."
KEPT = "The letter stands in its paper again, and reports can't hide it any more."
STRUCK = "The letter is struck. All read your reason there, and its writer hears of it by direct message."


async def show_letters(interaction: Interaction, paper: Paper, record: RaceRecord | CupRecord) -> None:
    """Show the player their letter to the next issue, and a host also the reported letters."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    layout = layout_of()
    if await steward.letters.comes_out(paper):
        for part in await _for_writer(steward, paper, player):
            layout.add_item(part)
    else:
        layout.add_item(ui.TextDisplay("No more papers come: it is over."))
    if _judges(interaction, record) and (printed := await steward.letters.printed(paper)):
        for part in _for_host(paper, printed):
            layout.add_item(part)
    await interaction.edit_original_response(view=within_limits(layout))


async def _for_writer(steward: Steward, paper: Paper, player: PlayerId) -> list[ui.Item[Any]]:
    """Return a player's part: their letter to the next issue, with what they may do with it; why they may not write."""
    own = await steward.letters.own(paper, player)
    said, acts = own_text(own, await steward.letters.next_issue(paper)), list[Act]()
    try:
        await steward.letters.require_writer(paper, player)
        acts.append("write")
    except Refused as refused:
        said = f"{said}\n{words_for(refused)}" if own else words_for(refused)
    if own:
        acts.append("withdraw")
    buttons = [LetterButton(paper, act) for act in acts]
    shown: list[ui.Item[Any]] = [ui.TextDisplay(said)]
    if buttons:
        shown.append(ui.ActionRow(*buttons))
    return shown


def _for_host(paper: Paper, printed: Sequence[LetterRecord]) -> list[ui.Item[Any]]:
    """Return the host's part: the number of letters that wait, the first in full, and menus to decide on them."""
    latest = sorted(printed, key=lambda each: (each.state != "reported", -each.issue, each.at))
    waiting = [each for each in latest if each.state == "reported"]
    standing = [each for each in latest if each.state != "struck"]
    first = [f"**{harmless(each.name)}**, issue {each.issue}:\n{quoted(each.text)}" for each in waiting[:1]]
    told = (
        f"{count(len(waiting), 'reported letter')}, hidden until you decide" if waiting else "No letter waits for you"
    )
    heading = f"### As the host\n{told}"
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([heading, *first]))]
    parts += [ui.ActionRow(LetterMenu(paper, "keep", waiting))] if waiting else []
    parts += [ui.ActionRow(LetterMenu(paper, "strike", standing))] if standing else []
    return parts


async def _ask_which(interaction: Interaction, paper: Paper) -> None:
    printed = await interaction.client.steward.letters.printed(paper)
    open_ones = [each for each in reversed(printed) if not each.is_hidden]
    if not open_ones:
        raise TellPlayer("No letter stands there any more.")
    await interaction.edit_original_response(
        view=within_limits(
            layout_of(
                ui.TextDisplay("Whatever you choose, only the host learns that a letter was reported."),
                ui.ActionRow(LetterMenu(paper, "report", open_ones)),
            )
        )
    )


async def _withdraw(interaction: Interaction, paper: Paper) -> None:
    was_there = await interaction.client.steward.letters.withdraw(paper, PlayerId(interaction.user.id))
    said = "Your letter is taken back." if was_there else "You have no letter to the next issue."
    await interaction.edit_original_response(content=said)


async def _open_form(interaction: Interaction, paper: Paper) -> None:
    """Open the form of a letter, with its latest text in it."""
    await known_paper(interaction, paper)
    letters, player = interaction.client.steward.letters, PlayerId(interaction.user.id)
    await letters.next_issue(paper)
    await letters.require_writer(paper, player)
    own = await letters.own(paper, player)
    form = ui.Modal(title="A letter to the paper", custom_id=f"letter-write:{paper.kind}:{paper.number}", timeout=900)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.paragraph,
        max_length=MOST_CHARACTERS,
        default=own.text if own else None,
    )
    form.add_item(
        ui.Label(text="Your letter", description="100 words at most; all read it under your name", component=field)
    )
    await interaction.response.send_modal(form_within_limits(form))


async def take_letter(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Keep a letter for the next paper, or give the text back to its writer if it is too long."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    paper, text = _paper_of(match), fields.get("text", "")
    await known_paper(interaction, paper)
    player, name = PlayerId(interaction.user.id), interaction.user.display_name
    try:
        issue = await interaction.client.steward.letters.write(paper, player, name, text)
    except Refused as refused:
        if refused.reason is not Reason.BAD_LETTER:
            raise
        told = f"{words_for(refused)} Here it is, to copy:\n{quoted(text)}"
        await interaction.edit_original_response(content=cut(told, 2_000))
        return
    await interaction.edit_original_response(
        content=f"Your letter comes with issue {issue}. Until then you can change it, and nobody else reads it."
    )


def _strike_form(letter: LetterRecord) -> ui.Modal:
    """Return the form that asks why a letter is struck."""
    custom_id = f"letter-strike:{letter.kind}:{letter.number}:{letter.id}"
    form = ui.Modal(title=cut(f"Strike the letter of {isolated(letter.name)}", 45), custom_id=custom_id, timeout=900)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="reason", style=discord.TextStyle.paragraph, max_length=MOST_REASON
    )
    form.add_item(ui.Label(text="Why", description="All read it where the letter stood", component=field))
    return form_within_limits(form)


async def take_strike(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Strike a letter, with a reason."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    paper = _paper_of(match)
    record = await known_paper(interaction, paper)
    letter = await _printed(interaction, paper, int(match["letter"]))
    _require_judge(interaction, record, letter)
    await interaction.client.steward.letters.strike(letter, fields.get("reason", "")[:MOST_REASON])
    await interaction.edit_original_response(content=STRUCK)


# Whose paper, which letter, who may


async def known_paper(interaction: Interaction, paper: Paper) -> RaceRecord | CupRecord:
    """Return the league or cup that a control names.

    :raises Refused: if there is none, or the player may not know of it: ids can be forged.
    """
    if paper.kind == "league":
        league = await known_race(interaction, RaceId(paper.number))
        require_league(league)
        return league.record
    cup = await interaction.client.steward.cups.cup(CupId(paper.number))
    if not may_know_cup(interaction, cup):
        raise Refused(Reason.NO_SUCH_CUP)
    return cup.record


async def _printed(interaction: Interaction, paper: Paper, number: int) -> LetterRecord:
    """Return a letter of this paper; :exc:`Refused` for one of another: ids can be forged."""
    letter = await interaction.client.steward.letters.letter(number)
    if letter.paper != paper:
        raise Refused(Reason.NO_SUCH_LETTER)
    return letter


def _judges(interaction: Interaction, record: RaceRecord | CupRecord) -> bool:
    return interaction.user.id == record.host or moderates(interaction, record)


def _require_judge(interaction: Interaction, record: RaceRecord | CupRecord, letter: LetterRecord) -> None:
    """:raises Refused: if the player is neither host nor moderator.

    :raises TellPlayer: if it is their own letter.
    """
    if not _judges(interaction, record):
        raise Refused(Reason.NOT_THE_HOST, what="league" if isinstance(record, RaceRecord) else "cup")
    if letter.player == interaction.user.id:
        raise TellPlayer("It's your own letter. Someone else who may manage this server's threads decides on it.")


# As the paper shows them


def letter_posts(paper: Paper, letters: Sequence[LetterRecord]) -> list[tuple[list[LetterRecord], ui.LayoutView]]:
    """Return the messages that show the letters of an issue, each with its letters; none if nobody wrote."""
    return [(each, letters_message(paper, each)) for each in issue_texts(letters, MOST_TEXT)]


def letters_message(paper: Paper, letters: Sequence[LetterRecord]) -> ui.LayoutView:
    """Return a message of letters, as they may be read now."""
    layout = layout_of(ui.TextDisplay(HEAD))
    for each in letters:
        layout.add_item(ui.TextDisplay(letter_text(each)))
    if not all(each.is_hidden for each in letters):
        layout.add_item(ui.ActionRow(LetterButton(paper, "report")))
    return layout
