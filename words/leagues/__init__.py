"""Everything that players read of a league: the Campaign Game (rules 20 to 26)."""

from engine.leagues.views import LeagueView
from engine.leagues.words.options import LeagueOptions
from words.leagues import codes, controls, kept, refusals, rulebook, standings, story
from words.shared.words import Words

WORDS = Words[LeagueOptions, LeagueView, None](
    title="Campaign Game",
    terms=standings.terms,
    tell=story.tell,
    controls=controls.controls,
    unpack=codes.unpack,
    read=codes.read,
    taken=controls.taken,
    kept=kept.kept,
    refusal=refusals.refusal,
    standings=standings.standings,
    turn=standings.turn,
    asks={
        "founding": "five chariots",
        "market": "bids for the auction",
        "stable": "the entries of the stable",
        "eve": "bets and plans for the event",
        "race": "the event",
        "protest": "the end of the time for protests",
        "auction": "bids in an auction",
        "gap": "the end of the rest between races",
    },
    topics=rulebook.TOPICS,
    tables=rulebook.TABLES,
    came=story.came,
)
