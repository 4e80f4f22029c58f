"""The panel of a race's options, or a cup's: its host changes them while the race is open to enter.

The record of the race, or the cup, holds what was chosen, and the custom ids say which race and for a race alone
against whom, so the panel works after a restart. The button in the lobby opens it again.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit import menus
from cogs.kit.client import Interaction
from cogs.kit.items import Button, RaceButton, Select
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.messages import nouns_in, within_limits, words_for
from cogs.kit.places import way_to
from cogs.kit.rights import known_race, require_host
from cogs.panels.self_start import may_plan, menu_of
from cogs.panels.solo_race import Against, BeginButton, Rivals
from engine.game import AnyRuleset
from engine.refusals import GameReason
from engine.rulesets import PLAYED
from engine.series import NoOptions
from records.races import PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import RaceId
from steward import Steward, Terms, not_in_lobby, schedule_of
from words import WORDS, nouns_of
from words.reading.zones import zone_told
from words.shared.names import harmless, names_in, place_of

PRESETS = "-presets"
"""Subject of the menu of presets; it cannot be an option's name."""

SERIES = "cup-"
"""Prefix of the name of an option that only a cup has."""

PER_PAGE = 10
"""Menus on one page of the panel: a message holds forty parts."""


class OptionSelect(Select, template="option:{race}:{about}:{alone}"):
    """Chooses a value of one option, or which switches are on, or a preset."""

    race: RaceId
    about: Annotated[str, menus.ABOUT]
    alone: Against | None = None  # whom it begins against, if it is raced alone

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await change(interaction, self.race, self.about, values, self.alone)


class OptionsPage(Button, template="optionpage:{race}:{page}:{alone}", label="Options", answers="here"):
    """Turns to another page of the panel."""

    race: RaceId
    page: Annotated[int, "[0-9]{1,2}"]  # 0 first
    alone: Against | None = None

    async def press(self, interaction: Interaction) -> None:
        await show_options(interaction, await _hosted(interaction, self.race), alone=self.alone, page=self.page)


async def _hosted(interaction: Interaction, race: RaceId) -> PublicRace:
    """Return a race whose options the player may change now; :exc:`Refused` if they may not."""
    lobby = await known_race(interaction, race)
    if require_host(interaction, lobby) != lobby.record.host:
        raise Refused(Reason.NOT_THE_HOST)
    if lobby.record.state != "lobby":
        raise not_in_lobby(lobby.record)
    if not can_change(lobby):
        raise Refused(Reason.AGREED_FOR_CUP)
    return lobby


def can_change(lobby: PublicRace) -> bool:
    """Tell whether the host of an open race may still choose how it is run: later races of a cup are as agreed."""
    return lobby.record.cup is None or lobby.record.round == 1


async def change(
    interaction: Interaction, race: RaceId, about: str, values: Sequence[str], alone: Rivals | None = None
) -> None:
    """Change what was chosen in the panel; the panel shows what holds, and above it why a choice does not count."""
    steward = interaction.client.steward
    lobby = await _hosted(interaction, race)
    rules, host, cup = PLAYED[lobby.record.ruleset], require_host(interaction, lobby), lobby.record.cup
    page = _page_of(rules, await terms_of(steward, lobby), about)
    said = ""
    try:
        if cup is None:
            await steward.lobbies.set_options(race, host, lambda options: _options_with(rules, options, about, values))
        else:
            await steward.cups.set_terms(cup, host, lambda terms: terms_with(rules, terms, about, values))
    except Refused as refused:
        said = f"⚠️ {words_for(refused, nouns_in(interaction))}"
    await show_options(interaction, await known_race(interaction, race), said, alone, page)


def _page_of(rules: AnyRuleset, terms: Terms, about: str) -> int:
    """Return the page that a menu stands on, 0 first."""
    known = [each for each, _ in selects(rules, terms)]
    return known.index(about) // PER_PAGE if about in known else 0


def _options_with(rules: AnyRuleset, options: msgspec.Struct, about: str, values: Sequence[str]) -> msgspec.Struct:
    """Return the changed options of a race that is part of no cup."""
    return terms_with(rules, Terms(options, NoOptions()), about, values).options


def terms_with(rules: AnyRuleset, terms: Terms, about: str, values: Sequence[str]) -> Terms:
    """Return *terms* with *values* chosen in the menu that is about an option, switches, or presets.

    :raises Refused: if there is no such option or value.
    """
    if about.startswith(SERIES):
        return Terms(terms.options, menus.with_choice(terms.series, about.removeprefix(SERIES), values))
    if about != PRESETS:
        return Terms(menus.with_choice(terms.options, about, values), terms.series)
    preset = rules.presets.get(values[0]) if values else None
    if preset is None:
        raise Refused(GameReason.NO_SUCH_OPTION, option="That preset", possible=list(rules.presets))
    return Terms(menus.with_wishes(terms.options, preset.wishes), terms.series)


async def tell_open(interaction: Interaction, race: RaceId) -> None:
    """Tell the host where the race is that they have opened, with the panel of its options."""
    lobby = await known_race(interaction, race)
    said = (
        f"**{harmless(lobby.record.title)}** is open: {place_of(lobby.record)}. {_host_drives(lobby)} Fill the empty "
        f"places with {nouns_of(lobby.record).house}s, and start when all are in."
    )
    await show_options(interaction, lobby, f"{said}{zone_line(lobby.record, interaction.client.steward.now())}")


def _host_drives(lobby: PublicRace) -> str:
    """Return what the host of a race drives that they have just opened."""
    if lobby.faction_for(lobby.record.host) is None:
        return "**Join** there takes you in, too."
    nouns = nouns_of(lobby.record)
    mine = [names_in(lobby)[each] for each in lobby.entries_of(lobby.record.host)]
    if not mine:
        return f"You are in: {nouns.piece}s are shared out as it starts. **Leave** takes you out."
    return (
        f"You {nouns.drive} {', '.join(mine)}. **Leave** takes you out, then **Join** lets you choose another colour."
    )


def zone_line(race: RaceRecord, now: float) -> str:
    """Return a line with the zone of a race's times of day, and the time there; empty for a race without any."""
    schedule = schedule_of(race.schedule)
    if not (race.pace.has_times and schedule.at):
        return ""
    return f"\n-# Turns are due by the clock of {zone_told(schedule.zone, now)}."


async def show_options(
    interaction: Interaction, lobby: PublicRace, said: str = "", alone: Rivals | None = None, page: int = 0
) -> None:
    """Show a page of the panel of options to the player."""
    terms = await terms_of(interaction.client.steward, lobby)
    layout = options_panel(lobby, terms, said, alone, page)
    plan = await interaction.client.steward.fixtures.plan_of(lobby.record.id)
    if alone is None and may_plan(lobby, plan):
        layout.add_item(ui.ActionRow(menu_of(lobby, plan)))
    if alone is None and (way := way_to(interaction, lobby.record)):
        layout.add_item(way)
    await interaction.edit_original_response(view=within_limits(layout))


class OptionsButton(RaceButton, kind="options", label="Options", emoji="⚙️", finds=_hosted, shows=show_options):
    """Opens the panel of options, for the host."""


async def terms_of(steward: Steward, lobby: PublicRace) -> Terms:
    """Return how a race is run, or the cup whose first race it is."""
    if lobby.record.cup is None:
        return Terms(options_of(lobby), NoOptions())
    return steward.cups.terms((await steward.cups.cup(lobby.record.cup)).record)


def options_panel(
    lobby: PublicRace, terms: Terms, said: str = "", alone: Rivals | None = None, page: int = 0
) -> ui.LayoutView:
    """Return a page of the panel: the race's terms, a menu for each choice, and the way to other pages.

    :param said: text above it.
    :param alone: the rivals of a practice, which begins with a press; ``None`` for other races.
    """
    layout = layout_of()
    if said:
        layout.add_item(ui.TextDisplay(said))
    words = WORDS[lobby.record.ruleset]
    contest = words.nouns.contest
    text = (
        f"### {words.title}: options of {harmless(lobby.record.title)}\n{words.terms(options_of(lobby))}\n"
        f"-# Each choice counts at once. All can read it in the {contest}'s panel. You can change it until the "
        f"{contest} starts."
    )
    box = boxed(ui.TextDisplay(text))
    found = selects(PLAYED[lobby.record.ruleset], terms)
    last = max(0, len(found) - 1) // PER_PAGE
    page = min(page, last)
    for about, select in found[page * PER_PAGE : (page + 1) * PER_PAGE]:
        box.add_item(ui.ActionRow(OptionSelect(lobby.record.id, about, alone, select=select)))
    if buttons := _buttons(lobby.record.id, page, last, alone):
        box.add_item(ui.ActionRow(*buttons))
    layout.add_item(box)
    return layout


def _buttons(race: RaceId, page: int, last: int, alone: Rivals | None) -> list[ui.Item[Any]]:
    pages = [(page - 1, "◀ Options before")] * (page > 0) + [(page + 1, "More options ▶")] * (page < last)
    turning = [OptionsPage(race, to, alone, label=label) for to, label in pages]
    return [*([] if alone is None else [BeginButton(race, alone)]), *turning]


def selects(rules: AnyRuleset, terms: Terms) -> list[tuple[str, ui.Select[Any]]]:
    """Return each menu of the panel with its subject: presets, switches, other options that have an effect."""
    found: list[tuple[str, ui.Select[Any]]] = []
    if rules.presets:
        lines = [menus.line(name.capitalize(), name, preset.description) for name, preset in rules.presets.items()]
        found.append((PRESETS, ui.Select(placeholder="Presets: well-tried options", options=lines)))
    found += menus.selects_of(terms.options, "Optional rules: none", rules.idle_options(terms.options))
    series = menus.selects_of(terms.series, "For the whole cup: none")
    return found + [(f"{SERIES}{about}", select) for about, select in series]
