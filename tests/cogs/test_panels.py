"""Every panel and list at its worst: eight chariots, the longest names, all that can be said of them."""

import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from discord import ui

from cogs.kit.limits import check_message, check_modal
from cogs.panels.lobby import entry_form
from cogs.panels.my_questions import show_asks
from cogs.panels.race import show_log, show_races, show_status, status_text
from cogs.panels.verifying import show_verification, verdict
from cogs.posts.race_panel import panel
from cogs.posts.stories import in_messages
from engine.circus_maximus.printed.tables import FIELD
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Prepare
from engine.circus_maximus.words.facts import Facts, PhaseEnded, Placing, RaceEnded, SpeedsRevealed, TurnBegan
from engine.facts import Fact, Modifier, Rolled, Sealed
from engine.questions import Ask
from records.follows import Follow
from records.people import PlayerRecord
from records.races import Place, PublicRace
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Scene, Status, Verification, Waiting
from tests.cogs.fakes import FakeInteraction
from tests.cogs.positions import asked_in_races
from tests.cogs.samples import LARGEST_ID, NASTIEST, WIDEST, a_lobby, samples_of
from words import WORDS
from words.shared.names import names_of

NAMES = [NASTIEST, WIDEST, "Red"]
STATES = ["lobby", "running", "paused", "finished", "cancelled"]
LATEST = 253_402_300_799.0


def parts_of(layout: ui.LayoutView) -> list[Any]:
    found: list[Any] = layout.to_components()  # type: ignore[no-untyped-call]
    return found


def texts_in(part: Any) -> list[str]:
    if isinstance(part, list):
        return [text for each in part for text in texts_in(each)]
    return [*([part["content"]] if "content" in part else []), *texts_in(part.get("components", []))]


def the_worst_view() -> RaceView:
    """Return a view in which everybody is on the track, fast, hurt and held by a dead horse."""
    view = next(view for view, ask in asked_in_races() if view.is_set_up and view.turn > 2)
    worst = [
        msgspec.structs.replace(
            chariot, status="racing", square="A33.8", is_stationary=True, last_speed=28, max_speed=24, endurance=74
        )
        for chariot in view.chariots
    ]
    found: RaceView = msgspec.structs.replace(view, chariots=tuple(worst))
    return found


def the_worst_status(lobby: PublicRace) -> Status:
    waiting = tuple(
        Waiting(EntryId(number), PlayerId(LARGEST_ID - number), "preparation", LATEST) for number in range(1, 9)
    )
    view = None if lobby.record.state == "lobby" else the_worst_view()
    return Status(lobby, view, waiting if lobby.record.state == "running" else ())


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", NAMES)
def test_the_panel_of_a_race_in_each_state(state: str, name: str) -> None:
    lobby = a_lobby(name, state=state)
    status = the_worst_status(lobby)

    layout = panel(lobby, status_text(status))

    text = "\n".join(texts_in(parts_of(layout)))
    check_message(parts_of(layout))
    # All eight are in it, and everybody who is waited for.
    assert all(f"**{number} " in text for number in range(1, 9))
    assert all(f"<@{each.player}>" in text for each in status.waiting)
    assert "… " not in text


@pytest.mark.parametrize("state", ["lobby", "running"])
@pytest.mark.parametrize("name", NAMES)
async def test_the_status_of_a_race(state: str, name: str) -> None:
    lobby = a_lobby(name, state=state)

    class Log:
        async def status(self, *_: Any) -> Status:
            return the_worst_status(lobby)

    class Follows:
        async def of(self, _player: PlayerId) -> list[Follow]:
            return []

    interaction: Any = await deferred(SimpleNamespace(log=Log(), follows=Follows()))
    await show_status(interaction, lobby)

    assert interaction.last.is_private


async def deferred(steward: Any) -> FakeInteraction:
    interaction = FakeInteraction(steward)
    await interaction.response.defer(ephemeral=True, thinking=True)
    return interaction


def of_people() -> Any:
    """Return a steward who knows nothing of anybody."""

    async def player(player: PlayerId) -> PlayerRecord:
        return PlayerRecord(player=player, name="")

    return SimpleNamespace(people=SimpleNamespace(player=player))


# Stories


def a_long_phase(lobby: PublicRace) -> tuple[Fact, ...]:
    """Return more than any phase could tell: every fact there is, in all its forms."""
    kinds = [kind for kind in Facts.__args__ if kind not in (RaceEnded, Rolled)]
    entries = [each.entry for each in lobby.entries]
    rolls = [
        Rolled(entry, "corner", (6, 6, 6), 6, (Modifier("CDM", -5), Modifier("defender's CDM", 3)), 16, "7.32")
        for entry in entries
    ]
    seals = [Sealed(entry, "ab" * 32) for entry in entries]
    speeds = SpeedsRevealed(12, dict.fromkeys(entries, 28))
    places = tuple(Placing(entry, entry, True, 12) for entry in entries)
    samples = [fact for kind in kinds for fact in samples_of(kind) if not isinstance(fact, PhaseEnded)]
    return (*seals, speeds, *rolls, *samples, RaceEnded(12, places, True))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenes", [1, 8, 10])
def test_a_story_is_shared_out_and_nothing_of_it_is_lost(name: str, scenes: int) -> None:
    lobby = a_lobby(name)
    facts = a_long_phase(lobby)
    choose = random.Random(scenes)
    phases = [
        Scene(number, 0, None, facts if number == 1 else tuple(choose.sample(facts, k=choose.choice([0, 5, 60]))))
        for number in range(1, scenes + 1)
    ]

    messages = in_messages(lobby, phases)

    for message in messages:
        layout = ui.LayoutView(timeout=None)
        for text, scene in message:
            if text:
                layout.add_item(ui.TextDisplay(text))
            if scene is not None:
                gallery: ui.MediaGallery[Any] = ui.MediaGallery()
                gallery.add_item(media=f"attachment://race-2147483647-{scene.n}.png", description="x" * 1_024)
                layout.add_item(gallery)
        check_message(parts_of(layout), [(150_000, "x" * 1_024)] * sum(scene is not None for _, scene in message))
    # Each scene has one picture, in order, and each line is told once.
    assert [scene.n for message in messages for _, scene in message if scene] == [scene.n for scene in phases]
    lines = [line for scene in phases for line in WORDS["circus-maximus"].tell(scene.facts, names_of(lobby.entries))]
    assert "\n".join(text for message in messages for text, _ in message if text) == "\n".join(lines)


def test_a_short_story_is_one_message() -> None:
    lobby = a_lobby("Red")
    scenes = [Scene(n, 0, None, (TurnBegan(n),)) for n in range(1, 11)]

    assert len(in_messages(lobby, scenes)) == 1


def test_scenes_without_a_word_are_shown_all_the_same() -> None:
    messages = in_messages(a_lobby("Red"), [Scene(1, 0, None, ()), Scene(2, 0, None, ())])

    assert [[(text, scene.n) for text, scene in message if scene] for message in messages] == [[("", 1), ("", 2)]]


# Private answers


@pytest.mark.parametrize("name", NAMES)
async def test_the_log_is_told_from_its_end(name: str) -> None:
    lobby = a_lobby(name)
    facts = a_long_phase(lobby) * 3

    class Log:
        async def facts(self, _race: RaceId) -> list[Fact]:
            return list(facts)

    interaction: Any = await deferred(SimpleNamespace(log=Log()))
    await show_log(interaction, lobby)

    assert "across the line" in interaction.told
    assert interaction.last.is_private


@pytest.mark.parametrize("secret", [None, "ab" * 32])
@pytest.mark.parametrize("name", NAMES)
async def test_what_anyone_can_check(name: str, secret: str | None) -> None:
    lobby = a_lobby(name)
    words = tuple((name * 4)[:100] for _ in range(8))

    class Log:
        async def proof(self, _race: RaceId) -> bytes:
            return b"{}"

        async def verify(self, _race: RaceId) -> Verification:
            return Verification("cd" * 32, secret, words, 10**6, None if secret is None else 10**6, 10**6, 10**6)

    interaction: Any = await deferred(SimpleNamespace(log=Log()))
    await show_verification(interaction, lobby)

    assert "Something does not fit" in interaction.told
    assert (("ab" * 32) in interaction.told) == (secret is not None)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            Verification("cd", None, (), 40, None, 12, 0),
            "✅ All fits so far: of 12 seals none is broken, and 40",
        ),
        (
            Verification("cd", "ab", (), 40, None, 1, 0),
            "✅ Everything fits: 40 rolls, all as the seed gives",
        ),
        (
            Verification("cd", "ab", (), 40, 6, 12, 0),
            "❌ **Something does not fit:** roll 7 of 40 rolls is",
        ),
        (Verification("cd", None, (), 40, None, 12, 2), "❌ **Something does not fit:** of 12 seals 2 are broken"),
    ],
)
def test_one_sentence_says_whether_dice_and_seals_fit(found: Verification, sentence: str) -> None:
    assert verdict(found).startswith(sentence)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("races", [1, 50])
async def test_the_list_of_races(name: str, races: int) -> None:
    class Steward:
        async def races_at(self, _place: Place) -> list[PublicRace]:
            return [a_lobby(name)] * races

    interaction: Any = await deferred(Steward())
    await show_races(interaction)

    text = interaction.told
    listed = text.count(f"<#{LARGEST_ID}>")
    assert listed == races or f"… {races - listed} more" in text


@pytest.mark.parametrize("count", [2, 20, 21, 64])
async def test_the_list_of_questions(count: int) -> None:
    ask = Ask(EntryId(1), Prepare(), Prepare().legal()[0], secret=True)
    opened = [
        OpenAsk(a_lobby(WIDEST), EntryId(1 + number % 8), 999_000 + number, ask, None, LATEST)
        for number in range(count)
    ]
    interaction: Any = await deferred(of_people())
    await show_asks(interaction, opened)

    assert f"{count} questions wait" in interaction.told
    assert ("the first 20" in interaction.told) == (count > 20)
    assert interaction.told.count("open:") == min(count, 20)


async def test_questions_are_told_apart_by_chariot_and_where_needed_by_race() -> None:
    ask = Ask(EntryId(1), Prepare(), Prepare().legal()[0], secret=True)

    async def labels(*lobbies: PublicRace) -> list[str]:
        interaction: Any = await deferred(of_people())
        await show_asks(interaction, [OpenAsk(lobby, EntryId(2), 5, ask, None, LATEST) for lobby in lobbies])
        return [text for text in interaction.last.words() if "open:" not in text and " for you" not in text]

    one, other = a_lobby("Comet", title="Ludi"), a_lobby("x" * 32, title="Ludi Magni et Plebeii")
    other = PublicRace(msgspec.structs.replace(other.record, id=RaceId(7)), other.factions, other.entries)

    assert await labels(one) == ["Blue, Comet (2)"]
    assert await labels(one, other) == ["Ludi · Blue, Comet (2)", "Ludi Magni et Pl… · Blue, xxxxxxx…"]


@pytest.mark.parametrize("taken", [0, 7, 8])
@pytest.mark.parametrize("title", [NASTIEST, WIDEST + "𒐫" * 28, "Ludi"])
async def test_the_form_to_enter_with(taken: int, title: str) -> None:
    full = a_lobby(title=title)
    form = entry_form(PublicRace(full.record, full.factions[:taken], full.entries[:taken]))

    check_modal(form.title, form.to_components())
    options = [each.component.options for each in form.children if isinstance(each, ui.Label)
               and isinstance(each.component, ui.Select)]  # fmt: skip
    assert [len(each) for each in options] == ([FIELD - taken] if taken < 8 else [])
