"""Before the race (3.2 to 3.6).

3.2  The colours are placed on the start lanes at random.
3.3  Where factions share out the chariots, each draws one; then all draw again in turn, or, where the chariots do not
3.4  go round, those with the highest of three dice draw the rest.
3.6  Each chariot has four preparation points, spent in secret; then its driver, team and endurance are rolled.
16.1 Or, as an option, 32 points for which all is bought as it will be; 16.2 without it the host hands weapons out.
18   More than eight chariots start in two rows.
"""

from collections.abc import Mapping, Sequence

from engine.circus_maximus.harm import lots, weather
from engine.circus_maximus.printed import stages
from engine.circus_maximus.printed.editions import edition_of, weapons_of
from engine.circus_maximus.printed.tables import CAR_TYPES, TRACK
from engine.circus_maximus.words.asks import Preparation, Prepare
from engine.circus_maximus.words.costs import BUDGET
from engine.circus_maximus.words.facts import AlliesNamed, ColourDrawn, Equipped, LaneDrawn, PointsRevealed, Specified
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.specifications import Specification, Specify
from engine.circus_maximus.words.state import CarType, Chariot, Horse, Race, Wheels
from engine.facts import Modifier
from engine.fair_start import even_pairs, in_line, mirrored
from engine.game import Entrant
from engine.goods.chariots import Brought
from engine.questions import Ask, AskAll, Play
from engine.stables import unpacked
from engine.table import Table
from engine.track import square_name
from records.values import EntryId, Faction, Lane

UNSAID = Preparation(1, 0, 2, 1)


"""The preparation of a chariot whose player is silent: points for driver, car, team, endurance (A19)."""


def new_race(options: Options, entrants: Sequence[Entrant]) -> Race:
    """Return a race before its set-up, with 2 to 16 chariots.

    Where factions share out the chariots, those named among the entrants take part, numbered from 1; which chariots
    they get is drawn (3.3, 3.4), unless it was drawn before.
    """
    factions = {entrant.faction for entrant in entrants if entrant.faction is not None}
    chariots = {
        entrant.entry: Chariot(entrant.colour, None if options.share_out and not entrant.is_drawn else entrant.faction)
        for entrant in entrants
    }
    for entrant in entrants:
        chariots[entrant.entry].brings = None if entrant.brings is None else unpacked(entrant.brings, Brought)
        chariots[entrant.entry].stands_at_zero = edition_of(options).stands_at_zero
    if options.teams:
        _pair(chariots)
    race = Race(chariots, options, len(factions))
    if stage := stages.STAGES.get(options.lesson):
        stages.set_stage(race, stage)
        for chariot in race.chariots.values():
            arm(options, chariot)
    return race


def set_up(race: Race, table: Table) -> Play[None]:
    """Draw lanes and colours, fit the chariots out, and look at the sky (3.2 to 3.6, 16.1, 16.7)."""
    if _is_of_a_league(race):
        _line_up(race, table)
        return
    lanes_later = edition_of(race.options).lanes_after_building
    if not lanes_later:
        _line_up_by_lot(race, table)
    if race.options.share_out and race.factions and not all(each.faction for each in race.chariots.values()):
        _share_out(race, table)
    if race.options.detailed_specification:
        yield from _specify(race, table)
    else:
        yield from _prepare(race, table)
    if lanes_later:  # T2
        _line_up_by_lot(race, table)
    weather.begin_race(race, table)
    race.is_set_up = True
    table.end_scene()


def _line_up_by_lot(race: Race, table: Table) -> None:
    """Draw lanes, and tell who are allies: by rating, they are by the lanes (3.2, S-45)."""
    _draw_lanes(race, table)
    _name_allies(race, table)


def _is_of_a_league(race: Race) -> bool:
    """Tell whether all bring what they race with: preparation is over then (20.1)."""
    return all(chariot.brings is not None for chariot in race.chariots.values())


def _line_up(race: Race, table: Table) -> None:
    """Put the chariots of a league on the lanes it has drawn, each with all it brings (20.1, 20.22)."""
    for entry, chariot in race.chariots.items():
        assert chariot.brings is not None
        lane, row = Lane(chariot.brings.lane), TRACK.data.start_rows[chariot.brings.second_row]
        chariot.square = square_name(TRACK.data.start_section, row.team, lane)
        table.tell(LaneDrawn(entry, lane, chariot.square))
    for entry, chariot in race.chariots.items():
        _bring(race, table, entry, chariot)
        arm(race.options, chariot)
    weather.begin_race(race, table)
    race.is_set_up = True
    table.end_scene()


def _bring(race: Race, table: Table, entry: EntryId, chariot: Chariot) -> None:
    """Fit a chariot out as it comes from its stable, wounds included (22)."""
    brings = chariot.brings
    assert brings is not None
    chariot.car = brings.car
    chariot.endurance = chariot.endurance_start = edition_of(race.options).endurance_left(
        race.options.laps, chariot.car, brings.endurance
    )
    chariot.modifier_start = brings.modifier
    chariot.modifier = brings.modifier - brings.wounds.weakened
    chariot.arm, chariot.eyes_lost = brings.wounds.arm, list(brings.wounds.eyes)
    chariot.wheels = Wheels(*brings.wheels)
    chariot.hits, chariot.hits_start = brings.hits, brings.boxes
    chariot.horses = [Horse(horse.boxes, horse.injury) for horse in brings.horses]
    chariot.drugged = [0] * len(chariot.horses)
    speeds = tuple(horse.speed for horse in chariot.horses)
    table.tell(Equipped(entry, chariot.modifier, chariot.hits, chariot.car, speeds, chariot.endurance))


def _prepare(race: Race, table: Table) -> Play[None]:
    """Let all spend their preparation points in secret, and roll for the results (3.6)."""
    asks = tuple(Ask(entry, Prepare(), UNSAID, secret=True) for entry in race.chariots)
    spent: dict[EntryId, Preparation] = yield AskAll(asks)
    for entry, points in spent.items():
        table.tell(PointsRevealed(entry, points.driver, points.car, points.team, points.endurance))
    for entry, points in spent.items():
        _equip(race, table, entry, points)
        arm(race.options, race.chariots[entry])  # the host hands weapons out (H2)


def _specify(race: Race, table: Table) -> Play[None]:
    """Let all build their chariots in secret, without dice (16.1)."""
    question = Specify(BUDGET, weapons_of(race.options))
    default = question.legal()[0]
    asks = tuple(Ask(entry, question, default, secret=True) for entry in race.chariots)
    built: dict[EntryId, Specification] = yield AskAll(asks)
    for entry, specification in built.items():
        table.tell(_told_of(entry, specification))
        _build(race, table, entry, specification)


def arm(options: Options, chariot: Chariot) -> None:
    """Hand a driver the weapons of this race; where their own knife flies, they have no other to cut with (II.10.5)."""
    chariot.weapons = list(weapons_of(options))
    chariot.has_small_knife = not edition_of(options).throws_own_knife


def _draw_lanes(race: Race, table: Table) -> None:
    """Draw the chariots of a second row, if there is one, then the lanes row by row (3.2, 18, CM-33).

    By rating, it then gives out lanes and allies anew (S-45).
    """
    front, second = list(race.chariots), list[EntryId]()
    while len(front) > TRACK.data.lanes:
        second.append(front.pop(lots.draw_one(table, len(front), "second row", "18")))
    drawn: dict[EntryId, tuple[int, Lane]] = {}
    for row, entries in enumerate((front, sorted(second))):
        lanes = [Lane(lane) for lane in range(1, TRACK.data.lanes + 1)]
        for entry in entries:
            drawn[entry] = row, lanes.pop(lots.draw_one(table, len(lanes), "start lane", "3.2"))
            if not race.options.ranked:
                _take_lane(race, table, entry, drawn[entry])
    if race.options.ranked:
        _by_rating(race, table, drawn)


def _by_rating(race: Race, table: Table, drawn: Mapping[EntryId, tuple[int, Lane]]) -> None:
    """Give out the lanes that were drawn in pairs of like rating, and make allies of even strength (S-45)."""
    by_lot = sorted(drawn, key=lambda entry: drawn[entry])
    line = in_line(race.options.ranked, by_lot)
    for entry, place in zip(mirrored(by_lot, line), sorted(drawn.values()), strict=True):
        _take_lane(race, table, entry, place)
    if race.options.teams:
        for one, other in even_pairs(line):
            race.chariots[one].ally, race.chariots[other].ally = other, one


def _take_lane(race: Race, table: Table, entry: EntryId, place: tuple[int, Lane]) -> None:
    """Put a chariot on the start square of a row and lane."""
    row, lane = place
    chariot = race.chariots[entry]
    chariot.square = square_name(TRACK.data.start_section, TRACK.data.start_rows[row].team, lane)
    table.tell(LaneDrawn(entry, lane, chariot.square))


def stands_in_second_row(chariot: Chariot) -> bool:
    """Tell whether a chariot that has not moved yet starts behind the front row (18)."""
    return TRACK.number(chariot.square) == TRACK.data.start_rows[1].team


def _share_out(race: Race, table: Table) -> None:
    """Let the factions draw colours until all are owned (3.3, 3.4, A20)."""
    colours = list(race.chariots)
    order = [Faction(number) for number in range(1, race.factions + 1)]
    is_even = len(colours) % len(order) == 0
    _draw_colours(race, table, colours, order)
    if not is_even:
        order = _by_roll(table, order)
    while colours:
        _draw_colours(race, table, colours, order)


def _draw_colours(race: Race, table: Table, colours: list[EntryId], order: Sequence[Faction]) -> None:
    """Let each faction draw one of the *colours* that are left, in this order."""
    for faction in order[: len(colours)]:
        entry = colours.pop(lots.draw_one(table, len(colours), "colour", "3.3"))
        race.chariots[entry].faction = faction
        table.tell(ColourDrawn(faction, entry))


def _by_roll(table: Table, tied: Sequence[Faction]) -> list[Faction]:
    """Return factions by their three dice, the highest first; those who tie roll again among themselves (3.4)."""
    if len(tied) == 1:
        return list(tied)
    totals = {faction: table.roll(None, f"colours of faction {faction}", "3.4", count=3).total for faction in tied}
    order: list[Faction] = []
    for total in sorted(set(totals.values()), reverse=True):
        order += _by_roll(table, [faction for faction in tied if totals[faction] == total])
    return order


def _equip(race: Race, table: Table, entry: EntryId, points: Preparation) -> None:
    """Roll for the purchases of a chariot's points (3.61 to 3.64)."""
    chariot, edition = race.chariots[entry], edition_of(race.options)
    chariot.modifier = chariot.modifier_start = points.driver
    rolled = table.roll(entry, "driver hits", "3.61", count=1, modifiers=(Modifier("DM", points.driver),))
    chariot.hits = chariot.hits_start = edition.driver_hits(rolled.total)
    chariot.car = CAR_TYPES[points.car]
    speeds = edition.team_speed[points.team][table.roll(entry, "team speed", "3.63", count=1).total - 1]
    chariot.horses = [Horse(speed) for speed in speeds]
    endurance = edition.team_endurance[points.endurance][table.roll(entry, "endurance", "3.64", count=1).total - 1]
    chariot.endurance = chariot.endurance_start = edition.endurance_left(race.options.laps, chariot.car, endurance)
    table.tell(Equipped(entry, chariot.modifier, chariot.hits, chariot.car, speeds, chariot.endurance))


UNCLASSED: CarType = "normal"


"""The class of a freely built car where a rule needs one; it adds and takes off nothing (16.1, H1)."""


def _told_of(entry: EntryId, built: Specification) -> Specified:
    return Specified(
        entry,
        built.horses,
        built.modifier,
        built.hits,
        built.whip,
        built.boxes_inside,
        built.boxes_outside,
        built.endurance,
        built.blades_inside,
        built.blades_outside,
        built.weapons,
    )


def _build(race: Race, table: Table, entry: EntryId, built: Specification) -> None:
    """Fit a chariot out as it was specified (16.1)."""
    chariot = race.chariots[entry]
    chariot.horses = [Horse(speed) for speed in built.horses]
    chariot.modifier = chariot.modifier_start = built.modifier
    chariot.hits = chariot.hits_start = built.hits
    chariot.has_whip, chariot.long_whip = built.whip != "none", built.whip == "long"
    chariot.boxes_inside, chariot.boxes_outside = built.boxes_inside, built.boxes_outside
    chariot.blades_inside, chariot.blades_outside = built.blades_inside, built.blades_outside
    chariot.endurance = chariot.endurance_start = built.endurance
    chariot.weapons = list(built.weapons)
    chariot.car = UNCLASSED
    table.tell(Equipped(entry, chariot.modifier, chariot.hits, chariot.car, built.horses, chariot.endurance))


def _pair(chariots: Mapping[EntryId, Chariot]) -> None:
    """Make allies of each two that entered one after the other, or follow each other by number (CM-32)."""
    entered = sorted(chariots, key=lambda entry: (chariots[entry].faction or len(chariots) + 1, entry))
    for one, other in zip(entered[::2], entered[1::2], strict=False):  # the last of an odd number stays alone
        chariots[one].ally, chariots[other].ally = other, one


def _name_allies(race: Race, table: Table) -> None:
    """Tell the allies, each pair once (CM-32)."""
    for entry, chariot in race.chariots.items():
        if chariot.ally is not None and entry < chariot.ally:
            table.tell(AlliesNamed(entry, chariot.ally))
