"""Match races of the Epic campaign as pages: challenge, answer, raise the stakes, name the chariots (B.10, H.6)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from engine.leagues.views import MatchView, StableView
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_acts import Challenge, NameForMatch
from engine.leagues.words.state import MatchState
from records.values import EntryId
from words.leagues import side_pages
from words.leagues.desk import Desk
from words.leagues.endurance import endurance_told, why_less
from words.leagues.epic_codes import drafted
from words.leagues.names import chariot_name, money, plain
from words.leagues.rivals import missing, rivals
from words.shared.telling import called, count, joined
from words.shared.words import Choice, Controls, Menu, Option

LINES = 25
LAPS = (1, 2, 3)
RAISES = (100, 500, 1_000, 2_000)
PHASES = ("market", "stable", "eve", "race", "protest", "gap")
SHOWN = 6
"""Matches on the page."""


def chariots_of(stable: StableView) -> Sequence[object]:
    return stable.chariots


def mine(desk: Desk) -> list[MatchView]:
    """Return the member's matches that are not over."""
    running = [each for each in desk.view.matches if each.state in ("offered", "agreed", "running")]
    open_ones = [each for each in running if not each.is_duel]
    return [each for each in open_ones if desk.own in (each.challenger, each.challenged)]


def waits(desk: Desk) -> bool:
    """Tell whether a match waits for the member's word, or for the names of chariots."""
    return any(
        each.to_answer == desk.own or (each.state == "agreed" and desk.own not in each.named) for each in mine(desk)
    )


def doors(desk: Desk) -> Iterator[Choice]:
    stable = desk.mine.stable
    may_race = stable.role == "owner" and (mine(desk) or (stable.chariots and rivals(desk, chariots_of)))
    may_bet = any(each.state in side_pages.TAKES_BETS for each in desk.view.matches)
    if stable.status == "active" and desk.view.phase in PHASES and (may_race or may_bet):
        yield Choice("Matches", "plan", "match", "primary" if waits(desk) else "secondary")


def page(desk: Desk, code: str) -> Controls:
    """Show the member's matches, and draw up a challenge or the chariots of a side.

    :raises Refused: if the code is forged.
    """
    if (number := seen(code)) is not None:
        return _seen(desk, number, code)
    act, drawn = drafted(code)
    if isinstance(act, Challenge) and act.to in [each.number for each in rivals(desk, chariots_of)]:
        return _challenge(desk, act, drawn)
    lines = ["A match is a race of two stables for stakes. No prize, no recovery, but experience."]
    choices, menus = list[Choice](), list[Menu]()
    for match in mine(desk)[-SHOWN:]:
        lines.append(match_text(desk, match))
        choices += _answers(desk, match)
        if not menus and (menus := _naming(desk, match)):
            lines += why_less(desk.view.options, desk.mine.stable.chariots, match.laps)
    if isinstance(act, NameForMatch):
        who = joined([chariot_name(each) for each in act.chariots])
        lines.append(f"For match {act.match}: **{who}**. The other side learns it together with all others.")
        choices.insert(0, Choice("Name them", "answer", drawn, "success"))
    others = [Option(plain(desk.names, each.number), f"match-{_first(each)}", f"{count(len(each.chariots), 'chariot')}")
              for each in rivals(desk, chariots_of)]  # fmt: skip
    if desk.mine.stable.chariots:
        menus.append(Menu("rival", "Challenge a stable", tuple(others[:LINES])))
        lines += missing(desk, chariots_of, "chariot")
    menus.append(_look_menu(desk))
    rows = tuple(tuple(choices[n : n + 5]) for n in range(0, min(len(choices), 20), 5))
    found = tuple(each for each in menus if each.options)
    return Controls("Matches", "\n".join(lines), "", "", rows, menus=found)


def seen(code: str) -> int | None:
    """Return the match that a page is about; ``None`` if it is about none.

    >>> seen("match-see-3"), seen("match")
    (3, None)
    """
    words = code.split("-")
    is_one = words[:2] in (["match", "see"], ["match", "side"]) and words[2:] and words[2].isdecimal()
    return int(words[2]) if is_one else None


def _look_menu(desk: Desk) -> Menu:
    """Return the menu of all matches to look at, the latest first."""
    found = list(desk.view.matches)[: -LINES - 1 : -1]
    return Menu("look", "Look at a match", tuple(_to_look_at(desk, each) for each in found))


def _to_look_at(desk: Desk, match: MatchView) -> Option:
    sides = f"{plain(desk.names, match.challenger)} against {plain(desk.names, match.challenged)}"
    return Option(f"Match {match.number} · {sides}"[:100], f"match-see-{match.number}", STATES[match.state])


STATES: Mapping[MatchState, str] = MappingProxyType(
    {
        "offered": "A challenge that waits for its answer",
        "agreed": "Both name their chariots",
        "running": "The race is on",
        "over": "It is over",
        "declined": "It was declined",
        "void": "It came to nothing",
    }
)


def _seen(desk: Desk, number: int, code: str) -> Controls:
    """Show one match, as its card tells it, with the side bets on it; the other matches are a line away."""
    match = next((each for each in desk.view.matches if each.number == number), None)
    if match is None:
        return Controls("Matches", f"There is no match {number} in this league.", "", "")
    lines, choices, menus = side_pages.on(desk, match, code)
    found = [*(_answers(desk, match) if match in mine(desk) else ()), *choices]
    rows = tuple(tuple(found[n : n + 5]) for n in range(0, min(len(found), 20), 5))
    naming = _naming(desk, match) if match in mine(desk) else []
    if naming and not naming[0].options:
        lines.insert(0, "No chariot of yours is free and fit for it now. **My stable** shows what each lacks.")
    menus = [each for each in (*naming, *menus, _look_menu(desk)) if each.options]
    return Controls(f"Match {number}", "\n".join([match_text(desk, match), *lines]), "", "", rows, menus=tuple(menus))


def match_text(desk: Desk, match: MatchView) -> str:
    """Return a match in a line: who, for what, and what it waits for."""
    first, second = match.stakes
    challenger, challenged = called(desk.names, match.challenger), called(desk.names, match.challenged)
    who = f"{challenger} {money(first)} against {challenged} {money(second)}"
    terms = f"{match.side} a side, {count(match.laps, 'lap')}"
    if match.state == "offered" and match.to_answer is not None:
        state = f"waits for {called(desk.names, match.to_answer)}"
    elif match.state == "agreed" and desk.own in (match.challenger, match.challenged):
        state = "you have named yours" if desk.own in match.named else "name your chariots"
    elif match.winner is not None:
        state = f"won by {called(desk.names, match.winner)}"
    else:
        state = STATES[match.state].lower()
    return f"⚔️ **{match.number}** · {who} · {terms} · {state}"


def _answers(desk: Desk, match: MatchView) -> Iterator[Choice]:
    if match.state != "offered":
        return
    if match.to_answer == desk.own:
        yield Choice(f"Accept match {match.number}", "answer", f"okmatch-{match.number}", "success")
        more = match.stakes[1] + RAISES[0]
        yield Choice(f"Raise to {money(more)}", "answer", f"raise-{match.number}-{more // 100}")
    verb = "Decline" if match.to_answer == desk.own else "Take back"
    yield Choice(f"{verb} match {match.number}", "answer", f"nomatch-{match.number}")


def _naming(desk: Desk, match: MatchView) -> list[Menu]:
    """Return the menu in which a side of a match that was agreed on names its chariots."""
    if match.state != "agreed":
        return []
    return [Menu("names", f"Your chariots for match {match.number}", tuple(_sides(desk, match))[:LINES])]


def _sides(desk: Desk, match: MatchView) -> Iterator[Option]:
    """Yield the sides that may be named: chariots that can start, and have run no match since the last event."""
    entered = [each.chariot for each in desk.view.entries]
    fit = [each.number for each in desk.mine.stable.chariots if not each.lacks and each.number not in entered]
    for chosen in combinations(fit, match.side):
        names = joined([chariot_name(each) for each in chosen])
        mine = [each for each in desk.mine.stable.chariots if each.number in chosen and each.team is not None]
        told = " · ".join(endurance_told(desk.view.options, each, match.laps) for each in mine)
        yield Option(names[:100], "-".join(map(str, ["match", "names", match.number, *chosen])), told[:100])


def _first(rival: StableView) -> str:
    return f"duel-{rival.number}-1-1-5-1"


def _duel(act: Challenge, **changed: int) -> str:
    values = {"to": act.to, "side": act.side, "odds": act.odds, "stake": act.stake, "laps": act.laps} | changed
    least = epic_charts.MATCH_STAKES[values["odds"]][1]
    stake = max(values["stake"], least) // 100
    return f"match-duel-{values['to']}-{values['side']}-{values['odds']}-{stake}-{values['laps']}"


def _challenge(desk: Desk, act: Challenge, drawn: str) -> Controls:
    """Draw up a challenge: the chariots of each side, the odds, the stakes, the laps."""
    rival, stable = called(desk.names, act.to), desk.mine.stable
    own = act.odds * act.stake
    lines = [
        f"You challenge {rival}: {count(act.side, 'chariot')} a side, {count(act.laps, 'lap')}.",
        f"You stake **{money(own)}**, {rival} **{money(act.stake)}** ({act.odds} : 1). The winner takes all.",
        f"-# You have {money(stable.cash)}. Nobody pays before the challenge is accepted; it stands for two days.",
        "-# A chariot named for a match can't race in the event as long as the match lasts.",
    ]
    most = min(len(stable.chariots), epic_charts.MOST_PER_SIDE, _owned(desk, act.to))
    sides = [Option(f"{count(n, 'chariot')} a side", _duel(act, side=n)) for n in range(1, most + 1) if n != act.side]
    odds = [
        Option(f"{n} : 1", _duel(act, odds=n), f"You stake {n} times as much")
        for n in epic_charts.MATCH_STAKES
        if n != act.odds
    ]
    stakes = [Option(f"{money(act.stake + n)} of theirs", _duel(act, stake=act.stake + n)) for n in RAISES]
    least = epic_charts.MATCH_STAKES[act.odds][1]
    stakes += [Option(f"The least, {money(least)}", _duel(act, stake=least))] if act.stake > least else []
    laps = [Option(count(n, "lap"), _duel(act, laps=n)) for n in LAPS if n != act.laps]
    drawn_up = (
        _menu("stake", "The stakes", stakes),
        _menu("odds", "The odds", odds),
        _menu("side", "How many?", sides),
        _menu("laps", "How many laps?", laps),
    )
    menus = tuple(each for each in drawn_up if each.options)
    challenge = Choice("Challenge", "answer", drawn, "success" if own <= stable.cash else "secondary")
    row = (challenge, Choice("Back", "plan", "match"))
    return Controls(
        "A challenge", "\n".join(lines), "", "", (row,), menus=tuple(each for each in menus if each.options)
    )


def _menu(name: str, asked: str, options: Sequence[Option]) -> Menu:
    return Menu(name, asked, tuple(options[:LINES]))


def _owned(desk: Desk, rival: EntryId) -> int:
    return len(desk.view.stable(rival).chariots)
