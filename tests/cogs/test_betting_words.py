"""The words of the betting table: every code has some, and every message fits at its worst."""

import inspect
import re
from typing import Any

import msgspec
import pytest

from cogs.panels.bets.slips import slip_message
from cogs.panels.bets.table import show_board, table_message
from cogs.panels.bets.tickets import show_mine
from cogs.posts.bets import bet_post
from engine.betting import settling, table
from engine.betting.book import MarketKind, MarketState, SideBet, SideState, Ticket, TicketState
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules, TableRules
from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView, SlipLine, SlipView
from engine.circus_maximus.printed.tables import COLOURS
from records.acts import ActRecord
from records.notices import Notice
from records.values import EntryId, PlayerId, RaceId, Sesterces
from steward import BetsRevealed, Picture, TableSettled
from tests.cogs.arena import EVE
from tests.cogs.bettors import menu
from tests.cogs.fakes import FakeInteraction, Said
from tests.cogs.samples import LARGEST_ID, LARGEST_RACE, NASTIEST, WIDEST, a_lobby
from words.betting.refusals import SENTENCES
from words.betting.table import (
    ABOUT,
    NAMES,
    SIDE_STATES,
    TICKET_STATES,
    WHY,
    fate,
    market_line,
    market_name,
    moment_words,
    projection,
    side_line,
    slip_line,
)
from words.shared.names import harmless

CODES = re.compile(r'why="([a-z -]+)"|(?:void|void_side|void_sides_about|give_back_on)\([^()]*"([a-z -]+)"')
A_LOT = 10**12
TOM = PlayerId(5)
FIELD = len(COLOURS)
KINDS: tuple[MarketKind, ...] = MarketKind.__args__  # type: ignore[attr-defined]


def a_ticket(number: int = 1, **others: Any) -> Ticket:
    ticket = {"race": LARGEST_RACE, "number": number, "market": 1, "player": EVE, "name": NASTIEST, "choice": "1"}
    return Ticket(**{**ticket, "stake": Sesterces(A_LOT), "key": str(number), "at": 1.0, **others})


def a_side(**others: Any) -> SideBet:
    """Return a side bet of Eve's with Tom: 700 against 300 that chariot 1 wins."""
    side = {"race": LARGEST_RACE, "number": 1, "entry": EntryId(1), "rival": None, "key": "1", "at": 1.0}
    side |= {"proposer": EVE, "proposer_name": "Eve", "taker": TOM, "taker_name": "*Tom*"}
    return SideBet(**{**side, "stake": Sesterces(700), "against": Sesterces(300), **others})


def a_market(kind: MarketKind = "win", *, state: MarketState = "open", **others: Any) -> MarketView:
    choices = ("over", "under") if kind == "finishers" else tuple(str(number) for number in range(1, FIELD + 1))
    market = {
        "number": KINDS.index(kind) + 1,
        "kind": kind,
        "window": 0,
        "state": state,
        "moment": "order 99" if state != "open" else "",
        "staked": Sesterces(A_LOT),
        "seals": 0,
        "choices": tuple(ChoiceView(each, Sesterces(A_LOT), 10_000, A_LOT) for each in choices),
        "winners": choices if state == "settled" else (),
        "why": "",
    }
    return MarketView(**{**market, **others})


def a_board(name: str = NASTIEST, *, markets: tuple[MarketView, ...] = (), **others: Any) -> BoardView:
    entrants = tuple(
        EntrantView(EntryId(number), name, colour, PlayerId(LARGEST_ID), 125)
        for number, colour in enumerate(COLOURS, 1)
    )
    board = {
        "race": LARGEST_RACE,
        "title": (name * 2)[:60],
        "is_over": False,
        "rules": TableRules(),
        "share": 25,
        "cap": Sesterces(1_000_000),
        "entrants": entrants,
        "markets": markets or tuple(map(a_market, KINDS)),
        "purse": Sesterces(A_LOT),
        "tickets": (),
        "sides": (),
        "viewer": EVE,
    }
    return BoardView(**{**board, **others})


class Wagers:
    """A betting table that is always the same."""

    def __init__(self, board: BoardView) -> None:
        self._board = board

    async def purse(self, _guild: int, _player: PlayerId) -> int:
        return A_LOT

    async def board(self, _race: RaceId, _viewer: PlayerId | None = None) -> BoardView:
        return self._board

    async def server_rules(self, _guild: int) -> ServerRules:
        return ServerRules()


class Desk:
    """Has taken nothing back."""

    async def acts(self, _race: RaceId) -> list[ActRecord]:
        return []


class Studio:
    """Draws no pictures."""

    async def betting_board(self, _board: BoardView) -> Picture:
        return Picture(b"png", "x" * 1_024, "board.png")

    async def slip(self, _slip: SlipView) -> Picture:
        return Picture(b"png", "x" * 1_024, "slip.png")


class Steward:
    def __init__(self, board: BoardView) -> None:
        self.wagers, self.desk, self.studio = Wagers(board), Desk(), Studio()


# Every code has words


def test_every_reason_why_money_comes_back_has_words() -> None:
    source = inspect.getsource(table) + inspect.getsource(settling)
    codes = {one or other for one, other in CODES.findall(source)}

    assert {"rules", "driver", "rewound", "one-sided", "not accepted", "scratched", "even"} <= codes
    assert codes <= set(WHY)
    assert {"cancelled", "closed", "nobody", "no outcome", "shortfall"} <= set(WHY)


def test_every_kind_and_state_has_words() -> None:
    assert set(NAMES) == set(ABOUT) == set(KINDS)
    assert set(TICKET_STATES) == set(TicketState.__args__)  # type: ignore[attr-defined]
    assert set(SIDE_STATES) == set(SideState.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("moment", ["start", "end", "order 3", "turn 4", "rewound", "cancelled", "something new"])
def test_every_moment_is_told(moment: str) -> None:
    assert re.match(r"(when|with|as) .{8,}", moment_words(moment))


@pytest.mark.parametrize("state", MarketState.__args__)  # type: ignore[attr-defined]
def test_every_state_of_a_market_is_told(state: MarketState) -> None:
    line = market_line(a_market(state=state, why="one-sided" if state == "void" else ""))

    told = {
        "open": "closes when",
        "closed": "closed with the",
        "settled": "settled",
        "void": "no two players had bet against each other",
    }
    assert told[state] in line


@pytest.mark.parametrize(
    ("reason", "values", "words"),
    [
        (BetReason.OVER_CAP, {"have": 300}, "so 400 more are too many. Choose 200 at most."),
        (BetReason.OVER_CAP, {"have": 700}, "so 400 more are too many. Choose another race."),
        (BetReason.OVER_WINDOW, {"have": 500}, "so 400 more are too many. Choose another stable that you backed."),
        (BetReason.TAKEN_ENOUGH, {"taker": "you", "left": 0}, "and 0 of it is left. Wait until Monday."),
        (BetReason.GIVEN_ENOUGH, {"have": 500}, "so 400 more are too many. Wait until Monday."),
        (BetReason.MORE_THAN_OWN, {"have": 0, "own": 0, "at_most": 0}, "too many. Put more on your own first."),
    ],
)
def test_nobody_is_told_to_choose_nothing(reason: BetReason, values: dict[str, int], words: str) -> None:
    assert SENTENCES[reason]({"need": 400, "at_most": 500, **values}).endswith(words)


# What tickets bring


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (TableRules(), "brings **1,800**. The payout includes your stake"),
        (
            TableRules(cover="bank"),
            "brings **2,100**. Your stake is part of that. If the pool falls short, the bank adds up to 10,000",
        ),
    ],
)
def test_at_fixed_odds_a_ticket_says_what_it_brings(rules: TableRules, words: str) -> None:
    window = a_market("sealed", window=1, staked=None, choices=(ChoiceView("1", None, None, None, 6),))

    assert words in projection(a_board(markets=(window,), rules=rules), window, "1", 300)


async def test_a_window_shows_the_odds_that_are_fixed() -> None:
    window = a_market("sealed", window=1, staked=None, seals=2, choices=(ChoiceView("8", None, None, None, 6),))
    interaction: Any = FakeInteraction(Steward(a_board("Red", markets=(window,))), EVE)

    layout, files = await table_message(interaction, a_lobby("Red"), 1, "8")
    told = "\n".join(Said(view=layout, files=files).words())

    assert "Sealed bets after lap 1" in told
    assert "2 seals · closes with the first sealed order of the next turn" in told
    assert "odds 6: 100 bring 600" in told


def test_a_place_pool_counts_as_many_winners_as_there_are_places() -> None:
    stakes = {"1": 0, "2": 600, "3": 300, "4": 900}
    pool = a_market("place", choices=tuple(ChoiceView(each, Sesterces(on), 1, None) for each, on in stakes.items()))

    # 2 and 4 are taken to be placed as well, so that 300 of losers are shared among three chariots: 100 for this one.
    assert "about **300**" in projection(a_board(markets=(pool,), share=0), pool, "1", 200)


@pytest.mark.parametrize(
    ("state", "why", "words"),
    [
        ("open", "", "⏳ open"),
        ("won", "shortfall", "won **7**: cut, as the pool did not cover it (26.41)"),
        ("refunded", "owner", "stake back: owners put no more on others"),
        ("lost", "owner", "lost, put on for you as its owner"),
    ],
)
def test_what_became_of_a_ticket_is_told_with_its_reason(state: TicketState, why: str, words: str) -> None:
    assert words in fate(a_ticket(state=state, why=why, paid=Sesterces(7)), "open")


@pytest.mark.parametrize(("state", "words"), [("open", "⏳ open"), ("closed", "🏁 may still win")])
def test_a_ticket_is_open_as_long_as_bets_are_taken_and_then_in_the_race(state: Any, words: str) -> None:
    assert fate(a_ticket(), state) == words


def test_a_side_bet_says_who_has_won() -> None:
    side = a_side(state="settled", winner=TOM)
    line = side_line(a_board("Rosea", sides=(side,)), side)

    assert "**Eve** stakes 700 that 🔴 **1 Rosea** wins the race; **\\*Tom\\*** stakes 300" in line
    assert "**\\*Tom\\*** won 1,000" in line


def test_over_and_under_are_told_on_a_slip() -> None:
    line = SlipLine("finishers", 0, "over", None, Sesterces(200), Sesterces(0), "lost", "")

    assert slip_line(line) == "Finishers: 200 on **Over: more than half are placed** · ✖️ lost"


def test_a_chariot_on_a_slip_is_called_by_its_number_as_everywhere() -> None:
    line = SlipLine("win", 0, "Rosea", "red", Sesterces(200), Sesterces(0), "lost", "", EntryId(1))

    assert slip_line(line) == "Win: 200 on 🔴 **1 Rosea** · ✖️ lost"


@pytest.mark.parametrize(
    ("state", "winners", "words"),
    [
        ("finished", (0,), "Won by 🔴 **1 Rosea**."),
        ("finished", (0, 1), "Won by 🔴 **1 Rosea** and 🔵 **2 Rosea**."),
        ("finished", (), "Nobody has won."),
        ("running", (), "The race is not over yet."),
        ("cancelled", (), "The race was called off."),
    ],
)
async def test_a_slip_says_how_the_race_has_ended(state: str, winners: tuple[int, ...], words: str) -> None:
    board, nothing = a_board("Rosea"), Sesterces(0)
    won = tuple(board.entrants[place] for place in winners)
    slip = SlipView(LARGEST_RACE, "Ludi", "Eve", state != "running", won, (), nothing, nothing, nothing)
    steward: Any = Steward(board)

    layout, files = await slip_message(steward, a_lobby("Rosea", state=state), slip, PlayerId(7))

    assert words in "\n".join(Said(view=layout, files=files).contents()).split("\n")


@pytest.mark.parametrize(("state", "is_told"), [("open", True), ("refunded", False)])
async def test_a_slip_hopes_for_what_is_open_alone(state: TicketState, is_told: bool) -> None:
    board, some = a_board("Rosea"), Sesterces(100)
    lines = (SlipLine("bank", 0, "Rosea", "red", some, Sesterces(0), state, "", EntryId(1)),)
    slip = SlipView(LARGEST_RACE, "Ludi", "Eve", False, (), lines, some, some, some)
    steward: Any = Steward(board)

    layout, files = await slip_message(steward, a_lobby("Rosea", state="running"), slip, PlayerId(7))

    assert ("what is open may still win" in "\n".join(Said(view=layout, files=files).contents())) is is_told


# Every message fits


@pytest.mark.parametrize("name", [NASTIEST, WIDEST, "Red"])
@pytest.mark.parametrize("kind", KINDS)
async def test_the_table_fits_at_its_worst(name: str, kind: MarketKind) -> None:
    board = a_board(name)
    interaction: Any = FakeInteraction(Steward(board), EVE)
    market = KINDS.index(kind) + 1
    choice = "over" if kind == "finishers" else str(FIELD)

    layout, files = await table_message(interaction, a_lobby(name), market, choice)

    said = Said(view=layout, files=files)
    told = "\n".join(said.contents())
    assert "On **Over: " in told if kind == "finishers" else f"On 🟦 **{FIELD} {harmless(name)}**: " in told


@pytest.mark.parametrize("name", [NASTIEST, WIDEST, "Red"])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "pair"])
async def test_the_table_fits_at_its_worst_while_no_pair_is_open(name: str, kind: MarketKind) -> None:
    markets = tuple(a_market(each, state="closed" if each == "pair" else "open") for each in KINDS)
    interaction: Any = FakeInteraction(Steward(a_board(name, markets=markets)), EVE)
    choice = "over" if kind == "finishers" else str(FIELD)

    layout, files = await table_message(interaction, a_lobby(name), KINDS.index(kind) + 1, choice)

    told = "\n".join(Said(view=layout, files=files).contents())
    assert "On **Over: " in told if kind == "finishers" else f"On 🟦 **{FIELD} {harmless(name)}**: " in told
    assert "🤝 While the " in told


@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
async def test_a_thousand_sealed_bets_are_revealed_in_one_message(name: str) -> None:
    tickets = tuple(a_ticket(n, player=PlayerId(n), name=name) for n in range(1, 1_001))
    sealed = a_market("sealed", state="closed", moment="start")
    steward: Any = Steward(a_board(name, markets=(sealed,), tickets=tickets, viewer=None))
    notice = Notice(race=LARGEST_RACE, kind="bets", body=msgspec.json.encode(BetsRevealed(1)).decode(), due=0.0)

    post = await bet_post(steward, a_lobby(name), notice)

    assert post is not None
    assert re.search(r"… \d+ more", "\n".join(Said(view=post[0], files=post[1]).contents()))


@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
async def test_all_markets_are_settled_in_one_message(name: str) -> None:
    markets = tuple(a_market(kind, state="settled") for kind in KINDS)

    assert "is settled\n1,000 bets: " in await settled_text(a_board(name, markets=markets), name)


async def settled_text(board: BoardView, name: str) -> str:
    """Return the message that a race's betting is settled."""
    steward: Any = Steward(board)
    body = msgspec.json.encode(TableSettled(1_000, A_LOT, A_LOT)).decode()
    post = await bet_post(steward, a_lobby(name), Notice(race=LARGEST_RACE, kind="bets", body=body, due=0.0))
    assert post is not None
    return "\n".join(Said(view=post[0], files=post[1]).contents())


async def test_of_each_that_is_placed_it_is_told_what_he_brought() -> None:
    stakes = {"1": 600, "2": 0, "3": 300, "4": 900}
    brought = {"1": 150, "3": 300}
    choices = tuple(ChoiceView(each, Sesterces(on), 1, brought.get(each)) for each, on in stakes.items())
    place = a_market("place", state="settled", choices=choices, winners=("1", "2", "3"), staked=Sesterces(1_800))

    assert (
        "**Place**: 🔴 **1 Rosea** (100 brought 150), 🔵 **2 Rosea** (nobody had it) and "
        "🟡 **3 Rosea** (100 brought 300) · 1,800 in it"
    ) in await settled_text(a_board("Rosea", markets=(place,)), "Rosea")


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("", "(odds 6, 100 brought 600) · 500 in it"),
        ("shortfall", "(odds 6, 100 brought 600 at most: the pool fell short (26.41)) · 500 in it"),
    ],
)
async def test_where_the_pool_falls_short_nobody_is_told_that_the_odds_were_paid(why: str, words: str) -> None:
    red = ChoiceView("1", Sesterces(100), 1, None, 6)
    sealed = a_market("sealed", state="settled", choices=(red,), winners=("1",), staked=Sesterces(500))
    ticket = a_ticket(state="won", why=why, paid=Sesterces(500))

    assert words in await settled_text(a_board("Rosea", markets=(sealed,), tickets=(ticket,)), "Rosea")


@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
async def test_a_slip_of_many_tickets_fits(name: str) -> None:
    line = SlipLine("sealed", 2, name, "red", Sesterces(A_LOT), Sesterces(A_LOT), "won", "shortfall", EntryId(16))
    total = Sesterces(200 * A_LOT)
    board = a_board(name)
    slip = SlipView(LARGEST_RACE, name, name, True, board.entrants, (line,) * 200, total, total, total)
    steward: Any = Steward(board)

    layout, files = await slip_message(steward, a_lobby(name, state="finished"), slip, PlayerId(7))

    assert "neither gained nor lost" in "\n".join(Said(view=layout, files=files).contents())


async def acting(board: BoardView) -> Any:
    """Return something that Eve does, deferred, at a table that is always the same."""
    interaction: Any = FakeInteraction(Steward(board), EVE)
    await interaction.response.defer(ephemeral=True, thinking=True)
    return interaction


async def test_of_many_bets_the_newest_are_shown_and_what_there_is_in_the_purse() -> None:
    tickets = tuple(a_ticket(number, market=2, at=float(number)) for number in range(1, 500))
    interaction = await acting(a_board(tickets=tickets, sides=(a_side(at=490.5),)))

    await show_mine(interaction, a_lobby())

    lines = interaction.told.split("\n")
    assert "Your purse: **1,000,000,000,000 sesterces**" in lines[2]
    assert lines[3].startswith("`499` Win: ")
    assert lines[12].startswith("`S 1` ")
    assert re.search(r"… \d+ more", interaction.told)
    assert menu(interaction.last, "betcancels:")["options"][-1]["value"] == "499"


async def test_of_markets_about_the_same_the_last_is_shown_alone_as_in_the_picture() -> None:
    gone = a_market("sealed", window=1, state="void", why="rewound", number=8, staked=Sesterces(0))
    again = a_market("sealed", window=1, staked=None, seals=2, number=9)
    interaction = await acting(a_board(markets=(gone, again)))

    await show_board(interaction, a_lobby())

    assert "Sealed bets after lap 1** · 2 seals" in interaction.told
    assert "rewound" not in interaction.told
    assert "stakes back" not in interaction.told


@pytest.mark.parametrize(
    ("window", "state", "words"),
    [
        (1, "closed", "can add to it after laps 1 and 2"),
        (2, "closed", "No bet is open any more"),
        (2, "void", "can add"),
    ],
)
async def test_nobody_is_told_to_wait_for_a_window_that_has_been(window: int, state: MarketState, words: str) -> None:
    sealed = a_market("sealed", state="closed", moment="start")
    board = a_board("Rosea", markets=(sealed, a_market("sealed", window=window, state=state, number=8)))
    interaction: Any = FakeInteraction(Steward(board), EVE)

    layout, files = await table_message(interaction, a_lobby("Rosea"))

    assert words in "\n".join(Said(view=layout, files=files).contents())


def test_names_of_markets_are_those_of_the_picture() -> None:
    assert market_name("sealed", 1) == "Sealed bets after lap 1"
    assert market_name("nothing known") == "nothing known"
