"""A third game: one package, its scene, its words, a line in each of three registries, and nothing else.

The toy game of these tests is added as ``docs/adding-a-ruleset.md`` says, and is then raced through the steward, the
commands, buttons and posts as any other.
"""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any
from unittest.mock import AsyncMock

import discord
import msgspec
import pytest

import engine.rulesets
import renderers
import words
from cogs import parts
from cogs.choices.which_game import game_choices
from cogs.commands.cup import CupCommands
from cogs.commands.practice import practice_command
from cogs.commands.race import RaceCommands
from cogs.commands.rules import RulesCommands
from cogs.kit.client import Quadriga
from cogs.kit.menus import SWITCHES
from cogs.kit.messages import words_for
from cogs.panels.lobby import do, enter
from cogs.panels.options import SERIES, OptionSelect
from cogs.panels.question import ChoiceButton, ask_message, take
from cogs.panels.race import status_text
from engine.game import AnyRuleset
from engine.play import new_game
from engine.rulesets import RULESETS
from records.races import Place, PublicRace
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import OpenAsk
from tests import test_promises
from tests.cogs.arena import ANN, BOB, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction, Said, Threadless
from tests.toy_ruleset import TOY
from tests.toy_scene import SCENE
from tests.toy_words import WORDS

THREAD = 555


class Channel(discord.TextChannel):
    """A channel whose threads have numbers one after the other."""

    def __init__(self) -> None:
        self.id, self._type = CHANNEL, discord.ChannelType.text.value
        self.guild: Any = Threadless()
        self.threads_made: list[str] = []

    async def create_thread(self, **how: Any) -> Any:
        self.threads_made.append(how["name"])
        return SimpleNamespace(id=THREAD + len(self.threads_made) - 1, add_user=AsyncMock())


@pytest.fixture
async def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arena]:
    # The three lines that a new game needs:
    monkeypatch.setitem(engine.rulesets._KNOWN, "toy", TOY)
    monkeypatch.setitem(renderers._KNOWN, "toy", SCENE)
    monkeypatch.setitem(words._KNOWN, "toy", WORDS)
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    yield arena
    await arena.close()


async def used(arena: Arena, command: Any, *args: Any, player: PlayerId = ANN, **options: Any) -> FakeInteraction:
    """Let a player use a command in the channel."""
    interaction: Any = arena.act(player, channel=CHANNEL)
    interaction.channel = arena.channel  # type: ignore[attr-defined]
    binding = [] if command.binding is None else [command.binding]
    return await outcome(interaction, command.callback(*binding, interaction, *args, **options))


async def opened(arena: Arena, command: Any, **options: Any) -> FakeInteraction:
    arena.channel = Channel()  # type: ignore[attr-defined]
    arena.client.cached[CHANNEL] = arena.channel  # type: ignore[attr-defined]
    return await used(arena, command, "toy", **options)


async def picked(arena: Arena, about: str, *values: str) -> FakeInteraction:
    """Let the host choose in the panel of the first race's options."""
    interaction: Any = arena.act(ANN, data={"values": list(values)})
    return await outcome(interaction, OptionSelect(RaceId(1), about).callback(interaction))


async def filled(arena: Arena, lobby: PublicRace, rivals: int) -> None:
    """Let Ann and Bob enter, and so many house drivers."""
    for player, colour in ((ANN, "red"), (BOB, "blue")):
        interaction: Any = arena.act(player)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await enter(interaction, lobby, colour, None, "")
    act: Any = arena.act(ANN)
    assert await do(act, lobby, "fill", None, rivals)


async def pressed_to_the_end(arena: Arena, race: RaceId) -> None:
    """Let Ann and Bob press the first button of whatever they are asked, until the race is over."""
    for _ in range(200):
        await arena.deliver()
        if (await arena.steward.race(race)).record.state == "finished":
            return
        for player in (ANN, BOB):
            for each in (await arena.steward.open_asks(player))[:1]:
                await pressed(arena, player, each)
    raise AssertionError("the race does not end")


async def pressed(arena: Arena, player: PlayerId, opened: OpenAsk) -> None:
    """Press the first button of a question."""
    layout, files = await ask_message(arena.steward, opened)
    question = Said(view=layout, files=files)
    custom_id = next(word for word in question.words() if word.startswith("answer:"))
    match = ChoiceButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match
    interaction: Any = arena.act(player, guild=None)
    button = await ChoiceButton.from_custom_id(interaction, SimpleNamespace(label="…"), match)
    await button.callback(interaction)
    assert "Taken for" in interaction.told


async def offered(arena: Arena) -> dict[str, list[Any]]:
    """Return the options of the commands that open a race, as Discord is sent them."""
    bot = Quadriga(arena.steward)
    parts.add_to(bot)
    tree = {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}
    race, alone = (next(each for each in tree["play"]["options"] if each["name"] == name) for name in ("race", "alone"))
    cup = next(each for each in tree["cup"]["options"] if each["name"] == "new")
    return {name: each["options"] for name, each in (("race", race), ("alone", alone), ("cup", cup))}


async def test_commands_offer_the_game(arena: Arena) -> None:
    interaction: Any = SimpleNamespace(namespace=SimpleNamespace(game=""))

    assert "toy" in [choice.value for choice in await game_choices(interaction, "")]
    for options in (await offered(arena)).values():
        game = next(each for each in options if each["name"] == "game")
        assert game["autocomplete"]


@pytest.mark.parametrize("games", [6, 10])
async def test_with_more_games_no_command_has_more_options(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    before = await offered(arena)
    switch = Annotated[bool, msgspec.Meta(description="A rule of this game alone")]
    toy: AnyRuleset = TOY
    for number in range(len(engine.rulesets._KNOWN), games):
        own = [(f"rule_{number}_{each}", switch, False) for each in range(40)]
        many = msgspec.defstruct("Options", own, frozen=True)
        monkeypatch.setitem(engine.rulesets._KNOWN, f"toy-{number}", replace(toy, id=f"toy-{number}", options=many))

    assert len(RULESETS) == games
    assert await offered(arena) == before
    # A cup asks for its races and its late joiners besides, a race whether its host drives.
    assert all(len(options) <= {"cup": 12, "race": 11}.get(name, 10) for name, options in before.items())


@pytest.mark.slow
async def test_a_race_is_opened_entered_run_and_told(arena: Arena) -> None:
    # Given a race that was opened by command
    interaction = await opened(arena, RaceCommands().get_command("new"), title="Ludi", join=False)
    assert "**Ludi** is open" in interaction.told
    await picked(arena, "turns", "2")
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    assert (lobby.record.ruleset, lobby.record.options) == ("toy", '{"turns":2,"dealt":false}')
    assert "Toy · 2 turns" in status_text(await arena.steward.log.status(lobby.record.id))

    # When it is run by pressing buttons
    await filled(arena, lobby, 2)
    act: Any = arena.act(ANN)
    await do(act, lobby, "start")
    await pressed_to_the_end(arena, lobby.record.id)

    # Then it was told to its end, each phase with a picture and its words
    posts = arena.client.get_partial_messageable(THREAD).messages
    told = "\n".join(word for post in posts for word in post.said.words())
    assert told.count("## 🏆 The race is over") == 1
    assert "### Turn 2" in told
    assert any(post.said.pictures() for post in posts)
    assert "Ludi: " in told, "the alt text of the board"
    assert (await arena.steward.log.verify(lobby.record.id)).is_sound
    assert " is at " in status_text(await arena.steward.log.status(lobby.record.id))


async def test_what_is_typed_is_read_by_the_games_own_words(arena: Arena) -> None:
    await opened(arena, RaceCommands().get_command("new"), title="Ludi", join=False)
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    await filled(arena, lobby, 1)
    act: Any = arena.act(ANN)
    await do(act, lobby, "start")
    (asked,) = await arena.steward.open_asks(ANN)
    interaction: Any = arena.act(ANN)
    await interaction.response.defer()

    await outcome(interaction, take(interaction, asked, "4"))

    assert await arena.steward.open_asks(ANN) == []
    with pytest.raises(Refused) as caught:
        WORDS.unpack("nonsense")
    assert "`/order`" in words_for(caught.value)


async def test_options_of_another_game_are_refused_in_words(arena: Arena) -> None:
    await opened(arena, RaceCommands().get_command("new"), title="Ludi", join=False)

    interaction = await picked(arena, "laps", "2")

    assert "The option laps is not on offer. Choose one of: turns." in interaction.told


@pytest.mark.slow
async def test_a_cup_of_it_is_run_to_its_winner(arena: Arena) -> None:
    interaction = await opened(arena, CupCommands().get_command("new"), title="Ludi")
    assert "a cup of 2 races, is open" in interaction.told
    await picked(arena, "turns", "1")
    await picked(arena, f"{SERIES}{SWITCHES}", "growing")
    (cup,) = await arena.steward.cups.of_guild(GUILD)
    lobby = await arena.steward.race(cup.races[0].record.id)
    await filled(arena, lobby, 1)
    act: Any = arena.act(ANN)
    await do(act, lobby, "start")
    await pressed_to_the_end(arena, lobby.record.id)

    told = (await used(arena, CupCommands().get_command("next"))).told
    second = (await arena.steward.cups.cup(cup.id)).races[1].record
    await do(act, await arena.steward.race(second.id), "start")
    await pressed_to_the_end(arena, second.id)

    assert "race 2 of 2** is open" in told
    assert '"turns":2' in second.options, "the rules of its series made the second race a turn longer"
    posts = arena.client.get_partial_messageable(THREAD + 1).messages
    winner = [post for post in posts if any("wins Ludi!" in text for text in post.said.contents())]
    assert len(winner) == 1
    assert len(winner[0].said.pictures()) == 1
    shown = (await used(arena, CupCommands().get_command("standings"))).told
    assert "wins Ludi!" in shown


async def test_it_can_be_practised_alone(arena: Arena) -> None:
    arena.channel = Channel()  # type: ignore[attr-defined]

    interaction = await used(arena, practice_command(), "toy", rivals=2, temperament="steady")

    await arena.deliver()
    posts = arena.client.get_partial_messageable(THREAD).messages
    assert "Your race begins" in interaction.told
    assert "How fast?" in "\n".join(word for post in posts for word in post.said.words())
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    assert '"turns":1' in lobby.record.options, "one turn will do for a race alone"
    assert len(lobby.factions) == 3


@pytest.mark.parametrize(
    ("what", "wanted", "told"),
    [("topic", "pushing", "Costs 1."), ("table", "Toy: points", "1st 3"), ("topic", "toy: push", "Costs 1.")],
)
async def test_its_rules_can_be_looked_up(arena: Arena, what: str, wanted: str, told: str) -> None:
    arena.channel = Channel()  # type: ignore[attr-defined]

    interaction = await used(arena, RulesCommands().get_command(what), wanted, game="toy")

    assert told in interaction.told


def test_it_keeps_the_promises_of_every_game(arena: Arena) -> None:
    test_promises.test_it_does_not_matter_who_answers_first(TOY)
    test_promises.test_silence_plays_a_race_to_its_end(TOY)
    test_promises.test_a_ruleset_is_listed_under_its_id_and_hosts_a_small_race(TOY)


def test_it_can_be_played_by_hand(arena: Arena) -> None:
    game = new_game("toy", turns=1)

    assert (game.mover, game.legal()) == ("red", game.ask and game.ask.question.legal())
    assert set(game.finish("pushy")) == {"red", "blue"}
