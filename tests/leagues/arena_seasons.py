"""Seasons with gladiators at random: galas and duels whose outcomes are thrown, and what holds at every step."""

from collections.abc import Sequence
from typing import get_args

from msgspec import structs

from engine.goods.gladiators import KINDS, Fate, ManHome, Plea, Wounds
from engine.leagues import barracks, galas, setup
from engine.leagues.words import acts
from engine.leagues.words.arena_acts import (
    ArmGladiator,
    BetOnPair,
    ChallengeToDuel,
    CloseNaming,
    ClosePairWindow,
    DuelReturned,
    NameForDuel,
    OpenPairWindow,
    TrainGladiator,
    VoidPairWindow,
)
from engine.leagues.words.arena_facts import Attribute
from engine.leagues.words.arena_sheets import EveOfGala, GalaDay, GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import ManEntry, ManStake
from engine.leagues.words.epic_acts import Consign, RaiseMatch
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet
from engine.leagues.words.sheets import CalledOff, RaceReturned, RunRace
from engine.leagues.words.state import CALENDAR, Goods, Part
from engine.questions import Answer, Ask
from engine.stables import Aftermath
from records.values import EntryId
from tests.leagues.epic_seasons import RandomEpic
from tests.leagues.seasons import _colours, new_session


class RandomArena(RandomEpic):
    """A season of the Epic campaign with gladiators."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        pick = self.dice
        self.options = structs.replace(
            self.options,
            events=pick.randint(2, 8),
            arena=pick.choice(["duels", "galas", "both", "both"]),
            gala_every=pick.choice([2, 2, 3]),
            form=pick.choice(["pairs", "pairs", "melee"]),
            men_each=pick.choice([1, 2, 3]),
            fill=pick.random() < 0.7,
            mercy=pick.choice(["dice", "owner"]),
            one_lesson=pick.random() < 0.7,
        )
        colours = _colours(pick.randint(2, 7))
        members = [setup.Member(colour, "owner" if n < 2 else self._role()) for n, colour in enumerate(colours)]
        self.session = new_session(self.options, members, f"arena {seed}")

    # Sheets

    def _answer(self, ask: Ask) -> Answer:
        question, pick = ask.question, self.dice
        if isinstance(question, GalaDay):
            men = [*question.fit, *question.cannot, 99]
            chosen = pick.sample(men, min(len(men), pick.randint(0, 4)))
            return GalaEntries(tuple(GalaEntry(each, pick.choice(get_args(Plea))) for each in chosen))
        if isinstance(question, EveOfGala):
            return GalaEve(self._stakes([each for match in question.matches for each in match]))
        if isinstance(question, RunRace) and self.league.gala is not None:
            gala = self.league.gala
            entries = [gala.entry(each) for each in gala.fighting]
            return CalledOff() if pick.random() < 0.05 else RaceReturned(self._thrown_men(entries))
        return super()._answer(ask)

    def _maxima(self, question: AuctionDay) -> BidSheet:
        sheet = super()._maxima(question)
        lines = tuple(structs.replace(each, armed_as=self.dice.choice(KINDS)) for each in sheet.lines)
        return structs.replace(sheet, lines=lines)

    def _stakes(self, entries: Sequence[EntryId]) -> tuple[ManStake, ...]:
        pick = self.dice
        chosen = pick.sample(list(entries), min(len(entries), pick.randint(0, 3)))
        return tuple(ManStake(each, pick.choice([100, 100, 500, 2_000])) for each in chosen)

    def _thrown_men(self, entries: Sequence[ManEntry]) -> Aftermath:
        """Throw how men came out of their matches; bloodier than any that are fought, and not always sensible."""
        return Aftermath.of([self._man_home(each) for each in entries], 4)

    def _man_home(self, entry: ManEntry) -> ManHome:
        pick, league = self.dice, self.league
        gala = league.gala
        men = {number: man for stable in league.stables.values() for number, man in stable.gladiators.items()}
        man = men[entry.man] if entry.stable is not None or gala is None else gala.strangers[entry.man]
        fate: Fate = pick.choice(["stands", "stands", "spared", "dead"])
        head, chest, groin, arms, legs = (each + max(0, pick.randint(-3, 4)) for each in man.wounds)
        wounds: Wounds = (head, chest, groin, arms, legs)
        won = fate == "stands" and pick.random() < 0.6
        return ManHome(
            entry=entry.entry,
            place=1 if won else pick.choice([None, 2]),
            gap=None,
            fate=fate,
            wounds=wounds,
            attacks=pick.choice([0, 3, 7]),
            turns=pick.randint(1, 8),
            how=pick.choice(["fall", "points"]) if won else "draw",
            won=won,
            points=0 if fate == "dead" else pick.randint(0, 60),
        )

    # Acts

    def _act(self) -> None:
        """Act as ever, and more often than not where gladiators fight, learn, or are to be named."""
        pick, league = self.dice, self.league
        if league.gala is not None and league.phase == "race" and pick.random() < 0.6:
            self._act_in_show()
            return
        for number, stable in league.stables.items():
            for man in stable.gladiators.values():
                if man.experience >= 25 and man.may_learn and pick.random() < 0.3:
                    lesson = TrainGladiator(man.number, pick.choice(get_args(Attribute)))
                    self._try(lambda member=number, act=lesson: self.session.act(member, act))
                    return
        super()._act()

    def _act_in_show(self) -> None:
        pick, gala = self.dice, self.league.gala
        assert gala is not None
        match = pick.randint(1, len(gala.matches))
        if pick.random() < 0.5:
            act = pick.choice([OpenPairWindow(match), ClosePairWindow(match), VoidPairWindow(match)])
            self._try(lambda: self.session.act(CALENDAR, act))
            return
        member = pick.choice(list(gala.stakes or self.league.stables))
        again = tuple(each for each in gala.stakes.get(member, ()) if pick.random() < 0.7)
        self._try(lambda: self.session.act(member, BetOnPair(match, again)))

    def _of_steward(self) -> Answer:
        pick = self.dice
        duels = [each for each in self.league.matches if each.is_duel]
        if duels and pick.random() < 0.4:
            match = pick.choice(duels)
            home = self._thrown_men(match.men) if match.state == "running" else Aftermath.of((), 0)
            return pick.choice([CloseNaming(match.number), DuelReturned(match.number, home)])
        if self.league.gala is not None and pick.random() < 0.6:
            number = pick.randint(1, 4)
            return pick.choice([OpenPairWindow(number), ClosePairWindow(number), VoidPairWindow(number)])
        return super()._of_steward()

    def _of_member(self, member: EntryId) -> Answer:
        if self.dice.random() < 0.55:
            return super()._of_member(member)
        league, pick = self.league, self.dice
        own = pick.choice([*league.stables[member].gladiators, 99])
        other = pick.choice(list(league.stables))
        theirs = pick.choice([*league.stables[other].gladiators, 99])
        named = [each for each in league.matches if member in each.stakes and each.is_duel and each.state == "agreed"]
        duel = pick.choice(named) if named else None
        men = list(league.stables[member].gladiators)
        side = duel.side if duel is not None else 1
        gala = league.gala
        on = gala.fighting if gala is not None else [EntryId(1)]
        if duel is not None and pick.random() < 0.5:
            return NameForDuel(duel.number, tuple(pick.sample(men, min(len(men), side))))
        choices: list[Answer] = [
            TrainGladiator(own, pick.choice(get_args(Attribute))),
            ArmGladiator(own, pick.choice(KINDS)),
            BetOnPair(pick.randint(1, 4), self._stakes(on)),
            BetOnPair(pick.randint(1, 4), self._stakes(on)),
            ChallengeToDuel(other, pick.randint(1, 3), pick.choice([1, 2]), pick.choice([100, 600]), 0),
            ChallengeToDuel(other, 1, 1, pick.choice([100, 600])),
            NameForDuel(duel.number if duel else 99, tuple(pick.sample(men, min(len(men), side)))),
            RaiseMatch(duel.number if duel else 99, 1_000),
            acts.OfferDeal(other, Goods(parts=(Part("gladiator", 0, 0, own),)), Goods(money=pick.choice([100, 900]))),
            acts.OfferDeal(other, Goods(money=300), Goods(parts=(Part("gladiator", 0, 0, theirs),))),
            Consign("gladiator", own, pick.choice([100, 400])),
            *self._of_matches(member, other)[2:],
        ]
        return pick.choice(choices)

    # What always holds

    def check(self) -> None:
        super().check()
        league = self.league
        owned = [number for stable in league.stables.values() for number in stable.gladiators]
        owned += [lot.man.number for lot in league.men]
        assert len(set(owned)) == len(owned), "no gladiator is owned twice"
        assert league.options.has_gladiators or not owned
        for stable in league.stables.values():
            for man in stable.gladiators.values():
                assert man.w >= 1, "who can take no wound is out of the game (R-C8)"
                assert min(man.wounds) >= 0
                assert man.experience >= 0
                assert man.victories >= man.private_wins >= 0
                assert man.kind is None or (man.armour, man.shield) in [
                    galas.equipment(man.kind, die) for die in range(1, 7)
                ], "equipment never changes"
        for lot in league.men:
            assert lot.man.kind is None, "nobody on the market has a type"
        gala = league.gala
        if gala is None or league.phase not in ("eve", "race"):
            return
        fighting = list(gala.fighting)
        assert len(set(fighting)) == len(fighting), "nobody fights twice"
        assert len([each for each in gala.entries if each.stable is not None]) <= 12
        for entry in gala.entries:
            if entry.stable is not None:
                assert barracks.is_fit(league.stables[entry.stable].gladiators[entry.man])
        for match in gala.matches if gala.form == "pairs" else ():
            owners = [gala.entry(each).stable for each in match]
            assert len(set(owners)) == 2, "nobody fights an own man"
