"""The facts of a Circus Maximus race: one vocabulary, told by subject.

A roll is an :class:`engine.facts.Rolled`, just before its effects.
"""

from engine.circus_maximus.words.facts.causes import *
from engine.circus_maximus.words.facts.driving import *
from engine.circus_maximus.words.facts.falling import *
from engine.circus_maximus.words.facts.fighting import *
from engine.circus_maximus.words.facts.plotting import *
from engine.facts import Common

Facts = (
    Common | LaneDrawn | ColourDrawn | PointsRevealed | Equipped | TurnBegan | JostleEased
    | TeamDeclined | SpeedsRevealed | Drawn | PhaseBegan | SpeedFell | FactorsLost | PhaseEnded | Moved | LaneChanged
    | Braked | Sideslipped | TeamStrained | GainTaken | HorseCutFree | CuttingFailed | EnduranceLost | EnduranceGone
    | CornerStrained | CornerTaken | Jostled | StrainingBarred | Attacked | Held | BrakedBack | Evaded | TeamLashed
    | DriverLashed | Wounded | Weakened | Hindered | WhipLost | Rammed | CarsDamaged | HorseInjured | HorseDied
    | WheelDamaged | WheelHeld | WheelLost | Flipped | DriverDied | Stopped | MarkerRemoved | FinalTurnCalled
    | Finished | RaceEnded
    | Specified | AlliesNamed | WeatherChanged | WreckCameDown | WreckStruck | ObstacleEntered | ObstacleCrossed
    | CarcassLeft | RanAway | TeamHalted | TeamRemoved | DriverDragged | PulledOut | DriverFreed | FreeingFailed
    | DriverHurt | StoodUp | RunDown | RanOnFoot | ClimbFailed | Escaped | CriticallyHit | Maimed | TuggedOfWar
    | HorseWorseHurt | WeaponUsed | WeaponTold | Blinded | SightRegained | DrivesStraight
    | HinderedNextTurn | TeamLashedNextTurn | StandingTeamLashed | Dodged | RunOver | SteppedOff
    | StrainsRevealed | PlotRevealed | Bribed | AttackCalledOff | BribeBroken | BribesLapsed | Drugged | Sabotaged
)  # fmt: skip
