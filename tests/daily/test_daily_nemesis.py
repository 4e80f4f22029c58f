"""A nemesis of the race of the day: beaten by one house driver in one try after the other (H-6)."""

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from engine.daily.attempt import YOURS
from records.daily import TryRecord
from records.past import HouseMeeting
from records.refusals import Reason, Refused
from records.values import RaceId
from steward.daily.nemesis import LOOKED_AT, meetings_in, nemesis_of_day
from steward.remembering.nemesis import Nemesis
from tests.daily.world import ANNE, HERE, World

Places = Mapping[int, Sequence[str]]
"""By day: the house drivers who came in first, in that try."""


class Tries:
    """Somebody's tries, all over, of which some can be driven again."""

    def __init__(self, ahead: Places, *, gone: Sequence[int] = ()) -> None:
        self.ahead, self.gone, self.looked = ahead, gone, list[int]()

    async def ended_by(self, _person: int) -> list[TryRecord]:
        return [self.record(number) for number in sorted(self.ahead, reverse=True)]

    async def driven_again(self, record: TryRecord) -> Any:
        self.looked.append(record.number)
        if record.number in self.gone:
            raise Refused(Reason.DAY_RACED_OTHERWISE, number=record.number, place=3)
        return record

    @staticmethod
    def record(number: int) -> TryRecord:
        return TryRecord(number=number, person=ANNE, name="Anne", guild=HERE, began=0.0, counts=True, place=3)


def meetings_by(ahead: Places) -> Callable[[Any], list[HouseMeeting]]:
    """Return what tells of a try that those came in first, and all others last."""

    def found(tried: Any) -> list[HouseMeeting]:
        number = tried.number if isinstance(tried, TryRecord) else tried.record.number
        alike: dict[str, Any] = {"race": RaceId(number), "at": 0.0, "person": ANNE, "name": "Anne", "place": 3}
        places = {house: 1 if house in ahead[number] else 6 for house in ("2", "3")}
        return [HouseMeeting(**alike, house=house, house_place=place) for house, place in places.items()]

    return found


@pytest.mark.parametrize(
    ("ahead", "told"),
    [
        ({5: ["2"], 6: ["2"], 7: ["2"]}, Nemesis("2", 3, is_beaten=False)),
        ({2: ["2"], 5: ["2"], 7: ["2"]}, Nemesis("2", 3, is_beaten=False)),
        ({4: ["2"], 5: ["2"], 6: ["2"], 7: []}, Nemesis("2", 3, is_beaten=True)),
        ({6: ["2"], 7: ["2"]}, None),
        ({5: ["2"], 6: ["3"], 7: ["2"]}, None),
        ({5: ["2"], 6: ["2"], 7: ["2"], 8: [], 9: []}, Nemesis("2", 3, is_beaten=False)),
    ],
    ids=["three days", "three tries", "beaten now", "two days", "broken", "later days don't count"],
)
async def test_three_tries_running_make_one(
    ahead: Places, told: Nemesis | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steward.daily.nemesis.meetings_in", meetings_by(ahead))
    tried: Any = SimpleNamespace(record=Tries.record(7))
    assert await nemesis_of_day(Tries(ahead), tried) == told  # type: ignore[arg-type]


async def test_few_tries_are_driven_again_and_none_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    always = {number: ["2"] for number in range(1, 30)}
    monkeypatch.setattr("steward.daily.nemesis.meetings_in", meetings_by(always))
    tried: Any = SimpleNamespace(record=Tries.record(29))
    for tries, looked in ((Tries(always), LOOKED_AT), (Tries(always, gone=[28]), 1), (Tries({29: ["2"]}), 0)):
        await nemesis_of_day(tries, tried)  # type: ignore[arg-type]
        assert len(tries.looked) == looked


async def test_the_places_of_a_try_are_those_of_its_race(world: World) -> None:
    tried = await world.drive(ANNE)
    found = meetings_in(tried)
    places = {each.entry: each.place for each in tried.day.rules.results(tried.attempt.session.view())}
    assert {each.house: each.house_place for each in found} == {
        str(entry): place for entry, place in places.items() if entry != YOURS
    }
    assert {each.place for each in found} == {places.get(YOURS)}
    again = await world.daily.driven_again(tried.record)
    assert meetings_in(again) == found
