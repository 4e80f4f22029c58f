"""What an owner reads who can't pay: the goods go to auction, then they are bankrupt; and the way on."""

from engine.leagues.views import LeagueView
from records.values import EntryId
from words.leagues.names import money

GO_ON = "**My stable** leads on: you begin again, or drive for the state."
ONCE_MORE = "**My stable** says whether you can go on."
OVER = "You can drive for others, or join the next season."


def sold_up(owed: int) -> str:
    """Return the lines for a debtor whose goods go to auction (R-G32)."""
    return (
        f"💸 You can't pay {money(owed)} of your debts, so your goods go to auction.\n"
        "-# They are sold one after another until you owe nothing; you can't bid for them. If that brings too little, "
        "you are bankrupt."
    )


def bankrupt(view: LeagueView, own: EntryId) -> str:
    """Return the lines for a bankrupt: the campaign lets them begin again, once or twice (R-B7)."""
    before = next(each.restarts for each in view.stables if each.number == own)
    way = OVER if view.options.campaign != "epic" else ONCE_MORE if before else GO_ON
    return f"💸 You are bankrupt. Your goods are gone, and so are your debts. {way}"
