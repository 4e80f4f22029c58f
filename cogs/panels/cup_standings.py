"""How a cup stands, in words and with its picture."""

from collections.abc import Mapping

from cogs.kit.layouts import Post, pictured
from cogs.panels.race import driver
from engine.betting.cups import CupChances
from engine.series import Standing
from records.races import FactionRecord
from records.values import Faction, PlayerId
from steward import Cup, Picture, name_in_cup
from words.shared.cup_paper import MEDALS
from words.shared.cups import chance_to_win, chances_lines, deciding, reach_words
from words.shared.names import harmless, mention, names_in, namesakes, person_named

NO_CHANCES: Mapping[Faction, int] = {}
CHANCES = "The per cent are chances to win the cup, played out many times with house drivers at all reins."


def standings_text(cup: Cup, chances: Mapping[Faction, int] = NO_CHANCES) -> str:
    """Return the standings of a cup: ranks, the points of each race, and the ranks still possible.

    :param chances: to win the cup, in thousandths, if they are known.
    """
    lines = [_heading(cup), *(standing_line(cup, standing, chances) for standing in cup.standings)]
    if not cup.standings:
        lines.append("Nobody is in yet. `/cup join` enters you.")
    lines += deciding(cup.wins, short_names(cup), cup.places)
    told = [_points(cup), what_next(cup), *([CHANCES] if chances else [])]
    return "\n".join([*lines, *(f"-# {each}" for each in told)])


def chances_told(cup: Cup, chances: CupChances) -> list[str]:
    """Return everybody's chances to win a cup, as the post after a race shows them."""
    title = harmless(cup.record.title)
    return chances_lines(title, chances.thousandths, chances.samples, short_names(cup))


def _heading(cup: Cup) -> str:
    title = harmless(cup.record.title)
    if cup.winners:
        return f"## 🏆 {' and '.join(who(cup, faction) for faction in cup.winners)} {_win(cup)} {title}!"
    run = len(cup.over)
    return f"### {title} · {f'after race {run}' if run else 'before the first race'} of {cup.record.races}"


def _win(cup: Cup) -> str:
    return "wins" if len(cup.winners) == 1 else "share"


def standing_line(cup: Cup, standing: Standing, chances: Mapping[Faction, int] = NO_CHANCES) -> str:
    """Return how somebody stands in a cup: rank, points, the ranks still possible."""
    races = " + ".join(str(score.points) for score in standing.scores)
    detail = f" ({races})" if len(standing.scores) > 1 else ""
    points = "1 point" if standing.total == 1 else f"{standing.total} points"
    medal = f"{MEDALS[standing.rank]} " if cup.over and standing.rank in MEDALS else ""
    reach, chance = cup.ranges.get(standing.faction), chances.get(standing.faction)
    can = f" · {reach_words(reach)}" if reach is not None else ""
    wins = f" · {chance_to_win(chance)}" if chance is not None else ""
    return f"{standing.rank}. {medal}{who(cup, standing.faction)} · **{points}**{detail}{can}{wins}"


def short_names(cup: Cup) -> dict[Faction, str]:
    """Return a name for each driver of a cup: that of their chariot, or their own if they have several."""
    known = {
        each.faction: (name_in_cup(cup.races[-1], each.faction), holder_in_cup(cup, each.faction))
        for each in cup.standings
    }
    twins = namesakes((holder, name) for name, holder in known.values())
    return {faction: person_named(name, holder, twins) for faction, (name, holder) in known.items()}


def holder_in_cup(cup: Cup, faction: Faction) -> PlayerId | None:
    return next(each.holder for each in cup.races[-1].factions if each.faction == faction)


def who(cup: Cup, faction: Faction) -> str:
    """Return a faction's chariots and their driver."""
    race = cup.races[-1]
    names = names_in(race)
    mine = [names[entry.entry] for entry in race.entries if entry.faction == faction]
    record: FactionRecord = next(each for each in race.factions if each.faction == faction)
    shown = ", ".join(mine)
    return f"{shown} · {driver(record, named=shown)}" if mine else driver(record)


def _points(cup: Cup) -> str:
    listed = ", ".join(str(points) for points in cup.points)
    return f"Points for the first places: {listed}"


def what_next(cup: Cup) -> str:
    if cup.record.state == "cancelled":
        return "The cup was cancelled."
    if cup.winners:
        return "The cup is over."
    race = cup.under_way
    if race is None:
        return f"The host, {mention(cup.record.host)}, opens the next race with `/host cup what:next`."
    where = f" in <#{race.record.thread}>" if race.record.thread else ""
    return f"Race {race.record.round} {'is open' if race.record.state == 'lobby' else 'is under way'}{where}."


def standings_message(cup: Cup, picture: Picture, chances: Mapping[Faction, int] = NO_CHANCES) -> Post:
    """Return a cup's standings as a message."""
    return pictured(standings_text(cup, chances).split("\n"), picture)
