"""Everything that players read of the arena."""

from engine.arena.notation import read_plan
from engine.arena.state import Options
from engine.arena.views import MatchView
from words.arena import choosing, codes, glance, labels, lessons, refusals, results, rulebook, standings, story, why
from words.shared.nouns import Nouns
from words.shared.words import Words

NOUNS = Nouns(
    contest="duel",
    piece="gladiator",
    person="fighter",
    drives="leads",
    drive="lead",
    race="fight",
    reins="command",
    them="it",
    all_reins="every command",
    at_the_reins="in command",
    take_reins="Take command",
    behind="than the best man",
    home="standing",
    gone="down",
    crashed="fell",
    driving="fighting",
    driven="Fought",
    play="Fight yourself",
    line_up="step onto the sand",
    emoji="⚔️",
    begins="⚔️",
    nobody="nobody wins",
    medals=1,
    where=" in the arena",
)

WORDS = Words[Options, MatchView, None](
    title="The Arena",
    terms=standings.terms,
    tell=story.tell,
    numbered=story.numbered,
    controls=choosing.controls,
    unpack=codes.unpack,
    read=read_plan,
    taken=choosing.taken,
    refusal=refusals.refusal,
    standings=standings.standings,
    turn=standings.turn,
    over=standings.over,
    unit="exchange",
    nouns=NOUNS,
    asks={
        "phase": "a plan",
        "turn": "a plan",
        "man": "a choice of man",
        "place": "a place on the sand",
        "mercy": "a word on life or death",
        "crowd": "the crowd's thumbs",
    },
    pauses={"crowd": "👍 👎 **Life** and **Death** stand under the fall; the thumbs are counted"},
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
    why=why.why,
    headline=glance.headline,
    lines=glance.lines,
    lying=glance.lying,
    moment=glance.moment,
    onlookers=choosing.onlookers,
    calls=choosing.calls,
    result=results.result,
    chances=results.chances,
    signs=labels.SIGNS,
    lessons=lessons.LESSONS,
    primer=(
        "-# ⚔️ Bring your foe down: enough wounds in one area, or in the whole body.",
        "-# 📋 Plan in secret: a move, a strike, a guard. Both plans are opened together and fought out.",
        "-# 💪 CFs pay for it all: what you strike with, you don't guard with. Wounds and stun cost CFs.",
        "-# 🛡️ Guard where they aim, aim where they don't guard. A hard blow that fails leaves you open.",
    ),
)
