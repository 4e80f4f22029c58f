"""What a server's owner reads who has me removed, and what its members do: what goes, what stays, and a copy of it."""

from records.removals import Holdings
from words.betting.table import money
from words.shared.telling import count

WORD, BEFORE = "remove Quadriga", "remove me"
"""What they type; a form that was opened before asks for the other."""

TITLE = "Remove Quadriga from this server"

CANT_READ = f"I removed nothing: I need the words **{WORD}**. Press the button again, and type them."
BEGUN = (
    "🕊️ **I say goodbye.** I end each race, cup and league with one word where it stands, delete all that I keep of "
    "this server, and leave it. That takes some minutes. You need do nothing, even if I restart meanwhile."
)
DONE = (
    "🕊️ **I have left.** All that I kept of your server is deleted, but for what I told you stays. Thanks for the races!"
)
"""What stands where the goodbye stood, once all is over."""

UNDER_WAY = "I'm leaving already: it takes some minutes. Nobody can stop it now."
IN_THE_THREAD = (
    "🕊️ **I leave this server**, as its owner wishes. What was open or under way here is called off, and all open bets "
    "are void. Thanks for the races!"
)
_REST = """\
**What goes**: races with all their moves, results, ratings, titles, letters, papers and settings. Nobody can check a \
race here any more but with the archive that they took before (`/watch what:export`).
**What stays**: sums in the ledger of play money, under your server's number and numbers of mine for its members, \
without names. Members who use me elsewhere keep their settings and their races of the day, without this server; \
`/my forget` deletes them. Of those who don't, nothing stays that leads to them.
**What I don't delete**: my posts. They stay here, and their threads stay open.
**If you invite me again**, we begin anew. Nobody gets a second gift for their purse.
-# Want a copy first? `/server export` gives you settings and results, without moves. Moves are only in a race's own \
archive, which I make once it is over: those of what is called off now are lost."""


def is_word(typed: str) -> bool:
    """Tell whether somebody typed the words, however written.

    >>> is_word(" Remove  QUADRIGA "), is_word("remove me"), is_word("remove")
    (True, True, False)
    """
    return " ".join(typed.split()).casefold() in (WORD.casefold(), BEFORE)


def explained(held: Holdings) -> str:
    """Return what an owner reads before they decide."""
    return "\n".join([f"### 🗑️ {TITLE}?", " ".join(_at_once(held)), _REST])


def _at_once(held: Holdings) -> list[str]:
    """Return what ends at once, in numbers; nothing of what there is none of."""
    open_ones = [
        count(number, what)
        for number, what in ((held.races, "race"), (held.cups, "cup"), (held.leagues, "league"))
        if number
    ]
    said = [f"{_listed(open_ones)} {_verb(held)} called off, with one word where each stands."] if open_ones else []
    if held.fixtures or held.posts:
        ends = [
            *([count(held.fixtures, "weekly race")] if held.fixtures else []),
            *([count(held.posts, "regular post")] if held.posts else []),
        ]
        said.append(f"{_listed(ends).capitalize()} {'end' if held.fixtures + held.posts > 1 else 'ends'}.")
    if held.bets:
        bets = f"{count(held.bets, 'open bet')} with {money(held.staked)} sesterces"
        said.append(f"{bets} {'is' if held.bets == 1 else 'are'} void.")
    if held.purses:
        purses = f"{count(held.purses, 'purse')} with {money(held.money)} sesterces"
        said.append(f"{purses} {'goes' if held.purses == 1 else 'go'} to the house.")
    if held.cards:
        said.append(f"I edit {count(held.cards, 'card')} in your channels one last time.")
    if held.over:
        said.append(
            f"{count(held.over, 'race')} that {'is' if held.over == 1 else 'are'} over, leagues counted, go too."
        )
    return [*said, "You can't undo this. Until you type two words, nothing happens."]


def _verb(held: Holdings) -> str:
    return "is" if held.races + held.cups + held.leagues == 1 else "are"


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def lost_text(server: str, bets: int, seats: int) -> str:
    """Return what somebody reads who had a bet or a seat in a server that I leave.

    :param server: its name, made harmless; empty if it is not known any more.
    :param bets: sesterces of theirs in open bets; *seats* of theirs in races under way.
    """
    where = f"**{server}**" if server else "one of your servers"
    race = (
        "The race that you drive in there is" if seats == 1 else f"{count(seats, 'race')} that you drive in there are"
    )
    called_off = f"{race} called off." if seats else ""
    void = f"Your open bets there ({money(bets)} sesterces) are void, and your purse went to the house." if bets else ""
    said = " ".join(each for each in (f"🕊️ I leave {where}, as its owner wishes.", called_off, void) if each)
    return f"{said}\n-# *Forget me …* deletes what I keep of you elsewhere, too. It says first what goes."
