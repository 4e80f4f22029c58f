"""What a season tells of one fact, in one line; empty where other lines tell it already."""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from typing import Any

from engine.facts import Fact
from engine.leagues.words.facts import (
    AllLetStand,
    AuctionOrdered,
    BetsRevealed,
    CameHomeHurt,
    CarBought,
    CarLost,
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
    LoanEnded,
    LoanMade,
    LoanPassed,
    LotSold,
    LotUnsold,
    Noticed,
    Objected,
    OddsFixed,
    OfferMade,
    PassedOver,
    PlotExposed,
    Posted,
    PrizesWon,
    RaceCameBack,
    RaceOpened,
    RaceWasCalledOff,
    ReckoningBegan,
    SeasonEnded,
    StableClosed,
    StandingsTold,
    StatusChanged,
    TeamArranged,
    TeamBought,
    WentBankrupt,
    WindowClosed,
    WindowOpened,
    WindowVoid,
)
from engine.leagues.words.state import BANK, POT, Goods, Part
from records.values import EntryId
from words.leagues.epic_lines import EPIC
from words.leagues.names import DEVICES, car, chariot_name, driver_name, driver_of, money, stable
from words.shared import telling
from words.shared.telling import Names, capital, count, joined

Cars = Mapping[int, int]
"""Numbers in a race, by chariot."""


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return a fact as a line; empty where other lines say it already."""
    return telling.line(fact, names)


for _kind, _told in EPIC.items():
    line.register(_kind, _told)


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
    if odd.kind in ("bets", "pair bets"):
        what = "chariots" if odd.kind == "bets" else "gladiators"
        return f"👀 {giver} put {money(odd.sum)} of {money(odd.worth)} on other stables' {what}."
    taker = stable(names, odd.taker)
    if odd.kind == "loan":
        return f"👀 {money(odd.sum)} lent, {money(odd.worth)} due: {giver} did {taker} a favour."
    if odd.kind in ("match", "duel"):
        enough = f"where a stake of {money(odd.worth)} was enough"
        return f"👀 {giver} lost {money(odd.sum)} to {taker} in a {odd.kind}, {enough}."
    if odd.kind == "side bet":
        return f"👀 {giver} lost {money(odd.sum)} to {taker} by a side bet on a match."
    if odd.kind == "auction":
        return f"👀 {giver} paid {taker} {money(odd.sum)} at the auction for goods worth {money(odd.worth)} new."
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
    return f"🏇 {stable(names, fact.stable)} · {starter(fact)}"


def starter(fact: Entered) -> str:
    """Return a chariot that is entered, with its place at the start."""
    row = ", second row" if fact.second_row else ""
    return f"{car(fact.chariot, fact.entry)}, lane {fact.lane}{row}"


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
    victim = f"{car(fact.chariot, cars.get(fact.chariot))}, {whose(fact.stable, names)}"
    guarded = f"; guards met {money(fact.security)} of it" if fact.security else ""
    outcome = "It worked." if fact.works else "It failed."
    paid = f"{stable(names, fact.payer)} paid {money(fact.sum)} for {DEVICES[fact.device]}"
    return f"{paid} against {victim}{guarded}. {outcome}"


def experience_line(fact: ExperienceGained, names: Names, cars: Cars) -> str:
    driver = "" if fact.driver else ", for the team alone"
    who = f"{car(fact.chariot, cars.get(fact.chariot))}, {stable(names, fact.stable)}"
    place = telling_place(fact.place) if fact.place else "Out:"
    return f"{place} {who}: {fact.points} experience{driver}"


_WITH_CARS: Mapping[type[Fact], Callable[[Any, Names, Cars], str]] = {
    BetsRevealed: _bets, OddsFixed: _odds, PlotExposed: _exposed, ExperienceGained: experience_line,
}  # fmt: skip
"""Facts about chariots in a race, whose numbers there other facts tell."""


@line.register
def _(fact: BetsRevealed | OddsFixed | PlotExposed | ExperienceGained, names: Names) -> str:
    return with_cars(fact, names, {})


def with_cars(fact: Fact, names: Names, cars: Cars) -> str:
    """Return a fact as a line, with the numbers of the race where they are known."""
    known = _WITH_CARS.get(type(fact))
    return line(fact, names) if known is None else known(fact, names, cars)


def cars_of(facts: Sequence[Fact]) -> Cars:
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
        f"🏁 The race of event {fact.event} is over. It stands by itself, and then the paper comes; **Calendar** under "
        "**More** says when. Something wrong? An owner presses **Object** under the league's post, and the host "
        "decides."
    )


OBJECTED = "✋ You object, and all read it. Write in the league's thread what was wrong; the host decides."


def objecting(event: int) -> str:
    """Return the question to an owner who is about to object."""
    return (
        f"Do you object to event {event}? All read that you do, and the host can take it back, or correct it. If the "
        "host does nothing, it stands as the time for protests ends."
    )


def _held(fact: Objected | AllLetStand | RaceWasCalledOff) -> str:
    """Return what an event was: events are counted, as races and galas have numbers of their own."""
    return f"the {'gala' if fact.is_gala else 'race'} of event {fact.event}"


@line.register
def _(fact: Objected, names: Names) -> str:
    who = stable(names, fact.stable)
    return f"✋ {who} objects to {_held(fact)}. What was wrong? Write it here; the host decides."


@line.register
def _(fact: AllLetStand, names: Names) -> str:
    who = joined([stable(names, each) for each in fact.stables])
    return f"🤝 {who} let{'s' * (len(fact.stables) == 1)} {_held(fact)} stand. The paper follows."


@line.register
def _(fact: RaceWasCalledOff, _names: Names) -> str:
    secret = "" if fact.is_gala else " and secret money"
    return f"↩️ {capital(_held(fact))} was called off: bets{secret} are back. The eve begins anew."


@line.register
def _(fact: WindowOpened, _names: Names) -> str:
    return f"🪟 Lap {fact.window} is run. **My stable** takes more bets until the next speeds are shown. (26.3)"


@line.register
def _(fact: WindowClosed, _names: Names) -> str:
    return f"🪟 The bets of lap {fact.window} are closed."


@line.register
def _(fact: WindowVoid, _names: Names) -> str:
    return f"-# ↩️ The round of bets on lap {fact.window} ends without effect: nobody's stake is taken."


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


def _part_text(part: Part) -> str:
    """Return a part of a chariot; goods of a store, in the Epic campaign, are of none."""
    return f"the {part.kind} of {chariot_name(part.of)}" if part.of else f"a {part.kind} of the store"


def goods_text(goods: Goods) -> str:
    """Return one side of a deal in words."""
    parts = [f"the chariot {chariot_name(each)}" for each in goods.chariots]
    parts += [_part_text(each) for each in goods.parts]
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
    among = f", {count(len(fact.chariots), 'chariot')} among them" if fact.chariots else ""
    return f"{stable(names, fact.stable)}'s unsold goods leave the game{among}."


@line.register
def _(fact: StatusChanged, names: Names) -> str:
    states = {
        "active": "is played again",
        "kept": f"{_WHY_KEPT.get(fact.reason, 'is away')}: a manager keeps the stable",
        "bankrupt": "is bankrupt",
        "retired": "retires",
        "slave": "drives for the state now",
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
    why = _WHY_OVER.get(fact.why, " Too few stables are left to go on.")
    return f"## 🏆 The season is over\n{winners or 'Nobody'} {'win' if len(fact.winners) > 1 else 'wins'}.{why}"


_WHY_OVER = {
    "last event": "",
    "fortune": " A stable has 100,000s.",
    "vote": " The owners voted for the end.",
}


def telling_place(place: int) -> str:
    """Return a place in the form that goes before a name."""
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(place, f"{place}.")


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


def whose(owner: EntryId | None, names: Names) -> str:
    """Return the stable of a chariot, as it stands behind its name."""
    return "without an owner" if owner is None else stable(names, owner)
