"""The story of a season: the public news of each phase, and the paper after each reckoning.

A fact that other lines tell already is silent. News for some members alone is never told here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any

from engine.facts import Fact, OrderFollowed, Rewound, Rolled, Sealed, Unsealed
from engine.leagues.words.facts import (
    AllLetStand,
    AuctionOrdered,
    BetsRevealed,
    CameHomeHurt,
    CarBought,
    CarLost,
    ChariotBuilt,
    DealMade,
    DealUndone,
    DriverBought,
    DriverLost,
    DriverTrained,
    EnduranceFell,
    EnduranceTrained,
    Entered,
    EventBegan,
    ExperienceGained,
    Founded,
    HorseBought,
    HorseLost,
    HorseTrained,
    Joined,
    LeftLeague,
    LeftOut,
    LetItStand,
    LoanEnded,
    LoanMade,
    LoanPassed,
    LotSold,
    LotsPosted,
    LotUnsold,
    Noticed,
    OddsFixed,
    OfferEnded,
    OfferMade,
    PartFitted,
    PassedOver,
    PlotExposed,
    Posted,
    PrizesWon,
    RaceCameBack,
    RaceOpened,
    RaceWasCalledOff,
    Ran,
    ReckoningBegan,
    Recovered,
    SeasonEnded,
    StableClosed,
    StandingsTold,
    StatusChanged,
    TeamArranged,
    TeamBought,
    Upset,
    WentBankrupt,
    Whispered,
    WindowClosed,
    WindowOpened,
    WindowVoid,
)
from engine.leagues.words.state import BANK, POT, Goods
from records.values import EntryId
from words.leagues.names import DEVICES, car, chariot_name, driver_name, driver_of, money, stable
from words.shared import telling
from words.shared.names import unbolded
from words.shared.telling import Names, called, count, joined

Cars = Mapping[int, int]
"""Numbers in a race, by chariot."""

SILENT = (
    Rolled, Unsealed, OrderFollowed, Whispered, OfferMade, OfferEnded, PartFitted, LotsPosted,
    ChariotBuilt, Recovered, RaceOpened, ReckoningBegan, Upset, LetItStand,
)  # fmt: skip
"""Facts without a line in the story. The proof has the dice, a stable's card its chariots, the race card the field; the
story tells the effects of the others."""

SURGERY = (DriverLost, HorseLost, CarLost, CameHomeHurt)
MARKET = (
    HorseBought, TeamBought, DriverBought, CarBought, DealMade, DealUndone, LoanMade, LoanEnded,
    LoanPassed, LotSold, LotUnsold, AuctionOrdered, WentBankrupt, LeftLeague,
)  # fmt: skip
LARGE_PAYOFF = 1_000
"""Sesterces that a stable's bets must bring to stand under the headline."""

SCHOOL = (DriverTrained, HorseTrained, EnduranceTrained)
PEOPLE = (Joined, StatusChanged)
ENDS_OF_PAPER = (EventBegan, LotsPosted, SeasonEnded)
"""The last facts of a reckoning: the next event, an auction's lots, or the winners of the season."""


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return *facts* as lines of the story; a reckoning becomes the paper."""
    if any(isinstance(fact, ReckoningBegan) for fact in facts):
        return paper(facts, names)
    sealed = dict.fromkeys(called(names, fact.entry) for fact in facts if isinstance(fact, Sealed))
    lines = [f"{telling.SEALED}{' · '.join(sealed)}"] if sealed else []
    return lines + list(_lines(facts, names))


def _lines(facts: Sequence[Fact], names: Names, cars: Cars | None = None) -> Iterator[str]:
    if nobodys := [fact.chariot for fact in facts if isinstance(fact, ChariotBuilt) and fact.stable is None]:
        who = joined([chariot_name(each) for each in nobodys])
        yield f"{count(len(nobodys), 'chariot')} without an owner, {who}, may fill up the field."
    unsold = [fact.lot.number for fact in facts if isinstance(fact, LotUnsold)]
    cars = _cars(facts) if cars is None else cars
    for fact in facts:
        if isinstance(fact, LotUnsold) and len(unsold) > 1:
            if fact.lot.number == unsold[-1]:  # all in one line, as many as they may be
                yield f"{len(unsold)} lots find no buyer."
        elif not isinstance(fact, (*SILENT, Sealed)) and (text := _told(fact, names, cars)):
            yield text


# The paper


def paper(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return *Acta Diurna*: headline, a section for each kind of news, standings, the next dates."""
    began = next(fact for fact in facts if isinstance(fact, ReckoningBegan))
    lines = [
        f"## 📰 Acta Diurna · event {began.event}",
        f"**{unbolded(headline(facts, names))}**",
        *_luck_of_the_day(facts, names),
    ]
    sections: Sequence[tuple[str, tuple[type, ...]]] = (
        ("🪙 Betting", (Posted,)),
        ("⚕️ Surgery", SURGERY),
        ("🕵️ Scandal", (PlotExposed, Noticed)),
        ("🏺 Market", MARKET),
        ("🎓 School", SCHOOL),
        ("🚪 Comings and goings", PEOPLE),
    )
    cars = _cars(facts)
    if results := _results(began, facts, names):
        lines += ["**🏁 Results**", *results]
    for title, kinds in sections:
        found = list(_lines([fact for fact in facts if isinstance(fact, kinds)], names, cars))
        lines += [f"**{title}**", *found] if found else []
    last = (StandingsTold, PrizesWon, SeasonEnded, EventBegan)
    told = [fact for fact in facts if isinstance(fact, last)]
    latest = max((n for n, fact in enumerate(told) if isinstance(fact, StandingsTold)), default=-1)
    once = [fact for n, fact in enumerate(told) if n >= latest or not isinstance(fact, StandingsTold)]
    return lines + list(_lines(once, names))  # at the end of the season they are told again


def _results(began: ReckoningBegan, facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the results of all chariots by place, with their gains of experience; those that are out come last."""
    gained = [fact for fact in facts if isinstance(fact, ExperienceGained)]
    told = [(each.place, _gained(each, names, _cars([began]))) for each in gained]
    known = {(each.stable, each.chariot) for each in gained}
    others = [each for each in began.field if (each.stable, each.chariot) not in known]
    told += [(each.place, f"{telling_place(each.place)} {_ran(each, names)}") for each in others if each.place]
    out = [_ran(each, names) for each in others if not each.place]
    return [said for _, said in sorted(told)] + ([f"Out: {' · '.join(out)}"] if out else [])


def _ran(ran: Ran, names: Names) -> str:
    """Return a chariot that ran, with its stable if it has one."""
    return f"{car(ran.chariot, ran.car)}, {_whose(ran.stable, names)}"


def _whose(owner: EntryId | None, names: Names) -> str:
    """Return the stable of a chariot, as it stands behind its name."""
    return "without an owner" if owner is None else stable(names, owner)


def latest_paper(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the last issue among all facts of a season, whole, as its reckoning told it; empty before the first one.

    If the league went back afterwards, that stands below.
    """
    began = max((n for n, fact in enumerate(facts) if isinstance(fact, ReckoningBegan)), default=None)
    if began is None:
        return []
    before = [n for n in range(began) if isinstance(facts[n], RaceCameBack | PassedOver)]
    ends = (n for n in range(began, len(facts)) if isinstance(facts[n], ENDS_OF_PAPER))
    end = next(ends, len(facts) - 1) + 1
    back = [fact for fact in facts[end:] if isinstance(fact, Rewound)]
    return paper(facts[max(before, default=-1) + 1 : end], names) + list(_lines(back[-1:], names))


def headline(facts: Sequence[Fact], names: Names) -> str:
    """Return the first sentence of a paper, from the facts and a phrase chosen by the event's number."""
    won = next((fact for fact in facts if isinstance(fact, ExperienceGained) and fact.place == 1), None)
    ended = next((fact for fact in facts if isinstance(fact, SeasonEnded)), None)
    dead = sum(isinstance(fact, DriverLost) for fact in facts)
    event = next(fact.event for fact in facts if isinstance(fact, ReckoningBegan))
    if ended is not None and ended.winners:
        return f"The season belongs to {joined([stable(names, each) for each in ended.winners])}!"
    upset = next((fact for fact in facts if isinstance(fact, Upset)), None)
    if upset is not None:
        return _against_the_odds(upset, event, names) + _mourned(dead)
    if won is None:
        return "No stable took the palm." if not dead else f"No palm, and {count(dead, 'driver')} for the pyre."
    phrases = ("{} takes the palm", "The crowd roars for {}", "Nobody catches {}", "{} wins the day")
    return f"{phrases[event % len(phrases)].format(stable(names, won.stable))}{_mourned(dead)}"


def _mourned(dead: int) -> str:
    return f"; {count(dead, 'driver')} will not race again." if dead else "."


def _against_the_odds(upset: Upset, event: int, names: Names) -> str:
    """Return the headline of a race that was won at long odds."""
    phrases = (
        "{} wins at {} : 1, and the stands fall silent",
        "{} wins, and the bookmakers had offered {} : 1",
        "The crowd rubs its eyes: {} wins at {} : 1",
        "{} beats them all at {} : 1",
    )
    winner = "a chariot without an owner" if upset.stable is None else stable(names, upset.stable)
    said = phrases[event % len(phrases)].format(winner, upset.odds)
    return said[:1].upper() + said[1:]


def _luck_of_the_day(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the member whose bets brought most, if that is worth a headline."""
    paid = [fact for fact in facts if isinstance(fact, Posted) and fact.why == "payoff"]
    won = [each for fact in paid for each in fact.lines if each.account not in (BANK, POT)]
    best = max(won, key=lambda each: each.amount, default=None)
    if best is None or best.amount < LARGE_PAYOFF:
        return []
    return [f"{stable(names, best.account)} takes {money(best.amount)} off the bookmakers."]


# One fact, one line


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return a fact as a line; empty where other lines say it already."""
    return telling.line(fact, names)


@line.register
def _(fact: Posted, names: Names) -> str:
    """Tell only the payoffs of bets, and prizes: all other money stands in the lines of its purpose."""
    if fact.why == "prize":
        return f"🏆 {stable(names, fact.lines[0].account)} wins a prize of {money(fact.lines[0].amount)}"
    if fact.why not in ("payoff", "bets returned"):
        return ""
    won = [each for each in fact.lines if each.account not in (BANK, POT) and each.amount > 0]
    what = "is paid" if fact.why == "payoff" else "gets back"
    return " · ".join(f"{stable(names, each.account)} {what} {money(each.amount)}" for each in won)


@line.register
def _(fact: Noticed, names: Names) -> str:
    odd, giver = fact.oddity, stable(names, fact.oddity.giver)
    if odd.kind == "bets":
        return f"👀 {giver} put {money(odd.sum)} of {money(odd.worth)} on other stables' chariots."
    taker = stable(names, odd.taker)
    if odd.kind == "loan":
        return f"👀 {money(odd.sum)} lent, {money(odd.worth)} due: {giver} did {taker} a favour."
    return f"👀 {giver} gave {taker} at least {money(odd.sum)} in goods or money, for {money(odd.worth)} at most."


@line.register
def _(fact: Founded, names: Names) -> str:
    return f"🏛️ {stable(names, fact.stable)} founds a stable of {count(len(fact.points), 'chariot')}."


@line.register
def _(fact: EventBegan, _names: Names) -> str:
    return f"### 🐴 Stable day, event {fact.event} of {fact.of}\nMend, train, and enter your chariots."


@line.register
def _(_fact: StableClosed, _names: Names) -> str:
    return "🚪 The stables close. This is what went on behind their doors:"


@line.register
def _(fact: HorseBought, names: Names) -> str:
    return f"{stable(names, fact.stable)} buys a horse of speed {fact.speed} for {money(fact.price)}."


@line.register
def _(fact: TeamBought, names: Names) -> str:
    horses = "-".join(map(str, fact.horses))
    return f"{stable(names, fact.stable)} buys a team, {horses}, for {money(sum(fact.prices))}."


@line.register
def _(fact: DriverBought, names: Names) -> str:
    who = f"{driver_name(fact.driver)} ({fact.modifier:+d})"
    return f"{stable(names, fact.stable)} hires {who} to drive {chariot_name(fact.chariot)}, for {money(fact.price)}."


@line.register
def _(fact: CarBought, names: Names) -> str:
    return f"{stable(names, fact.stable)} buys a {fact.car} car for {money(fact.price)}."


@line.register
def _(fact: EnduranceFell, names: Names) -> str:
    return f"{stable(names, fact.stable)}: {chariot_name(fact.chariot)} loses {fact.lost} endurance to its newcomer."


@line.register
def _(fact: TeamArranged, names: Names) -> str:
    return f"{stable(names, fact.stable)} harnesses {chariot_name(fact.chariot)} anew."


@line.register
def _(fact: DriverTrained, names: Names) -> str:
    return f"{stable(names, fact.stable)}: {chariot_name(fact.chariot)}'s driver learns, now {fact.modifier:+d}."


@line.register
def _(fact: HorseTrained, names: Names) -> str:
    return f"{stable(names, fact.stable)}: a horse of {chariot_name(fact.chariot)} gets faster, speed {fact.speed} now."


@line.register
def _(fact: EnduranceTrained, names: Names) -> str:
    return f"{stable(names, fact.stable)}: {chariot_name(fact.chariot)} trains, endurance {fact.endurance} now."


@line.register
def _(fact: Entered, names: Names) -> str:
    row = ", second row" if fact.second_row else ""
    return f"🏇 {stable(names, fact.stable)} · {car(fact.chariot, fact.entry)}, lane {fact.lane}{row}"


@line.register
def _(fact: LeftOut, names: Names) -> str:
    return f"{stable(names, fact.stable)} finds no place in the race and bets as a bettor."


@line.register
def _(fact: PassedOver, _names: Names) -> str:
    return f"Event {fact.event} is passed over: fewer than two chariots came."


def _bets(fact: BetsRevealed, names: Names, cars: Cars) -> str:
    stakes = ", ".join(f"{money(each.sum)} on {car(each.chariot, cars.get(each.chariot))}" for each in fact.stakes)
    return f"🪙 {stable(names, fact.stable)} bets {stakes or 'nothing'}."


def _odds(fact: OddsFixed, _names: Names, cars: Cars) -> str:
    odds = ", ".join(f"{car(each, cars.get(each))} {odds} : 1" for each, odds in sorted(fact.odds.items()))
    return f"⚖️ The odds: {odds}." if odds else ""


def _exposed(fact: PlotExposed, names: Names, cars: Cars) -> str:
    victim = f"{car(fact.chariot, cars.get(fact.chariot))}, {_whose(fact.stable, names)}"
    guarded = f"; guards met {money(fact.security)} of it" if fact.security else ""
    outcome = "It worked." if fact.works else "It failed."
    paid = f"{stable(names, fact.payer)} paid {money(fact.sum)} for {DEVICES[fact.device]}"
    return f"{paid} against {victim}{guarded}. {outcome}"


def _gained(fact: ExperienceGained, names: Names, cars: Cars) -> str:
    driver = "" if fact.driver else ", for the team alone"
    who = f"{car(fact.chariot, cars.get(fact.chariot))}, {stable(names, fact.stable)}"
    return f"{telling_place(fact.place)} {who}: {fact.points} experience{driver}"


_WITH_CARS: Mapping[type[Fact], Callable[[Any, Names, Cars], str]] = {
    BetsRevealed: _bets, OddsFixed: _odds, PlotExposed: _exposed, ExperienceGained: _gained,
}  # fmt: skip
"""Facts about chariots in a race, whose numbers there other facts tell."""


@line.register
def _(fact: BetsRevealed | OddsFixed | PlotExposed | ExperienceGained, names: Names) -> str:
    return _told(fact, names, {})


def _told(fact: Fact, names: Names, cars: Cars) -> str:
    """Return a fact as a line, with the numbers of the race where they are known."""
    with_cars = _WITH_CARS.get(type(fact))
    return line(fact, names) if with_cars is None else with_cars(fact, names, cars)


def _cars(facts: Sequence[Fact]) -> Cars:
    """Return the numbers of chariots in the race that these facts are about."""
    found = dict[int, int]()
    for fact in facts:
        if isinstance(fact, RaceOpened):
            found |= fact.cars
        elif isinstance(fact, ReckoningBegan):
            found |= {each.chariot: each.car for each in fact.field}
    return found


@line.register
def _(fact: RaceCameBack, _names: Names) -> str:
    return (
        f"🏁 Race {fact.event} is over. A protest? Tell the host now. *Calendar* says how long. None? Press **My "
        "stable**, then **Let it stand**. Once all owners have, the paper comes."
    )


@line.register
def _(fact: AllLetStand, names: Names) -> str:
    who = joined([stable(names, each) for each in fact.stables])
    return f"🤝 {who} let{'s' * (len(fact.stables) == 1)} race {fact.event} stand. The paper follows."


@line.register
def _(fact: RaceWasCalledOff, _names: Names) -> str:
    return f"↩️ Race {fact.event} was called off: bets and secret money are back. The eve begins anew."


@line.register
def _(fact: WindowOpened, _names: Names) -> str:
    return f"🪟 Lap {fact.window} is run. **My stable** takes more bets until the next speeds are shown. (26.3)"


@line.register
def _(fact: WindowClosed, _names: Names) -> str:
    return f"🪟 The bets of lap {fact.window} are closed."


@line.register
def _(fact: WindowVoid, _names: Names) -> str:
    return f"↩️ The bets of lap {fact.window} are void, and paid back."


@line.register
def _(fact: DriverLost, names: Names) -> str:
    return f"✝️ {stable(names, fact.stable)} mourns: {driver_of(fact.driver, fact.chariot)} is dead."


@line.register
def _(fact: HorseLost, names: Names) -> str:
    return f"{stable(names, fact.stable)} loses a horse of {chariot_name(fact.chariot)}."


@line.register
def _(fact: CarLost, names: Names) -> str:
    return f"{stable(names, fact.stable)} comes home without {chariot_name(fact.chariot)}'s car."


@line.register
def _(fact: CameHomeHurt, names: Names) -> str:
    """Tell of the survivors; another line tells of the dead."""
    hurt = sum(fact.injuries)
    parts = [f"driver {count(fact.hits, 'hit')} left"] if fact.hits else []
    parts += [f"horses hurt by {hurt}"] if hurt else []
    return f"{chariot_name(fact.chariot)} of {stable(names, fact.stable)}: {', '.join(parts)}" if parts else ""


@line.register
def _(fact: DealMade, names: Names) -> str:
    return (
        f"🤝 Deal {fact.number}: {stable(names, fact.by)} gives {goods_text(fact.gives)}; "
        f"{stable(names, fact.to)} gives {goods_text(fact.takes)}."
    )


@line.register
def _(fact: DealUndone, names: Names) -> str:
    return (
        f"↩️ The host undid deal {fact.number}: {stable(names, fact.by)} has {goods_text(fact.gives)} back, "
        f"{stable(names, fact.to)} {goods_text(fact.takes)}."
    )


def goods_text(goods: Goods) -> str:
    """Return one side of a deal in words."""
    parts = [f"the chariot {chariot_name(each)}" for each in goods.chariots]
    parts += [f"the {each.kind} of {chariot_name(each.of)}" for each in goods.parts]
    return joined([*parts, *([money(goods.money)] if goods.money else [])]) or "nothing"


@line.register
def _(fact: LoanMade, names: Names) -> str:
    lender, borrower = stable(names, fact.lender), stable(names, fact.borrower)
    return f"📜 {lender} lends {borrower} {money(fact.sum)}; {money(fact.due)} fall due after event {fact.after}."


@line.register
def _(fact: LoanEnded, _names: Names) -> str:
    ends = {"paid": "is paid", "short": "is paid in part", "passed on": "is passed on"}
    return f"📜 Loan {fact.number} {ends[fact.state]}: {money(fact.paid)}."


@line.register
def _(fact: LoanPassed, names: Names) -> str:
    lender = "the bank" if fact.lender == BANK else stable(names, fact.lender)
    new = f", as loan {fact.becomes}" if fact.becomes != fact.number else ""
    return f"📜 Loan {fact.number} goes over to {lender}{new}: {money(fact.due)} to pay."


@line.register
def _(fact: AuctionOrdered, names: Names) -> str:
    return f"🔨 {stable(names, fact.debtor)} can't pay {money(fact.owed)}, so their goods go to auction."


@line.register
def _(fact: LotSold, names: Names) -> str:
    what = f"the {fact.lot.kind} of {chariot_name(fact.lot.of)}"
    return f"🔨 Lot {fact.lot.number}, {what}: {stable(names, fact.buyer)} for {money(fact.price)}."


@line.register
def _(fact: LotUnsold, _names: Names) -> str:
    return f"Lot {fact.lot.number} finds no buyer."


@line.register
def _(fact: WentBankrupt, names: Names) -> str:
    return f"💸 {stable(names, fact.stable)} is bankrupt, {money(fact.owed)} short."


@line.register
def _(fact: LeftLeague, names: Names) -> str:
    return f"{stable(names, fact.stable)}'s unsold goods leave the game: {count(len(fact.chariots), 'chariot')}."


@line.register
def _(fact: StatusChanged, names: Names) -> str:
    states = {
        "active": "is played again",
        "kept": f"{_WHY_KEPT.get(fact.reason, 'is away')}: a manager keeps the stable",
        "bankrupt": "is bankrupt",
        "retired": "retires",
    }
    return f"{stable(names, fact.stable)} {states[fact.status]}."


_WHY_KEPT = {
    "left": "has lost its owner",
    "expelled": "has lost its owner by an act of the host",
    "three events missed": "has been silent for three events",
}


@line.register
def _(fact: Joined, names: Names) -> str:
    role = "founds a stable" if fact.role == "owner" else "comes to bet"
    return f"{stable(names, fact.stable)} {role} with {money(fact.cash)}."


@line.register
def _(fact: StandingsTold, names: Names) -> str:
    rows = [
        f"{f'{each.rank}.' if each.counts else '–'} {stable(names, each.stable)} {money(each.cash)}"
        for each in fact.ranks
    ]
    return "\n".join(["**🏆 Standings**", *rows])


@line.register
def _(fact: PrizesWon, names: Names) -> str:
    won = " · ".join(f"{stable(names, each.account)} {money(each.amount)}" for each in fact.lines)
    return (
        f"🏅 Prizes of the server: {won}\n-# They go to the purses of people who have raced three others outside this "
        "league; with `/server prizes`, to all. In four weeks a purse gets one, and a server gives two seasons'."
    )


@line.register
def _(fact: SeasonEnded, names: Names) -> str:
    winners = joined([stable(names, each) for each in fact.winners])
    why = "" if fact.why == "last event" else " Too few stables are left to go on."
    return f"## 🏆 The season is over\n{winners or 'Nobody'} {'win' if len(fact.winners) > 1 else 'wins'}.{why}"


def telling_place(place: int) -> str:
    """Return a place in the form that goes before a name."""
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(place, f"{place}.")


def came(facts: Sequence[Any], entry: EntryId, names: Names) -> list[str]:
    """Return the immediate results of an act, with their dice, for the member who acted."""
    lines: list[str] = []
    for fact in facts:
        if isinstance(fact, ReckoningBegan):
            break  # the paper tells what follows
        if isinstance(fact, Whispered) and entry in fact.to:
            lines += [line(each, names) for each in fact.facts if not isinstance(each, Posted | OfferEnded)]
        elif not isinstance(fact, (*SILENT, Posted)):
            lines.append(line(fact, names))
    return [each for each in lines if each]


@line.register
def _(fact: OfferMade, names: Names) -> str:
    return offer_text(fact, names)


def offer_text(offer: Any, names: Names) -> str:
    """Return an offer in words."""
    by, to = stable(names, offer.by), stable(names, offer.to)
    if offer.lends is None:
        return f"📨 Offer {offer.number}: {by} gives {goods_text(offer.gives)}; {to} gives {goods_text(offer.takes)}."
    lent, due, after = offer.lends
    return f"📨 Offer {offer.number}: {by} lends {to} {money(lent)}; {money(due)} fall due after event {after}."
