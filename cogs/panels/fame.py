"""The hall of fame: one sentence and the records at first, the rest by a menu."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.ids import Part
from cogs.kit.items import NOT_OFFERED, Select, chosen
from cogs.kit.layouts import boxed, layout_of, rows_of
from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.kit.menus import line
from cogs.kit.messages import TellPlayer, within_limits
from cogs.panels.film import FilmButton
from cogs.panels.follows import person_buttons
from cogs.panels.house_driver import house_menu
from cogs.panels.seeing import FEATS, seen_by
from cogs.panels.year import HERE, year_button
from engine.rulesets import PLAYED
from records.letters import Paper
from records.past import By, HouseRecord, PastTitle, Seen, Tally
from records.values import PlayerId, RaceId
from words import WORDS
from words.shared.daily import best_here
from words.shared.fame import (
    Line,
    champion_line,
    fallen_line,
    feat_line,
    game_line,
    headline,
    house_line,
    loyal_line,
    luck_words,
    meeting_lines,
    named,
    tally_line,
    title_line,
)
from words.shared.names import disc_of, harmless, names_in, namesakes
from words.shared.ratings import rating_words
from words.shared.telling import count

SHOWN = 12
"""Lines of a page."""

INSTEAD = 3
"""House drivers in a hall that has nothing else."""

SEASONS = 20
"""The latest seasons among whose drivers champions are looked for."""

RECENT = 3
"""Winners of cups and seasons, the latest first, among whose best races one heads the hall."""

WITH_FILMS = 8
"""Lines that have a button for their race's film; Discord takes 40 parts in a message."""

EMPTY = (
    "No race of two people or more is over here yet, so the hall is empty. `/play race` opens one. "
    "Races alone against house drivers stand on your card, with your races of the day: `/fame what:card`."
)
CARD_TELLS = "-# `/fame what:card` with a person shows races against the house and races of the day, too."
NO_RACE_OF = "No race of {} with two people or more is over here yet. `/play race` opens one."
NOTHING_OF = {
    "stables": "Stables race in leagues, and no race of one is over here yet. `/league new` opens a league.",
    "courses": "Nobody has come in first on any course here yet.",
}
"""Pages that have nothing to show though races are over."""

Page = Callable[[Interaction, Seen], Awaitable[list[Line]]]


async def show_fame(interaction: Interaction, page: str, game: str) -> None:
    """Show a page of the hall to the player; the interaction has been deferred.

    :param game: the id of a game; empty for all.
    :raises TellPlayer: if there is no such page or game.
    """
    if page not in PAGES or (game and game not in PLAYED):
        raise TellPlayer(NOT_OFFERED)
    seen = await seen_by(interaction, game)
    lines = await PAGES[page][1](interaction, seen)
    if not lines:
        races: int = await interaction.client.steward.fame.counted(seen)
        lines = [Line(NOTHING_OF[page] if races else NO_RACE_OF.format(WORDS[game].title) if game else EMPTY)]
        is_new = not races and not game and page in ("records", "people")
        lines += await _instead(interaction, seen) if is_new else []
    drivers = await interaction.client.steward.house_circus(seen) if page == "house" else []
    more = house_menu([each.name for each in drivers], "hall")
    await show_lines(interaction, lines, FameMenu(game, page), more, await year_button(interaction, HERE))


async def _instead(interaction: Interaction, seen: Seen) -> list[Line]:
    """Return what there is in a hall in which nothing counts yet: house drivers, and the race of the day."""
    daily, viewer = interaction.client.steward.daily, PlayerId(interaction.user.id)
    house: list[HouseRecord] = await interaction.client.steward.house_circus(seen)
    lines = [house_line(place, each) for place, each in enumerate(house[:INSTEAD], start=1)]
    number = daily.last_closed()
    table = (await daily.table(number, viewer, seen.guild) or []) if number >= 1 else []
    told = best_here(number, table) if table else "🌅 `/daily` is the race of the day: one try, five house drivers."
    return [*([Line("### 🏺 The house circus so far"), *lines] if lines else []), Line(told)]


async def show_meetings(interaction: Interaction, one: discord.abc.User, other: discord.abc.User) -> None:
    """Show two people's record against each other; raise :exc:`TellPlayer` if they have none, or are the same."""
    seen = await seen_by(interaction)
    if one.id == other.id:
        raise TellPlayer("Nobody races against themselves. Name two people: `/fame person:@Ann rival:@Bob`.")
    found = await interaction.client.steward.fame.meetings(seen, PlayerId(one.id), PlayerId(other.id))
    if not found:
        raise TellPlayer("These two have not raced against each other here yet. `/play race` opens a race.")
    lines = meeting_lines(one.display_name, other.display_name, found, seen.guild)
    await show_lines(interaction, lines[: SHOWN + 1], FameMenu("", "records"))


async def show_person(interaction: Interaction, person: discord.abc.User) -> None:
    """Show one person's record here, with the way to follow them."""
    seen, fame, player = await seen_by(interaction), interaction.client.steward.fame, PlayerId(person.id)
    mine: list[Tally] = await fame.tallies(seen, "person", 1, of=player)
    follow = await person_buttons(interaction, person)
    if not mine:
        none = Line(f"{named(person.display_name)} has not finished a race with others here yet.")
        await show_lines(interaction, [none, Line(CARD_TELLS)], FameMenu("", "records"), (), *follow)
        return
    lines = [
        Line(f"## {named(person.display_name)}\n{count(mine[0].wins, 'win')} in {count(mine[0].races, 'race')}"),
        *(Line(each) for each in [luck_words(mine[0])] if each),
        *[Line(each) for each in await rating_lines(interaction, seen, player)],
        *map(title_line, await fame.champions(seen, SHOWN, player)),
        *(feat_line(each, seen.guild) for each in await fame.feats(seen, FEATS, player)),
    ]
    await show_lines(interaction, lines, FameMenu("", "records"), (), *follow)


async def rating_lines(interaction: Interaction, seen: Seen, player: PlayerId) -> list[str]:
    """Return a person's rating in each game that they have one in."""
    latest = {row.ruleset: row for row in await interaction.client.steward.fame.history(seen, player)}
    return [
        f"📈 {WORDS[game].title}: {rating_words(row.mean, row.deviation, row.races)}"
        for game, row in sorted(latest.items())
    ]


async def show_lines(
    interaction: Interaction,
    lines: Sequence[Line],
    menu: ui.Item[Any],
    more: Sequence[ui.Item[Any]] = (),
    *buttons: ui.Item[Any],
) -> None:
    """Show lines; the first ones that have a race behind them, with a button for its film.

    :param more: a menu above that of the pages.
    :param buttons: below it.
    """
    box = boxed()
    told: set[RaceId] = set()
    plain: list[str] = []
    for each in lines:
        if each.race is None or each.race in told or len(told) == WITH_FILMS:
            plain.append(each.text)
            continue
        _add_text(box, plain)
        plain = []
        told.add(each.race)
        box.add_item(ui.Section(ui.TextDisplay(each.text), accessory=FilmButton(each.race)))
    _add_text(box, plain)
    for row in rows_of([more, [menu], buttons]):
        box.add_item(row)
    await interaction.edit_original_response(view=within_limits(layout_of(box)), attachments=[])


def _add_text(box: "ui.Container[Any]", lines: Sequence[str]) -> None:
    if lines:
        box.add_item(ui.TextDisplay(fitting(lines, MESSAGE_TEXT // 2)))


# The pages


async def _records(interaction: Interaction, seen: Seen) -> list[Line]:
    fame = interaction.client.steward.fame
    first: list[Tally] = await fame.tallies(seen, "person", 1)
    if not first:
        return []
    found, substitutes = await fame.feats(seen, FEATS), await fame.loyal(seen, 1)
    people = [(each.person, each.name) for each in found] + [(each.person, each.name) for each in substitutes]
    twins = namesakes([(int(first[0].key), first[0].name), *people])
    head = Line(headline(first[0], await fame.counted(seen), twins), first[0].latest)
    feats = [feat_line(each, seen.guild, twins=twins) for each in found]
    loyal = [Line(f"🤝 Most loyal substitute: {loyal_line(1, each, twins).text[3:]}") for each in substitutes]
    best = [each for title in await fame.champions(seen, RECENT) for each in await _best_race(interaction, title)]
    return [*best[:1], head, *feats, *loyal, Line("-# Races of two people or more count. The menu shows the rest.")]


async def _people(interaction: Interaction, seen: Seen) -> list[Line]:
    found: list[Tally] = await interaction.client.steward.fame.tallies(seen, "person", SHOWN)
    twins = namesakes((int(each.key), each.name) for each in found)
    lines = [tally_line(place, each, named(each.name, int(each.key), twins)) for place, each in enumerate(found, 1)]
    return [Line("### 👤 People"), *lines] if lines else []


def _tallies(
    by: By,
    heading: str,
    name: Callable[[Tally], str],
    tell: Callable[[int, Tally, str], Line] = tally_line,
) -> Page:
    async def page(interaction: Interaction, seen: Seen) -> list[Line]:
        found: list[Tally] = await interaction.client.steward.fame.tallies(seen, by, SHOWN)
        lines = [tell(place, each, name(each)) for place, each in enumerate(found, start=1)]
        return [Line(f"### {heading}"), *lines] if lines else []

    return page


async def _courses(interaction: Interaction, seen: Seen) -> list[Line]:
    found = await interaction.client.steward.fame.quickest(seen, SHOWN)
    games = {each.ruleset for each in found}
    twins = namesakes((each.person, each.name) for each in found)
    lines = [Line("### ⏱️ Quickest wins, by course")] if found else []
    for game in sorted(games, key=lambda each: WORDS[each].title):
        lines.append(Line(f"**{WORDS[game].title}**"))
        lines += [feat_line(each, seen.guild, of_course=True, twins=twins) for each in found if each.ruleset == game]
    return lines


async def _fallen(interaction: Interaction, seen: Seen) -> list[Line]:
    found = await interaction.client.steward.fame.fallen(seen, SHOWN)
    lines = [fallen_line(each, seen.guild) for each in found]
    return [Line("### 🪦 They fell in the arena"), *(lines or [Line("Nobody has died here yet.")])]


async def _loyal(interaction: Interaction, seen: Seen) -> list[Line]:
    found = await interaction.client.steward.fame.loyal(seen, SHOWN)
    twins = namesakes((each.person, each.name) for each in found)
    lines = [loyal_line(place, each, twins) for place, each in enumerate(found, start=1)]
    nobody = [Line("Nobody has driven for somebody else here yet. `/race do what:substitute` shows free places.")]
    return [Line("### 🤝 Most loyal substitutes"), *(lines or nobody)]


async def _house(interaction: Interaction, seen: Seen) -> list[Line]:
    found: list[HouseRecord] = await interaction.client.steward.house_circus(seen)
    lines = [house_line(place, each) for place, each in enumerate(found[:SHOWN], start=1)]
    about = Line("-# Ratings are among house drivers alone. Races with one person or none count here, too.")
    nobody = [Line("No house driver has finished a race here yet. `/play race` opens one.")]
    return [Line("### 🏺 The house circus"), *([*lines, about] if lines else nobody)]


async def _titles(interaction: Interaction, seen: Seen) -> list[Line]:
    found = await interaction.client.steward.fame.champions(seen, SHOWN)
    nobody = [Line("No cup or season is over here yet. `/cup new` opens a cup, `/league new` a league.")]
    twins = namesakes((each.person, each.name) for each in found)
    lines = [each for title in found for each in (title_line(title, twins), *await _best_race(interaction, title))]
    return [Line("### 🏆 Cups and seasons"), *(lines or nobody)]


async def _freed(interaction: Interaction, seen: Seen) -> list[Line]:
    """Return the champions of Epic seasons, who won ten times and went free, the latest season first."""
    steward, lines = interaction.client.steward, list[Line]()
    leagues = [each for each in await steward.leagues.of_guild(seen.guild) if each.record.channel not in seen.hidden]
    for league in leagues[: -SEASONS - 1 : -1]:
        names = names_in(league)
        lines += [
            champion_line(
                each.name, names.get(each.stable, ""), league.record.title,
                is_gladiator=each.is_gladiator, of_state=each.of_state,
            )
            for each in await steward.leagues.freed(league.record.id)
        ]  # fmt: skip
    nobody = [Line("No driver has won ten times in a season yet. `/league new preset:epic` opens one with champions.")]
    return [Line("### 🕊️ Champions, free after ten wins"), *(lines[:SHOWN] or nobody)]


async def _best_race(interaction: Interaction, title: PastTitle) -> list[Line]:
    """Return the race that those who took part named the best of a cup or a season; several if they are even."""
    paper = Paper("league" if title.kind == "season" else "cup", title.number)
    result = await interaction.client.steward.ballots.result(paper)
    if result is None:
        return []
    season = harmless(title.title)
    return [Line(f"🏅 Best race of {season}: **{harmless(each.title)}**", each.id) for each in result.winners]


PAGES: Mapping[str, tuple[str, Page]] = {
    "records": ("Records", _records),
    "people": ("People", _people),
    "stables": ("Stables", _tallies("stable", "🏠 Stables", lambda each: f"**{harmless(each.key)}**")),
    "drivers": (
        "Drivers",
        _tallies("driver", "🏇 Drivers, by name", lambda each: f"**{harmless(each.key)}**"),
    ),
    "house": ("House drivers", _house),
    "teams": (
        "Teams",
        _tallies("colour", "🎽 Teams", lambda each: f"{disc_of(each.key)} **{each.key.capitalize()}**"),
    ),
    "chariots": ("Chariots", _tallies("chariot", "🛞 Chariots, by name", lambda each: f"**{harmless(each.key)}**")),
    "courses": ("Courses: quickest wins", _courses),
    "games": ("Games", _tallies("ruleset", "🎲 Games", lambda each: f"**{WORDS[each.key].title}**", game_line)),
    "fallen": ("The dead", _fallen),
    "champions": ("Champions", _freed),
    "loyal": ("Substitutes", _loyal),
    "titles": ("Cups and seasons", _titles),
}
"""The entries of the menu, and the function that makes each page."""


_ALL = "all"
_GAME = Part(
    "(?P<game>[a-z-]{1,40})", lambda match: "" if match["game"] == _ALL else match["game"], lambda game: game or _ALL
)


class FameMenu(Select, template="fame:{game}"):
    """Turns the pages of the hall, of one game or of all."""

    game: Annotated[str, _GAME]
    page: str = ""

    def face(self) -> ui.Select[Any]:
        options = [line(name, each, None, each == self.page) for each, (name, _) in PAGES.items()]
        return ui.Select(placeholder="Look up …", options=options)

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await show_fame(interaction, chosen(values), self.game)
