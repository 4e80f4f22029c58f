"""How a league stands, in a few lines."""

import math
from collections.abc import Iterator, Mapping, Sequence

from engine.facts import Fact
from engine.leagues.races import race_edition
from engine.leagues.views import DriverView, GladiatorView, LeagueView, StableView, StoreView
from engine.leagues.words.epic_charts import PRIVATE_WINS
from engine.leagues.words.facts import Posted
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import PhaseName
from records.values import EntryId
from words.leagues.endurance import endurance_told, why_less
from words.leagues.gala_sheets import man_line
from words.leagues.names import CARS, chariot_text, money
from words.shared.telling import Names, called, count, joined, ordinal

PHASES = {
    "founding": "Founding",
    "market": "Auction",
    "stable": "Stable day",
    "eve": "Eve",
    "race": "Race",
    "protest": "Protests",
    "reckoning": "Reckoning",
    "auction": "Auction",
    "gap": "Rest",
    "over": "The season is over",
}


def terms(options: LeagueOptions) -> str:
    """Return the host's choices in words."""
    parts = ["Epic campaign"] if options.campaign == "epic" else []
    parts.append(_events(options))
    parts += [race_edition(options).title] if options.edition != LeagueOptions().edition else []
    parts += [f"fields filled up to {count(options.filled_to, 'chariot')}"] if options.filled_to else []
    parts += ["nobody has to bet on their own chariot"] if not options.own_bet else []
    parts += ["no help from the bank"] if not options.help and options.campaign == "classic" else []
    parts += _epic_terms(options) if options.campaign == "epic" else []
    prizes = [money(each) for each in options.prizes if each]
    parts += [f"prizes for purses at the end: {', '.join(prizes)}"] if prizes else []
    return ", ".join(parts)


def _events(options: LeagueOptions) -> str:
    """Return how many races there are, and which events are galas."""
    galas = options.events // options.gala_every if options.has_galas else 0
    races = f"{count(options.events - galas, 'race')} of {count(options.laps, 'lap')}"
    return f"{races}, and {count(galas, 'gala')}: each {ordinal(options.gala_every)} event" if galas else races


def is_gala(options: LeagueOptions, event: int) -> bool:
    """Tell whether gladiators fight in an event."""
    return options.has_galas and event % options.gala_every == 0


def _epic_terms(options: LeagueOptions) -> list[str]:
    """Return the settings of the Epic campaign that are not as usual."""
    usual = LeagueOptions()
    told = {
        "stop_at_first_pass": "an auction ends at the first lot nobody wants",
        "withdrawn_after": "unsold chariots stay on the market"
        if not options.withdrawn_after
        else f"unsold chariots leave after {count(options.withdrawn_after, 'auction')}",
        "extra_places": "second places in a race are sold",
        "leader_behind": "the richest starts in the second row",
        "stake_back": "the winner's backers have their stakes back",
        "private_wins": f"wins in match races that count for a champion: {options.private_wins}",
        "late_minimum": "newcomers get what the poorest has",
        "creditors_take": "creditors may take goods",
        "ends_by_fortune": "100,000s end nothing",
        "ends_by_vote": "no vote on the end",
        "arena": "gladiators and duels for stakes" if options.has_duels else "gladiators",
    }
    return [text for name, text in told.items() if getattr(options, name) != getattr(usual, name)]


def turn(view: LeagueView) -> str:
    """Return which event and phase it is."""
    if view.phase in ("founding", "over"):
        return PHASES[view.phase]
    owners = len(view.let_stand) + len(view.may_protest)
    stands = f" ({len(view.let_stand)} of {count(owners, 'owner')} let it stand)" if view.let_stand else ""
    phase = "gala" if view.phase == "race" and view.gala is not None else PHASES[view.phase].lower()
    return f"Event {view.event} of {view.options.events}, {phase}{stands}"


def standings(view: LeagueView, names: Names) -> str:
    """Return all stables by cash, as everybody knows it: those that cannot win any more below the others."""
    rows = []
    for rank in view.ranks:
        stable = view.stable(rank.stable)
        place = f"{rank.rank}." if rank.counts else "–"
        rows.append(f"{place} {called(names, rank.stable)} · {money(rank.cash)}{_fit(stable)}{_mark(stable)}")
    return "\n".join(rows)


def reach(view: LeagueView, names: Names) -> str:
    """Return which places are still possible, as far as that can be proved; empty once the season is over.

    Money has no upper bound: bets and deals may bring any sum. So every stable that takes part, or may again, can still
    finish anywhere. A stable that is bankrupt or retired cannot win (H.3).
    """
    if view.phase == "over" or not view.stables:
        return ""
    out = [called(names, each.number) for each in view.stables if each.status in ("bankrupt", "retired")]
    can = "can't win any more. Each of the others" if out else "Each stable"
    last = f"can still finish 1st to {ordinal(len(view.stables))}: money has no upper bound."
    return f"-# 🔭 {f'{joined(out)} ' if out else ''}{can} {last}"


def _fit(stable: StableView) -> str:
    if stable.role == "better":
        return " · bets only"
    fit = sum(not each.lacks for each in stable.chariots)
    wins = f" · {count(stable.wins, 'win')}" if stable.wins else ""
    return f"{wins} · {fit}/{len(stable.chariots)} fit" if stable.chariots else wins


def _mark(stable: StableView) -> str:
    marks = {"active": "", "kept": " · kept by a manager", "bankrupt": " · bankrupt", "retired": " · retired"}
    marks["slave"] = " · drives for the state"
    return (" 🏠" if stable.is_house else "") + marks[stable.status]


def card(view: LeagueView, stable: StableView, names: Names) -> str:
    """Return a stable's card: each chariot with its horses, endurance, car, driver, experience, and losses."""
    is_epic = view.options.campaign == "epic"
    lines = [f"### {called(names, stable.number)}", f"Cash {money(stable.cash)}{_fit(stable)}{_mark(stable)}"]
    if stable.chariots:
        lines.append("-# Horses: speed left of full, ✝ dead. Endurance: how much the team can give. xp: experience.")
    for each in stable.chariots:
        horses = (
            " ".join(
                f"{horse.boxes - horse.injury}/{horse.boxes}" if horse.is_alive else "✝" for horse in each.team.horses
            )
            if each.team
            else "no team"
        )
        driver = _driver(each.driver, view.options)
        endurance = f", {endurance_told(view.options, each)}, {each.team.experience} xp" if each.team else ""
        car = (CARS[each.car] if is_epic else each.car) if each.has_car else "no" if is_epic else "wrecked"
        lacks = f" 🚫 lacks {', '.join(each.lacks)}" if each.lacks else ""
        lines.append(f"**{chariot_text(view, each.number)}** {horses}{endurance} · {car} car · driver {driver}{lacks}")
    lines += why_less(view.options, stable.chariots)
    if is_epic and (stored := store_text(stable.store)) != NOTHING:
        lines.append(f"🏺 In store: {stored}")
    lines += [f"🗡️ **{man.name}** {man_line(man)}{_experience(man)}" for man in stable.gladiators]
    lines += [f"🕊️ Champions freed: {', '.join(stable.champions)}"] if stable.champions else []
    debts = [each for each in view.loans if each.borrower == stable.number and each.state == "open"]
    lines += [f"📜 owes {called(names, each.lender)} {money(each.owed)} after event {each.after}" for each in debts]
    return "\n".join(lines)


def _experience(man: GladiatorView) -> str:
    return f" · {man.experience} xp" if man.experience else ""


def _driver(driver: DriverView | None, options: LeagueOptions) -> str:
    """Return a driver; in the Epic campaign with the name, the wins, and how many count for a champion (I.10.3)."""
    if driver is None:
        return "none"
    named = f"{driver.name} " if driver.name else ""
    wins = f", {count(driver.wins, 'win')}" if driver.name and driver.wins else ""
    counted = driver.wins - max(0, driver.private_wins - PRIVATE_WINS[options.private_wins])  # (R-B15)
    if wins and counted < driver.wins:
        wins += f" ({counted} for a champion: {_PRIVATE[options.private_wins]} of matches)"
    return f"{named}{driver.modifier:+d}, {driver.hits}/{driver.boxes} hits, {driver.experience} xp{wins}"


_PRIVATE = {"none": "none", "three": "three at most", "all": "all"}
NOTHING = "nothing"


def store_text(store: StoreView) -> str:
    """Return what waits in a store, in words."""
    parts = [f"{each.name or 'a driver'} ({each.modifier:+d}, {each.hits}/{each.boxes} hits)" for each in store.drivers]
    parts += [f"a {CARS[each.car]} car" for each in store.cars]
    parts += [f"a horse of speed {each.boxes - each.injury}" for each in store.horses]
    return ", ".join(parts) or NOTHING


ORDER: tuple[PhaseName, ...] = ("stable", "eve", "race", "protest")
"""The phases of an event that take time."""

EPIC_ORDER: tuple[PhaseName, ...] = ("market", *ORDER)


def order(options: LeagueOptions) -> tuple[PhaseName, ...]:
    """Return the phases of an event that take time."""
    return EPIC_ORDER if options.campaign == "epic" else ORDER


WHY = {
    "start": "start money",
    "purchase": "purchase",
    "training": "training",
    "deal": "deal",
    "deal undone": "deal undone",
    "loan": "loan",
    "loan repaid": "loan paid back",
    "help": "help from the bank",
    "help repaid": "help paid back",
    "bets": "bets",
    "window bets": "bets in the race",
    "bets returned": "bets returned",
    "payoff": "bets won",
    "money-changers": "the money-changers",
    "secret expenses": "secret expenses",
    "auction": "auction",
    "bankruptcy": "bankruptcy",
    "end": "end of the season",
    "prize": "prize",
    "market": "auction",
    "place": "second place in the race",
    "champion": "a champion freed",
    "escrow": "stakes of a match",
    "match": "a match won",
    "gala": "share of a gala's pot",
    "stakes returned": "stakes of a match returned",
    "side stake": "a side bet",
    "side bet": "a side bet won",
    "side stake returned": "a side bet returned",
    "goods taken": "goods taken for a debt",
}


def calendar(
    view: LeagueView | None,
    options: LeagueOptions,
    seconds: Mapping[str, int],
    until: float | None,
    length: Sequence[str] = (),
) -> str:
    """Return the open phase with the time it closes, and the length of each phase of an event.

    :param until: when the open phase closes, in seconds since 1970; ``None`` if that is not known.
    :param length: lines on the length of the whole season.
    """
    now = "Founding" if view is None else turn(view)
    closes = f" It closes <t:{round(until)}:F>, or as soon as all are ready." if until is not None else ""
    coming = dict(_coming(view, order(options), seconds, until))
    lengths = [f"{PHASES[each]}: {coming.get(each) or _length(seconds.get(each, 0))}" for each in order(options)]
    rest = f"Rest between races: {span(options.gap * 86_400)}" if options.gap else ""
    heading = [f"### 📅 {now}", f"{options.events} events in all.{closes}"]
    return "\n".join(filter(None, [*heading, *lengths, rest, *length]))


def week(begins: int, closes: int, at: Sequence[int], zone: str) -> str:
    """Return how events keep to the days of the week.

    :param begins: minutes after Monday 0:00 at which an event begins; stables close after *closes*.
    :param at: times of day at which turns are due, in minutes.

    >>> week(480, 3 * 1440 + 480, (480, 1200), "UTC")
    '🗓️ One event a week: it begins on Monday at 8:00, the stables close on Thursday at 8:00, and eve and turns end at \
8:00 and 20:00 (UTC). With one lap it is over on Sunday.'
    """
    ends = joined([_clock(each) for each in at])
    return (
        f"🗓️ One event a week: it begins on {_day(begins)}, the stables close on {_day(closes)}, and eve and turns end "
        f"at {ends} ({zone}). With one lap it is over on Sunday."
    )


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _day(minutes: int) -> str:
    """Return a moment of the week in words."""
    return f"{_WEEKDAYS[minutes // 1440]} at {_clock(minutes % 1440)}"


def _clock(minutes: int) -> str:
    """Return a time of day."""
    return f"{minutes // 60}:{minutes % 60:02}"


def ends_about(now: float, end: float) -> str:
    """Return how long a season takes from now, and when it ends, both in seconds since 1970.

    >>> ends_about(0.0, 6_048_000.0)
    '📅 About 10 weeks: ends around <t:6048000:D>'
    """
    return f"📅 About {_about(end - now)}: ends around <t:{round(end)}:D>"


def _about(seconds: float) -> str:
    """Return a length of time in its unit, rounded.

    >>> _about(10 * 86_400), _about(86_400), _about(9_000), _about(1_000)
    ('10 days', '24 hours', '3 hours', '17 minutes')
    """
    for least, size, unit in ((21 * _DAY, 7 * _DAY, "week"), (2 * _DAY, _DAY, "day"), (7_200, 3_600, "hour")):
        if seconds >= least:
            return count(math.floor(seconds / size + 0.5), unit)
    return count(max(1, math.floor(seconds / 60 + 0.5)), "minute")


_DAY = 86_400


def _coming(
    view: LeagueView | None, phases: Sequence[PhaseName], seconds: Mapping[str, int], until: float | None
) -> Iterator[tuple[PhaseName, str]]:
    """Yield until when the open phase and those after it last, as far as that is known: up to the race."""
    if view is None or until is None or view.phase not in phases:
        return
    yield view.phase, f"until <t:{round(until)}:f>"
    at = until
    for each in phases[phases.index(view.phase) + 1 :]:
        if not seconds.get(each) or each == "race":
            yield each, f"from about <t:{round(at)}:f>, by its turns"
            return
        at += seconds[each]
        yield each, f"until about <t:{round(at)}:f>"


def _length(seconds: int) -> str:
    return span(seconds) if seconds else "by its turns"


def dates(view: LeagueView, seconds: Mapping[str, int], until: float | None) -> str:
    """Return the next dates of a season, each in its reader's zone; empty if the open phase has no deadline.

    :param until: when the open phase closes, in seconds since 1970; ``None`` if that is not known.
    """
    if until is None or view.phase == "over":
        return ""
    lines = ["**📅 Next dates**", f"{PHASES[view.phase]}: until <t:{round(until)}:f>"]
    if view.phase == "market" and seconds.get("stable"):
        stables = round(until) + seconds["stable"]
        lines.append(f"{PHASES['stable']}: until about <t:{stables}:f>")
    if view.phase == "stable" and seconds.get("eve"):
        eve, held = round(until) + seconds["eve"], "gala" if is_gala(view.options, view.event) else "race"
        lines += [f"{PHASES['eve']}: until about <t:{eve}:f>", f"The {held} of event {view.event}: right after the eve"]
    return "\n".join([*lines, "-# A phase closes early if all are ready."])


def span(seconds: int) -> str:
    """Return a length of time.

    >>> span(86_400), span(5_400), span(600)
    ('1 day', '1.5 hours', '10 minutes')
    """
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            many = seconds / size
            return f"{many:g} {unit}{'' if many == 1 else 's'}"
    return f"{seconds} seconds"


def ledger(facts: Sequence[Fact], stable: EntryId, most: int = 40) -> list[str]:
    """Return a stable's account by its facts, the newest first: each movement, its reason, and the cash after it."""
    lines, cash = [], 0
    for fact in facts:
        if isinstance(fact, Posted):
            moved = sum(each.amount for each in fact.lines if each.account == stable)
            if moved:
                cash += moved
                lines.append(f"**{'+' if moved > 0 else '−'}{money(abs(moved))}** {WHY[fact.why]} → {money(cash)}")
    return lines[::-1][:most]
