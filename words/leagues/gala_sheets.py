"""The stable day and the eve of a gala: who fights, for what they plead, and bets on each match (H.8.1, H.8.4)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from engine.leagues import arena_house
from engine.leagues.views import GladiatorView, LeagueView, ManEntryView, OwnView
from engine.leagues.words.arena_sheets import EveOfGala, GalaDay, GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import ManStake
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.leagues import gala_codes
from words.leagues.arena_lines import KINDS, figure, wounds_text
from words.leagues.names import money, plain, stable
from words.shared.telling import Names, count, joined
from words.shared.words import Choice, Controls, Menu, Option

LINES = 25
SUMS = (100, 200, 500, 1_000, 2_000, 5_000)
_PLEAS = (("s", "Say nothing"), ("l", "Plead for life"), ("d", "Plead for death"))


def man_line(man: GladiatorView) -> str:
    """Return a gladiator in a line: type, characteristics, wounds."""
    kind = "no type yet" if man.kind is None else KINDS[man.kind]
    hurt = f" · hurt: {wounds_text(man.wounds)}" if any(man.wounds) else ""
    won = f" · {count(man.victories, 'combat')} won" if man.victories else ""
    return (
        f"{kind} · training {man.tr} · strength {figure(man.st)} · agility {figure(man.ag)} · constitution "
        f"{figure(man.con)} · {count(man.w, 'wound')} an area{won}{hurt}"
    )


# The stable day


def entering(view: LeagueView, own: OwnView, question: GalaDay, plan: str) -> Controls:
    """Return how an owner is asked for gladiators: the best ones in green, others and pleas in menus."""
    sheet, best = _drawn_up(plan, own), arena_house.entries(view, own.stable.number, question, "steady")
    men = {each.number: each for each in own.stable.gladiators}
    lines = [f"Gala, event {view.event}: you may enter {count(question.most, 'gladiator')}. The survivors share a pot."]
    for man in men.values():
        sign = "✅" if man.number in question.fit else "🚫"
        lines.append(f"{sign} **{man.name}** {man_line(man)}")
    if not men:
        lines.append("You own no gladiator. Bid for one before the next gala; you can still bet on the eve.")
    chosen = sheet if sheet is not None else best
    if chosen.men:
        lines.append(f"🗡️ {joined([_entered(men, each) for each in chosen.men])}")
    lines.append("-# Wounds heal after a gala, and may leave a mark. Who makes no attack is executed. (I.9.2)")
    row = [Choice("Enter them" if len(chosen.men) > 1 else "Enter", "answer", gala_codes.pack(chosen), "success")]
    row = row if chosen.men else []
    row += [
        Choice("Stay out", "answer", gala_codes.pack(GalaEntries()), "secondary" if chosen.men else "success"),
        Choice("Let my manager", "answer", gala_codes.pack(GalaEntries(by_manager=True))),
    ]
    menus = [Menu("men", "Choose who fights", tuple(_choices(question, men))[:LINES])]
    menus.append(Menu("plea", "If yours brings somebody down", tuple(_pleas(chosen))))
    return Controls("Who fights?", "\n".join(lines), "", "", (tuple(row),), menus=tuple(m for m in menus if m.options))


def _drawn_up(plan: str, own: OwnView) -> GalaEntries | None:
    """Return the draft, or what is sealed; none at first."""
    if not plan:
        sealed = None if own.sheet is None else msgspec.json.decode(own.sheet, type=GalaEntries)
        return None if sealed is None or sealed.by_manager else sealed
    kind, *parts = plan.split("-")
    try:
        if kind != "men":
            raise ValueError(plan)
        return gala_codes.entries(parts)
    except ValueError as error:
        raise Refused(GameReason.NOT_A_PLAN, at=plan[:40], place=1, expected="a line of this menu") from error


def _entered(men: dict[int, GladiatorView], entry: GalaEntry) -> str:
    name = men[entry.man].name if entry.man in men else f"gladiator {entry.man}"
    return name + {"silent": "", "life": " (pleads for life)", "death": " (pleads for death)"}[entry.plea]


def _choices(question: GalaDay, men: dict[int, GladiatorView]) -> Iterator[Option]:
    fit = list(question.fit)
    for size in range(1, question.most + 1):
        for chosen in combinations(fit, size):
            names = joined([men[each].name for each in chosen])
            yield Option(names[:100], gala_codes.pack(GalaEntries(tuple(GalaEntry(each) for each in chosen))))


def _pleas(chosen: GalaEntries) -> Iterator[Option]:
    for letter, words in _PLEAS if chosen.men else ():
        plea = gala_codes.PLEAS[letter]
        changed = GalaEntries(tuple(msgspec.structs.replace(each, plea=plea) for each in chosen.men))
        if changed != chosen:
            yield Option(words, gala_codes.pack(changed), "It weighs one in the roll for a life; secret")


# The eve


def betting(view: LeagueView, question: EveOfGala, names: Names, plan: str, own: OwnView) -> Controls:
    """Return how a member is asked for bets: what is in the sheet, and a menu of men with sums."""
    sheet, at = _bets_drawn_up(plan, own)
    gala = view.gala
    assert gala is not None
    men = {each.entry: each for each in gala.entries}
    but = ", but nobody against a gladiator of yours" if question.own else ""
    lines = [f"Gala, event {view.event}: back whom you like{but}. You have {money(question.cash)}."]
    for number, match in enumerate(question.matches, start=1):
        lines.append(f"{number}. {' against '.join(_man(men[each], names) for each in match)}")
    lines += [f"🪙 {money(each.sum)} on {men[each.man].name}" for each in sheet.stakes if each.man in men]
    lines.append("-# Odds: all bets on a match by those on your gladiator. In a draw stakes come back. (H.8.4)")
    code = gala_codes.pack(sheet)
    row = [Choice("Bet · Ready", "answer", code, "success")] if sheet.stakes else []
    row.append(Choice("No bet", "answer", gala_codes.pack(GalaEve()), "secondary" if sheet.stakes else "success"))
    menus = [Menu("man", "Back a gladiator", tuple(_backed(question, men, code, names)))]
    if at in men:
        menus.append(Menu("sum", f"How much on {men[at].name}?", tuple(_sums(question, sheet, at))))
    return Controls("Your bets", "\n".join(lines), "", "", (tuple(row),), menus=tuple(m for m in menus if m.options))


def _man(man: ManEntryView, names: Names) -> str:
    owner = "the state" if man.stable is None else stable(names, man.stable)
    return f"{man.name} ({owner})"


def _bets_drawn_up(plan: str, own: OwnView) -> tuple[GalaEve, EntryId]:
    """Return the draft, or what is sealed, and the man on whom a bet is being changed."""
    if not plan:
        return (GalaEve() if own.sheet is None else msgspec.json.decode(own.sheet, type=GalaEve)), EntryId(0)
    code, _, at = plan.partition("-c")
    kind, *parts = code.split("-")
    try:
        if kind != "gev":
            raise ValueError(plan)
        return gala_codes.eve(parts), EntryId(int(at or 0))
    except ValueError as error:
        raise Refused(GameReason.NOT_A_PLAN, at=plan[:40], place=1, expected="a line of this menu") from error


def possible(question: EveOfGala) -> Sequence[EntryId]:
    """Return the men that a member may back: none against an own one (R-C25)."""
    found = list[EntryId]()
    for match in question.matches:
        mine = [each for each in match if each in question.own]
        found += mine or match
    return found


def _backed(question: EveOfGala, men: dict[EntryId, ManEntryView], code: str, names: Names) -> Iterator[Option]:
    for entry in possible(question)[:LINES]:
        owner = men[entry].stable
        yield Option(men[entry].name, f"{code}-c{entry}", "the state" if owner is None else plain(names, owner))


def _sums(question: EveOfGala, sheet: GalaEve, at: EntryId) -> Iterator[Option]:
    others = tuple(each for each in sheet.stakes if each.man != at)
    left = question.cash - sum(each.sum for each in others)
    for amount in SUMS:
        if amount <= left:
            yield Option(money(amount), gala_codes.pack(GalaEve((*others, ManStake(at, amount)))))
    if len(others) < len(sheet.stakes):
        yield Option("No bet on this one", gala_codes.pack(GalaEve(others)))
