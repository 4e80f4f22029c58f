"""Writing a league's batch, with all money that it moves: treasuries, and the bets of spectators (H.9, L-23).

A race's bets are paid in the transaction that reckons it, and given back in the one that undoes it. So no crash comes
between a result that stands and its money.
"""

from collections.abc import Collection, Sequence

import msgspec

from db.store import Store
from engine.game import AnyRuleset
from engine.leagues.words.facts import ReckoningBegan
from engine.series import Result
from engine.stables import Aftermath
from records.acts import ActRecord
from records.batches import Batch
from records.races import RaceRecord
from records.values import EntryId, RaceId
from steward.running.bookmaker import Decide, reckoning, voiding
from steward.running.live import Live, Rulesets
from steward.seasons import treasurer
from steward.seasons.ruin import ruined


async def write(
    store: Store, rulesets: Rulesets, live: Live, batch: Batch, undone: Sequence[tuple[RaceId, ActRecord]]
) -> None:
    """Write a league's batch and the money that follows from it, or nothing.

    :param undone: races of it, and the act that undoes each.
    :raises StaleRace: if the league is not where the batch begins.
    """
    batch = msgspec.structs.replace(batch, notices=(*batch.notices, *ruined(live, batch)))
    races = await store.leagues.races(batch.race) if (events := _reckoned(live, batch)) else []
    found = [each for each in races if each.round in events and each.state == "finished"]
    bets = [(each.id, await paying(store, rulesets, each, batch.at)) for each in found]
    bets += [(race, voiding("cancelled", batch.at)) for race, _ in undone]
    await store.write_season(batch, treasurer.following(live, batch), undone, bets)


def _reckoned(live: Live, batch: Batch) -> Sequence[int]:
    """Return the events that a batch reckons."""
    facts = (live.rules.read_fact(each.fact) for each in batch.facts)
    return [fact.event for fact in facts if isinstance(fact, ReckoningBegan)]


async def paying(store: Store, rulesets: Rulesets, race: RaceRecord, now: float) -> Decide:
    """Return the decision that pays the bets on a race that is over, by how it ended."""
    last, rules = await store.stories.last_scene(race.id), rulesets[race.ruleset]
    assert last is not None
    return reckoning(rules, _paid_by(rules, race, rules.results(rules.read_view(last.view))), now)


def _paid_by(rules: AnyRuleset, race: RaceRecord, results: Sequence[Result]) -> Sequence[Result]:
    """Return the results by which bets are paid: with those in the first place whose backers win (H.8.4)."""
    if rules.stables is None or rules.stables.backed is None or race.comes_home is None:
        return results
    home = msgspec.json.decode(race.comes_home, type=Aftermath)
    backed = set(rules.stables.backed(rules.read_options(race.options), home))
    return [msgspec.structs.replace(each, place=_place(each, backed)) for each in results]


def _place(result: Result, backed: Collection[EntryId]) -> int | None:
    if result.entry in backed:
        return 1
    return None if not backed or result.place is None else max(2, result.place)
