"""Figures and words that the pictures of the betting table and their alt texts share."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.betting.book import Choice, MarketKind, TicketState
from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView, SlipView

NONE = "–"
"""Where there is no figure."""

NAMES: Mapping[MarketKind, str] = MappingProxyType({
    "sealed": "sealed bets",
    "win": "win",
    "place": "place",
    "last survivor": "last survivor",
    "first wreck": "first wreck",
    "fastest lap": "fastest lap",
    "finishers": "finishers",
    "bank": "win, against the house",
    "pair": "ahead this turn",
})  # fmt: skip

SHORT: Mapping[MarketKind, str] = MappingProxyType({"bank": "the house"})
"""Names for narrow columns, where they differ."""

SIDES: Mapping[Choice, str] = MappingProxyType({"over": "over half", "under": "under half"})
"""Of the field that is placed at the end."""

ENDINGS: Mapping[TicketState, str] = MappingProxyType({
    "open": "open", "cancelled": "cancelled", "won": "won", "lost": "lost", "refunded": "stake back",
})  # fmt: skip

_SCALES = ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "k"))


def figure(amount: int | None, longest: int = 9) -> str:
    """Return an amount; one of more than *longest* characters as three figures and a letter, rounded down.

    >>> figure(123_400), figure(123_400, 6), figure(12_345_678), figure(1_999_999, 5), figure(None)
    ('123,400', '123k', '12.3M', '1.99M', '–')
    """
    if amount is None:
        return NONE
    exact = f"{amount:,}"
    if len(exact) <= longest:
        return exact
    scale, letter = next(each for each in _SCALES if amount >= each[0])
    whole, rest = divmod(amount, scale)
    decimals = f"{rest:0{len(str(scale)) - 1}d}"[: max(0, 3 - len(str(whole)))]
    return f"{whole}.{decimals}{letter}" if decimals else f"{whole:,}{letter}"


def per_cent(thousandths: int | None) -> str:
    """
    >>> per_cent(234), per_cent(4), per_cent(0), per_cent(996), per_cent(1000), per_cent(None)
    ('23 %', '<1 %', '0 %', '>99 %', '100 %', '–')
    """
    if thousandths is None:
        return NONE
    if 0 < thousandths < 10:
        return "<1 %"
    return ">99 %" if 990 < thousandths < 1000 else f"{round(thousandths / 10)} %"


def odds_of(choice: ChoiceView | None) -> str:
    """Return fixed odds as they are called out; long ones without spaces."""
    if choice is None or choice.odds is None:
        return NONE
    return f"{choice.odds} : 1" if choice.odds < 100 else f"{figure(choice.odds, 5)}:1"


def pays(market: MarketView, choice: ChoiceView) -> int | None:
    """Return the payout of 100 on a choice; ``None`` where all stakes go back, or nobody is on it."""
    return None if market.state == "void" or not choice.staked else choice.pays


def name_of(kind: MarketKind, window: int = 0) -> str:
    """
    >>> name_of("win"), name_of("sealed", 2)
    ('win', 'sealed after lap 2')
    """
    return f"sealed after lap {window}" if window else NAMES[kind]


def is_secret(market: MarketView) -> bool:
    """Return whether nothing but the number of its seals is known."""
    return market.kind == "sealed" and market.staked is None


def total_of(market: MarketView, longest: int = 9) -> str:
    """Return the sum of all stakes, or the number of seals while they are secret."""
    if is_secret(market):
        return seals(market.seals)
    return f"{figure(market.staked, longest)} in all"


def seals(number: int) -> str:
    return f"{number:,} seal{'' if number == 1 else 's'}"


def state_of(market: MarketView) -> str:
    """Return how a market stands, in a word or two: sealed bets are lost where nobody comes in (F4)."""
    if market.state == "settled" and not market.winners:
        return "no winner"
    return market.state


def choice_of(market: MarketView, entrant: EntrantView) -> ChoiceView | None:
    return next((each for each in market.choices if each.choice == str(entrant.entry)), None)


def owned(view: BoardView) -> frozenset[tuple[int, Choice]]:
    """Return the market and choice of each ticket of the viewer; none for the public."""
    mine = (each for each in view.tickets if view.viewer is not None and each.player == view.viewer)
    return frozenset((each.market, each.choice) for each in mine if each.state != "cancelled")


def standing_of(view: BoardView) -> str:
    """Return until when bets are taken."""
    window = next((each.window for each in view.markets if each.state == "open" and each.window), 0)
    if any(each.state == "open" and each.kind == "pair" for each in view.markets):
        return "bets on who is ahead as the turn ends are taken"
    if window:
        return f"sealed bets are taken after lap {window}"
    if any(each.state == "open" for each in view.markets):
        return "bets are taken until the start"
    if not view.markets:
        return "there is nothing to bet on"
    if any(each.state == "closed" for each in view.markets):
        return "no more bets are taken"
    return "all bets are settled" if any(each.state == "settled" for each in view.markets) else "all stakes went back"


def outcome_of(view: SlipView, winner: str) -> str:
    """Return how the race of a slip ended.

    :param winner: the winner's name, as there is room for it; empty without one.
    """
    if winner:
        return f"{winner} won"
    return "nobody won" if view.is_over else "not over yet"


def terms_of(view: BoardView) -> list[str]:
    """Return the meanings of the figures, and the table's limits, each in a few words; of a race and a duel alike."""
    terms = []
    if any(not is_secret(each) and each.kind != "sealed" for each in view.markets):
        terms.append("pays: for each 100 staked, the stake included")
    if view.samples:
        when = "on from here" if view.turn else "before the start"
        terms.append(f"chance: to win, played out {view.samples:,} times {when}")
    if view.share:
        terms.append(f"the house keeps {view.share} % of what losers of a pool staked")
    if view.cap:
        terms.append(f"at most {view.cap:,} for each player")
    return terms
