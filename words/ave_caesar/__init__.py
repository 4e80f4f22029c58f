"""Everything that players read of Ave Caesar."""

from engine.ave_caesar.state import Options
from engine.ave_caesar.views import RaceView
from words.ave_caesar import codes, controls, glance, lessons, refusals, results, rulebook, standings, story
from words.shared.telling import round_told
from words.shared.words import Words

WORDS = Words[Options, RaceView, None](
    title="Ave Caesar",
    terms=standings.terms,
    tell=story.tell,
    controls=controls.controls,
    unpack=codes.unpack,
    read=codes.read,
    taken=controls.taken,
    kept=controls.kept,
    refusal=refusals.refusal,
    standings=standings.standings,
    turn=round_told,
    unit="round",
    asks={"play": "a card"},
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
    headline=glance.headline,
    lying=glance.lying,
    moment=glance.moment,
    result=results.result,
    lessons=lessons.LESSONS,
    primer=(
        "-# 🏁 Three laps with 24 cards: first home wins, and who runs out of cards is out.",
        "-# 🂠 Play a card each round: so many steps, no more and no less. Inner lanes are shorter.",
        "-# 👑 Who leads may not play a 6. In a narrow pass nobody overtakes.",
        "-# 🪙 Stop in Caesar's alley once, at the end of lap 1 or 2, and pay your tribute.",
    ),
)
