"""What players read of Circus Maximus."""

from words.circus_maximus import (
    cockpit,
    codes,
    controls,
    lessons,
    lookups,
    orders,
    refusals,
    rulebook,
    standings,
    story,
    why,
)
from words.shared.words import Words

WORDS = Words(
    title="Circus Maximus",
    terms=standings.terms,
    tell=story.tell,
    controls=controls.controls,
    unpack=codes.unpack,
    read=codes.read,
    taken=controls.taken,
    risky=cockpit.risky,
    came=cockpit.came,
    refusal=refusals.refusal,
    standings=standings.standings,
    turn=standings.turn,
    asks={
        "preparation": "preparation points",
        "speed": "a speed",
        "start": "straining or not",
        "action": "the drive",
        "response": "the defence",
        "obstacle": "an obstacle",
        "on foot": "a driver on foot",
    },
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
    lookups=lookups.LOOKUPS,
    why=why.why,
    orders=orders.WORDS,
    lessons=lessons.LESSONS,
)
