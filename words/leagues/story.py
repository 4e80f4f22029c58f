"""The story of a season: the public news of each phase, and the paper after each reckoning.

A fact that other lines tell already is silent. News for some members alone is never told here.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.facts import Fact, OrderFollowed, Rewound, Rolled, Sealed, Unsealed
from engine.leagues.words.arena_facts import (
    CowardExecuted,
    DuelEnded,
    DuelFought,
    FightsForState,
    GalaCameBack,
    GalaPassedOver,
    GalaReckoned,
    GladiatorFreed,
    GladiatorLearned,
    GladiatorLost,
    GladiatorMade,
    GladiatorTrained,
    GladiatorUnfit,
    GladiatorWithdrawn,
    ManEnteredGala,
    MarkLeft,
    MenMarketClosed,
    PotShared,
    StateFighterDied,
    WoundsHealed,
)
from engine.leagues.words.epic_charts import PRIZES
from engine.leagues.words.epic_facts import (
    AccountsTold,
    AuctionLotSold,
    AuctionLotUnsold,
    BeganAgain,
    CarStored,
    CataloguePosted,
    ChariotMade,
    ChariotWithdrawn,
    DriverFreed,
    DriverHired,
    GoodsTaken,
    Harnessed,
    HorseStored,
    MarketClosed,
    MatchEnded,
    MatchRan,
    NewTeam,
    PlaceSold,
    SideBetEnded,
    SlaveDied,
    StateMended,
    StoredDriverTrained,
    StoreRecovered,
    TeamLost,
)
from engine.leagues.words.facts import (
    AuctionOrdered,
    CameHomeHurt,
    CarBought,
    CarLost,
    ChariotBuilt,
    DealMade,
    DealUndone,
    DriverBought,
    DriverLost,
    DriverTrained,
    EnduranceTrained,
    Entered,
    EventBegan,
    ExperienceGained,
    HorseBought,
    HorseLost,
    HorseTrained,
    Joined,
    LeftLeague,
    LetItStand,
    LoanEnded,
    LoanMade,
    LoanPassed,
    LotSold,
    LotsPosted,
    LotUnsold,
    Noticed,
    OfferEnded,
    OfferMade,
    PartFitted,
    PassedOver,
    PlotExposed,
    Posted,
    PrizesWon,
    RaceCameBack,
    RaceOpened,
    Ran,
    ReckoningBegan,
    Recovered,
    SeasonEnded,
    StableClosed,
    StandingsTold,
    StatusChanged,
    TeamBought,
    Upset,
    WentBankrupt,
    Whispered,
    Why,
    WindowVoid,
)
from engine.leagues.words.state import BANK, POT
from records.values import EntryId
from words.leagues.arena_lines import fought_line
from words.leagues.closing import lead
from words.leagues.lines import Cars, cars_of, experience_line, line, starter, telling_place, whose, with_cars
from words.leagues.names import car, chariot_name, money, signed_money, stable
from words.shared import telling
from words.shared.names import unbolded
from words.shared.telling import Names, called, count, joined

SILENT = (
    Rolled, Unsealed, OrderFollowed, Whispered, OfferMade, OfferEnded, PartFitted, LotsPosted,
    ChariotBuilt, Recovered, RaceOpened, ReckoningBegan, Upset, LetItStand, ChariotMade, StateMended, ChariotWithdrawn,
    AccountsTold, GladiatorMade, GladiatorWithdrawn, GladiatorLost, GladiatorLearned, WoundsHealed, ManEnteredGala,
)  # fmt: skip
"""Facts without a line in the story. The proof has the dice, a stable's card its chariots, the race card the field; the
story tells the effects of the others; what leaves the market shares a line, and who fought is told with the outcome."""

SURGERY = (DriverLost, HorseLost, CarLost, CameHomeHurt, TeamLost, StoreRecovered, MarkLeft, GladiatorUnfit)
FAME = (DriverFreed, GladiatorFreed, SlaveDied, StateFighterDied, BeganAgain, FightsForState)
MATCHES = (MatchRan, MatchEnded, DuelFought, DuelEnded, SideBetEnded)
MARKET = (
    HorseBought, TeamBought, DriverBought, CarBought, DealMade, DealUndone, LoanMade, LoanEnded,
    LoanPassed, LotSold, LotUnsold, AuctionOrdered, WentBankrupt, LeftLeague,
    HorseStored, CarStored, DriverHired, NewTeam, AuctionLotSold, AuctionLotUnsold, ChariotWithdrawn, GoodsTaken,
    PlaceSold,
)  # fmt: skip
LARGE_PAYOFF = 1_000
"""Sesterces that a stable's bets must bring to stand under the headline."""

SCHOOL = (DriverTrained, HorseTrained, EnduranceTrained, StoredDriverTrained, GladiatorTrained)
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
    unsold, last_lot = _in_one_line(facts)
    begins_with_auction = any(isinstance(fact, CataloguePosted) and fact.debtor is None for fact in facts)
    cars = cars_of(facts) if cars is None else cars
    gone = [chariot_name(fact.chariot) for fact in facts if isinstance(fact, ChariotWithdrawn)]
    if gone := gone + [fact.name for fact in facts if isinstance(fact, GladiatorWithdrawn)]:
        yield f"{joined(gone)} {'leaves' if len(gone) == 1 else 'leave'} the market: nobody wanted them."
    put = _put_at_once(facts)
    for fact in facts:
        if begins_with_auction and isinstance(fact, EventBegan):
            continue  # the catalogue's line says it
        if _is_said(fact, facts, put):
            continue
        if isinstance(fact, Entered):
            yield from _entered(fact, facts, names)
            continue
        if fact not in unsold and not isinstance(fact, (*SILENT, Sealed)):
            text, chariot = _told(fact, facts, names, cars), put.get(_item_bought(fact))
            if text:
                yield text if chariot is None else f"{text.removesuffix('.')}, for {chariot_name(chariot)}."
        if fact is last_lot and unsold:
            told = any(isinstance(each, AuctionLotUnsold) and _was_wanted(each) for each in facts)
            yield f"{len(unsold)} {'more lots' if told else 'lots'} find no buyer."


def _is_said(fact: Fact, facts: Sequence[Fact], put: Collection[tuple[EntryId, str, int] | None]) -> bool:
    """Tell whether another line says it: a purchase where it was put, a debt that a stable is bankrupt."""
    if isinstance(fact, Harnessed):
        return (fact.stable, fact.kind, fact.item) in put
    if not isinstance(fact, StatusChanged) or fact.status != "bankrupt":
        return False
    return any(isinstance(each, WentBankrupt) and each.stable == fact.stable for each in facts)


def _in_one_line(facts: Sequence[Fact]) -> tuple[list[Fact], Fact | None]:
    """Return the lots that nobody wanted, if one line tells several, and the last lot of all: that line comes below."""
    lots = [fact for fact in facts if isinstance(fact, LotSold | LotUnsold | AuctionLotSold | AuctionLotUnsold)]
    unsold: list[Fact] = [
        each for each in lots if isinstance(each, LotUnsold | AuctionLotUnsold) and not _was_wanted(each)
    ]
    return (unsold if len(unsold) > 1 else []), lots[-1] if lots else None


def _told(fact: Fact, facts: Sequence[Fact], names: Names, cars: Cars) -> str:
    """Return the line of a fact, beside the others that it needs."""
    if isinstance(fact, MatchEnded | DuelEnded):
        return _with_stakes(fact, facts, names)
    if isinstance(fact, WindowVoid) and any(_gives_back(each, fact.window) for each in facts):
        return f"↩️ The bets of lap {fact.window} are void, and paid back."
    return with_cars(fact, names, cars)


def _gives_back(fact: Fact, window: int) -> bool:
    """Tell whether bets of a round that had closed come back: those of an open one were never taken (26.3)."""
    return isinstance(fact, Posted) and fact.why == "bets returned" and fact.number == window


def _with_stakes(fact: MatchEnded | DuelEnded, facts: Sequence[Fact], names: Names) -> str:
    """Return how a match ended, with the stakes that its winner takes."""
    paid = [each for each in facts if isinstance(each, Posted) and (each.why, each.number) == ("match", fact.number)]
    won = sum(each.amount for posted in paid for each in posted.lines if each.account == fact.winner)
    told = line(fact, names)
    return f"{told.removesuffix('.')}: {money(won)}." if won else told


def _entered(fact: Entered, facts: Sequence[Fact], names: Names) -> Iterator[str]:
    """Yield the line of a stable with both its chariots, at the first of them."""
    first, *others = [each for each in facts if isinstance(each, Entered) and each.stable == fact.stable]
    if fact is first:
        yield "; ".join([line(fact, names), *map(starter, others)])


def _item_bought(fact: Fact) -> tuple[EntryId, str, int] | None:
    """Return what came into a store, by its owner, kind and number."""
    match fact:
        case DriverHired(stable=stable, driver=driver):
            return stable, "driver", driver
        case CarStored(stable=stable, item=item):
            return stable, "car", item
        case HorseStored(stable=stable, item=item):
            return stable, "horse", item
    return None


def _put_at_once(facts: Sequence[Fact]) -> Mapping[tuple[EntryId, str, int] | None, int]:
    """Return the chariots to which goods were put that had just been bought: one line tells both."""
    bought = {found for fact in facts if (found := _item_bought(fact)) is not None}
    put = [((fact.stable, fact.kind, fact.item), fact.chariot) for fact in facts if isinstance(fact, Harnessed)]
    once = Counter(found for found, _ in put)
    return {found: chariot for found, chariot in put if found in bought and once[found] == 1}


def _was_wanted(fact: LotUnsold | AuctionLotUnsold) -> bool:
    """Tell whether somebody bid for a lot that was not sold: then it has a line of its own."""
    return isinstance(fact, AuctionLotUnsold) and bool(fact.maxima)


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
        ("🕊️ Fame and fate", FAME),
        ("⚔️ Matches", MATCHES),
        ("⚕️ Surgery", SURGERY),
        ("🕵️ Scandal", (PlotExposed, Noticed)),
        ("🏺 Market", MARKET),
        ("🎓 School", SCHOOL),
        ("🚪 Comings and goings", PEOPLE),
    )
    cars, stakes = cars_of(facts), [fact for fact in facts if isinstance(fact, Posted) and fact.why == "match"]
    if results := _results(began, facts, names) + _of_gala(facts, names):
        lines += ["**🏁 Results**", *results]
    for title, kinds in sections:
        of_section = [fact for fact in facts if isinstance(fact, kinds) and not _stands_in_results(fact)]
        if kinds is MATCHES:
            of_section += stakes  # they have no line of their own, but stand beside the winner
        found = list(_lines(of_section, names, cars))
        lines += [f"**{title}**", *found] if found else []
    lines += _what_paid(facts, names)
    last = (StandingsTold, PrizesWon, SeasonEnded, EventBegan, CataloguePosted)
    told = [fact for fact in facts if isinstance(fact, last)]
    latest = max((n for n, fact in enumerate(told) if isinstance(fact, StandingsTold)), default=-1)
    once = [fact for n, fact in enumerate(told) if n >= latest or not isinstance(fact, StandingsTold)]
    return lines + list(_lines(once, names))  # at the end of the season they are told again


def _stands_in_results(fact: Fact) -> bool:
    """Tell whether a fact is a prize of a race, or a share of a gala's pot: the results name it."""
    return isinstance(fact, Posted) and fact.why in ("prize", "gala") and bool(fact.number)


def _what_paid(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return who took most in an event of the Epic campaign, and how: by prizes, by bets, in the dark."""
    posted = [fact for fact in facts if isinstance(fact, Posted)]
    if not any(_stands_in_results(fact) for fact in posted):
        return []
    said = []
    for why, words in _PAID.items():
        if sums := _moved(posted, why) if why != "payoff" else _won_by_bets(posted, facts):
            best, amount = min(sums.items(), key=lambda each: (-each[1], each[0]))
            said.append(words.format(stable(names, best), money(amount)))
    accounts = [line(fact, names) for fact in facts if isinstance(fact, AccountsTold)]
    paid = " ".join([*said, *_of_each_size(facts, _moved(posted, "prize"))])
    return ["**💡 What paid**", paid, *filter(None, accounts), *_of_stakes(facts, names)]


def _of_stakes(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return what the matches since the last paper moved, winners first; none without any (B.10)."""
    told = [each for fact in facts if isinstance(fact, AccountsTold) for each in fact.accounts if each.matches]
    moved = sorted(told, key=lambda each: (-each.matches, each.stable))
    sums = [f"{stable(names, each.stable)} {signed_money(each.matches)}" for each in moved]
    return [f"⚔️ Stakes of matches: {' · '.join(sums)}"] if sums else []


def _won_by_bets(posted: Sequence[Posted], facts: Sequence[Fact]) -> Mapping[EntryId, int]:
    """Return what stables gained by bets, their stakes taken off; what they were paid, where no accounts are told."""
    paid = _moved(posted, "payoff")
    told = next((fact for fact in facts if isinstance(fact, AccountsTold)), None)
    if told is None:
        return paid
    net = {each.stable: paid[each.stable] + each.staked for each in told.accounts}
    return {number: amount for number, amount in net.items() if amount > 0}


def _moved(posted: Sequence[Posted], why: Why) -> Counter[EntryId]:
    """Return what stables took or spent for a reason."""
    sums = Counter[EntryId]()
    for fact in posted:
        if fact.why == why:
            sums.update({each.account: abs(each.amount) for each in fact.lines if each.account not in (BANK, POT)})
    return sums


def _of_each_size(facts: Sequence[Fact], prizes: Mapping[EntryId, int]) -> list[str]:
    """Return what stables that raced one chariot took in prizes, and those with two, on average; none without both."""
    field = [each.stable for fact in facts if isinstance(fact, ReckoningBegan) for each in fact.field]
    raced = Counter(each for each in field if each is not None)
    one, two = ([prizes.get(each, 0) for each, many in raced.items() if many == size] for size in (1, 2))
    if not one or not two:
        return []
    means = [money(round(sum(each) / len(each))) for each in (two, one)]
    return [f"Two chariots brought {means[0]} in prizes on average, one {means[1]}."]


_PAID: Mapping[Why, str] = {
    "prize": "{} took most in prizes, {}.",
    "gala": "{} took most of the emperor's pot, {}.",
    "payoff": "{} gained most by bets, {}.",
    "secret expenses": "{} spent most in the dark, {}.",
}


HEAD = 2
"""Lines of a paper above the story of its race: title and headline."""


def with_race(lines: Sequence[str], told: str) -> list[str]:
    """Return a paper with the story of its race under the headline; as it is, without one."""
    return [*lines[:HEAD], *([told] if told else []), *lines[HEAD:]]


def _results(began: ReckoningBegan, facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the results of all chariots by place, with their gains of experience; those that are out come last."""
    gained = [fact for fact in facts if isinstance(fact, ExperienceGained)]
    prizes = {each.number: each.lines[0].amount for each in facts if isinstance(each, Posted) and each.why == "prize"}
    unranked = {each.stable for fact in facts if isinstance(fact, StandingsTold)
                for each in fact.ranks if not each.counts}  # fmt: skip
    told = [(each.place, _gained(each, names, cars_of([began]), prizes, unranked)) for each in gained]
    known = {(each.stable, each.chariot) for each in gained}
    others = [each for each in began.field if (each.stable, each.chariot) not in known]
    told += [(each.place, f"{telling_place(each.place)} {_ran(each, names)}") for each in others if each.place]
    out = [_ran(each, names) for each in others if not each.place]
    by_place = sorted(told, key=lambda each: (each[0] == 0, each))  # in the Epic campaign all that ran gain something
    return [said for _, said in by_place] + ([f"Out: {' · '.join(out)}"] if out else [])


def _gained(
    gained: ExperienceGained, names: Names, cars: Cars, prizes: Mapping[int, int], unranked: Collection[EntryId]
) -> str:
    """Return what a chariot brought home: experience, and in the Epic campaign a prize, or why it has none (B.7).

    :param unranked: stables that can't win: one that drives for the state has no prizes (R-B37).
    """
    prize = prizes.get(gained.chariot, 0)
    said = f", {money(prize)}" if prize else ""
    if prizes and not prize and 0 < gained.place <= len(PRIZES):
        out = "the driver was out of the car at the end" if gained.driver else "the driver is dead"
        said = ", no prize" if gained.driver and gained.stable in unranked else f", no prize: {out}"
    return experience_line(gained, names, cars) + said


def _of_gala(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return how the men of a gala fared, with what they learned, and the emperor's pot."""
    learned: dict[tuple[EntryId | None, int], int]
    learned = {(each.stable, each.man): each.points for each in facts if isinstance(each, GladiatorLearned)}
    lines = list[str]()
    for fact in facts:
        for man in fact.men if isinstance(fact, GalaReckoned) else ():
            points = f", {learned[man.stable, man.man]} experience" if (man.stable, man.man) in learned else ""
            lines.append(fought_line(man, names) + points)
        if isinstance(fact, CowardExecuted | PotShared):
            lines.append(line(fact, names))
    return lines


def _ran(ran: Ran, names: Names) -> str:
    """Return a chariot that ran, with its stable if it has one."""
    return f"{car(ran.chariot, ran.car)}, {whose(ran.stable, names)}"


_BEGINS_PAPER = (RaceCameBack, PassedOver, GalaCameBack, GalaPassedOver)


def latest_paper(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the last issue among all facts of a season, whole, as its reckoning told it; empty before the first one.

    If the league went back afterwards, that stands below.
    """
    began = max((n for n, fact in enumerate(facts) if isinstance(fact, ReckoningBegan)), default=None)
    if began is None:
        return []
    before = [n for n in range(began) if isinstance(facts[n], _BEGINS_PAPER)]
    ends = (n for n in range(began, len(facts)) if isinstance(facts[n], ENDS_OF_PAPER))
    end = _with_catalogue(facts, next(ends, len(facts) - 1) + 1)
    back = [fact for fact in facts[end:] if isinstance(fact, Rewound)]
    return paper(facts[max(before, default=-1) + 1 : end], names) + list(_lines(back[-1:], names))


def _with_catalogue(facts: Sequence[Any], end: int) -> int:
    """Return the end of an issue behind the catalogue of the next auction, where an event begins with one."""
    for place in range(end, len(facts)):
        if isinstance(facts[place], CataloguePosted):
            return place + 1
        if isinstance(facts[place], Sealed | MarketClosed | MenMarketClosed | StableClosed | ReckoningBegan):
            break
    return end


def headline(facts: Sequence[Fact], names: Names) -> str:
    """Return the first sentence of a paper, from the facts and a phrase chosen by the event's number."""
    won = next((fact for fact in facts if isinstance(fact, ExperienceGained) and fact.place == 1), None)
    ended = next((fact for fact in facts if isinstance(fact, SeasonEnded)), None)
    dead = sum(isinstance(fact, DriverLost) for fact in facts)
    event = next(fact.event for fact in facts if isinstance(fact, ReckoningBegan))
    if ended is not None and ended.winners:
        return _season(ended.winners, facts, names)
    gala = next((fact for fact in facts if isinstance(fact, GalaReckoned)), None)
    if gala is not None:
        return _of_the_sand(gala)
    upset = next((fact for fact in facts if isinstance(fact, Upset)), None)
    if upset is not None:
        return _against_the_odds(upset, event, names) + _mourned(dead)
    if won is None:
        return "No stable took the palm." if not dead else f"No palm, and {count(dead, 'driver')} for the pyre."
    phrases = ("{} takes the palm", "The crowd roars for {}", "Nobody catches {}", "{} wins the day")
    said = phrases[event % len(phrases)].format(stable(names, won.stable))
    freed = next((fact.name for fact in facts if isinstance(fact, DriverFreed)), "")
    return f"{said}, and {freed} is a champion and free{_mourned(dead)}" if freed else f"{said}{_mourned(dead)}"


def _season(winners: Sequence[EntryId], facts: Sequence[Fact], names: Names) -> str:
    """Return the headline of a season that is over: who won, and by how much."""
    ranks = next((fact.ranks for fact in reversed(facts) if isinstance(fact, StandingsTold)), ())
    counted = [each for each in ranks if each.counts]
    who = f"The season belongs to {joined([stable(names, each) for each in winners])}"
    first = next((each for each in counted if each.stable == winners[0]), None)
    if first is None:
        return f"{who}!"
    ahead = lead(first, [each for each in counted if each.stable not in winners], names)
    return f"{who}, with {money(first.cash)}{ahead}!"


def _of_the_sand(gala: GalaReckoned) -> str:
    """Return the headline of a gala: who won, and how many died."""
    won = [each.name for each in gala.men if each.won]
    dead = sum(each.fate == "dead" for each in gala.men)
    blood = f"; {count(dead, 'gladiator')} will not fight again." if dead else ", and nobody dies."
    phrases = ("The sand belongs to {}", "The crowd roars for {}", "Palms for {}", "{} walk out through the great gate")
    if not won:
        return f"Nobody takes the palm{blood}"
    said = phrases[gala.event % (len(phrases) if len(won) > 1 else len(phrases) - 1)]
    return f"{said.format(joined(won[:3]) if len(won) <= 3 else f'{len(won)} gladiators')}{blood}"


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
