"""Fixtures of a server: their list for those who manage it, and the table of a month for everybody who sees a race."""

from collections.abc import Sequence
from typing import Annotated, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import boxed, layout_of, show, text_of
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.rights import known_race
from cogs.panels.new_fixture import again_told
from cogs.panels.open_race import require_channel
from records.fixtures import FixtureRecord
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.text import isolated
from records.values import FixtureId, PlayerId, RaceId
from steward import FIXTURE_WEEKS, FixtureShown, Steward
from words import WORDS
from words.shared.fixtures import AMONG_EVENTS, fixture_lines, month_lines, start_lines
from words.shared.names import harmless

Act = Literal["wake", "circus", "people", "list", "unlist", "end", "finish", "keep"]
LOOKS: Looks[Act] = {
    "wake": ("Wake", discord.ButtonStyle.success),
    "circus": ("House races", discord.ButtonStyle.secondary),
    "people": ("No house races", discord.ButtonStyle.secondary),
    "list": ("Show as events", discord.ButtonStyle.secondary),
    "unlist": ("No events", discord.ButtonStyle.secondary),
    "end": ("End it", discord.ButtonStyle.danger),
    "finish": ("End it for good", discord.ButtonStyle.danger),
    "keep": ("Keep it", discord.ButtonStyle.success),
}
ASKED = "### End **{title}**?\nNo more races of it open. One that is open or under way goes on."
ENDED = "🏁 **{title}** is ended: no more races of it open. To set it up again:\n```\n{again}\n```"
HOW = (
    "`/server fixture day:Friday time:20:00` sets one up: each week a race that opens itself a day before, in this "
    "channel, and starts at its hour. *House races* are for servers where few come: house drivers race each other, "
    "with bets on them. A change holds from the next race on."
)

NO_EVENTS = (
    "⚠️ I lack the right to create events here, so no race gets one. Give it to my role; it holds from the next race on."
)

Number = Annotated[int, "[0-9]{1,9}"]


class FixtureButton(Button, template="fixture:{act}:{fixture}", looks=LOOKS):
    """Wakes a fixture of this server, ends it after a question, or lets house drivers race at it where nobody comes."""

    act: Act
    fixture: Number

    async def press(self, interaction: Interaction) -> None:
        guild, fixtures = managed(interaction, "fixture"), interaction.client.steward.fixtures
        if self.act == "wake":
            await fixtures.wake_up(FixtureId(self.fixture), guild, require_channel(interaction).id)
        elif self.act == "end":
            await _ask_to_end(interaction, await _of(interaction, guild, self.fixture))
            return
        elif self.act == "finish":
            known = await _of(interaction, guild, self.fixture)
            await fixtures.end(known.id, guild)
            await show_fixtures(interaction, guild, [ENDED.format(title=_title(known), again=again_told(known))])
            return
        elif self.act in ("list", "unlist"):
            await fixtures.set_events(FixtureId(self.fixture), guild, events=self.act == "list")
        elif self.act in ("circus", "people"):
            await fixtures.set_circus(FixtureId(self.fixture), guild, circus=self.act == "circus")
        await show_fixtures(interaction, guild)


async def _of(interaction: Interaction, guild: int, number: int) -> FixtureRecord:
    """Return a fixture of a server; :exc:`Refused` if nobody has set it up, or somebody has ended it."""
    known = await interaction.client.steward.fixtures.of_guild(guild)
    found = next((each.record for each in known if each.record.id == number), None)
    if found is None:
        raise Refused(Reason.NO_SUCH_FIXTURE)
    return found


async def _ask_to_end(interaction: Interaction, known: FixtureRecord) -> None:
    buttons = [FixtureButton("keep", known.id), FixtureButton("finish", known.id)]
    await show(interaction, ASKED.format(title=_title(known)).split("\n"), buttons)


def _title(known: FixtureRecord) -> str:
    return isolated(harmless(known.title))


class MonthButton(Button, template="fixture-month:{race}", label="Month"):
    """Shows the table of the month of a race's fixture."""

    race: RaceId

    async def press(self, interaction: Interaction) -> None:
        race, fixtures = await known_race(interaction, self.race), interaction.client.steward.fixtures
        plan = await fixtures.plan_of(race.record.id)
        if plan is None or plan.fixture is None:
            raise Refused(Reason.NO_SUCH_FIXTURE)
        title, month, rows = await fixtures.month(plan.fixture)
        await show(interaction, month_lines(title, month, rows, PlayerId(interaction.user.id)))


def managed(interaction: Interaction, command: str) -> int:
    """Return the server that is meant by somebody who may manage it.

    :raises TellPlayer: in a direct message, and for a member who may not.
    """
    if interaction.guild_id is None:
        raise TellPlayer(f"Use `/server {command}` in a server that you manage.")
    if not interaction.permissions.manage_guild:
        raise TellPlayer("`/server` needs the right Manage Server, which you lack here. Ask a member who has it.")
    return interaction.guild_id


async def show_fixtures(interaction: Interaction, guild: int, said: Sequence[str] = ()) -> None:
    """Show the fixtures of a server, each with its buttons; if one wants events, tell whether I lack the right.

    :param said: of one that was just set up.
    """
    known = await interaction.client.steward.fixtures.of_guild(guild)
    lacks = any(each.record.events for each in known) and not _may_make_events(interaction)
    box = boxed(text_of(["### Fixtures of this server", *said, *([NO_EVENTS] if lacks else [])]))
    for each in known:
        box.add_item(text_of(_lines(each, makes_events=not lacks)))
        box.add_item(ui.ActionRow(*_buttons(each)))
    box.add_item(text_of([HOW]))
    await interaction.edit_original_response(view=within_limits(layout_of(box)), attachments=[])


def _may_make_events(interaction: Interaction) -> bool:
    return interaction.guild is not None and interaction.guild.me.guild_permissions.create_events


def _lines(shown: FixtureShown, *, makes_events: bool) -> list[str]:
    game = WORDS[shown.record.ruleset].title
    lines = fixture_lines(shown.record, game, shown.next.at, FIXTURE_WEEKS, asleep=shown.asleep)
    return lines if makes_events else [each for each in lines if each != AMONG_EVENTS]


def _buttons(shown: FixtureShown) -> list[FixtureButton]:
    number, title = shown.record.id, shown.record.title
    wake = (
        [FixtureButton("wake", number, label=f"Wake {title}")] if shown.asleep or shown.record.state == "lost" else []
    )
    changes: Act = "people" if shown.record.circus else "circus"
    lists: Act = "unlist" if shown.record.events else "list"
    return [
        *wake,
        FixtureButton(changes, number),
        FixtureButton(lists, number),
        FixtureButton("end", number, label=f"End {title}"),
    ]


async def start_told(steward: Steward, race: PublicRace) -> list[str]:
    """Return the lines on when a lobby starts by itself; none for one that its host starts."""
    plan = await steward.fixtures.plan_of(race.record.id) if race.record.state == "lobby" else None
    return [] if plan is None else start_lines(plan, await steward.fixtures.passed_before(plan))


async def month_button(steward: Steward, race: PublicRace) -> list[MonthButton]:
    """Return the button for the month's table, on a race of a fixture."""
    plan = await steward.fixtures.plan_of(race.record.id)
    return [MonthButton(race.record.id)] if plan is not None and plan.fixture is not None else []
