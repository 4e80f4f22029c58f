"""What the race is handed of the eve: plots in order, each with the security it meets (24, 25)."""

from engine.goods.chariots import Brought
from engine.leagues import lineup
from engine.leagues.words.sheets import Eve, Plan
from engine.leagues.words.state import Entry, Stake
from engine.plots import Plot, Trigger
from engine.stables import unpacked
from records.values import EntryId, Faction
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session


def test_security_meets_every_attempt_on_every_chariot_in_full() -> None:
    """Bob guards with 300 against drugs: it counts against Ann on the first chariot and Cleo on the second (R-G9)."""
    made = league({ANN: 1, BOB: 2, CLEO: 1, DIO: 0}, "eve", betters=(DIO,))
    made.entries.append(Entry(EntryId(4), 3, BOB, "white", 4, False))
    played = session(made)
    leads = Trigger("leads")
    played.answer(ANN, Eve((Stake(1, 100),), (Plan("drug", 2, 900), Plan("no attack", 2, 700, trigger=leads))))
    played.answer(BOB, Eve((Stake(2, 100),), guards=(0, 300, 40)))
    played.answer(CLEO, Eve((Stake(4, 100),), (Plan("drug", 3, 800, (4, 1), spread=True),)))
    played.answer(DIO, Eve(plans=(Plan("no attack", 2, 600, spares=CLEO), Plan("sabotage", 2, 1_500, wheel="inside"))))

    entrants = lineup.entrants(played.state)
    brings = {each.entry: unpacked(each.brings, Brought) for each in entrants if each.brings is not None}

    first, second = brings[EntryId(2)], brings[EntryId(4)]
    assert [(plot.number, plot.payer, plot.device, plot.security) for plot in first.plots] == [
        (1, Faction(ANN), "drug", 300),
        (2, Faction(ANN), "no attack", 0),
        (4, Faction(DIO), "no attack", 0),
        (5, Faction(DIO), "sabotage", 40),
    ]
    assert [plot.spares for plot in first.plots] == [None, Faction(ANN), Faction(CLEO), None]
    assert first.plots[1].trigger == leads
    assert first.plots[3].wheel == "inside"
    assert second.plots == (Plot(3, Faction(CLEO), "drug", 800, 300, horses=(4, 1), spread=True),)
    assert [plot.net for plot in first.plots] == [600, 700, 600, 1_460]
    for entry in (EntryId(1), EntryId(3)):
        assert brings[entry].plots == ()
    assert "900" not in repr(first) + repr(entrants), "plots do not show in a log"
