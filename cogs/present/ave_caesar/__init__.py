"""What players read of Ave Caesar."""

from cogs.present.ave_caesar import codes, controls, refusals, rulebook, standings, story
from cogs.present.words import Words

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
    turn=standings.turn,
    asks={"play": "a card"},
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
)
