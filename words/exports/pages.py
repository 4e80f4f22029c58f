"""The pages of an archive: static HTML, made of public things alone."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from mako.lookup import TemplateLookup  # type: ignore[import-untyped]
from markupsafe import Markup

from engine.leagues.views import LeagueView
from records.exports import Archive, Shown, ToldCup, ToldRace
from records.races import EntryRecord, RaceRecord
from records.text import isolated
from words import WORDS
from words.exports.plain import marked, plain
from words.exports.stories import people_of, story_of
from words.shared.names import names_in

TEMPLATES = Path(__file__).parent / "templates"
STYLE = (TEMPLATES / "style.css").read_text(encoding="utf-8")
STATES = {
    "lobby": "open to enter",
    "open": "under way",
    "running": "under way",
    "paused": "resting",
    "finished": "over",
    "cancelled": "cancelled",
}
_PAGES = TemplateLookup([str(TEMPLATES)], default_filters=["h"], strict_undefined=True)
_TEXTS = TemplateLookup([str(TEMPLATES)], strict_undefined=True)


def folder_of(race: ToldRace) -> str:
    """Return the folder of a race among others: its round, and if it was run again its number, too.

    A round whose race was cancelled has several.
    """
    record = race.race.record
    again = f"-cancelled-{record.id}" if record.state == "cancelled" else ""
    return f"race-{record.round}{again}"


def page_of_race(told: ToldRace, up: str = "") -> str:
    """Return the page of a race.

    :param up: the path to the folder of the page that lists it; empty for a single race.
    """
    words, people = WORDS[told.race.record.ruleset], people_of(told.race)
    standing = "" if told.view is None else words.standings(told.view, names_in(told.race))
    return _page(
        "race",
        title=isolated(told.race.record.title),
        up=up,
        about=_about(told),
        result=_result(told),
        pictures=told.pictures,
        film=told.film,
        standings=[marked(line, people) for line in standing.split("\n") if line.strip()],
        story=_story(told),
    )


def page_of_series(archive: Archive) -> str:
    """Return the page of a cup or a league, with all its races."""
    head = archive.head
    return _page(
        "series",
        title=_title(archive),
        about=_about_all(archive),
        head=_head(head),
        rows=list(_rows(head)),
        pictures=_pictures(head),
        races=[_in_short(race) for race in archive.races],
        issues=[(issue, list(each)) for issue, each in groupby(archive.letters, lambda letter: letter.issue)],
        story=_story(head) if isinstance(head, ToldRace) else [],
    )


def readme(archive: Archive) -> str:
    """Return the read-me of an archive."""
    told = [each for each in (archive.head, *archive.races) if isinstance(each, ToldRace)]
    own = any(each.own for each in told)
    told_of = _TEXTS.get_template("readme.mako").render_unicode(
        title=_title(archive),
        about=_about_all(archive),
        whose="you" if own else "everybody",
        what=f"this {archive.kind}",
        own=own,
        has_season=archive.kind == "league",
        is_series=archive.kind != "race",
        letters=bool(archive.letters),
    )
    return str(told_of)


def _page(name: str, **context: Any) -> str:
    return str(_PAGES.get_template(f"{name}.mako").render_unicode(**context))


def _title(archive: Archive) -> str:
    return isolated(archive.head.title if isinstance(archive.head, ToldCup) else archive.head.race.record.title)


def _about_all(archive: Archive) -> str:
    head = archive.head
    if isinstance(head, ToldRace):
        return _about(head)
    return f"A cup of {head.races} races · {STATES[head.state]}"


def _about(told: ToldRace) -> str:
    race: RaceRecord = told.race.record
    turn = "" if told.view is None else WORDS[race.ruleset].turn(told.view)
    return plain(" · ".join(filter(None, (WORDS[race.ruleset].title, turn, STATES[race.state]))), {})


def _result(told: ToldRace) -> list[tuple[int | None, str, str]]:
    names = {each.entry: each for each in told.race.entries}
    rows = []
    for entry, place in told.places:
        faction = told.race.faction_of(entry)
        rows.append((place, coloured(names[entry]), "" if faction is None else isolated(faction.name)))
    return rows


def coloured(entry: EntryRecord) -> str:
    """Return a chariot's name with its colour, unless that is its name."""
    return entry.name if entry.name.casefold() == entry.colour else f"{isolated(entry.name)} ({entry.colour})"


def _story(told: ToldRace) -> list[list[Markup]]:
    people = people_of(told.race)
    return [[marked(line, people) for line in phase] for phase in story_of(told)]


def _head(head: ToldRace | ToldCup) -> Sequence[str]:
    if isinstance(head, ToldRace):
        return "Place", "Stable", "Cash", "Wins"
    races = max((len(points) for _, _, points, _ in head.rows), default=0)
    return ("Place", "Name", *(f"Race {n}" for n in range(1, races + 1)), "Points")


def _rows(head: ToldRace | ToldCup) -> Iterator[Sequence[object]]:
    if isinstance(head, ToldCup):
        yield from ((place, isolated(name), *points, total) for place, name, points, total in head.rows)
    elif isinstance(head.view, LeagueView):
        named = {each.entry: isolated(each.name) for each in head.race.entries}
        for rank in head.view.ranks:
            stable = head.view.stable(rank.stable)
            place = rank.rank if rank.counts else None
            yield place, named.get(rank.stable, ""), f"{rank.cash:,} s", stable.wins


def _pictures(head: ToldRace | ToldCup) -> Sequence[Shown]:
    if isinstance(head, ToldRace):
        return head.pictures
    return [head.picture] if head.picture else []


def _in_short(race: ToldRace) -> dict[str, Any]:
    """Return a race for the page of a season: how it ended, its card or board, and its film."""
    card = race.pictures[1:2] if race.places else race.pictures[:1]  # the board comes first, then the result
    shown = [*card, *([race.film] if race.film else [])]
    return {
        "title": isolated(race.race.record.title),
        "about": _about(race),
        "folder": folder_of(race),
        "result": _result(race),
        "pictures": shown,
    }
