"""Duels of gladiators as pages: challenge, answer, name the men; and second rounds of bets on a gala (H.8.4, H.8.7)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.leagues.views import GladiatorView, MatchView, StableView
from engine.leagues.words import epic_charts
from engine.leagues.words.arena_acts import BetOnPair, ChallengeToDuel, NameForDuel
from engine.leagues.words.arena_state import ManStake
from words.leagues import gala_codes
from words.leagues.arena_lines import against
from words.leagues.desk import Desk
from words.leagues.epic_codes import drafted
from words.leagues.gala_sheets import man_line
from words.leagues.names import money, plain
from words.leagues.rivals import missing, rivals
from words.shared.names import unformatted
from words.shared.telling import called, count, joined
from words.shared.words import Choice, Controls, Menu, Option

LINES = 25
RAISES = (100, 500, 1_000, 2_000)
PACES = {12: "an exchange every 12 hours", 24: "an exchange a day", 48: "an exchange every two days", 0: "live"}
PHASES = ("market", "stable", "eve", "race", "protest", "gap")
SHOWN = 6
"""Duels on the page."""


def gladiators_of(stable: StableView) -> Sequence[object]:
    return stable.gladiators


def mine(desk: Desk) -> list[MatchView]:
    """Return the member's duels that are not over."""
    found = [each for each in desk.view.matches if each.is_duel and each.state in ("offered", "agreed", "running")]
    return [each for each in found if desk.own in (each.challenger, each.challenged)]


def waits(desk: Desk) -> bool:
    """Tell whether a duel waits for the member's word, or for the names of gladiators."""
    return any(
        each.to_answer == desk.own or (each.state == "agreed" and desk.own not in each.named) for each in mine(desk)
    )


def doors(desk: Desk) -> Iterator[Choice]:
    """Yield the buttons to duels, and to rounds of bets that are open."""
    stable = desk.mine.stable
    if open_rounds(desk):
        yield Choice("Bet again", "plan", "pairs", "primary")
    may = stable.status == "active" and stable.role == "owner" and desk.view.phase in PHASES
    if may and desk.view.options.has_duels and (mine(desk) or (stable.gladiators and rivals(desk, gladiators_of))):
        yield Choice("Duels", "plan", "duels", "primary" if waits(desk) else "secondary")


def page(desk: Desk, code: str) -> Controls:
    """Show the member's duels, and draw up a challenge or the gladiators of a side.

    :raises Refused: if the code is forged.
    """
    act, drawn = drafted(code)
    if isinstance(act, ChallengeToDuel) and act.to in [each.number for each in rivals(desk, gladiators_of)]:
        return _challenge(desk, act, drawn)
    lines = ["In a duel your gladiators fight another owner's for stakes. Wounds stay until the next gala."]
    choices, menus = list[Choice](), list[Menu]()
    for match in mine(desk)[-SHOWN:]:
        lines.append(match_text(desk, match))
        choices += _answers(desk, match)
        if match.state == "agreed" and not menus:
            menus.append(Menu("names", f"Who fights duel {match.number}?", tuple(_sides(desk, match))[:LINES]))
    if isinstance(act, NameForDuel):
        known = {each.number: each.name for each in desk.mine.stable.gladiators}
        who = joined([known.get(each, "nobody") for each in act.men])
        lines.append(f"For duel {act.match}: **{who}**. The other side learns it together with all others.")
        choices.insert(0, Choice("Name for it", "answer", drawn, "success"))
    others = [
        Option(plain(desk.names, each.number), f"duels-{_first(each)}", count(len(each.gladiators), "gladiator"))
        for each in rivals(desk, gladiators_of)
    ]
    if desk.mine.stable.gladiators:
        menus.append(Menu("rival", "Challenge a stable", tuple(others[:LINES])))
        lines += missing(desk, gladiators_of, "gladiator")
    rows = tuple(tuple(choices[n : n + 5]) for n in range(0, min(len(choices), 20), 5))
    return Controls("Duels", "\n".join(lines), "", "", rows, menus=tuple(each for each in menus if each.options))


def match_text(desk: Desk, match: MatchView) -> str:
    """Return a duel in a line: who, for what, and what it waits for."""
    first, second = match.stakes
    challenger, challenged = called(desk.names, match.challenger), called(desk.names, match.challenged)
    who = f"{challenger} {money(first)} against {challenged} {money(second)}"
    terms = f"{match.side} a side, {PACES[match.hours]}"
    if match.state == "offered" and match.to_answer is not None:
        state = f"waits for {called(desk.names, match.to_answer)}"
    elif match.state == "agreed":
        state = "you have named yours" if desk.own in match.named else "name your gladiators"
    else:
        state = against([each.name for each in match.men]) if len(match.men) == 2 else "is fought"
    return f"🗡️ **{match.number}** · {who} · {terms} · {state}"


def _answers(desk: Desk, match: MatchView) -> Iterator[Choice]:
    if match.state != "offered":
        return
    if match.to_answer == desk.own:
        yield Choice(f"Accept duel {match.number}", "answer", f"okmatch-{match.number}", "success")
        more = match.stakes[1] + RAISES[0]
        yield Choice(f"Raise to {money(more)}", "answer", f"raise-{match.number}-{more // 100}")
    verb = "Decline" if match.to_answer == desk.own else "Take back"
    yield Choice(f"{verb} duel {match.number}", "answer", f"nomatch-{match.number}")


def free(desk: Desk) -> list[GladiatorView]:
    """Return the gladiators whom a member can name, as far as all know: fit, and not entered for the gala."""
    gala = desk.view.gala
    entered = [each.man for each in gala.entries] if gala is not None else []
    return [each for each in desk.mine.stable.gladiators if each.is_fit and each.number not in entered]


def _sides(desk: Desk, match: MatchView) -> Iterator[Option]:
    for chosen in combinations(free(desk), match.side):
        names = joined([each.name for each in chosen])
        code = "-".join(map(str, ["duels", "fights", match.number, *(each.number for each in chosen)]))
        yield Option(names[:100], code, man_line(chosen[0])[:100] if len(chosen) == 1 else "")


def _first(rival: StableView) -> str:
    return f"sand-{rival.number}-1-1-5-24"


def _duel(act: ChallengeToDuel, **changed: int) -> str:
    values = {"to": act.to, "side": act.side, "odds": act.odds, "stake": act.stake, "hours": act.hours} | changed
    least = epic_charts.MATCH_STAKES[values["odds"]][1]
    stake = max(values["stake"], least) // 100
    return f"duels-sand-{values['to']}-{values['side']}-{values['odds']}-{stake}-{values['hours']}"


def _challenge(desk: Desk, act: ChallengeToDuel, drawn: str) -> Controls:
    """Draw up a challenge: the gladiators of each side, the odds, the stakes, the pace."""
    rival, stable = called(desk.names, act.to), desk.mine.stable
    own = act.odds * act.stake
    lines = [
        f"You challenge {rival}: {count(act.side, 'gladiator')} a side, {PACES[act.hours]}.",
        f"You stake **{money(own)}**, {rival} **{money(act.stake)}** ({act.odds} : 1). The winner takes all.",
        f"-# You have {money(stable.cash)}. Nobody pays before the challenge is accepted; it stands for two days.",
    ]
    most = min(len(stable.gladiators), epic_charts.MOST_PER_SIDE, len(desk.view.stable(act.to).gladiators))
    least = epic_charts.MATCH_STAKES[act.odds][1]
    stakes = [Option(f"{money(act.stake + n)} of theirs", _duel(act, stake=act.stake + n)) for n in RAISES]
    stakes += [Option(f"The least, {money(least)}", _duel(act, stake=least))] if act.stake > least else []
    odds = [
        Option(f"{n} : 1", _duel(act, odds=n), f"You stake {n} times as much")
        for n in epic_charts.MATCH_STAKES
        if n != act.odds
    ]
    sides = [Option(f"{count(n, 'gladiator')} a side", _duel(act, side=n)) for n in range(1, most + 1) if n != act.side]
    paces = [Option(words[:1].upper() + words[1:], _duel(act, hours=n)) for n, words in PACES.items() if n != act.hours]
    drawn_up = (
        Menu("stake", "The stakes", tuple(stakes)),
        Menu("odds", "The odds", tuple(odds)),
        Menu("side", "How many?", tuple(sides)),
        Menu("pace", "How fast?", tuple(paces)),
    )
    challenge = Choice("Challenge", "answer", drawn, "success" if own <= stable.cash else "secondary")
    row = (challenge, Choice("Back", "plan", "duels"))
    return Controls("A challenge", "\n".join(lines), "", "", (row,), menus=tuple(m for m in drawn_up if m.options))


# Second rounds of bets (H.8.4)


def open_rounds(desk: Desk) -> list[int]:
    """Return the matches of a gala that take bets again, on which the member has bet on the eve."""
    gala = desk.view.gala
    if gala is None:
        return []
    backed = {each.man for each in gala.stakes.get(desk.own, ())}
    return [n for n, is_open in gala.windows.items() if is_open and backed & set(gala.matches[n - 1])]


def pairs(desk: Desk, code: str) -> Controls:
    """Draw up bets of a second round: on each man no more than on the eve.

    :raises Refused: if the code is forged.
    """
    act, drawn = drafted(code)
    gala, title = desk.view.gala, "Bet again"
    rounds = open_rounds(desk)
    if gala is None or not rounds:
        return Controls(title, "No match that you bet on takes bets now.", "", "")
    match = act.match if isinstance(act, BetOnPair) and act.match in rounds else rounds[0]
    stakes = act.stakes if isinstance(act, BetOnPair) and act.match == match else desk.mine.pair_stakes.get(match, ())
    names = {each.entry: each.name for each in gala.entries}
    lines = [
        f"{against([names[each] for each in gala.matches[match - 1]])}: two exchanges are fought. The odds stay.",
        *(f"🪙 {money(each.sum)} more on {names[each.man]}" for each in stakes if each.man in names),
        f"-# You have {money(desk.mine.stable.cash)}. At most as much again as on the eve; it closes if one falls.",
    ]
    first = [each for each in gala.stakes.get(desk.own, ()) if each.man in gala.matches[match - 1]]
    options = [
        Option(f"{money(amount)} more on {names[each.man]}", _again(match, ManStake(each.man, amount)))
        for each in first
        for amount in dict.fromkeys((100, each.sum // 200 * 100, each.sum))
        if amount
    ]
    others = [Option(unformatted(against([names[e] for e in gala.matches[n - 1]]))[:100], f"pairs-pair-{n}-none")
              for n in rounds if n != match]  # fmt: skip
    choices = (Choice("Bet", "answer", drawn, "success"),) if isinstance(act, BetOnPair) and stakes else ()
    menus = (Menu("bets", "How much more?", tuple(options[:LINES])), Menu("match", "Another match", tuple(others)))
    rows = (choices,) if choices else ()
    return Controls(title, "\n".join(lines), "", "", rows, menus=tuple(each for each in menus if each.options))


def _again(match: int, stake: ManStake) -> str:
    return "-".join(["pairs", "pair", str(match), *gala_codes.stakes_code([stake])])
