"""The words of the betting table: markets, moments, tickets, and their outcomes. They know no game."""

from collections.abc import Mapping

from engine.betting.book import (
    AHEAD,
    HOUSE_KINDS,
    Choice,
    MarketKind,
    MarketState,
    SideBet,
    SideState,
    Ticket,
    TicketState,
)
from engine.betting.fairness import Terms
from engine.betting.pools import pays, places_paid
from engine.betting.rules import ServerRules
from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView, SlipLine
from records.races import PublicRace
from records.values import PlayerId
from words.shared.names import disc_of, harmless, plain_name

PLAY_MONEY = (
    "Play money, of this server alone: a gift at the beginning, a stipend each week. There is no way to buy in, and it "
    "buys nothing."
)

HOST_RULE = (
    "You host this race. Steer it after the start (anything but a reminder), and your bets bring back their stake at "
    "most. Call it off, and you lose them."
)

CIRCUS_HOST_RULE = "You host this race. As long as house drivers race alone, nobody can steer it, so you bet as all do."

STEER_RULE = (
    "You have bets on this race. Whatever you do here but a reminder caps them: they bring back their stake at most. "
    "Closing the race loses them."
)
STEER_RULE_IN_SHORT = "All read it. Your bets here then bring back their stake at most"
CLOSE_RULE_IN_SHORT = "All read it. Closing the race loses your bets on it"

ALONE = "nobody has bet against it yet. If nobody does, your stake comes back."
"""Of a ticket in a pool that has only one bettor."""

HOUSE_TO_COME: Mapping[str, str] = {
    "work": "🏛️ Against the house: I'm still working out its odds. *Look again* in a minute or two.",
    "places": "🏛️ Against the house: once all places are taken. House drivers may still come in, and odds for a field "
    "that changes would be void.",
    "chariots": "🏛️ Against the house: once enough are in for a race.",
    "later": "🏛️ Against the house: I could not work out its odds just now. I'll try again later.",
}
"""Why the house takes no bets on a lobby yet, by what its odds wait for."""

NO_TABLE = "There is no betting on a race alone. `/play race` opens one in a server, with a betting table."

NAMES: Mapping[MarketKind, str] = {
    "sealed": "Sealed bets",
    "win": "Win",
    "place": "Place",
    "last survivor": "Last survivor",
    "first wreck": "First wreck",
    "fastest lap": "Fastest lap",
    "finishers": "Finishers",
    "bank": "Win, against the house",
    "pair": "Ahead this turn",
}
"""As on the board's picture."""

ABOUT: Mapping[MarketKind, str] = {
    "sealed": (
        "Who wins, at fixed odds. Nobody sees a bet before the start; then all are revealed, and the odds are the pool "
        "divided by what is on the chariot, rounded down."
    ),
    "win": "Who wins. What the others staked is shared out among those who were right, by their stakes.",
    "place": "Who is among the first three; among the first two, where four or fewer race.",
    "last survivor": "Who finishes last. Chariots that drop out don't count.",
    "first wreck": "Who goes out first; of several at once, the first that is told.",
    "fastest lap": "Who drives any whole lap in the fewest turns.",
    "finishers": "Whether more than half of the field is placed, or fewer. Exactly half: all get their stakes back.",
    "bank": (
        "Who wins, against the house. Its odds come from the model's chances, less a tenth, and stay as your ticket "
        "shows them. If the field changes before the start, your stake comes back."
    ),
    "pair": (
        "Which of the two is ahead when this turn ends, against the house. It closes before anything of the turn is "
        "known; house drivers may have sealed their orders by then. If the turn is taken back, so is the bet."
    ),
}
"""The explanation of each market, in a sentence or two."""

ABOUT_WINDOW = (
    "More on what you sealed before the race, at most as much again on each stable, at the odds fixed then. Nobody "
    "sees it until the betting on it closes. (26.3)"
)
NOTHING_TO_ADD = (
    "You have nothing to add to: it takes a sealed bet from before the race, and at most as much again can be added."
)

IN_SHORT: Mapping[MarketKind, str] = {
    "sealed": "who wins, at fixed odds, in secret",
    "win": "who wins",
    "place": "among the first three; of four or fewer, two",
    "last survivor": "the last to finish",
    "first wreck": "who goes out first",
    "fastest lap": "fewest turns for a lap",
    "finishers": "more than half placed, or fewer",
    "bank": "who wins, at the house's odds",
    "pair": "which of two is ahead as the turn ends",
}
"""The same in a few words, for menus."""

OVER_UNDER: Mapping[Choice, str] = {
    "over": "Over: more than half are placed",
    "under": "Under: fewer than half are placed",
}

TICKET_STATES: Mapping[TicketState, str] = {
    "open": "⏳ open",
    "cancelled": "↩️ cancelled",
    "won": "✅ won",
    "lost": "✖️ lost",
    "refunded": "↩️ stake back",
}

IN_THE_RACE = "🏁 may still win"
"""The state of a bet whose betting has closed, while the race is run."""

SIDE_STATES: Mapping[SideState, str] = {
    "offered": "⏳ offered",
    "accepted": "🤝 accepted",
    "withdrawn": "↩️ withdrawn",
    "declined": "↩️ declined",
    "settled": "⚖️ settled",
    "void": "↩️ void, stakes back",
}

WHY: Mapping[str, str] = {
    "rules": "the host changed what can be bet on",
    "not accepted": "it was not accepted before the start",
    "driver": "drivers back only their own chariots",
    "owner": "owners put no more on others than on their own (26.1)",
    "one-sided": "no two players had bet against each other",
    "rewound": "the race went back to before it closed",
    "replaced": "the driver was replaced in the first turn",
    "scratched": "the chariot left before the start",
    "cancelled": "the race was cancelled",
    "forgotten": "one of the two has left for good",
    "closed": "the race was closed without a result",
    "not closed": "the race was over before it closed",
    "nobody": "nobody had bet on what won",
    "no outcome": "there was no outcome",
    "even": "nobody was right",
    "field": "the field or its rules changed, and so did the odds",
    "shortfall": "cut, as the pool did not cover it (26.41)",
    "bank": "cut, as the bank had no more to add",
    "steered": "whoever steers a race wins no more than the stake",
    "bank host": "the host does not bet on a race that the bank pays",
    "forfeited": "whoever calls off a race under way loses their own stakes",
    "of the league": "whoever has a part in the league wins no more than the stake",
    "beyond fair": "its odds gave away more than presents allow",
}
"""Why a market, a ticket or a side bet ended as it did, by code."""


def money(amount: int) -> str:
    """
    >>> money(12500)
    '12,500'
    """
    return f"{amount:,}"


def sesterces(amount: int) -> str:
    """
    >>> sesterces(1), sesterces(1200)
    ('1 sesterce', '1,200 sesterces')
    """
    return f"{money(amount)} sesterce{'' if amount == 1 else 's'}"


def market_name(kind: str, window: int = 0) -> str:
    """Return the name of a market; an unknown code stays as it is.

    >>> market_name("first wreck"), market_name("sealed", 2)
    ('First wreck', 'Sealed bets after lap 2')
    """
    name = next((name for known, name in NAMES.items() if known == kind), kind)
    return f"{name} after lap {window}" if window else name


def called(entrant: EntrantView) -> str:
    """Return a chariot's name in bold, with the disc of its colour and its number, as everywhere."""
    return f"{disc_of(entrant.colour)} **{entrant.entry} {harmless(entrant.name)}**"


def entrant_of(board: BoardView, choice: Choice) -> EntrantView | None:
    """Return the chariot that a choice is about; ``None`` for over and under."""
    return next((each for each in board.entrants if str(each.entry) == choice), None)


def pair_of(board: BoardView, choice: Choice) -> tuple[EntrantView, EntrantView] | None:
    """Return the two chariots of a pair, the one that is to be ahead first; ``None`` for other choices."""
    first, is_pair, second = choice.partition(AHEAD)
    found = [entrant_of(board, first), entrant_of(board, second)] if is_pair else []
    return (found[0], found[1]) if found and found[0] is not None and found[1] is not None else None


def choice_words(board: BoardView, choice: Choice) -> str:
    """Return the choice of a ticket, for a message."""
    entrant = entrant_of(board, choice)
    if pair := pair_of(board, choice):
        return f"{called(pair[0])} ahead of {called(pair[1])}"
    return called(entrant) if entrant else f"**{OVER_UNDER.get(choice, harmless(choice))}**"


def plain_choice(board: BoardView, choice: Choice) -> str:
    """Return the choice of a ticket, for a menu: plain text without markdown."""
    entrant = entrant_of(board, choice)
    if pair := pair_of(board, choice):
        return f"{plain_name(pair[0])} ahead of {plain_name(pair[1])}"
    return plain_name(entrant) if entrant else OVER_UNDER.get(choice, choice)


def market_of(board: BoardView, number: int) -> MarketView | None:
    return next((each for each in board.markets if each.number == number), None)


def closing(market: MarketView) -> str:
    """Return until when a market that is open takes bets."""
    if market.kind == "pair":
        return "closes with a person's first answer in this turn, else its first roll or move"
    if market.window:
        return "closes with the first sealed order of the next turn"
    if market.of_pair:
        return "closes as the first exchange is played"
    return "closes as the first speeds are shown" if market.is_late else "closes when the race starts"


def moment_words(moment: str) -> str:
    """Return when a market closed.

    >>> moment_words("order 4"), moment_words("turn 4")
    ('with the first sealed order of turn 4', 'when turn 4 began')
    """
    what, _, number = moment.partition(" ")
    if what == "order":
        return f"with the first sealed order of turn {number}"
    if what == "answer":
        return f"with the first answer of turn {number}"
    if what == "turn":
        return f"when turn {number} began"
    ends = {"start": "when the race started", "speeds": "as the first speeds were shown", "end": "when the race ended"}
    return ends.get(what) or f"as {WHY.get(moment, 'it was called off')}"


def is_secret(market: MarketView) -> bool:
    """Tell whether the stakes on its choices are still hidden."""
    return market.staked is None


def market_sum(market: MarketView) -> str:
    """Return how much is in a market; of one that is secret, how many bets are sealed."""
    if is_secret(market):
        return "1 seal" if market.seals == 1 else f"{market.seals} seals"
    return f"{money(market.staked or 0)} staked"


def market_line(market: MarketView) -> str:
    """Return how a market stands, in a few words: how much is in it, and until when."""
    parts = [market_sum(market)]
    if market.state == "open":
        parts.append(closing(market))
    elif market.state == "closed":
        is_known = market.of_pair and market.moment == "speeds"
        parts.append("closed as the first exchange was played" if is_known else f"closed {moment_words(market.moment)}")
    else:
        why = why_words(market.why)
        parts.append("settled" if market.state == "settled" else f"all stakes back{f': {why}' if why else ''}")
    return " · ".join(parts)


def about(market: MarketView) -> str:
    """Return the explanation of a market; for a window, also if the viewer has nothing to add to."""
    if not market.window:
        return ABOUT[market.kind]
    return ABOUT_WINDOW if offered(market) else f"{ABOUT_WINDOW}\n{NOTHING_TO_ADD}"


def offered(market: MarketView) -> list[ChoiceView]:
    """Return the choices on which the viewer may stake something: in a window only those they have backed (26.3)."""
    return [each for each in market.choices if each.room != 0]


def odds_words(board: BoardView, market: MarketView, choice: ChoiceView) -> str:
    """Return the present odds or payout of a choice, in a few words."""
    if choice.odds is not None:
        return f"odds {choice.odds}: 100 bring {money(by_odds(board, choice.odds, 100))}"
    if market.kind == "sealed":
        return "odds are fixed at the start" if market.state == "open" else "nobody has bet on it"
    if market.kind in HOUSE_KINDS:
        return f"100 bring {money(choice.pays or 0)}"
    if choice.staked is None:
        return "what is on it is told when the pool closes"
    if not choice.staked:
        return "nothing on it yet"
    bettors = f" by {choice.bettors}" if choice.bettors else ""
    pays = f", 100 bring back {money(choice.pays)}" if choice.pays else ""
    return f"{money(choice.staked)} on it{bettors}{pays}"


def by_odds(board: BoardView, odds: int, stake: int) -> int:
    """Return the payout of a stake at fixed odds; where the bank covers, the stake comes on top (26.4; Epic B.8)."""
    return odds * stake + (stake if board.rules.cover == "bank" else 0)


def projection(board: BoardView, market: MarketView, choice: Choice, stake: int) -> str:
    """Return the payout of a ticket if it wins, by the bets so far."""
    view = market.on(choice)
    if view is not None and market.kind in HOUSE_KINDS:
        brings = (view.pays or 0) * stake // 100
        return f"if it wins, it brings **{money(brings)}**, your stake included. The house pays; the odds stay."
    if view is not None and view.odds is not None:
        return f"if it wins, it brings **{money(by_odds(board, view.odds, stake))}**. {_cover(board)}"
    if market.kind == "sealed":
        on_top = " and the stake" if board.rules.cover == "bank" else ""
        return f"if it wins, it brings odds × {money(stake)}{on_top}; the odds are fixed at the start. {_cover(board)}"
    if view is not None and view.staked is None:
        return "if it wins, it shares what the others staked. How much that is, the pool tells when it closes."
    if is_alone(board, market, choice):
        return ALONE
    stakes = {each.choice: int(each.staked or 0) for each in market.choices}
    stakes[choice] = stakes.get(choice, 0) + stake
    winning = places_paid(len(board.entrants)) if market.kind == "place" else 1
    brings = (pays(stakes, choice, winning, board.share) or 100) * stake // 100
    return f"as it stands it would bring back about **{money(brings)}**, stake included; every further bet moves that."


def is_alone(board: BoardView, market: MarketView, choice: Choice) -> bool:
    """Tell whether nobody but the viewer has bet on anything else in a pool: then all stakes come back (B-11)."""
    if market.kind == "sealed" or market.kind in HOUSE_KINDS or any(each.staked is None for each in market.choices):
        return False
    mine = [each for each in board.own_tickets if each.market == market.number and each.state == "open"]
    against = sum(int(each.staked or 0) for each in market.choices if each.choice != choice)
    return against <= sum(each.stake for each in mine if each.choice != choice)


def _cover(board: BoardView) -> str:
    """Return the payer of fixed odds, and whether the stake comes back on top (26.4, 26.41; Epic 5.3)."""
    if board.rules.cover == "bank":
        return (
            f"Your stake is part of that. If the pool falls short, the bank adds up to "
            f"{money(board.rules.bank)}. If that is too little, all winners are cut alike."
        )
    return "The payout includes your stake. If the pool falls short, it is less (26.4, 26.41)."


def insider_lines(
    race: PublicRace, board: BoardView, player: PlayerId, market: MarketView, server: ServerRules
) -> list[str]:
    """Return the rules against insiders, as they hold for one player (B-15, B-16)."""
    lines = [
        f"-# {_driver_rule(race, board, player, market)}",
        *([f"-# {_host_rule(race, board)}"] if race.record.host == player else []),
    ]
    limits = []
    if server.cap:
        limits.append(f"at most {sesterces(server.cap)} on one race")
    if server.age:
        limits.append(f"only members of {server.age} days or more")
    if market.kind in HOUSE_KINDS:
        limits.append(
            f"{sesterces(server.house)} at most against the house on one race, {money(server.house_week)} in a week"
        )
    elif board.share and market.kind != "sealed":
        limits.append(f"the house keeps {board.share} % of what losers staked")
    return [*lines, f"-# Here: {', '.join(limits)}."] if limits else lines


def _host_rule(race: PublicRace, board: BoardView) -> str:
    is_steered = not board.rules.circus or any(each.player is not None for each in race.factions)
    return HOST_RULE if is_steered else CIRCUS_HOST_RULE


def _driver_rule(race: PublicRace, board: BoardView, player: PlayerId, market: MarketView) -> str:
    faction = race.faction_for(player)
    if faction is None:
        return "Not driving? Bet on any chariot. Drivers and their substitutes back only their own."
    mine = [str(each.entry) for each in race.entries if each.faction == faction.faction]
    yours = " and ".join(choice_words(board, each) for each in mine) or "a chariot that is not drawn yet"
    if market.kind == "sealed" and board.rules.owners:
        return f"You drive {yours}: back your own with 100 at least, and put no more on others than on your own (26.1)."
    return f"You drive {yours}: you may back nothing else, as you could see to it."


# Tickets and side bets, in a line each


def ticket_line(board: BoardView, ticket: Ticket) -> str:
    """Return one of the viewer's tickets as a line: its choice and its state."""
    market = market_of(board, ticket.market)
    name = market_name(market.kind, market.window) if market else "?"
    number, on = board.number_of(ticket), choice_words(board, ticket.choice)
    capped = board.capped.get(ticket.number, "")
    told = fate(ticket, market.state if market else "open", capped)
    return f"`{number:>3}` {name}: {money(ticket.stake)} on {on} · {told}"


def state_words(ticket: Ticket, market: MarketState) -> str:
    """Return the state of a ticket: open as long as its market is, then in the race."""
    is_closed = ticket.state == "open" and market != "open"
    return IN_THE_RACE if is_closed else TICKET_STATES[ticket.state]


def fate(ticket: Ticket, market: MarketState, capped: str = "") -> str:
    """Return the state of a ticket, with its payout if it won.

    :param market: the state of its market now.
    :param capped: the code of why it wins no more than its stake; empty if it may.
    """
    state = state_words(ticket, market)
    if ticket.state == "won":
        state += f" **{money(ticket.paid)}**"
    if ticket.why == "replaced" and ticket.state == "open":
        return f"{state}, for its stake at most: {why_words(ticket.why)}"
    if capped and ticket.state == "open":
        return f"{state}, for its stake at most: {why_words(capped)}"
    if ticket.why == "owner" and ticket.state != "refunded":
        return f"{state}, put on for you as its owner (26.1)"
    return f"{state}: {why}" if (why := why_words(ticket.why)) else state


def why_words(code: str) -> str:
    """Return why a stake came back, or a payoff was cut; empty without a reason."""
    return WHY.get(code, code)


def side_terms(board: BoardView, side: SideBet) -> str:
    """Return the terms of a side bet, for onlookers."""
    entry = choice_words(board, str(side.entry))
    ahead = f"ends ahead of {choice_words(board, str(side.rival))}" if side.rival is not None else "wins the race"
    return (
        f"**{harmless(side.proposer_name)}** stakes {money(side.stake)} that {entry} {ahead}; "
        f"**{harmless(side.taker_name)}** stakes {money(side.against)} against it"
    )


def gift_words(terms: Terms, who: tuple[str, str]) -> list[str]:
    """Return lines with the gifts of a side bet, the money beyond fair odds; none where the odds are fair.

    :param who: as the line begins, of the proposer and of the taker: "You give".
    """
    told = zip(who, terms.gifts, strict=True)
    return [f"-# {name} {money(gift)} beyond fair odds. That counts as a present." for name, gift in told if gift]


def side_line(board: BoardView, side: SideBet) -> str:
    """Return one of the viewer's side bets as a line."""
    state = SIDE_STATES[side.state]
    if side.state == "settled":
        name = side.proposer_name if side.winner == side.proposer else side.taker_name
        state = f"⚖️ **{harmless(name)}** won {money(side.stake + side.against)}"
    elif why := why_words(side.why):
        state = f"{state}: {why}"
    return f"`S{board.number_of(side):>2}` {side_terms(board, side)} · {state}"


def gain_words(gain: int) -> str:
    """
    >>> gain_words(1200), gain_words(-300), gain_words(0)
    ('1,200 gained', '300 lost', 'neither gained nor lost')
    """
    if not gain:
        return "neither gained nor lost"
    return f"{money(abs(gain))} {'gained' if gain > 0 else 'lost'}"


def slip_line(line: SlipLine) -> str:
    """Return a bet of a payoff slip as a line."""
    disc = f"{disc_of(line.colour)} " if line.colour else ""
    told = IN_THE_RACE if line.state == "open" else TICKET_STATES[line.state]
    state = told + (f" **{money(line.paid)}**" if line.state == "won" else "")
    number = "" if line.entry is None else f"{line.entry} "
    on = OVER_UNDER.get(line.choice) or f"{number}{harmless(line.choice)}"
    why = "put on for you as owner (26.1)" if line.why == "owner" and line.state != "refunded" else why_words(line.why)
    return (
        f"{market_name(line.market, line.window)}: {money(line.stake)} on {disc}**{on}** · "
        f"{state}{f': {why}' if why else ''}"
    )
