"""What a season tells of one fact about its gladiators, each in one line."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.facts import Fact
from engine.leagues.words import arena_facts as told
from engine.leagues.words.arena_facts import PairTold
from words.leagues.names import money, stable
from words.shared.telling import Names, count, joined, signed

KINDS = MappingProxyType({"light": "light", "medium": "medium", "heavy": "heavy", "retiarius": "net fighter"})
"""The types of gladiators (C.3)."""

ATTRIBUTES = MappingProxyType(
    {
        "training": "training",
        "agility": "agility",
        "strength": "strength",
        "constitution": "constitution",
        "wounds": "wounds an area",
    }
)
"""What a gladiator can learn, or lose by a wound (C.5, C.6)."""

AREAS = ("head", "chest", "groin", "arms", "legs")
"""Areas of the body, 1 first (R-C1)."""


def figure(number: int) -> str:
    """Return a characteristic as it is printed: a minus, and no plus.

    >>> figure(3), figure(-8)
    ('3', '−8')
    """
    return signed(number) if number < 0 else str(number)


def armed(kind: str) -> str:
    """Return how a gladiator of a type fights.

    >>> armed("heavy"), armed("retiarius")
    ('a heavy gladiator', 'a net fighter')
    """
    return "a net fighter" if kind == "retiarius" else f"a {KINDS[kind]} gladiator"


def against(names: Sequence[str]) -> str:
    """Return who fight each other.

    >>> against(["Taurus", "Celer"]), against(["Taurus", "Celer", "Ursus"])
    ('**Taurus** against **Celer**', '**Taurus**, **Celer** and **Ursus**, all against all')
    """
    bold = [f"**{name}**" for name in names]
    return " against ".join(bold) if len(bold) == 2 else f"{joined(bold)}, all against all"


def whose_man(fact: Any, names: Names) -> str:
    """Return a gladiator with the stable, or as one of the state."""
    of = "the state" if fact.stable is None else stable(names, fact.stable)
    return f"{fact.name} of {of}"


def wounds_text(wounds: Sequence[int]) -> str:
    """Return where a gladiator is hurt.

    >>> wounds_text((0, 3, 0, 0, 1)), wounds_text((0, 0, 0, 0, 0))
    ('3 chest, 1 legs', 'unhurt')
    """
    return ", ".join(f"{many} {area}" for area, many in zip(AREAS, wounds, strict=True) if many) or "unhurt"


def _made(fact: told.GladiatorMade, names: Names) -> str:
    where = "the market" if fact.stable is None else stable(names, fact.stable)
    has = f"training {fact.tr}, strength {fact.st:+d}, agility {fact.ag:+d}, constitution {fact.con}, {fact.w} wounds"
    return f"🗡️ {fact.name} comes to {where}: {has}."


def _armed(fact: told.GladiatorArmed, names: Names) -> str:
    return f"🗡️ {whose_man(fact, names)} is {armed(fact.kind)} from now on."


def _trained(fact: told.GladiatorTrained, names: Names) -> str:
    return f"{whose_man(fact, names)} learns: {ATTRIBUTES[fact.attribute]} {fact.value}."


def _withdrawn(fact: told.GladiatorWithdrawn, _names: Names) -> str:
    return f"{fact.name} leaves the market: nobody bid in {count(fact.auctions, 'auction')}."


def _entered(fact: told.ManEnteredGala, names: Names) -> str:
    return f"🗡️ {whose_man(fact, names)} enters the gala, in {fact.colour}."


def _of_state(fact: told.StateGladiatorCame, _names: Names) -> str:
    return f"🗡️ The state sends {fact.name}, {armed(fact.kind)}."


def _pair(pair: PairTold, names: Names) -> str:
    owners = ["the state" if each is None else stable(names, each) for each in pair.stables]
    men = [f"{name} ({owner})" for name, owner in zip(pair.names, owners, strict=True)]
    return " against ".join(men) if len(men) == 2 else f"{joined(men)}, all against all"


def _drawn(fact: told.PairsDrawn, names: Names) -> str:
    pairs = "\n".join(f"{each.match}. {_pair(each, names)}" for each in fact.matches)
    out = f"\n{joined(list(fact.odd))} {'sit' if len(fact.odd) > 1 else 'sits'} out." if fact.odd else ""
    return f"### ⚔️ Gala, event {fact.event}: who fights whom\n{pairs}{out}"


def _passed_over(fact: told.GalaPassedOver, _names: Names) -> str:
    return f"The gala of event {fact.event} is passed over: fewer than two owners sent a gladiator."


def _bets(fact: told.ManBetsRevealed, names: Names) -> str:
    stakes = [f"{money(each.sum)} on {name}" for each, name in zip(fact.stakes, fact.names, strict=True)]
    return f"🪙 {stable(names, fact.stable)} bets {', '.join(stakes)}."


def _odds(fact: told.PairOddsFixed, _names: Names) -> str:
    odds = ", ".join(f"{each.name} {each.odds} : 1" for each in fact.odds)
    return f"⚖️ The odds: {odds}." if odds else "⚖️ Nobody has bet on this gala."


def _opened(fact: told.GalaOpened, _names: Names) -> str:
    many = "one match" if len(fact.matches) == 1 else f"{len(fact.matches)} matches at once, each at its own speed"
    return f"🎺 The gala begins: {many}."


def _came_back(fact: told.GalaCameBack, _names: Names) -> str:
    return (
        f"🏁 The gala of event {fact.event} is over. It stands by itself, and then the paper comes; **Calendar** under "
        "**More** says when. Something wrong? An owner presses **Object** under the league's post, and the host "
        "decides."
    )


def _reckoned(fact: told.GalaReckoned, names: Names) -> str:
    return "\n".join(fought_line(each, names) for each in fact.men)


def fought_line(fought: told.ManFought, names: Names) -> str:
    """Return how a gladiator's match ended."""
    sign = "🏆" if fought.won else _OUTCOMES[fought.fate]
    return f"{sign} {whose_man(fought, names)}{_said(fought)}"


def _said(fought: told.ManFought) -> str:
    if fought.won:
        return " has won"
    if fought.fate == "stands":
        return " has won on points" if fought.place == 1 else " stands"
    return " is spared" if fought.fate == "spared" else " is dead"


_OUTCOMES = MappingProxyType({"stands": "🛡️", "spared": "👍", "dead": "✝️"})


def _executed(fact: told.CowardExecuted, names: Names) -> str:
    return f"✝️ {whose_man(fact, names)} made no attack, and is executed. (I.9.2)"


def _pot(fact: told.PotShared, _names: Names) -> str:
    if not fact.killed:
        return "💰 Nobody was killed, so the emperor keeps the pot. (I.9.2)"
    if not fact.survivors:
        return f"💰 The emperor keeps the pot of {money(fact.pot)}: all who fought are dead."
    each = f"{money(fact.share)} for each of {count(len(fact.survivors), 'survivor')}"
    return f"💰 The emperor's pot: {money(fact.pot)}, {each}."


def _learned(fact: told.GladiatorLearned, names: Names) -> str:
    won = ", and a combat won" if fact.won else ""
    return f"{whose_man(fact, names)}: {fact.points} experience, now {fact.total}{won}."


def _lost(fact: told.GladiatorLost, names: Names) -> str:
    return f"✝️ {whose_man(fact, names)} is dead."


def _hurt(fact: told.GladiatorHurt, names: Names) -> str:
    return f"⚕️ {whose_man(fact, names)} comes home hurt: {wounds_text(fact.wounds)}."


def _healed(fact: told.WoundsHealed, names: Names) -> str:
    return f"⚕️ The wounds of {whose_man(fact, names)} have closed."


def _mark(fact: told.MarkLeft, names: Names) -> str:
    area, lost = AREAS[fact.area - 1], ATTRIBUTES[fact.attribute]
    came = f"{figure(fact.value + fact.by)} → {figure(fact.value)}"
    return f"⚕️ {whose_man(fact, names)}: the {area} healed badly, {lost} {came}."


def _unfit(fact: told.GladiatorUnfit, names: Names) -> str:
    return f"⚕️ {whose_man(fact, names)} can take no wound any more, and leaves the arena. (R-C8)"


def _freed(fact: told.GladiatorFreed, names: Names) -> str:
    return f"🕊️ {whose_man(fact, names)} has won ten combats: a champion, and free!"


def _offered(fact: told.DuelOffered, names: Names) -> str:
    challenger, challenged = stable(names, fact.challenger), stable(names, fact.challenged)
    first, second = fact.stakes
    pace = f"an exchange every {fact.hours} hours" if fact.hours else "live"
    terms = f"{count(fact.side, 'gladiator')} a side, {pace}, {fact.odds} : 1"
    verb = "challenges" if fact.by == fact.challenger else "is asked for more by"
    who = f"{challenger} {verb} {challenged}"
    return f"🗡️ Duel {fact.number}: {who}. {terms}, {money(first)} against {money(second)}."


def _agreed(fact: told.DuelAgreed, names: Names) -> str:
    both = joined([stable(names, fact.challenger), stable(names, fact.challenged)])
    return f"🗡️ Duel {fact.number} is on: {both} have staked their money. Both name their gladiators in secret."


def _named(fact: told.DuelNamed, _names: Names) -> str:
    side = len(fact.challenger)
    first, second = joined(list(fact.names[:side])), joined(list(fact.names[side:]))
    waits = "-# Spectators may bet before it begins: for six hours by mail, for two minutes live."
    return f"🗡️ Duel {fact.number}: **{first}** against **{second}**.\n{waits}"


def _ended(fact: told.DuelEnded, names: Names) -> str:
    if fact.winner is not None:
        how = " on points" if fact.on_points else ""
        return f"🗡️ {stable(names, fact.winner)} wins duel {fact.number}{how}, and the stakes."
    ends = {"declined": "is declined", "over": "has no winner: stakes come back"}
    return f"🗡️ Duel {fact.number} {ends.get(fact.state, 'comes to nothing: stakes come back')}."


def _fought(fact: told.DuelFought, names: Names) -> str:
    fate = {"stands": "stands", "spared": "is spared", "dead": "is dead"}[fact.fate]
    won = " and has won" if fact.won else ""
    learned = f", {fact.points} experience" if fact.fate != "dead" else ""
    return f"🗡️ Duel {fact.number}: {whose_man(fact, names)} {fate}{won}{learned}."


ARENA: Mapping[type[Fact], Callable[[Any, Names], str]] = MappingProxyType(
    {
        told.GladiatorMade: _made,
        told.GladiatorArmed: _armed,
        told.GladiatorTrained: _trained,
        told.GladiatorWithdrawn: _withdrawn,
        told.MenMarketClosed: lambda fact, _names: (
            f"### 🗡️ Stable day, event {fact.event}: a gala\nBuy, mend, train, and enter your gladiators."
        ),
        told.FightsForState: lambda fact, names: (
            f"⛓️ {stable(names, fact.stable)} fights for the state, as {fact.name}."
        ),
        told.StateFighterDied: lambda fact, names: f"✝️ {stable(names, fact.stable)} fights for the state no more.",
        told.ManEnteredGala: _entered,
        told.ManLeftOut: lambda fact, names: f"{whose_man(fact, names)} finds no place in the gala.",
        told.StateGladiatorCame: _of_state,
        told.PairsDrawn: _drawn,
        told.GalaPassedOver: _passed_over,
        told.ManBetsRevealed: _bets,
        told.PairOddsFixed: _odds,
        told.GalaOpened: _opened,
        told.PairWindowOpened: lambda fact, _names: (
            f"🪙 Second round of bets: {against(fact.names)}. Whoever backed one of them may add as much again."
        ),
        told.PairWindowClosed: lambda fact, _names: f"🪙 The second round on {against(fact.names)} is closed.",
        told.PairWindowVoid: lambda fact, _names: f"🪙 The second round on {against(fact.names)} does not count.",
        told.GalaCameBack: _came_back,
        told.GalaReckoned: _reckoned,
        told.CowardExecuted: _executed,
        told.PotShared: _pot,
        told.GladiatorLearned: _learned,
        told.GladiatorLost: _lost,
        told.GladiatorHurt: _hurt,
        told.WoundsHealed: _healed,
        told.MarkLeft: _mark,
        told.GladiatorUnfit: _unfit,
        told.GladiatorFreed: _freed,
        told.DuelOffered: _offered,
        told.DuelAgreed: _agreed,
        told.DuelNamed: _named,
        told.DuelEnded: _ended,
        told.DuelFought: _fought,
    }
)
"""The line of each fact about gladiators."""
