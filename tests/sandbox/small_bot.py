"""A small bot on the real discord.py, with one of everything that the sandbox has to get right."""

import asyncio
import io
import re
from typing import Any, Self

import discord
from discord import app_commands, ui

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000010802000000"
    "7b40e8dd0000000f49444154789c63f8cfc0f09f010006fe01ff8d2d5d6a"
    "0000000049454e44ae426082"
)
"""Two pixels wide, one high."""


def picture(name: str = "board.png", description: str = "A board") -> discord.File:
    """Return a file that is sent once."""
    return discord.File(io.BytesIO(PNG), name, description=description)


class Step(ui.DynamicItem[ui.Button[Any]], template=r"step:(?P<turn>\d+)"):
    """A button whose turn stands in its id, so that it survives a restart."""

    def __init__(self, turn: int) -> None:
        super().__init__(ui.Button(label=f"Step {turn}", custom_id=f"step:{turn}"))
        self.turn = turn

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["turn"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=panel(self.turn + 1), attachments=[picture()])


class Colour(ui.Select[Any]):
    """A choice of colours, answered privately."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name.title(), value=name) for name in ("red", "blue")]
        super().__init__(custom_id="colour", options=options, max_values=2)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"You chose {', '.join(self.values)}", ephemeral=True)


class Rival(ui.UserSelect[Any]):
    """A choice of people; the message stays as it is."""

    def __init__(self) -> None:
        super().__init__(custom_id="rival")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"Against {self.values[0].mention}", ephemeral=True)


def panel(turn: int) -> ui.LayoutView:
    """Return a panel of components v2 with a picture."""
    view = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description=f"The board at turn {turn}")
    rows: list[ui.Item[Any]] = [
        ui.ActionRow(Step(turn), ui.Button(label="Nobody listens", custom_id="dead")),
        ui.ActionRow(Colour()),
        ui.ActionRow(Rival()),
    ]
    view.add_item(ui.Container(ui.TextDisplay(f"# Turn {turn}"), gallery, ui.Separator(), *rows))
    return view


class Listening(ui.LayoutView):
    """The parts of a panel that a restarted bot listens to."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.ActionRow(Colour()))
        self.add_item(ui.ActionRow(Rival()))


class Orders(ui.Modal, title="Orders"):
    """A form with a text and a choice."""

    speed = ui.Label(text="Speed", component=ui.TextInput[Any](custom_id="speed", max_length=2))
    lane = ui.Label(
        text="Lane",
        component=ui.RadioGroup[Any](
            custom_id="lane",
            options=[discord.RadioGroupOption(label=each, value=each) for each in ("in", "out")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        speed, lane = self.speed.component, self.lane.component
        assert isinstance(speed, ui.TextInput)
        assert isinstance(lane, ui.RadioGroup)
        await interaction.response.send_message(f"Speed {speed.value}, {lane.value}", ephemeral=True)


class SmallBot(discord.Client):
    """The bot itself."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.1,
        )
        self._is_ready = asyncio.Event()
        self.tree = app_commands.CommandTree(self)
        single: list[Any] = [ping, think, whisper, show, ask, write, vanish, silent]
        for command in single:
            self.tree.add_command(command)
        self.tree.add_command(Race())

    async def wait_until_ready_or(self, run: "asyncio.Task[None]") -> None:
        """Wait until the bot is ready; if *run* ends before, raise what ended it."""
        ready = asyncio.create_task(self._is_ready.wait())
        await asyncio.wait([ready, run], return_when=asyncio.FIRST_COMPLETED)
        if run.done():
            ready.cancel()
            run.result()

    async def on_ready(self) -> None:
        self._is_ready.set()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Step)
        self.add_view(Listening())
        await self.tree.sync()


@app_commands.command()
async def ping(itx: discord.Interaction[Any]) -> None:
    """Answer at once."""
    await itx.response.send_message(f"Pong, {itx.user.mention}")


@app_commands.command()
async def think(itx: discord.Interaction[Any]) -> None:
    """Answer later."""
    await itx.response.defer(thinking=True, ephemeral=True)
    await itx.followup.send("first", file=picture())
    second = await itx.followup.send("second", wait=True)
    await second.edit(content="second, changed")
    await itx.edit_original_response(content="first, changed")


@app_commands.command()
async def whisper(itx: discord.Interaction[Any]) -> None:
    """Answer privately."""
    await itx.response.send_message("psst", ephemeral=True)


@app_commands.command()
async def show(itx: discord.Interaction[Any]) -> None:
    """Show a panel."""
    await itx.response.send_message(view=panel(1), files=[picture()])


@app_commands.command()
async def ask(itx: discord.Interaction[Any]) -> None:
    """Open a form."""
    await itx.response.send_modal(Orders())


@app_commands.command()
async def write(itx: discord.Interaction[Any]) -> None:
    """Write a DM."""
    try:
        await itx.user.send("secret", file=picture())
    except discord.Forbidden as refused:
        await itx.response.send_message(f"refused: {refused.code}", ephemeral=True)
    else:
        await itx.response.send_message("sent", ephemeral=True)


@app_commands.command()
async def vanish(itx: discord.Interaction[Any]) -> None:
    """Answer and take it back."""
    await itx.response.send_message("gone in a moment")
    await itx.delete_original_response()


@app_commands.command()
async def silent(itx: discord.Interaction[Any]) -> None:
    """Never answer."""


class Race(app_commands.Group):
    """Races."""

    def __init__(self) -> None:
        super().__init__(name="race", description="Races")

    @app_commands.command()
    async def new(
        self,
        itx: discord.Interaction[Any],
        name: str,
        laps: app_commands.Range[int, 1, 3] = 2,
        rival: discord.Member | None = None,
    ) -> None:
        """Open a race in a thread."""
        assert isinstance(itx.channel, discord.TextChannel)
        thread = await itx.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        await thread.send(view=panel(1), file=picture(), nonce="row-1")
        again = await thread.send(view=panel(1), file=picture(), nonce="row-1")
        await again.pin()
        who = rival.display_name if rival else "nobody"
        await itx.response.send_message(f"{laps} laps against {who} in {thread.mention}")

    @new.autocomplete("name")
    async def names(self, itx: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """Offer names that begin as typed."""
        known = ("Ludi Romani", "Ludi Plebeii", "Saturnalia")
        return [app_commands.Choice(name=each, value=each) for each in known if each.startswith(typed)]
