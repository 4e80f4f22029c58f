"""Direct messages about a deal, a loan, a match or a duel that is offered: to the other side alone (H.6)."""

from collections.abc import Callable, Iterator, Sequence

from engine.facts import Fact
from engine.leagues.words.arena_facts import DuelAgreed, DuelOffered
from engine.leagues.words.epic_facts import MatchAgreed, MatchOffered
from engine.leagues.words.facts import OfferEnded, OfferMade, Whispered
from records.notices import Notice
from records.values import EntryId, PlayerId
from steward.running.live import Live
from steward.telling.notices import DealDeclined, DealOffered, MatchWaits, notice


def offer_news(clock: Callable[[], float], by: EntryId) -> Callable[[Live, Sequence[Fact]], Sequence[Notice]]:
    """Return the function that makes notices of an act: an offer goes to the other side, a refusal back.

    :param by: the stable that acts; it needs no notice.
    """

    def tells(live: Live, facts: Sequence[Fact]) -> Sequence[Notice]:
        whispered = [each for fact in facts if isinstance(fact, Whispered) for each in fact.facts]
        return [*_notices(live, whispered, by, clock()), *_of_matches(live, facts, by, clock())]

    return tells


def _notices(live: Live, facts: Sequence[object], by: EntryId, now: float) -> Iterator[Notice]:
    for fact in facts:
        if isinstance(fact, OfferMade):
            yield from _to(live, fact.to, DealOffered(fact.number, fact.by, _when(live)), now)
        elif isinstance(fact, OfferEnded) and by != fact.by:
            yield from _to(live, fact.by, DealDeclined(fact.number), now)


def _of_matches(live: Live, facts: Sequence[Fact], by: EntryId, now: float) -> Iterator[Notice]:
    """Yield the notices of challenges: one that waits for an answer, or for names, is told to the other side."""
    for fact in facts:
        if isinstance(fact, MatchOffered | MatchAgreed | DuelOffered | DuelAgreed):
            other = fact.challenged if by == fact.challenger else fact.challenger
            yield from _to(live, other, MatchWaits(fact.number, by, _when(live)), now)


def _when(live: Live) -> str:
    return f"{live.session.state.event} {live.session.state.phase}"


def _to(live: Live, stable: EntryId, body: DealOffered | DealDeclined | MatchWaits, now: float) -> Iterator[Notice]:
    player: PlayerId | None = live.race.player_of(stable)
    if player is not None:
        yield notice(live.id, "deal", body, now, player)
