"""How a cup stands, in words and with its picture."""

from typing import Any

import discord
from discord import ui

from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.kit.messages import within_limits
from cogs.kit.question_id import ACCENT, file_of
from cogs.panels.race import driver
from engine.series import Standing
from records.races import FactionRecord
from records.values import Faction
from steward import Cup, Picture
from words.shared.names import harmless, names_of

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MOST_TEXT = MESSAGE_TEXT - 300


def standings_text(cup: Cup) -> str:
    """Return how a cup stands, or has ended: who is where, with the points of each race."""
    lines = [_heading(cup), *(_line(cup, standing) for standing in cup.standings)]
    if not cup.standings:
        lines.append("Nobody is in yet. `/cup join` enters you.")
    return "\n".join([*lines, f"-# {_points(cup)}", f"-# {_what_next(cup)}"])


def _heading(cup: Cup) -> str:
    title = harmless(cup.record.title)
    if cup.winners:
        return f"## 🏆 {' and '.join(_who(cup, faction) for faction in cup.winners)} {_win(cup)} {title}!"
    run = len(cup.over)
    return f"### {title} · {f'after race {run}' if run else 'before the first race'} of {cup.record.races}"


def _win(cup: Cup) -> str:
    return "wins" if len(cup.winners) == 1 else "share"


def _line(cup: Cup, standing: Standing) -> str:
    races = " + ".join(str(score.points) for score in standing.scores)
    detail = f" ({races})" if len(standing.scores) > 1 else ""
    points = "1 point" if standing.total == 1 else f"{standing.total} points"
    medal = f"{MEDALS[standing.rank]} " if cup.over and standing.rank in MEDALS else ""
    return f"{standing.rank}. {medal}{_who(cup, standing.faction)} · **{points}**{detail}"


def _who(cup: Cup, faction: Faction) -> str:
    """Return a faction's chariots and who drives them."""
    lobby = cup.races[-1]
    names = names_of(lobby.entries)
    mine = [names[entry.entry] for entry in lobby.entries if entry.faction == faction]
    record: FactionRecord = next(each for each in lobby.factions if each.faction == faction)
    return f"{', '.join(mine)} · {driver(record)}" if mine else driver(record)


def _points(cup: Cup) -> str:
    listed = ", ".join(str(points) for points in cup.points)
    return f"Points for the first places: {listed}"


def _what_next(cup: Cup) -> str:
    if cup.record.state == "cancelled":
        return "The cup was cancelled."
    if cup.winners:
        return "The cup is over."
    race = cup.under_way
    if race is None:
        return f"The host, <@{cup.record.host}>, opens the next race with `/cup next`."
    where = f" in <#{race.race.thread}>" if race.race.thread else ""
    return f"Race {race.race.round} {'is open' if race.race.state == 'lobby' else 'is under way'}{where}."


def standings_message(cup: Cup, picture: Picture) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return a cup's standings as a message."""
    file = file_of(picture)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media=file, description=picture.alt)
    text = fitting(standings_text(cup).split("\n"), MOST_TEXT)
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(text), gallery, accent_colour=ACCENT)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return within_limits(layout, [file]), [file]
