"""The reckoning of a gala (H.8.6): bets, cowards, the emperor's pot, experience, champions, wounds.

R-B41  A combat won in a gala is a victory of the stable, unless the man is executed (L-96).
R-C5   The pot is 1,000s for each man who fought, less 1,000s for each executed.
R-C17  The executed are dead, without experience, and do not make a gala bloody; who had no time is spared (AR-26).
R-C19  Survivors share alike, whoever owns them; what is left over stays with the bank, as does a share of the state's,
       and of a slave's (R-B37).
R-C24  A match in which a man was granted missus is no victory, and no step back.
"""

from collections.abc import Mapping

from engine.goods.gladiators import ManHome
from engine.leagues import barracks, champions, escrow, money, pair_bets, slaves
from engine.leagues.words import arena_charts
from engine.leagues.words.arena_facts import (
    CowardExecuted,
    GalaReckoned,
    GladiatorHurt,
    GladiatorLearned,
    ManFought,
    PotShared,
)
from engine.leagues.words.arena_state import Gala, Gladiator, ManEntry
from engine.leagues.words.facts import ReckoningBegan
from engine.leagues.words.state import BANK, League, Stable
from engine.table import Table
from records.values import EntryId


def reckon(league: League, table: Table, gala: Gala, homes: Mapping[EntryId, ManHome]) -> None:
    """Settle a gala whose matches are over, in the order of H.8.6."""
    fought = [gala.entry(each) for each in gala.fighting]
    men = tuple(_fought(gala, each, homes[each.entry]) for each in fought)
    table.tell(ReckoningBegan(league.event, ()))
    table.tell(GalaReckoned(league.event, men))
    pair_bets.pay(league, table, gala, homes)
    executed = [each.entry for each in fought if is_coward(homes[each.entry])]
    for each in fought:
        if each.entry in executed:
            table.tell(CowardExecuted(each.stable, each.man, each.name))
    _share_pot(league, table, gala, homes, executed)
    for each in fought:
        if each.stable is not None:
            stable = league.stables[each.stable]
            stable.gala_wins += homes[each.entry].won and each.entry not in executed
            take_home(table, stable, each.man, homes[each.entry], is_dead=each.entry in executed)
    champions.crown_men(league, table)
    _heal_all(league, table)
    slaves.look_after_men(league, table)


def _heal_all(league: League, table: Table) -> None:
    """Heal all gladiators of all stables (R-C12); those who fight a duel meanwhile have it as they come home."""
    under_way = [match for match in escrow.running(league) if match.is_duel]
    away = [entry.man for match in under_way for entry in match.men]
    for match in under_way:
        match.recoveries += 1
    for stable in league.stables.values():
        for number, man in sorted(stable.gladiators.items()):
            if number not in away:
                barracks.heal(table, stable, man)


def _fought(gala: Gala, entry: ManEntry, home: ManHome) -> ManFought:
    number = gala.match_of(entry.entry)
    return ManFought(entry.entry, entry.man, entry.name, entry.stable, number, home.place, home.fate, home.won)


def is_coward(home: ManHome) -> bool:
    """Tell whether a survivor is executed: there was time, and no attack (I.9.2, R-C17, R-C20)."""
    return home.fate != "dead" and not home.attacks and home.turns > 1


def _share_pot(
    league: League, table: Table, gala: Gala, homes: Mapping[EntryId, ManHome], executed: list[EntryId]
) -> None:
    """Share the emperor's pot among the survivors; without blood there is none (I.9.2, R-C5, R-C19)."""
    killed = sum(home.fate == "dead" for home in homes.values())
    survivors = [each for each in gala.fighting if homes[each].fate != "dead" and each not in executed]
    pot = arena_charts.A_MAN * (len(gala.fighting) - len(executed)) if killed else 0
    share = pot // len(survivors) if survivors else 0
    table.tell(PotShared(league.event, pot, share, tuple(survivors), killed, len(executed)))
    for each in survivors:
        entry = gala.entry(each)
        if entry.stable is not None and share and league.stables[entry.stable].status != "slave":
            lines = ((entry.stable, share), (BANK, -share))
            money.post(league, table, "gala", "I.9.2", *lines, number=entry.man)


def take_home(table: Table, stable: Stable, number: int, home: ManHome, *, is_dead: bool = False) -> None:
    """Take a gladiator back with wounds and lessons, or bury them (C.5)."""
    man = stable.gladiators[number]
    if home.fate == "dead" or is_dead:
        barracks.bury(table, stable, man)
        return
    _credit(table, stable.number, man, home)
    if home.wounds != man.wounds:
        man.wounds = home.wounds
        table.tell(GladiatorHurt(stable.number, number, man.name, home.wounds))


def _credit(table: Table, stable: EntryId, man: Gladiator, home: ManHome) -> None:
    man.fights += 1
    man.may_learn = True
    man.experience += home.points
    man.victories += home.won
    man.spared += home.fate == "spared"
    table.tell(GladiatorLearned(stable, man.number, man.name, home.points, man.experience, home.won))
