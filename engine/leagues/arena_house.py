"""Managers of the house and their gladiators: they bid, train, enter and bet by the public view and their own stable.

What they would do is also what an owner's green button suggests. They never challenge (H.10).
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from engine.goods.gladiators import Kind, Plea
from engine.leagues.views import GladiatorView, LeagueView, StableView
from engine.leagues.words import arena_charts, charts
from engine.leagues.words.arena_acts import ArmGladiator, TrainGladiator
from engine.leagues.words.arena_facts import Attribute
from engine.leagues.words.arena_sheets import EveOfGala, GalaDay, GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import ManStake
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.epic_sheets import AuctionDay, Maximum
from engine.questions import Answer
from records.values import EntryId

_A_GALA = 500
"""Sesterces that a gladiator brings in a gala, about: his share of the pot, as often as there is one."""

_A_POINT = 6
"""Sesterces by which each point of strength makes him dearer, for each gala."""

_FRAIL = 6
"""Wounds that one strong blow makes: who can take no more in an area is likely to die of the first one there (D.9)."""

_MOST_HURT = 2
"""Who has more than one wound in so many, of those at which he collapses, stays at home."""

_BETS: Mapping[str, int] = MappingProxyType({"steady": 0, "bold": 3, "sly": 1})
"""Per cent of the cash on an own man who is the stronger one."""

_PLEAS: Mapping[str, Plea] = MappingProxyType({"steady": "silent", "bold": "death", "sly": "life"})

_LEARNS: tuple[Attribute, ...] = ("agility", "strength", "training")
"""What a manager trains for, the dearest first that the points are enough for."""


def strength(man: GladiatorView) -> int:
    """Return roughly how good a gladiator is, in points of experience: the prices of C.5 weigh what he has."""
    price = arena_charts.LESSONS
    bought = price["agility"] * man.ag + price["strength"] * man.st + price["training"] * (man.tr - 9)
    return bought + 10 * (man.con - 3) + 10 * (man.w - 11)


def type_for(man: GladiatorView) -> Kind:
    """Return the type that suits a gladiator: the quick fight light or with the net, the strong in armour."""
    if man.ag >= 1:
        return "retiarius" if man.st >= 1 and man.tr >= 10 else "light"
    return "heavy" if man.st >= 1 else "medium"


def galas_left(view: LeagueView) -> int:
    """Return how many galas are still to come, the running event included."""
    options = view.options
    if not options.has_galas:
        return 0
    return sum(event % options.gala_every == 0 for event in range(max(1, view.event), options.events + 1))


def worth(view: LeagueView, man: GladiatorView) -> int:
    """Return what a gladiator is worth in sesterces, as long as galas are left; nobody else pays for one."""
    return max(0, galas_left(view) * (_A_GALA + _A_POINT * strength(man)))


# The auction


def wanted(view: LeagueView, own: StableView) -> int:
    """Return how many gladiators a manager would like to have more."""
    return max(0, view.options.men_each - len(fighting(own))) if galas_left(view) else 0


def fighting(own: StableView) -> list[GladiatorView]:
    """Return the gladiators of a stable who can fight and outlive a blow, those included who only lack a type."""
    return [man for man in own.gladiators if (man.is_fit or man.kind is None) and not is_frail(man)]


def is_frail(man: GladiatorView) -> bool:
    """Tell whether a gladiator is likely to die of one blow: wounds, or marks that they left, are too deep (C.6)."""
    return man.w - max(man.wounds) < _FRAIL


def maxima(view: LeagueView, own: EntryId, question: AuctionDay, budget: int) -> Iterator[tuple[int, Maximum]]:
    """Yield what a manager gives for each gladiator, at the most, with how far that is above the start."""
    known = {each.man.number: each.man for each in view.men}
    known |= {man.number: man for stable in view.stables for man in stable.gladiators}
    for lot in question.lots:
        if lot.kind != "gladiator" or lot.seller == own or lot.item not in known:
            continue
        man = known[lot.item]
        most = worth(view, man) // charts.BET_STEP * charts.BET_STEP + _whim(own, lot)
        if min(most, budget) >= lot.start:
            yield most - lot.start, Maximum(lot.number, min(most, budget), type_for(man))


def _whim(own: EntryId, lot: CatalogueLot) -> int:
    return (5 * own + 3 * lot.number) % 4 * charts.BET_STEP


# Training


def training(view: LeagueView, stable: StableView) -> Iterator[Answer]:
    """Yield what is to be done for gladiators: types for those who came without, and lessons."""
    busy = {man for match in view.matches if match.is_duel for man in match.named.get(stable.number, ())}
    for man in stable.gladiators:
        if man.number in busy:
            continue
        if man.kind is None:
            yield ArmGladiator(man.number, type_for(man))
        elif man.may_learn or not view.options.one_lesson:
            known = [each for each in _LEARNS if man.experience >= arena_charts.LESSONS[each]]
            if known:
                yield TrainGladiator(man.number, known[0])


def after(man: GladiatorView, act: ArmGladiator | TrainGladiator) -> GladiatorView:
    """Return a gladiator after an act, if it is about him; his armour is a matter of dice."""
    if act.man != man.number:
        return man
    if isinstance(act, ArmGladiator):
        return replace(man, kind=act.kind)
    return replace(man, experience=man.experience - arena_charts.LESSONS[act.attribute], may_learn=False)


# The gala


def entries(view: LeagueView, own: EntryId, question: GalaDay, temper: str) -> GalaEntries:
    """Return the best gladiators who are not too much hurt, as many as may fight: each may have a share (C.4).

    Who would hardly outlive a blow stays at home, unless nobody else is fit.
    """
    known = {man.number: man for man in view.own[own].stable.gladiators}
    well = [known[number] for number, wounds in question.fit.items() if wounds * _MOST_HURT <= known[number].collapse]
    well = [man for man in well if not is_frail(man)] or well
    best = sorted(well, key=lambda man: (-strength(man), man.number))[: question.most]
    return GalaEntries(tuple(GalaEntry(man.number, _PLEAS.get(temper, "silent")) for man in best))


def eve(view: LeagueView, question: EveOfGala, temper: str) -> GalaEve:
    """Return bets on own men who are stronger than those they fight; a careful manager bets nothing."""
    share = question.cash * _BETS.get(temper, 0) // 10_000 * charts.BET_STEP
    found: list[ManStake] = []
    for match in question.matches:
        mine = [each for each in match if each in question.own]
        others = [each for each in match if each not in question.own]
        if mine and others and share and _is_best(view, mine[0], others):
            found.append(ManStake(mine[0], share))
    while sum(stake.sum for stake in found) > question.cash:
        found.pop()
    return GalaEve(tuple(found))


def _is_best(view: LeagueView, own: EntryId, others: Sequence[EntryId]) -> bool:
    assert view.gala is not None
    numbers = {each.entry: each.man for each in view.gala.entries}
    known = {man.number: man for stable in view.stables for man in stable.gladiators}
    known |= {man.number: man for man in view.gala.strangers}
    return all(strength(known[numbers[own]]) > strength(known[numbers[each]]) for each in others)
