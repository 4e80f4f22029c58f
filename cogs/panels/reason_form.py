"""Acts of a steward, each asked for its reason in a form: everybody reads it. Forms work after a restart."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.durations import read_duration
from cogs.kit.ids import ID
from cogs.kit.limits import cut
from cogs.kit.messages import form_within_limits
from cogs.kit.people import person
from cogs.kit.rights import known_race, require_steward, require_trusted
from cogs.panels.bets.seen import has_bets
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.text import plain
from records.values import EntryId, Faction, PlayerId, RaceId
from steward import Steward
from words.betting.table import CLOSE_RULE_IN_SHORT, STEER_RULE_IN_SHORT
from words.shared.names import harmless, place_of

What = Literal[
    "extend", "default", "offer", "pause", "resume", "rewind", "restart", "correct", "replace", "close",
    "rate", "unrate", "cancel",
]  # fmt: skip
FORM_ID = re.compile(
    rf"act:(?P<what>{'|'.join(get_args(What))}):(?P<race>[0-9]{{1,10}}):(?P<target>[0-9]{{1,10}}):(?P<player>{ID})"
)
TITLES: Mapping[What, str] = {
    "extend": "More time",
    "default": "Let the default count",
    "offer": "A house driver, and offer the place",
    "pause": "Pause the race",
    "resume": "Let the race go on",
    "rewind": "Go back to before this decision",
    "restart": "Start this turn over",
    "correct": "Put something right",
    "replace": "Ask somebody to take the reins",
    "close": "Close the race without a result",
    "cancel": "Cancel the league",
    "rate": "Take the race into the ratings",
    "unrate": "Keep the race out of the ratings",
}
ONLY_TIME: tuple[What, ...] = ("extend", "pause", "resume")
"""Acts that change nothing but when a race goes on."""

DONE: Mapping[What, str] = {
    "extend": "They have more time",
    "default": "The default counts",
    "offer": "A house driver drives, and the place is on offer",
    "pause": "The race is paused",
    "resume": "The race goes on",
    "rewind": "The race is back before that decision",
    "restart": "The turn starts over",
    "correct": "It is corrected",
    "replace": "It is done, or the new driver is asked: they drive once they accept",
    "close": "The race is closed",
    "cancel": "The league is cancelled",
    "rate": "It counts for ratings again",
    "unrate": "It counts for no rating",
}
LONGEST_REASON = 300
NO_BOTS = "Bots can't drive. Leave `player` out for a house driver."
SPAN = "12h"


@dataclass(frozen=True)
class Act:
    """An act to do: its chariot, faction or input, and its player."""

    what: What
    race: RaceId
    target: int = 0  # an entry, a faction, or an input; 0 for all
    player: int = 0  # to whom; 0 for nobody

    def __str__(self) -> str:
        return f"act:{self.what}:{self.race}:{self.target}:{self.player}"


async def ask_reason(interaction: Interaction, act: Act, **filled: str) -> None:
    """Open the form of an act; it must be the first answer to the interaction.

    :param filled: values already in its fields.
    """
    may_lose = await has_bets(interaction, act.race)
    await interaction.response.send_modal(form_within_limits(reason_form(act, may_lose=may_lose, **filled)))


def reason_form(act: Act, *, may_lose: bool = False, **filled: str) -> ui.Modal:
    """Return the form: a reason, and for some acts a span or a value.

    :param may_lose: whether the player has bets on the race that the act caps or loses (B-15): the form warns them.
    """
    form = ui.Modal(title=cut(TITLES[act.what], 45), custom_id=str(act), timeout=900)
    if act.what == "extend":
        _add(form, "span", "How much longer", "Such as 12h or 1d", 20, filled.get("span", SPAN))
    if act.what == "pause":
        _add(form, "span", "For how long", "Such as 2d; two weeks at most", 20, filled.get("span", "1d"))
    if act.what == "correct":
        _add(
            form,
            "field",
            "What is to be corrected",
            "As /host race what:correct offers it",
            60,
            filled.get("field", ""),
        )
        _add(form, "value", "What it should be", "As it is written in the log", 60, filled.get("value", ""))
    short = CLOSE_RULE_IN_SHORT if act.what in ("close", "cancel") else STEER_RULE_IN_SHORT
    _add(form, "reason", "Why", short if may_lose else "All who race read it", LONGEST_REASON, "")
    return form


def _add(form: ui.Modal, name: str, label: str, description: str, longest: int, default: str) -> None:
    style = discord.TextStyle.paragraph if name == "reason" else discord.TextStyle.short
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=name, max_length=longest, default=default or None, style=style, required=True
    )
    form.add_item(ui.Label(text=label, description=description, component=field))


async def take_form(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Do the form's act, with its reason."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    what: Any = match["what"]
    act = Act(what, RaceId(int(match["race"])), int(match["target"]), int(match["player"]))
    steward = interaction.client.steward
    race = await known_race(interaction, act.race)
    by = await _require_right(interaction, race, act.what)
    if act.player:
        await person(interaction, PlayerId(act.player), NO_BOTS)
    await _DO[act.what](_Doing(steward, race, act, by, fields))
    title = harmless(race.record.title)
    await interaction.edit_original_response(
        content=f"✅ **{title}**: {DONE[act.what]}. All read it in {place_of(race.record)}, with your reason."
    )


async def _require_right(interaction: Interaction, race: PublicRace, what: What) -> PlayerId:
    """Return the player who acts, if they may: see :func:`require_trusted`."""
    if what in ONLY_TIME:
        return require_steward(interaction, race)
    return await require_trusted(interaction, race, is_rated=True if what == "rate" else None)


@dataclass(frozen=True)
class _Doing:
    steward: Steward
    race: PublicRace
    act: Act
    by: PlayerId
    fields: Mapping[str, str]

    @property
    def reason(self) -> str:
        return self.fields.get("reason", "")

    @property
    def span(self) -> float:
        return float(read_duration(self.fields.get("span", "")))


async def _extend(doing: _Doing) -> None:
    act, entry = doing.act, EntryId(doing.act.target) if doing.act.target else None
    await doing.steward.desk.extend(act.race, doing.by, doing.span, doing.reason, entry)


async def _pause(doing: _Doing) -> None:
    await doing.steward.desk.pause(doing.act.race, doing.by, doing.reason, doing.span)


async def _resume(doing: _Doing) -> None:
    await doing.steward.desk.resume(doing.act.race, doing.by, doing.reason)


async def _default(doing: _Doing) -> None:
    await doing.steward.desk.force(doing.act.race, doing.by, EntryId(doing.act.target), doing.reason)


async def _offer(doing: _Doing) -> None:
    await doing.steward.desk.offer(doing.act.race, doing.by, _faction(doing), doing.reason)


async def _replace(doing: _Doing) -> None:
    player, desk = PlayerId(doing.act.player) if doing.act.player else None, doing.steward.desk
    if player in (None, doing.by):
        await desk.replace(doing.act.race, doing.by, _faction(doing), player, doing.reason)
    else:
        await desk.ask_to_drive(doing.act.race, doing.by, _faction(doing), player, doing.reason)


def _faction(doing: _Doing) -> Faction:
    """Return the faction of the chariot that is meant."""
    faction = doing.race.faction_of(EntryId(doing.act.target))
    if faction is None:
        raise Refused(Reason.NO_SEAT)
    return faction.faction


async def _rewind(doing: _Doing) -> None:
    await doing.steward.desk.rewind(doing.act.race, doing.by, doing.act.target, doing.reason)


async def _restart(doing: _Doing) -> None:
    await doing.steward.desk.restart_turn(doing.act.race, doing.by, doing.reason)


async def _correct(doing: _Doing) -> None:
    field, value = (plain(doing.fields.get(name, "")).strip() for name in ("field", "value"))
    entry = EntryId(doing.act.target)
    with naming(doing.race):
        await doing.steward.desk.correct(doing.act.race, doing.by, entry, field, value, doing.reason)


async def _close(doing: _Doing) -> None:
    await doing.steward.desk.close(doing.act.race, doing.by, doing.reason)


async def _cancel(doing: _Doing) -> None:
    await doing.steward.leagues.cancel(doing.act.race, doing.by, doing.reason)


async def _rate(doing: _Doing, *, counts: bool) -> None:
    await doing.steward.desk.rate(doing.act.race, doing.by, doing.reason, counts=counts)


_DO: Mapping[What, Callable[[_Doing], Awaitable[None]]] = {
    "extend": _extend,
    "default": _default,
    "offer": _offer,
    "pause": _pause,
    "resume": _resume,
    "rewind": _rewind,
    "restart": _restart,
    "correct": _correct,
    "replace": _replace,
    "close": _close,
    "cancel": _cancel,
    "rate": partial(_rate, counts=True),
    "unrate": partial(_rate, counts=False),
}
