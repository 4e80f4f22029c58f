"""Direct messages about a deal or a loan that is offered: to the other side alone (H.6)."""

from collections.abc import Callable, Iterator, Sequence

from engine.facts import Fact
from engine.leagues.words.facts import OfferEnded, OfferMade, Whispered
from records.notices import Notice
from records.values import EntryId, PlayerId
from steward.running.live import Live
from steward.telling.notices import DealDeclined, DealOffered, notice


def offer_news(clock: Callable[[], float], by: EntryId) -> Callable[[Live, Sequence[Fact]], Sequence[Notice]]:
    """Return the function that makes notices of an act: an offer goes to the other side, a refusal back.

    :param by: the stable that acts; it needs no notice.
    """

    def tells(live: Live, facts: Sequence[Fact]) -> Sequence[Notice]:
        whispered = [each for fact in facts if isinstance(fact, Whispered) for each in fact.facts]
        return list(_notices(live, whispered, by, clock()))

    return tells


def _notices(live: Live, facts: Sequence[object], by: EntryId, now: float) -> Iterator[Notice]:
    for fact in facts:
        if isinstance(fact, OfferMade):
            when = f"{live.session.state.event} {live.session.state.phase}"
            yield from _to(live, fact.to, DealOffered(fact.number, fact.by, when), now)
        elif isinstance(fact, OfferEnded) and by != fact.by:
            yield from _to(live, fact.by, DealDeclined(fact.number), now)


def _to(live: Live, stable: EntryId, body: DealOffered | DealDeclined, now: float) -> Iterator[Notice]:
    player: PlayerId | None = live.race.player_of(stable)
    if player is not None:
        yield notice(live.id, "deal", body, now, player)
