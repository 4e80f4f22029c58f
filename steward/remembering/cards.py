"""A person's card, put together from the record of past races and drawn off the event loop."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from db.store import Store
from records.past import HouseDriven, HouseMeeting, HouseRecord, PastTitle, RatingRow, Seen
from records.values import PlayerId
from renderers import Profile, RatingLine
from steward.delivering.pictures import Studio
from steward.telling.shown import Picture

MOST_TITLES = 10_000
NEWEST = 600
"""Races that a house driver's page looks at."""


@dataclass(frozen=True)
class CardWords:
    """A person in words: their name, the titles of games, their rating, and their best moment."""

    name: str
    games: Mapping[str, str]  # titles by ruleset
    rating: str  # such as "1,540 ± 90"; empty for none
    margin: float  # of a rating, in deviations
    moment: str  # empty for none
    more: tuple[tuple[str, str], ...] = ()  # rows, each a label and its value
    is_own: bool = False  # whether that person alone looks at it


class Cards:
    """Draws cards."""

    def __init__(self, store: Store, studio: Studio) -> None:
        self._store, self._studio = store, studio

    async def card(self, seen: Seen, player: PlayerId, words: CardWords) -> Picture:
        """Return a person's card, of the races that the viewer may know of."""
        fame = self._store.fame
        games = await fame.tallies(seen, "ruleset", len(words.games), of=player)
        known = await self._store.people.player(player)
        may_know = words.is_own or bool(games)  # else it would tell of races that are hidden
        profile = Profile(
            words.name,
            await fame.favourite(seen, player),
            _line(await fame.history(seen, player), words),
            tuple((words.games.get(each.key, each.key), each.wins, each.races) for each in games),
            _titles(await fame.champions(seen, MOST_TITLES, player)),
            known.reliability if known is not None and may_know else None,
            words.moment,
            words.more,
        )
        return await self._studio.profile(profile, f"card-{player}.png")

    async def alone(self, seen: Seen, player: PlayerId) -> list[HouseDriven]:
        """Return a person's starts with nobody but house drivers, in races that the viewer may know of."""
        return await self._store.meetings.alone(seen, player, NEWEST)

    async def met_by_house(self, seen: Seen, name: str) -> list[HouseMeeting]:
        """Return the meetings of a house driver with people in races that the viewer may know of, the newest first."""
        return await self._store.meetings.of_house(seen, name, NEWEST)

    async def house_card(self, seen: Seen, record: HouseRecord, games: Mapping[str, str]) -> Picture:
        """Return a house driver's card.

        :param games: titles by ruleset.
        """
        starts = await self._store.meetings.starts(seen, record.name, NEWEST)
        colours, raced = Counter(each.colour for each in starts), Counter(each.ruleset for each in starts)
        won = Counter(each.ruleset for each in starts if each.place == 1)
        profile = Profile(
            record.name,
            min(colours, key=lambda each: (-colours[each], each), default=""),
            None,
            tuple((games.get(game, game), won[game], often) for game, often in raced.most_common()),
            "",
            None,
            "",
        )
        return await self._studio.profile(profile, f"house-{record.name.lower()}.png")


def _line(rows: list[RatingRow], words: CardWords) -> RatingLine | None:
    """Return the rating in the game that was raced last."""
    if not rows or not words.rating:
        return None
    mine = [row for row in rows if row.ruleset == rows[-1].ruleset]
    points = tuple((row.mean, words.margin * row.deviation) for row in mine)
    return RatingLine(words.games.get(rows[-1].ruleset, rows[-1].ruleset), points, words.rating, mine[-1].races)


def _titles(titles: list[PastTitle]) -> str:
    """Return how many cups and seasons somebody has won; empty for none."""
    won = Counter(each.kind for each in titles)
    return ", ".join(f"{won[kind]} {kind}{'' if won[kind] == 1 else 's'}" for kind in ("cup", "season") if won[kind])
