"""Everything that players read of Chariot Race."""

from words.chariot_race import (
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
from words.shared.telling import round_told
from words.shared.words import Words

WORDS = Words(
    title="Chariot Race",
    terms=standings.terms,
    tell=story.tell,
    controls=controls.controls,
    unpack=codes.unpack,
    read=typed.read,
    taken=taking.taken,
    kept=taking.kept,
    refusal=refusals.refusal,
    standings=standings.standings,
    turn=round_told,
    unit="round",
    asks={
        "orders": orders.WORDS.waited_for,
        "draft": "a board or a start slot",
        "dice": "the dice",
        "move": "the drive",
        "attack": "an attack",
    },
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
    why=why.why,
    headline=glance.headline,
    lying=glance.lying,
    moment=glance.moment,
    result=results.result,
    chances=results.chances,
    came=story.came,
    orders=orders.WORDS,
    lessons=lessons.LESSONS,
    primer=(
        "-# 🏁 Two laps: a round ends the race once somebody is home, and who is farthest then wins.",
        "-# 🎲 Roll, roll any dice again once, then drive your whole speed. Your speed stays for the next turn.",
        "-# ↩️ Numbers on the track are safe speeds. Each point over costs 1 health; at 0 you are a wreck.",
        "-# 🏹 Attack faces throw javelins and drop caltrops. Fate turns a die, or mends you.",
    ),
)
