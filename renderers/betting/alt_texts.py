"""Alt texts of the betting table's pictures."""

from collections.abc import Sequence

from engine.betting.book import Choice
from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView, SlipLine, SlipView, SwingView
from renderers.betting.slip import shown_of
from renderers.betting.words import (
    ENDINGS,
    SIDES,
    choice_of,
    figure,
    is_secret,
    name_of,
    odds_of,
    outcome_of,
    owned,
    pays,
    per_cent,
    standing_of,
    state_of,
    terms_of,
    total_of,
)
from renderers.telling import cut, signed, within_limit


def alt_board(view: BoardView) -> str:
    """Return the alt text of the betting board. With many bets figures come market by market, and at worst fewer."""

    def in_full(longest: int) -> str:
        lines = [_market_line(view, each, longest) for each in view.drawn]
        lines += [_entrant_line(view, each, longest) for each in view.entrants]
        return "\n".join([_head(view, longest), *lines, _foot(view)])

    def briefly(longest: int) -> str:
        lines = [f"{_market_line(view, each, longest)} {_figures(each)}".strip() for each in view.drawn]
        return "\n".join([_head(view, longest), _chances(view, longest), *lines, _own(view)]).strip()

    def barely(longest: int) -> str:
        lines = [" ".join(filter(None, (_state(each), _pays(each), _won(each)))) for each in view.drawn]
        return "\n".join([_head(view, longest), f"{_chances(view, longest)} For 100 pay:", *lines, _own(view)]).strip()

    def at_least(longest: int) -> str:
        lines = [" ".join(filter(None, (_state(each), _won(each) or _pays(each)))) for each in view.drawn]
        return "\n".join([_head(view, longest), _chances(view, 0), *lines, _own(view)]).strip()

    def in_the_end(longest: int) -> str:
        lines = [" ".join(filter(None, (_state(each), _won(each)))) for each in view.drawn]
        return "\n".join([_head(view, longest), _chances(view, 0), *lines])

    return within_limit(in_full, briefly, barely, at_least, in_the_end)


def _head(view: BoardView, longest: int) -> str:
    return f"Betting on {cut(view.title, 2 * longest)}: {standing_of(view)}."


def _chances(view: BoardView, longest: int) -> str:
    """Return the chariots' chances, with their colours and names but if *longest* is 0."""
    names = ((each, f" {each.colour} {cut(each.name, longest)}" if longest else "") for each in view.entrants)
    chances = [(f"{each.entry}{name}", per_cent(each.chance)) for each, name in names]
    if not view.samples:
        return f"Chariots: {', '.join(name for name, _ in chances) or 'none yet'}."
    return f"Chances: {', '.join(' '.join(each) for each in chances)}."


def _state(market: MarketView) -> str:
    return f"{name_of(market.kind, market.window).capitalize()}: {state_of(market)}, {total_of(market)}."


def _market_line(view: BoardView, market: MarketView, longest: int) -> str:
    """Return how a market stands, with the parts of it that the table of chariots does not show."""
    line = _state(market)
    if market.kind == "finishers":
        sides = (f"{SIDES.get(each.choice, each.choice)} {_money(market, each)}" for each in market.choices)
        line += f" {', '.join(sides)}."
    if market.winners:
        line += f" Won by {', '.join(_called(view, each, longest) for each in market.winners)}."
    return line


def _called(view: BoardView, choice: Choice, longest: int) -> str:
    entrant = next((each for each in view.entrants if str(each.entry) == choice), None)
    if entrant is None:
        return SIDES.get(choice, choice)
    return f"{entrant.entry} {cut(entrant.name, longest)}"


def _money(market: MarketView, choice: ChoiceView) -> str:
    if not choice.staked:
        return "nothing"
    paid = pays(market, choice)
    return figure(choice.staked) if paid is None else f"{figure(choice.staked)} pays {figure(paid)}"


def _entrant_line(view: BoardView, entrant: EntrantView, longest: int) -> str:
    mine = owned(view)
    bets = (_bet(each, entrant, is_own=(each.number, str(entrant.entry)) in mine) for each in view.drawn)
    is_known = any(not is_secret(market) for market in view.drawn)
    parts = list(filter(None, bets)) or ["no bets" if is_known else "no bets known"]
    if view.samples and entrant.chance is not None:
        parts.insert(0, f"chance {per_cent(entrant.chance)}")
    return f"{entrant.entry} {entrant.colour} {cut(entrant.name, longest)}: {', '.join(parts)}"


def _bet(market: MarketView, entrant: EntrantView, *, is_own: bool) -> str:
    """Return the known bets of a market on a chariot; empty if there are none."""
    choice = choice_of(market, entrant)
    staked = choice is not None and choice.staked
    if choice is None or not (staked or is_own):
        return ""
    parts = [name_of(market.kind, market.window)]
    if staked and market.kind == "sealed":
        parts.append(f"{figure(choice.staked)} at {odds_of(choice)}")
    elif staked:
        parts.append(_money(market, choice))
    return " ".join([*parts, *(["(yours)"] if is_own else [])])


def _figures(market: MarketView) -> str:
    """Return each choice of a market with its stakes and payout, as short as can be."""
    if market.kind == "finishers" or is_secret(market):
        return ""
    if market.kind == "sealed":
        return " ".join(f"{each.choice}: {figure(each.staked)}@{each.odds}" for each in market.choices if each.staked)
    staked = [each for each in market.choices if each.staked]
    return " ".join(f"{each.choice}: {figure(each.staked)}→{figure(pays(market, each))}" for each in staked)


def _pays(market: MarketView) -> str:
    if market.window:
        return ""
    if market.kind == "sealed":
        odds = ((each.choice, odds_of(each)) for each in market.choices if each.odds is not None)
        text = ", ".join(f"{choice} {called}" for choice, called in odds)
        return f"{text}." if text else ""
    known = ((each.choice, pays(market, each)) for each in market.choices)
    text = ", ".join(f"{choice} {figure(paid, 5)}" for choice, paid in known if paid is not None)
    return f"{text}." if text else ""


def _won(market: MarketView) -> str:
    return f"Won by {', '.join(market.winners)}." if market.winners else ""


def _own(view: BoardView) -> str:
    """Return the viewer's own bets and purse."""
    mine, bets = owned(view), []
    for market in view.drawn:
        on = [each.choice for each in market.choices if (market.number, each.choice) in mine]
        bets += [f"{name_of(market.kind, market.window)} {' '.join(on)}"] if on else []
    parts = [f"Your bets: {', '.join(bets)}."] if bets else []
    if view.purse is not None:
        parts.append(f"Your purse: {view.purse:,}.")
    return " ".join(parts)


def _foot(view: BoardView) -> str:
    terms = "; ".join(terms_of(view))
    purse = "" if view.purse is None else f" Your purse: {view.purse:,}."
    return f"{terms[:1].upper()}{terms[1:]}.{purse}" if terms else purse.strip()


def alt_swing(view: SwingView) -> str:
    """Return the alt text of the chart of chances: where each line begins, its height, and where it ends."""

    def in_full(longest: int) -> str:
        lines = [_line_of(view, each, longest) for each in view.entrants]
        laps = ", ".join(f"{lap} in turn {turn}" for lap, turn in enumerate(view.laps, start=1))
        return "\n".join([f"{_swing_head(view, longest)}{f' Laps: {laps}.' if laps else ''}", *lines])

    def briefly(longest: int) -> str:
        lines = (f"{each.entry} {cut(each.name, longest)}: {_ending(view, each)}" for each in view.entrants)
        return "\n".join([_swing_head(view, longest), *lines])

    return within_limit(in_full, briefly)


def _swing_head(view: SwingView, longest: int) -> str:
    head = f"How the chances to win swung in {cut(view.title, 2 * longest)}"
    if not view.points:
        return f"{head}: none have been worked out."
    return f"{head}, turns {view.points[0].turn} to {view.points[-1].turn}; each played out {view.samples:,} times."


def _line_of(view: SwingView, entrant: EntrantView, longest: int) -> str:
    known = [(point.chances[entrant.entry], point.turn) for point in view.points if entrant.entry in point.chances]
    swing = ""
    if known:
        most, turn = max(known, key=lambda each: (each[0], -each[1]))
        swing = f"{per_cent(known[0][0])}, most {per_cent(most)} after turn {turn}, "
    return f"{entrant.entry} {entrant.colour} {cut(entrant.name, longest)}: {swing}{_ending(view, entrant)}"


def _ending(view: SwingView, entrant: EntrantView) -> str:
    if entrant.entry == view.winner:
        return "won"
    if entrant.entry in view.out:
        return f"out in turn {view.out[entrant.entry]}"
    last = view.points[-1].chances.get(entrant.entry) if view.points else None
    return f"{per_cent(last)} {'now' if view.winner is None else 'in the end'}"


def alt_slip(view: SlipView) -> str:
    """Return the alt text of a player's slip."""
    shown = shown_of(view)
    rest = view.lines[len(shown) :]

    def in_full(longest: int) -> str:
        lines = [*(_slip_line(each, longest) for each in shown), *_rest(rest)]
        return "\n".join([_slip_head(view, longest), *(lines or ["no bets"]), _totals(view)])

    def briefly(longest: int) -> str:
        lines = (f"{cut(each.choice, longest)} {each.stake:,}: {each.paid:,}" for each in shown)
        return "\n".join([f"{_slip_head(view, longest)} Bets, staked: paid", *lines, *_rest(rest), _totals(view)])

    return within_limit(in_full, briefly)


def _slip_head(view: SlipView, longest: int) -> str:
    outcome = outcome_of(view, cut(view.winner, longest))
    return f"Slip of {cut(view.player, longest)} for {cut(view.title, 2 * longest)}: {outcome}."


def _slip_line(line: SlipLine, longest: int) -> str:
    paid = f", {line.paid:,} paid" if line.paid else ""
    name = name_of(line.market, line.window)
    choice = cut(SIDES.get(line.choice, line.choice), longest)
    return f"{choice}, {name}: {line.stake:,} staked, {ENDINGS[line.state]}{paid}"


def _rest(rest: Sequence[SlipLine]) -> list[str]:
    if not rest:
        return []
    staked, paid = sum(each.stake for each in rest), sum(each.paid for each in rest)
    return [f"and {len(rest)} more: {staked:,} staked, {paid:,} paid"]


def _totals(view: SlipView) -> str:
    gain = view.paid - view.staked
    word = "gain" if gain >= 0 else "loss"
    return f"Staked {view.staked:,}, paid {view.paid:,}, {word} {signed(gain)}. In the purse now: {view.purse:,}."
