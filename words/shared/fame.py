"""The hall of fame in words: the deeds of people, stables and chariots, each with its race."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from records.past import Fallen, Feat, FeatKind, HouseRecord, Loyal, Meeting, PastTitle, Tally
from records.races import GONE
from records.text import isolated
from records.values import RaceId
from words.shared.names import NOBODY, disc_of, harmless, mention, person_named
from words.shared.telling import count, ordinal


class Line(NamedTuple):
    """A line of the hall, and the race that is behind it, if there is one."""

    text: str
    race: RaceId | None = None


HOUSE = "a house driver"

_FEATS: Mapping[FeatKind, tuple[str, str]] = {
    "quickest": ("⏱️ Quickest race", "turns"),
    "odds": ("🎲 Longest odds that came in", "odds"),
    "payoff": ("🪙 Largest payoff", "sesterces"),
    "rams": ("🐏 Most rams in a race", "rams"),
    "survived": ("🩹 Most wrecks survived", "wrecks"),
    "luckiest": ("🍀 Luckiest dice", "luck"),
    "unluckiest": ("🌧️ Unluckiest dice", "luck"),
}


def number_words(what: str, number: int) -> str:
    """Return a figure with its unit.

    >>> number_words("odds", 1250), number_words("turns", 1), number_words("sesterces", 12000)
    ('12.5 : 1', '1 turn', '12,000 s')
    """
    if what == "odds":
        return f"{number / 100:g} : 1"
    if what == "sesterces":
        return f"{number:,} s"
    if what == "luck":
        return f"{number} % (50 % is fair)"
    return count(number, what.removesuffix("s"))


def race_words(guild: int, title: str, thread: int | None) -> str:
    """Return a race's title, as a link to its thread if that still exists.

    >>> race_words(1, "Ludi", 3), race_words(1, "Ludi", 0)
    ('[Ludi](https://discord.com/channels/1/3)', 'Ludi')
    """
    named = harmless(title)
    return named if thread in (None, GONE) else f"[{named}](https://discord.com/channels/{guild}/{thread})"


def headline(tally: Tally, races: int, twins: frozenset[int] = NOBODY) -> str:
    """Return the player who has won most, in a sentence."""
    if not tally.wins:
        return f"## 🏛️ No player has won here yet, in {count(races, 'race')}"
    return f"## 🏛️ {named(tally.name, int(tally.key), twins)} has won most: {tally.wins} of {count(races, 'race')}"


def named(name: str, person: int | None = None, twins: frozenset[int] = NOBODY) -> str:
    """Return a person by the name that they raced by last; a person who has only driven for others has none.

    :param twins: people of the same list whose names another one bears, too.
    """
    return person_named(name, person, twins) if name else "**A substitute**"


def feat_line(feat: Feat, guild: int, *, of_course: bool = False, twins: frozenset[int] = NOBODY) -> Line:
    """Return a feat with its person, place and time.

    :param of_course: whether to name the race's course instead of the feat.
    """
    about, what = _FEATS[feat.kind]
    course = f"{feat.edition.capitalize()}, {feat.course}" if feat.edition else feat.course.capitalize()
    head = f"**{harmless(course) or 'Any course'}**" if of_course else about
    who = named(feat.name, feat.person, twins) if feat.person is not None else HOUSE
    with_chariot = "" if feat.kind == "payoff" else f" with {disc_of(feat.colour)} {harmless(feat.chariot)}"
    where = race_words(guild, feat.title, feat.thread)
    number = number_words(what, feat.number)
    return Line(f"{head}: {number}, {who}{with_chariot} · {where} <t:{int(feat.at)}:d>", feat.race)


def tally_line(place: int, tally: Tally, name: str) -> Line:
    """Return the line of a tally: wins, races and other places on the podium."""
    place_words = count(tally.places, "other place" if tally.wins else "place")
    placed = f", {place_words} on the podium" if tally.places else ""
    return Line(f"{place}. {name}: {count(tally.wins, 'win')} in {count(tally.races, 'race')}{placed}", tally.latest)


def game_line(place: int, tally: Tally, name: str) -> Line:
    """Return how often a game was raced; it wins nothing itself."""
    return Line(f"{place}. {name}: {count(tally.races, 'race')}", tally.latest)


def luck_words(tally: Tally) -> str:
    """Return how the dice fell, over all rolls that decided something; empty for none."""
    if not tally.rolls:
        return ""
    share = round(50 + tally.luck / (10 * tally.rolls))
    return f"🎲 Luck of the dice: {share} % over {count(tally.rolls, 'roll')} (50 % is fair)"


def fallen_line(fallen: Fallen, guild: int) -> Line:
    """Return a driver who died, with their record."""
    by_name = f"🪦 **{harmless(fallen.chariot)}**, driven by {harmless(fallen.driver)}"
    who = f"🪦 **{harmless(fallen.driver)}**, of {harmless(fallen.stable)}" if fallen.stable else by_name
    record = f"{count(fallen.races, 'race')}, {count(fallen.wins, 'win')}"
    where = race_words(guild, fallen.title, fallen.thread)
    return Line(
        f"{who}: {record} · fell in {where} <t:{int(fallen.at)}:d>",
        fallen.race,
    )


def alone_row(places: Sequence[int | None]) -> list[tuple[str, str]]:
    """Return what stands on somebody's card of races with nobody but house drivers; nothing without any.

    >>> alone_row([4, None]), alone_row([1, 2, 1])
    ([('Against the house', '2 races, 4th at best')], [('Against the house', '2 of 3 races won')])
    """
    if not places:
        return []
    races, wins = count(len(places), "race"), places.count(1)
    home = [each for each in places if each is not None]
    best = f"{ordinal(min(home))} at best" if home else "none brought home"
    return [("Against the house", f"{wins} of {races} won" if wins else f"{races}, {best}")]


def champion_line(name: str, stable: str, season: str, *, is_gladiator: bool = False, of_state: bool = False) -> Line:
    """Return a driver or a gladiator who won freedom, with the stable and the season.

    :param of_state: whether the owner was a slave of the state, and is free as well.

    >>> champion_line("Gaius Nepos", "**Ann**", "Ludi").text
    '🕊️ **Gaius Nepos** of **Ann**, in Ludi'
    >>> champion_line("Taurus", "**Ann**", "Ludi", is_gladiator=True, of_state=True).text
    '🕊️ **Taurus**, a gladiator of the state, sets **Ann** free, in Ludi'
    """
    what = ", a gladiator" if is_gladiator else ", a driver" if of_state else ""
    of = " of the state" if of_state else f" of {stable}" if stable else ""
    free = f", sets {stable} free" if of_state and stable else ""
    return Line(f"🕊️ **{harmless(name)}**{what}{of}{free}, in {harmless(season)}")


def house_line(place: int, record: HouseRecord) -> Line:
    """Return a house driver's record: rating among the house, starts, form and the rival met most."""
    form = " ".join("–" if each is None else str(each) for each in record.form)
    even = f"{record.ahead} : {record.behind} against {record.rival}"
    rival = f" · {even}" if record.rival else ""
    told = f"{count(record.wins, 'win')} in {count(record.starts, 'race')}, rating {round(record.mean):,}"
    return Line(f"{place}. **{record.name}**: {told} · last places {form}{rival}", record.latest)


def loyal_line(place: int, loyal: Loyal, twins: frozenset[int] = NOBODY) -> Line:
    """Return the player's races at others' reins."""
    name = named(loyal.name, loyal.person, twins) if loyal.name else mention(loyal.person)
    return Line(f"{place}. {name}: drove for others in {count(loyal.races, 'race')}")


def title_line(title: PastTitle, twins: frozenset[int] = NOBODY) -> Line:
    """Return the player's cups and seasons won."""
    return Line(f"🏆 {harmless(title.title)}: {named(title.name, title.person, twins)} <t:{int(title.at)}:d>")


def meeting_lines(one: str, other: str, meetings: Sequence[Meeting], guild: int) -> list[Line]:
    """Return how two people stand against each other, and their latest races."""
    won, lost = sum(each.ahead > 0 for each in meetings), sum(each.ahead < 0 for each in meetings)
    even = len(meetings) - won - lost
    tied = f", {count(even, 'race')} even" if even else ""
    head = f"## ⚔️ {named(one)} {won} : {lost} {named(other)}\n{count(len(meetings), 'race')} together{tied}."
    return [Line(head), *(_meeting(each, guild) for each in meetings)]


def _meeting(meeting: Meeting, guild: int) -> Line:
    mark = {1: "🔼", -1: "🔽", 0: "⏸️"}[meeting.ahead]
    mine, theirs = (_placed(place) for place in (meeting.mine, meeting.theirs))
    where = race_words(guild, meeting.title, meeting.thread)
    return Line(f"{mark} {mine} against {theirs} · {where} <t:{int(meeting.at)}:d>", meeting.race)


def _placed(place: int | None) -> str:
    return "no place" if place is None else ordinal(place)


_MOMENTS: Sequence[tuple[FeatKind, str]] = (
    ("odds", "Won {title} with {chariot} at odds of {number}."),
    ("survived", "Lived through {number} with {chariot} in {title}."),
    ("rams", "Drove into others {number} with {chariot} in {title}."),
    ("quickest", "Won {title} with {chariot} in {number}."),
    ("payoff", "Won {number} on {title}."),
)
"""The rarest first."""


def best_moment(feats: Sequence[Feat]) -> tuple[str, Feat | None]:
    """Return the best moment of all in a sentence, for a picture, and the feat; empty and ``None`` without one."""
    by_kind = {each.kind: each for each in feats}
    for kind, told in _MOMENTS:
        feat = by_kind.get(kind)
        if feat is not None:
            number = count(feat.number, "time") if kind == "rams" else number_words(_FEATS[kind][1], feat.number)
            return told.format(title=isolated(feat.title), chariot=isolated(feat.chariot), number=number), feat
    return "", None
