"""Everything that players read of Chariots of Rome."""

from words.chariots_of_rome import (
    codes,
    controls,
    glance,
    lessons,
    orders,
    refusals,
    results,
    rulebook,
    standings,
    story,
    taking,
    typed,
    why,
)
from words.chariots_of_rome.terms import MEANINGS
from words.shared.telling import round_told
from words.shared.words import Words

WORDS = Words(
    title="Chariots of Rome",
    terms=standings.terms,
    tell=story.tell,
    controls=controls.controls,
    unpack=codes.unpack,
    read=typed.read,
    taken=taking.taken,
    refusal=refusals.refusal,
    standings=standings.standings,
    turn=round_told,
    unit="round",
    asks={
        "orders": orders.WORDS.waited_for,
        "setup": "a choice for the start",
        "initiative": "the Initiative cards",
        "gods": "an answer to the gods",
        "speed": "the Speed",
        "drive": "the drive",
        "attack": "an attack",
        "reply": "a reply",
    },
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
    over=standings.over,
    why=why.why,
    headline=glance.headline,
    lying=glance.lying,
    moment=glance.moment,
    result=results.result,
    chances=results.chances,
    came=story.came,
    stopped=taking.stopped,
    signs=MEANINGS,
    orders=orders.WORDS,
    lessons=lessons.LESSONS,
    primer=(
        "-# 🏁 In the round in which somebody finishes, whoever is farthest past the line wins.",
        "-# 💨 Choose a Speed Level: 4, 7 or 10 spaces. You must use them all, and drive hard for 1 to 3 more.",
        "-# ↩️ Too fast in a corner, you draw cards: they hurt. Overtaking and Attacks cost cards, too.",
        "-# ❤️ At 0 Endurance, or 6 Rattled, you are out. Speed I gives some of both back.",
    ),
)
