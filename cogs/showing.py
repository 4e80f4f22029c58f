"""Showing a race to one who asks: board, log, card, status, dice, list; each answer is private."""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui

from cogs.asking import ACCENT, file_of
from cogs.client import Interaction
from cogs.durations import tell_duration
from cogs.explaining import WhyButton, is_to_explain
from cogs.finding import STATES, label
from cogs.limits import MESSAGE_TEXT, cut, fitting, weight
from cogs.messages import Said, measured
from cogs.names import harmless, names_of, place_of
from cogs.present import WORDS
from engine.game import Fact
from engine.kept import FactionRecord
from engine.rulesets import RULESETS
from engine.values import EntryId, PlayerId
from steward import Lobby, Picture, Status

TOLD_BEFORE_START = "The race has not started yet, so there is no board to show. `/race start` begins it."
LATEST = 3_600  # characters of the story
_FIRST_TOLD = 32  # facts that are looked at first


async def show_board(interaction: Interaction, lobby: Lobby) -> None:
    await _show_picture(interaction, await interaction.client.steward.board(lobby.race.id))


async def show_card(interaction: Interaction, lobby: Lobby, entry: EntryId) -> None:
    known = [str(each.entry) for each in lobby.entries]
    if str(entry) not in known:
        raise Said(f"No chariot {entry} is in this race. There are: {', '.join(known)}.")
    await _show_picture(interaction, await interaction.client.steward.card(lobby.race.id, entry))


async def _show_picture(interaction: Interaction, picture: Picture | None) -> None:
    if picture is None:
        raise Said(TOLD_BEFORE_START)
    file = file_of(picture)
    layout = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media=file, description=picture.alt)
    layout.add_item(gallery)
    await interaction.edit_original_response(view=measured(layout, [file]), attachments=[file])


async def show_log(interaction: Interaction, lobby: Lobby) -> None:
    """Show the latest part of the story."""
    facts = await interaction.client.steward.log(lobby.race.id)
    if not facts:
        raise Said(TOLD_BEFORE_START)
    latest, first = _latest(facts, lobby)
    why = [WhyButton(lobby.race.id, first, len(facts), 0)] if is_to_explain(facts[first - 1 :]) else []
    await _show_text(interaction, f"### {harmless(lobby.race.title)}, the latest\n" + "\n".join(latest), why)


def _latest(facts: list[Fact], lobby: Lobby) -> tuple[list[str], int]:
    """Return the last lines of the story, as many as fit, and the number of the first fact they are told from."""
    words, names = WORDS[lobby.race.ruleset], names_of(lobby.entries)
    taken = min(_FIRST_TOLD, len(facts))
    while taken < len(facts) and weight("\n".join(words.tell(facts[-taken:], names))) < LATEST:
        taken = min(2 * taken, len(facts))
    lines, room = words.tell(facts[-taken:], names), LATEST
    latest: list[str] = []
    while lines and weight(lines[-1]) < room:
        latest.insert(0, lines.pop())
        room -= weight(latest[0]) + 1
    # Lines that are left over come of facts before those that are shown: leave out as many as they take.
    fewest = 1
    while fewest < taken:
        half = (fewest + taken) // 2
        if len(words.tell(facts[-half:], names)) >= len(latest):
            taken = half
        else:
            fewest = half + 1
    # The first of them may share its line with others.
    while taken < len(facts) and words.tell(facts[-taken:], names)[-len(latest) :] != latest:
        taken += 1
    return latest, len(facts) - taken + 1


async def show_status(interaction: Interaction, lobby: Lobby) -> None:
    status = await interaction.client.steward.status(lobby.race.id, PlayerId(interaction.user.id))
    await _show_text(interaction, status_text(status))


def status_text(status: Status) -> str:
    """Return how a race stands: its state, the field, whom it waits for and how long."""
    lobby, words = status.lobby, WORDS[status.lobby.race.ruleset]
    names = names_of(lobby.entries)
    parts = [f"### {harmless(lobby.race.title)} · {STATES[lobby.race.state]}"]
    if status.view is None:
        parts.append(entered(lobby))
    else:
        parts += [f"-# {words.terms(options_of(lobby))}", words.standings(status.view, names)]
    parts += waiting_lines(status)
    return "\n".join(parts)


def waiting_lines(status: Status) -> list[str]:
    """Return a line for each player and decision the race waits for, the earliest deadline first."""
    names, words = names_of(status.lobby.entries), WORDS[status.lobby.race.ruleset]
    chariots: dict[tuple[float, PlayerId | None, str], list[str]] = {}
    for each in sorted(status.waiting, key=lambda each: (each.until or 0, each.entry)):
        chariots.setdefault((each.until or 0, each.player, each.kind), []).append(names[each.entry])
    return [
        f"⏳ {', '.join(mine)}, {f'<@{player}>' if player else 'the house'}: {words.asks[kind]}"
        + (f", by default <t:{int(until)}:R>" if until else "")
        for (until, player, kind), mine in chariots.items()
    ]


def entered(lobby: Lobby) -> str:
    """Return how the race is run, who is in, and how long each decision may take."""
    names, words = names_of(lobby.entries), WORDS[lobby.race.ruleset]
    lines = []
    for faction in lobby.factions:
        mine = [names[entry.entry] for entry in lobby.entries if entry.faction == faction.faction]
        lines.append(f"{', '.join(mine) or f'▫️ Faction {faction.faction}'} · {driver(faction)}")
    terms = f"{words.title} · {words.terms(options_of(lobby))} · opened by <@{lobby.race.host}>"
    clocks = " · ".join(f"{kind} {tell_duration(seconds)}" for kind, seconds in lobby.race.seconds.items())
    return "\n".join([terms, *(lines or ["Nobody is in yet."]), f"-# Time for each decision: {clocks}"])


def options_of(lobby: Lobby) -> Any:
    return msgspec.json.decode(lobby.race.options, type=RULESETS[lobby.race.ruleset].options)


def driver(faction: FactionRecord) -> str:
    return f"<@{faction.player}>" if faction.player else f"house driver, {faction.driver}"


async def show_verification(interaction: Interaction, lobby: Lobby) -> None:
    found = await interaction.client.steward.verify(lobby.race.id)
    sound = "✅ Everything fits." if found.is_sound else "❌ **Something does not fit.**"
    lines = [f"### Dice and seals of {harmless(lobby.race.title)}", f"Commitment (SHA-256): `{found.commitment}`"]
    if found.secret is None:
        lines.append(f"The secret is told when the race is over; {found.rolls} rolls so far wait for it.")
    else:
        lines.append(f"Secret: `{found.secret}`")
        lines.append(f"Words: {', '.join(harmless(cut(word, 40)) or '–' for word in found.words)}")
        wrong = "all as the seed gives them" if found.first_wrong is None else f"roll {found.first_wrong + 1} is wrong"
        lines.append(f"{found.rolls} rolls: {wrong}.")
    if found.unproven:
        names = names_of(lobby.entries)
        lines.append(
            f"What was concealed is not what the seed gives: {', '.join(names[each] for each in found.unproven)}."
        )
    lines.append(f"{found.seals} seals, {found.broken_seals} broken. {sound}")
    await _show_text(interaction, "\n".join(lines))


async def show_races(interaction: Interaction) -> None:
    steward = interaction.client.steward
    if interaction.guild_id is None:
        races = await steward.races_of(PlayerId(interaction.user.id))
    else:
        races = await steward.list_races(interaction.guild_id)
    if not races:
        raise Said("There are no races here yet. `/race new` opens one, `/practice` races alone.")
    lines = [f"{harmless(label(lobby))} · {place_of(lobby.race)}" for lobby in reversed(races)]
    await _show_text(interaction, "\n".join(["### Races, the newest first", *lines]))


async def _show_text(interaction: Interaction, text: str, buttons: Sequence[Any] = ()) -> None:
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(fitting(text.split("\n"), MESSAGE_TEXT)), accent_colour=ACCENT)
    if buttons:
        box.add_item(ui.ActionRow(*buttons))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    await interaction.edit_original_response(view=measured(layout))
