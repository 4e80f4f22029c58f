"""The end of a match: places, the deciding moment, awards from facts, and luck told honestly."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from engine.arena import facts as f
from engine.arena.data import LIVES
from engine.arena.men import AREA_NAMES
from engine.arena.state import Options
from engine.arena.views import FighterView, MatchView
from engine.facts import Fact, Rolled
from engine.story import latest
from records.values import EntryId
from words.arena.glance import victory
from words.arena.phrases import FALLEN, in_words
from words.shared.results import Chance, Place, Result, award, luck_awards
from words.shared.telling import called, count
from words.shared.words import Names

_FATES: Mapping[str, str] = {"fallen": "down", "spared": "spared", "dead": "dead", "fighting": "still up"}


def result(ends: Sequence[MatchView], facts: Sequence[Fact], names: Names) -> Result:
    """Return the result of a match.

    :param ends: the public view at the end of each exchange.
    :param facts: of the whole match.
    """
    ended, view = latest(facts, f.MatchEnded), ends[-1]
    places = tuple(Place(entry, place, _note(view.fighter(entry))) for entry, place in ended.ranking)
    length = count(view.turn, "exchange")
    stories = {man.entry: _story(man, ended) for man in view.fighters}
    awards = (*_awards(facts, names), *luck_awards(chances(facts, view.options), names))
    return Result(victory(ended, view, names), places, length, _decisive(facts, view.options, names), awards, stories)


def _note(man: FighterView) -> str:
    return f"{_FATES.get(man.status, man.status)}, {man.all_wounds} of {man.collapse} wounds"


def _story(man: FighterView, ended: f.MatchEnded) -> str:
    """Return in a sentence, told to the player, how a man's match went."""
    given = f"gave {in_words(man.inflicted)}" if man.inflicted else "gave no wound"
    learned = f" and learned {count(man.points, 'point')}" if man.points else ""
    if man.entry in ended.winners:
        return f"Your man stands: {given}{learned}."
    if man.status == "fighting":
        return f"Your man is still up: {given}{learned}."
    return f"Your man {'is dead' if man.status == 'dead' else 'fell and lives'}: {given}{learned}."


def _moment(began: Sequence[f.PhaseBegan], options: Options) -> str:
    """Return when the last phase that began was, as the headlines of exchanges count."""
    if options.whole_turns:
        return f"Exchange {sum(each.phase == 1 for each in began)}, phase {began[-1].phase}: "
    return f"Exchange {len(began)}: "


def _decisive(facts: Sequence[Fact], options: Options, names: Names) -> str:
    """Return the blow, net or shove that decided a match; empty if nobody fell."""
    falls = [each for each in facts if isinstance(each, f.Fell)]
    if not falls:
        return ""
    last = falls[-1]
    began = [each for each in facts[: facts.index(last)] if isinstance(each, f.PhaseBegan)]
    when = _moment(began, options) if began else ""
    by = f" before {called(names, last.by)}" if last.by is not None else ""
    how = f"a blow to {FALLEN[last.why]}" if last.is_dead else FALLEN[last.why]
    return f"{when}{called(names, last.entry)} falls{by}, {how}."


def _awards(facts: Sequence[Fact], names: Names) -> Iterator[str]:
    blows = [each for each in facts if isinstance(each, f.Struck) and each.wounds]
    if blows:
        best = max(blows, key=lambda each: each.wounds)
        area = AREA_NAMES[best.area - 1]
        yield f"🩸 Blow of the day: {called(names, best.entry)}, {in_words(best.wounds)} in the {area}"
    shields = Counter(each.foe for each in facts if isinstance(each, f.Struck) and each.shield)
    yield from award("🛡️ Best shield", shields, names, lambda times: f"{count(times, 'blow')} caught")


# Luck


def chances(facts: Sequence[Fact], _options: Options) -> list[Chance]:
    """Return the rolls that decided something: blows, bashes, nets, fates."""
    return [found for at, each in enumerate(facts) if isinstance(each, Rolled) and (found := _chance(facts, at, each))]


def _chance(facts: Sequence[Fact], at: int, rolled: Rolled) -> Chance | None:
    """Return a roll with its chances; ``None`` for one that is not measured against a number."""
    if rolled.entry is None:
        return None
    made = sum(rolled.dice) - rolled.total  # what the dice lacked of the total: its modifiers, the other way round
    match rolled.what_for:
        case "blow":
            struck = next((each for each in facts[at + 1 : at + 4] if isinstance(each, f.Struck)), None)
            return None if struck is None else _of_blow(struck, made)
        case "bash" | "net":
            return _of_attack(facts[at + 1 :], rolled)
        case "fate":
            return _measured(rolled.entry, "the thumbs", LIVES + made, rolled.total >= LIVES, ("spared", "refused"))
        case _:
            return None


def _of_blow(struck: f.Struck, made: int) -> Chance:
    need = max(3, min(12, struck.defence + 1 + made))  # a 2 misses, a 12 hits
    what = f"a blow at the {AREA_NAMES[struck.area - 1]}"
    return _measured(struck.entry, what, need, struck.is_hit, ("hit", "stopped"))


def _of_attack(after: Sequence[Fact], rolled: Rolled) -> Chance | None:
    """Return the chances of a bash or a throw, from the margin that it came to."""
    fact = next((each for each in after if isinstance(each, f.Bashed | f.NetThrown)), None)
    if fact is None or fact.entry != rolled.entry:
        return None
    least = 1 if isinstance(fact, f.Bashed) else 0
    need = sum(rolled.dice) - fact.margin + least
    what = "a bash" if isinstance(fact, f.Bashed) else "a throw of the net"
    return _measured(fact.entry, what, need, fact.margin >= least, ("went home", "failed"))


def _measured(entry: EntryId, what: str, need: int, is_done: bool, came: tuple[str, str]) -> Chance:
    """Return the chance of two dice to reach a number."""
    share = reaching(need)
    better, same = (Fraction(0), share) if is_done else (share, 1 - share)
    return Chance(entry, what, came[0] if is_done else came[1], better, same)


@cache
def reaching(need: int) -> Fraction:
    """Return the chance that two dice show so much or more.

    >>> reaching(7), reaching(13)
    (Fraction(7, 12), Fraction(0, 1))
    """
    ways = sum(6 - abs(total - 7) for total in range(max(2, need), 13))
    return Fraction(ways, 36)
