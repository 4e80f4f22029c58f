"""A small bot that shows the page everything a bot can send. Run as ``python fake_bot.py API GATEWAY CDN TOKEN``."""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import discord.asset
import discord.gateway
import discord.http
import yarl
from discord import app_commands, ui
from PIL import Image, ImageDraw

ALT = "A test board: a red chariot leads a blue one."
ALL_MARKS = (
    "# Heading\n## Second\n-# small print\n**bold** *italic* __under__ ~~gone~~ ||secret|| `code` snake_case_name\n"
    "- one\n  - inner\n- two\n1. first\n2. second\n> quoted\n```py\nprint('<b>')\n```\n"
    "<t:1700000000:R> <t:1700000000:F> [link](https://example.org/a) https://example.org/b 🏇 \\*plain\\*"
)
EVIL = (
    "<script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'> [x](javascript:alert(1)) <b>not bold</b>"
)

Answer = discord.Interaction[Any]


def picture() -> discord.File:
    """A board to look at: 800 by 450 pixels, with an alt text."""
    image = Image.new("RGB", (800, 450), "#d9b679")
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((120, 90, 680, 360), 130, outline="#7a5b2e", width=8)
    draw.ellipse((300, 60, 340, 100), fill="#b3261e")
    draw.ellipse((240, 60, 280, 100), fill="#1e4fb3")
    out = io.BytesIO()
    image.save(out, "PNG")
    out.seek(0)
    return discord.File(out, "board.png", description=ALT)


class Button(ui.Button[Any]):
    """A button that calls what it is given."""

    def __init__(self, press: Callable[[Answer], Awaitable[None]], label: str, custom_id: str, **more: Any) -> None:
        super().__init__(label=label, custom_id=custom_id, **more)
        self.press = press

    async def callback(self, interaction: Answer) -> None:
        await self.press(interaction)


class Factions(ui.Select[Any]):
    """Four colours; choosing one shows it in the panel."""

    def __init__(self, pressed: int) -> None:
        signs = {"Red": "🔴", "Blue": "🔵", "Green": "🟢", "White": "⚪"}
        options = [
            discord.SelectOption(label=name, value=name.lower(), description=f"The {name} faction", emoji=sign)
            for name, sign in signs.items()
        ]
        super().__init__(custom_id="colour", placeholder="Choose a colour", options=options)
        self.pressed = pressed

    async def callback(self, interaction: Answer) -> None:
        await interaction.response.edit_message(view=Panel(self.pressed, self.values[0]))


class Panel(ui.LayoutView):
    """Every part of a v2 message; the counter button changes the message it stands on."""

    def __init__(self, pressed: int = 0, chosen: str = "nothing") -> None:
        super().__init__(timeout=None)
        self.pressed = pressed
        primary, success = discord.ButtonStyle.primary, discord.ButtonStyle.success
        buttons: list[ui.Button[Any]] = [
            Button(self.count, f"Pressed {pressed}", "count", style=primary, emoji="🏇"),
            Button(self.join, "Join", "join", style=success),
            Button(self.join, "Leave", "leave", style=discord.ButtonStyle.danger, disabled=True),
            ui.Button(label="Broken", custom_id="broken"),
            ui.Button(label="Rules", style=discord.ButtonStyle.link, url="https://example.org/rules"),
        ]
        heading: ui.TextDisplay[Any] = ui.TextDisplay(f"## The panel\nChosen: **{chosen}**. Next <t:1900000000:R>.")
        board = discord.MediaGalleryItem("attachment://board.png", description=ALT)
        self.add_item(
            ui.Container(
                ui.Section(heading, accessory=ui.Thumbnail("attachment://board.png", description="small board")),
                ui.MediaGallery(board),
                ui.Separator(spacing=discord.SeparatorSpacing.large),
                ui.ActionRow(*buttons),
                ui.ActionRow(Factions(pressed)),
                ui.ActionRow(ui.UserSelect(custom_id="rival", placeholder="Choose a rival")),
                accent_colour=0xB3412E,
            )
        )

    async def count(self, itx: Answer) -> None:
        await itx.response.edit_message(view=Panel(self.pressed + 1))

    async def join(self, itx: Answer) -> None:
        await itx.response.send_message("You joined. Nobody else reads this.", ephemeral=True)


class Form(ui.Modal, title="Your orders"):
    """A modal with each kind of input."""

    speed: ui.Label[Any] = ui.Label(
        text="Speed", description="1 to 18", component=ui.TextInput(custom_id="speed", max_length=4)
    )
    lane: ui.Label[Any] = ui.Label(
        text="Lane",
        component=ui.RadioGroup(
            custom_id="lane",
            options=[discord.RadioGroupOption(label=f"Lane {n}", value=str(n)) for n in (1, 2, 3)],
        ),
    )
    extras: ui.Label[Any] = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            custom_id="extras",
            required=False,
            min_values=0,
            options=[discord.CheckboxGroupOption(label=name, value=name.lower()) for name in ("Whip", "Lash")],
        ),
    )
    rival: ui.Label[Any] = ui.Label(
        text="Rival",
        component=ui.Select(
            custom_id="rival", options=[discord.SelectOption(label=name, value=name) for name in ("Ben", "Cato")]
        ),
    )
    sure: ui.Label[Any] = ui.Label(text="I am sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, itx: Answer) -> None:
        parts = [self.speed, self.lane, self.extras, self.rival, self.sure]
        inputs: list[Any] = [part.component for part in parts]
        told = [inputs[0].value, inputs[1].value, sorted(inputs[2].values), inputs[3].values, inputs[4].value]
        await itx.response.send_message(f"Orders: {told}", ephemeral=True)


class FakeBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.2)
        self.tree = app_commands.CommandTree(self)
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        await self.tree.sync()

    async def on_ready(self) -> None:
        sys.stdout.write("ready\n")
        sys.stdout.flush()


def add_commands(tree: app_commands.CommandTree[FakeBot]) -> None:
    play = app_commands.Group(name="play", description="Races")
    play.command(name="race", description="Open a race")(new)
    play.command(name="find", description="Look a race up")(find)
    tree.command(name="season", description="Open a season")(season)
    tree.add_command(play)
    plain = {"panel": panel, "form": form, "think": think, "silent": silent, "marks": marks, "evil": evil}
    for name, callback in {**plain, "letter": letter, "thread": thread, "count": count, "call": call}.items():
        tree.command(name=name, description=f"Try the {name}")(callback)


@app_commands.describe(
    name="What it is called", laps="How many laps", colour="Yours", rival="Against whom", open_to_all="Join freely"
)
@app_commands.choices(
    colour=[
        app_commands.Choice(name=n, value=n.lower()) for n in ("Red", "Blue", "Green", "Black", "White", "Grey", "Gold")
    ]
)
async def new(
    itx: Answer,
    name: str,
    laps: app_commands.Range[int, 1, 7],
    colour: app_commands.Choice[str] | None = None,
    rival: discord.Member | None = None,
    open_to_all: bool = True,
) -> None:
    told = [name, laps, colour and colour.value, rival and rival.display_name, open_to_all]
    await itx.response.send_message(f"New race: {told}", allowed_mentions=discord.AllowedMentions.none())


@app_commands.describe(title="What it is called", preset="A set of options")
@app_commands.choices(preset=[app_commands.Choice(name=each, value=each) for each in ("short", "epic")])
async def season(itx: Answer, title: str = "", preset: app_commands.Choice[str] | None = None) -> None:
    await itx.response.send_message(f"Season {[title, preset and preset.value]}")


async def find_choices(itx: Answer, typed: str) -> list[app_commands.Choice[str]]:
    names = ["Ludi Romani", "Ludi Plebeii", "Ides of March", f"For {itx.user.display_name}"]
    return [app_commands.Choice(name=n, value=f"race-{at}") for at, n in enumerate(names) if typed.lower() in n.lower()]


@app_commands.describe(race="A race you know", detail="How much to tell")
@app_commands.autocomplete(race=find_choices)
async def find(itx: Answer, race: str, detail: int = 1) -> None:
    await itx.response.send_message(f"Found {race} in detail {detail}.", ephemeral=True)


async def panel(itx: Answer) -> None:
    await itx.response.send_message(view=Panel(), file=picture())


async def form(itx: Answer) -> None:
    await itx.response.send_modal(Form())


async def think(itx: Answer) -> None:
    await itx.response.defer(thinking=True)
    assert isinstance(itx.channel, discord.TextChannel)
    await itx.channel.typing()
    await asyncio.sleep(2)
    await itx.followup.send("Thought about it.")


async def silent(itx: Answer) -> None:
    """Never answer."""


async def marks(itx: Answer) -> None:
    embed = discord.Embed(title="A card", description="With **words**", colour=0x23804A)
    embed.add_field(name="Left", value="1").add_field(name="Right", value="2").set_footer(text="Foot")
    await itx.response.send_message(f"{ALL_MARKS}\n{itx.user.mention} <#{itx.channel_id}>", embed=embed)


async def evil(itx: Answer) -> None:
    await itx.response.send_message(EVIL, embed=discord.Embed(title=EVIL[:200], description=EVIL))


async def letter(itx: Answer) -> None:
    try:
        await itx.user.send("A secret letter.", file=picture())
    except discord.Forbidden as error:
        await itx.response.send_message(f"Your DMs are closed ({error.code}).", ephemeral=True)
    else:
        await itx.response.send_message("Sent.", ephemeral=True)


async def thread(itx: Answer) -> None:
    await itx.response.send_message("Here it goes on.")
    message = await itx.original_response()
    begun = await message.create_thread(name="The race of the day")
    await begun.send("First words in the thread.")
    assert isinstance(itx.channel, discord.TextChannel)
    kinds = discord.ChannelType
    kind = kinds.news_thread if itx.channel.is_news() else kinds.public_thread
    await itx.channel.create_thread(name="The race of the night", type=kind)


async def count(itx: Answer) -> None:
    await itx.response.send_message("one")
    await itx.edit_original_response(content="two")


async def call(itx: Answer) -> None:
    assert itx.guild
    tavern = discord.utils.get(itx.guild.text_channels, name="tavern")
    assert tavern
    await tavern.send(f"{itx.user.mention}, your move.")
    await itx.response.send_message("Called.", ephemeral=True)


def main(api: str, gateway: str, cdn: str, token: str) -> None:
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.asset.Asset.BASE = cdn
    FakeBot().run(token)


if __name__ == "__main__":
    main(*sys.argv[1:])
