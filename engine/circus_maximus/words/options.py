"""What a host may choose: the options of a race, and the names of its editions (1.2, 3.2 to 3.4, 16).

Which options go together, and presets of them: :mod:`engine.circus_maximus.host_options`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.fair_start import Ranked
from engine.options import BY_ORDERS, BY_RATING, GENTLE_FIELD, RANKED, SHARES_OUT

EditionName = Literal["basic", "advanced", "epic", "table"]
EpicRow = Literal[
    "car_type_start_dice",
    "start_from_zero_anytime",
    "car_endurance",
    "used_move",
    "lash_team_d6",
    "lash_driver_simple",
    "pulling_match",
    "knife",
    "dust",
    "spread_collision",
    "dragged_ram_single",
    "obstacles",
    "cut_free_then_act",
    "abandon",
    "zero_speed_stationary",
    "wreck_rows",
    "drag_retry",
    "dragged_behind_car",
    "dodge",
    "placings",
]
"""A difference of the Epic edition that can be left out; its id in the register is ``epic.`` and its name (EP-1)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a race: the edition (1.2), the race (3.2 to 3.4) and the optional rules (16)."""

    laps: Annotated[
        Literal[1, 2, 3, 5, 7],
        Meta(
            description="How many times round; 3 by the rules",
            extra={
                "practice": 1,
                "meanings": {
                    "1": "Once round, about 4 turns: to try it out",
                    "2": "Twice round, about 10 turns",
                    "3": "By the rules, about 15 turns",
                    "5": "Five times round, about 26 turns",
                    "7": "As in Rome, about 36 turns",
                },
            },
        ),
    ] = 3
    share_out: Annotated[
        bool,
        Meta(
            description="Share all chariots out among those who enter, instead of one each", extra={"role": SHARES_OUT}
        ),
    ] = False  # by drawing colours (3.4)
    edition: Annotated[
        EditionName,
        Meta(
            description="Basic Game; Advanced, with wrecks, runaway teams, dragged drivers (11 to 18); Epic; or Table",
            extra={
                "meanings": {
                    "basic": "A chariot that turns over is out, and the track stays clear",
                    "advanced": "Wrecks lie about, teams run away, drivers are dragged (11 to 18)",
                    "epic": "As Advanced, by other hands: own starts, knives, dust, obstacles (II)",
                    "table": "By cards, no rulebook: fast, rough, every attack answered in one word",
                }
            },
        ),
    ] = "basic"
    field: Annotated[
        Literal[8, 10, 12, 14, 16],
        Meta(
            description="How many chariots may enter; 8 at most in the Basic Game (18)",
            extra={
                "meanings": {
                    "8": "Up to 8 chariots",
                    **{
                        str(most): f"Up to {most} chariots, in two rows; not in the Basic Game (18)"
                        for most in (10, 12, 14, 16)
                    },
                }
            },
        ),
    ] = 8
    teams: Annotated[bool, Meta(description="Two chariots win together: first and second to enter, and so on")] = False
    detailed_specification: Annotated[
        bool, Meta(description="Build each chariot freely from 32 points, with scythes and whips (16.1)")
    ] = False
    dust: Annotated[bool, Meta(description="Drivers may throw dust, once (16.2)")] = False
    knife: Annotated[bool, Meta(description="Drivers may throw a knife, once (16.2)")] = False
    spear: Annotated[bool, Meta(description="Drivers carry a spear (16.2)")] = False
    horse_carcasses: Annotated[bool, Meta(description="A horse cut free lies in the way (16.3)")] = False
    critical_horse_hits: Annotated[bool, Meta(description="An injury may be worse than it looks (16.4)")] = False
    first_turn_acceleration: Annotated[bool, Meta(description="Good drivers start faster (16.5)")] = False
    written_straining: Annotated[bool, Meta(description="The whip is written with the speed, in secret (16.6)")] = False
    weather: Annotated[bool, Meta(description="It may rain, and the track turn to mud (16.7)")] = False
    evade_cost: Annotated[
        Literal["debit", "cap"],
        Meta(
            description="Evading costs the next phase's factors, or its highest speed",
            extra={
                "meanings": {
                    "debit": "Evading costs factors of your next move",
                    "cap": "Evading lowers the highest speed of your next move",
                }
            },
        ),
    ] = "debit"
    frontal_ram: Annotated[
        Literal["owner", "even"],
        Meta(
            description="Injuries of a frontal ram: as the owner likes, or spread evenly (9.61)",
            extra={
                "meanings": {
                    "owner": "You share out the injuries of a frontal ram among your horses (9.61)",
                    "even": "Injuries of a frontal ram are spread evenly over the team",
                }
            },
        ),
    ] = "owner"
    free_attempts: Annotated[
        Literal["once", "every phase"],
        Meta(
            description="How often a dragged driver tries to get free",
            extra={
                "meanings": {
                    "once": "A dragged driver tries to get free once",
                    "every phase": "A dragged driver tries to get free in every phase",
                }
            },
        ),
    ] = "once"
    horse_cut: Annotated[
        Literal["one", "all"],
        Meta(
            description="Dead horses cut free by one roll",
            extra={
                "meanings": {
                    "one": "One roll cuts one dead horse free",
                    "all": "One roll cuts all dead horses free",
                }
            },
        ),
    ] = "one"
    ram_dice: Annotated[
        Literal[2, 3],
        Meta(
            description="Dice for an injury of a horse, in a ram or a corner; 2 but in the Table game",
            extra={
                "meanings": {
                    "2": "Two dice for an injury of a horse in a ram or a corner (9.5)",
                    "3": "Three dice for it, as one card says: many horses die",
                }
            },
        ),
    ] = 2
    without: tuple[EpicRow, ...] = ()  # differences of the Epic edition that the race does without (EP-1)
    time_limit: Annotated[
        Literal[0, 6, 8, 10, 12, 15, 20],
        Meta(
            description="After how many turns the race ends; whoever leads then wins",
            extra={
                "meanings": {
                    "0": "No time limit: the race ends at the line",
                    **{
                        str(turns): f"The race ends after turn {turns}; whoever leads then wins (II.3.1.1)"
                        for turns in (6, 8, 10, 12, 15, 20)
                    },
                }
            },
        ),
    ] = 0
    no_horse_ram: Annotated[bool, Meta(description="Whoever rams horses by choice cannot win (II.3.1.3)")] = False
    most_turns: int = 0  # after which the race ends, for lessons; 0 for none
    lesson: int = 0  # from whose position the race begins; 0 for none
    by_orders: Annotated[bool, Meta(extra={"role": BY_ORDERS})] = False  # R-G35
    by_rating: Annotated[
        bool,
        Meta(
            description="Lanes by lot in pairs of like rating; in teams, allies of even strength",
            extra={"role": BY_RATING},
        ),
    ] = False  # S-45
    ranked: Annotated[Ranked, Meta(extra={"role": RANKED})] = ()
    gentle: Annotated[bool, GENTLE_FIELD] = False
