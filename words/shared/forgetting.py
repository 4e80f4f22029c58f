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


def explained(races: int, purses: int) -> str:
    """Return what somebody reads before they decide.

    :param races: that are not over, with cups and leagues; *purses* with money in them.
    """
    leaves = f"You leave {count(races, 'game')} (races, cups and leagues): a house driver or a manager takes over."
    goes = f"{count(purses, 'purse')} of yours {'goes' if purses == 1 else 'go'} to the house."
    void = "Your open bets, if you have any, are void."
    at_once = [*([leaves] if races else []), *([void] if races or purses else []), *([goes] if purses else [])]
    return "\n".join(["### 🗑️ Forget everything about you?", " ".join([*at_once, "You can't undo this."]), _REST])
