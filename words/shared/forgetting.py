"""What somebody reads who wants to be forgotten: what goes, what stays, and what is left for others to do."""

from words.shared.telling import count

WORD = "forget me"
"""What they type."""

_REST = """\
**What goes**: your number, name and words, in every server; your letters, settings and play money.
**What stays**: races that you drove in, without you, so that everybody can still check them. Their proof keeps a \
fingerprint of your word for the dice, from which nobody finds the word. In the oldest races a right \
guess of the word can be checked.
**What I don't delete**: my posts in channels, and my messages to you. Discord keeps them. A moderator can delete a \
post, or the thread of a race; you can delete messages on your side.
**If you come back**, you are a stranger to me. You get no second purse and no second try at today's race: for that I \
keep a code that fits your number alone.
-# Want a copy first? `/my data` gives you one."""
CANT_READ = f"I deleted nothing: I need the words **{WORD}**. Press the button again, and type them."
DONE = (
    "🕊️ **You are forgotten.** Your number, name and words are gone. I keep a code that fits your number alone, so that "
    "nobody gets a second purse.\n"
    "My posts in channels stay: a moderator can delete them. My direct messages stay in your list."
)
LATER = "⏳ **I have begun, and I finish by myself**, even after a restart. Something was busy. You need do nothing."


def explained(races: int, practices: int, bets: int, purses: int) -> str:
    """Return what somebody reads before they decide.

    :param races: that are not over, with cups and leagues, without the person's own *practices*; *bets* that are open,
        *purses* with money in them.

    >>> explained(2, 1, 3, 1).splitlines()[1].partition(" 1 purse")[0]
    'You leave 2 games (races, cups and leagues): a house driver or a manager takes over. 1 practice of yours ends. \
3 open bets are void.'
    """
    at_once = [
        f"You leave {count(races, 'game')} (races, cups and leagues): a house driver or a manager takes over.",
        f"{count(practices, 'practice')} of yours {_singular(practices, 'ends', 'end')}.",
        f"{count(bets, 'open bet')} {_singular(bets, 'is', 'are')} void.",
        f"{count(purses, 'purse')} of yours {_singular(purses, 'goes', 'go')} to the house.",
    ]
    told = [line for number, line in zip((races, practices, bets, purses), at_once, strict=True) if number]
    return "\n".join(["### 🗑️ Forget everything about you?", " ".join([*told, "You can't undo this."]), _REST])


def _singular(number: int, one: str, many: str) -> str:
    return one if number == 1 else many
