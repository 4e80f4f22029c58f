"""The stable day of the Epic campaign: what to do now, what it costs, and who races (B.5, H.4)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.leagues import epic_house
from engine.leagues.views import ChariotView, GladiatorView, LeagueView, OwnView, StableView
from engine.leagues.words.acts import BuyCar, BuyDriver, BuyHorse, TrainDriver, TrainEndurance, TrainHorse
from engine.leagues.words.arena_acts import ArmGladiator, TrainGladiator
from engine.leagues.words.epic_acts import BuyNewTeam, Harness
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import Entries, StableDay
from engine.questions import Answer
from records.values import EntryId
from words.leagues.arena_lines import ATTRIBUTES, armed
from words.leagues.codes import pack
from words.leagues.endurance import endurance_told, why_less
from words.leagues.names import CARS, chariot_name, money
from words.shared.telling import joined
from words.shared.words import Choice, Controls, Menu, Option

LINES = 25
ADVISED = 4
"""Acts of a house manager's plan that are named; the rest is counted."""


def act_text(act: Answer, stable: StableView) -> str:
    """Return a purchase, an assignment or a lesson in words, as something that is to be done."""
    if isinstance(act, ArmGladiator | TrainGladiator):
        return _of_man(act, stable.gladiators)
    return _of_chariot(act, stable.chariots)


def _of_man(act: ArmGladiator | TrainGladiator, men: Sequence[GladiatorView]) -> str:
    man = next((each.name for each in men if each.number == act.man), "a gladiator")
    if isinstance(act, ArmGladiator):
        return f"arm {man} as {armed(act.kind)}"
    return f"teach {man}: {ATTRIBUTES[act.attribute]} +1"


def _of_chariot(act: Answer, cars: Sequence[ChariotView]) -> str:
    number: int = getattr(act, "chariot", 0)
    name = chariot_name(number) if number > 0 else "it"
    if isinstance(act, BuyNewTeam):
        return f"buy a new team for {money(sum(act.prices))}"
    if isinstance(act, BuyDriver):
        return f"hire a driver {act.modifier:+d} for {name}"
    if isinstance(act, BuyCar):
        kind = next((CARS[each.car] for each in cars if each.number == number), "light")
        return f"buy a {kind} car for {name}"
    if isinstance(act, BuyHorse):
        return f"buy a horse for {name}, {money(act.price)}"
    if isinstance(act, Harness):
        return f"give {name} a {act.kind} of the store"
    what = {TrainDriver: "driver", TrainHorse: "slowest horse", TrainEndurance: "endurance"}[type(act)]
    return f"train {name}'s {what}"


def repeated(said: Sequence[str]) -> list[str]:
    """Return each text once, with how often it comes.

    >>> repeated(["train it", "sell it", "train it"]), repeated(["train it"] * 4)
    (['train it twice', 'sell it'], ['train it 4 times'])
    """
    often = Counter(said)
    return [f"{text}{'' if many == 1 else ' twice' if many == 2 else f' {many} times'}" for text, many in often.items()]


def advice(view: LeagueView, own: EntryId) -> tuple[str, int]:
    """Return what a house manager would buy, assign and train now, in words, and what that costs; empty for nothing."""
    acts, stable = epic_house.plan(view, own), view.own[own].stable
    if not acts:
        return "", 0
    said = repeated([act_text(act, stable) for act in acts])
    more = [f"do {len(said) - ADVISED} things more"] if len(said) > ADVISED else []
    return joined([*said[:ADVISED], *more]), epic_house.spent(acts, {each.number: each for each in stable.chariots})


def controls(view: LeagueView, own: OwnView, question: StableDay) -> Controls:
    """Return the entries as buttons and a menu; a green button is only here if nothing should be bought first."""
    stable, number = own.stable, own.stable.number
    said, price = advice(view, number)
    best = epic_house.entries(view, number, question)
    fit = len(question.injuries)
    able = f"You can start: {fit} of {len(stable.chariots)}" if stable.chariots else "You own no chariot now"
    lines = [
        f"{able}. Treasury {money(stable.cash)}.",
        *(chariot_text(view.options, each, question) for each in stable.chariots),
    ]
    lines += why_less(view.options, stable.chariots)
    if said:
        costs = (
            f" That costs {money(price)}, and leaves {money(stable.cash - price)}." if price else " It costs nothing."
        )
        lines.append(f"💡 A house manager would {said}; then enter the best.{costs}")
    elif best.chariots:
        lines.append(f"💡 A house manager would enter {joined([chariot_name(each) for each in best.chariots])}.")
    if not stable.chariots and not said:
        lines.append("Buy a team under **My stable**, or bet as a bettor on the eve.")
    row = tuple(_row(best, is_advised=bool(said)))
    menu = Menu("entries", "Choose who races", tuple(_entries(question)))
    return Controls("Who races?", "\n".join(lines), "", "", (row,), menu.placeholder, menu.options)


def chariot_text(options: LeagueOptions, chariot: ChariotView, question: StableDay) -> str:
    """Return a chariot in a line: whether it can start, and why not."""
    name, number = chariot_name(chariot.number), chariot.number
    if number not in question.injuries:
        why = f"lacks {joined(list(chariot.lacks))}" if chariot.lacks else "is promised to a match or an auction"
        return f"🚫 **{name}** {why}"
    team, driver = chariot.team, chariot.driver
    assert team is not None
    assert driver is not None
    horses = "-".join(str(max(0, each.boxes - each.injury)) for each in team.horses)
    hurt = f" · hurt by {chariot.injury}" if chariot.injury else ""
    hits = f"{driver.hits}/{driver.boxes} hits"
    return (
        f"✅ **{name}** {horses} · {endurance_told(options, chariot)} · {CARS[chariot.car]} car · driver "
        f"{driver.modifier:+d}, {hits}{hurt}"
    )


def _row(best: Entries, *, is_advised: bool) -> Iterator[Choice]:
    if best.chariots:
        words = "Enter both" if len(best.chariots) > 1 else "Enter it"
        yield Choice(words, "answer", pack(best), "secondary" if is_advised else "success")
    if len(best.chariots) > 1:
        yield Choice("Enter one", "answer", pack(Entries(best.chariots[:1])))
    yield Choice("Stay out", "answer", pack(Entries()))
    yield Choice("Let my manager", "answer", pack(Entries(by_manager=True)))


def _entries(question: StableDay) -> Iterator[Option]:
    """Yield who may be entered: one chariot, or two in their order."""
    possible = list(question.injuries)[:LINES]
    found: list[tuple[int, ...]] = [(number,) for number in possible]
    found += [(one, two) for one in possible for two in possible if one != two] if question.most > 1 else []
    for chosen in found[:LINES]:
        yield Option(" and ".join(chariot_name(each) for each in chosen), pack(Entries(chosen)))
