"""Topics alike in every game: paces, bets, practice, and people who are away; for players who look something up."""

from collections.abc import Iterable, Mapping

from words.shared.presets import TITLES

TOPICS: Mapping[str, str] = {
    "paces": (
        "A race runs at the pace its host chose. *Now*: you answer each question as it comes, within a minute or two. "
        "*Evening*: the same with some minutes for each. *By mail, move by move*: half a day for each. *By mail, a "
        "turn a day*: one order for a whole turn, due at a time of day. I remind you before a deadline of 20 minutes "
        "or more. `/play race` offers the paces."
    ),
    "late answers and absence": (
        "Each player has some grace where a turn is played a day; it is used first. After that your orders count, or "
        "the rules decide. Miss two turns in a row and a house driver takes the reins; you can take them back at any "
        "time. `/my vacation` announces an absence. When nobody is left, turns wait for their deadlines, and after "
        "seven of them the race rests."
    ),
    "betting": (
        "Each server has play money: a gift to start with and a stipend each week. **Bet** under a race's panel shows "
        "what is open. Pools pay what the losers staked, shared out by stakes. Sealed bets open together as the race "
        "starts, and that fixes their odds. Drivers back only themselves. `/bet side` bets against another player, "
        "`/my purse` tells what you have."
    ),
    "leagues": (
        "A league is a season of the Campaign Game: you own a stable and race it event after event, with horses, bets "
        "and plots. `/league new` opens one in a thread of its own. Join there, or with `/league join`. "
        "`/rules topic:a season` tells what you do between races."
    ),
    "practice": (
        "`/play alone` begins a race alone, at once, in a thread of your own. Your team is drawn for you and nobody "
        "bets. "
        "Name a lesson to learn a game in steps of a few minutes, such as `/play alone game:Chariot Race lesson:1`. "
        "`/play alone pace:turns` trains the order sheet."
    ),
    "ratings": (
        "A race of two people or more moves their ratings in that game, on that server. 1,540 ± 90 means: nineteen "
        "times in twenty between 1,450 and 1,630. Everybody begins at 1,500 ± 400. You gain by beating people, the "
        "more the stronger they are. House drivers, practices and races kept out of the ratings change nothing. "
        "Races in channels that you can't see count too. "
        "`/fame what:top` ranks by the lower end of the margin, so nobody leads by one lucky race."
    ),
    "chances": (
        "The model plays the race out again and again, from what everybody sees, with house drivers at all reins. A "
        "chance is how often a chariot won. Nothing sealed, no hand and no deck goes into it, and no payout depends "
        "on it. `/fame what:record` tells how well such chances came true: its score is 0 for perfect forecasts, and 2 "
        "for the worst."
    ),
    "checking a race": (
        "All dice follow from a secret, the players' words and the id of the post that starts the race. **Proof** "
        "shows the secret's SHA-256 from the first, and the secret itself at the end. `/watch what:verify` then makes "
        "every roll anew and says whether all fit. Secret answers are sealed as they come in, so nobody can change one "
        "later. The file that comes with it holds all of this: the program check_race.py in Quadriga's documentation "
        "checks it without the bot."
    ),
}

ORDERS: Mapping[str, str] = {
    "orders": (
        "By mail, a turn a day, one order answers a whole turn: speed, line, strain, attacks, defence. Choose it from "
        "menus or type it, such as `16, line 2, strain 2, defend brake`. **Seal** hands it in; you can change it until "
        "all are in. Seals are opened when the turn is over. `/order standing:True` keeps orders that answer for you "
        "at any pace."
    ),
}
"""For games that have orders for a whole turn."""


def row(heading: str, values: Iterable[object], width: int = 5) -> str:
    """Return a row of a chart, each of its values so wide.

    >>> row("die", range(1, 4))
    'die             1    2    3'
    """
    return f"{heading:<12}" + "".join(f"{value!s:>{width}}" for value in values)


def words_of_orders(words: Iterable[str]) -> str:
    """Return the words that an order is typed with, for the topic of orders; each once, presets first."""
    others = [word for word in dict.fromkeys(words) if word not in TITLES]
    parts = (("Presets", list(TITLES)), ("Words", others[:_IN_A_SENTENCE]), ("Also", others[_IN_A_SENTENCE:]))
    listed = (f"{title}: {', '.join(f'`{word}`' for word in some)}." for title, some in parts if some)
    return f"{' '.join(listed)} Name a rival by colour or number."


_IN_A_SENTENCE = 12
