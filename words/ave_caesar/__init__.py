"""Everything that players read of Ave Caesar."""

from words.ave_caesar import codes, controls, glance, refusals, results, rulebook, standings, story
from words.shared.telling import round_told
from words.shared.words import Words

WORDS = Words(
    title="Ave Caesar",
    terms=standings.terms,
    tell=story.tell,
    controls=controls.controls,
    unpack=codes.unpack,
    read=codes.read,
    taken=controls.taken,
    refusal=refusals.refusal,
    standings=standings.standings,
    turn=round_told,
    asks={"play": "a card"},
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
    headline=glance.headline,
    lying=glance.lying,
    moment=glance.moment,
    result=results.result,
)
