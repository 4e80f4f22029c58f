"""Whether two checkouts tell the same: ``python -m bench.same_facts OTHER [--races 300] [--only WORD ...]``.

House drivers play races of each kind and game in both checkouts, one process beside the other, from the same seeds. A
race is the same if all its facts are, and in Circus Maximus the number of its questions. So are seasons: at random with
races that are thrown, and with races that are driven, by teams from their stables and with plots of all devices. A
season is the same if all its facts are. The exit code is 1 if any differs, and its seed is printed; 2 if there is no
kind of that name.
"""

import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

HERE = Path(__file__).parents[1]
RACES = 300

_TOLD = """
from hashlib import sha256
from msgspec.json import encode
from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.words.options import Options
SEATS = ("careful", "racer", "brute", "racer", "careful", "brute", "racer", "careful") * 2
options, chariots = Options(**{options!r}), {chariots}
for race in range({races}):
    turned = race % 8
    seats = (SEATS[turned:] + SEATS[:turned])[:chariots]
    played = play_race(RULESET, b"same %d" % race, seats, options)
    print(sha256(encode(played.facts)).hexdigest()[:16], played.asked, flush=True)
"""

_CAESAR = """
from hashlib import sha256
from msgspec.json import encode
from engine.ave_caesar.house.simulation import play_race
from engine.ave_caesar.ruleset import RULESET
from engine.ave_caesar.state import Options
tempers = sorted(RULESET.drivers)
for race in range({races}):
    seats = [tempers[(race + place) % len(tempers)] for place in range(3 + race % 4)]
    told = play_race(RULESET, b"same %d" % race, seats, Options()).facts
    print(sha256(encode(told)).hexdigest()[:16], len(told), flush=True)
"""

_CHARIOT = """
from hashlib import sha256
from msgspec.json import encode
from engine.chariot_race.house.drivers import DRIVERS
from engine.chariot_race.house.simulation import play_race
from engine.chariot_race.state import Options
from engine.chariot_race.track import TRACKS
tempers = list(DRIVERS)
for race in range({races}):
    seats = [tempers[(race + place) % len(tempers)] for place in range(2 + race % 5)]
    options = Options(TRACKS[race % len(TRACKS)], boards=("white", "black")[race // 4 % 2])
    told = play_race(b"same %d" % race, seats, options).facts
    print(sha256(encode(told)).hexdigest()[:16], len(told), flush=True)
"""

_ROME = """
from hashlib import sha256
from msgspec.json import encode
from engine.chariots_of_rome.house.drivers import DRIVERS
from engine.chariots_of_rome.house.simulation import play_race
from engine.chariots_of_rome.printed.board import TRACK_NAMES
from engine.chariots_of_rome.words.options import Options
tempers = list(DRIVERS)
for race in range({races}):
    seats = [tempers[(race + place) % len(tempers)] for place in range(2 + race % 7)]
    told = play_race(b"same %d" % race, seats, Options(TRACK_NAMES[race % len(TRACK_NAMES)])).facts
    print(sha256(encode(told)).hexdigest()[:16], len(told), flush=True)
"""

_AT_RANDOM = """
from hashlib import sha256
from msgspec.json import encode
from tests.leagues.seasons import RandomSeason
for seed in range({races}):
    told = RandomSeason(seed).play().table.told
    print(sha256(encode(told)).hexdigest()[:16], len(told), flush=True)
"""

_PLOTTED = """
from hashlib import sha256
from random import Random
from msgspec.json import encode
from engine.leagues import house, season, setup
from engine.leagues.words.facts import PlotExposed, RaceCameBack
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import Eve, EveOfRace, Plan
from records.refusals import Refused
from records.values import EntryId
At = type(Plan("slow", 1, 1).trigger)
DEVICES = ["no attack", "slow", "drug", "sabotage"]
TRIGGERS = [At("first attack"), At("turn", 1), At("turn", 2), At("lap", 1), At("leads"), At()]
TEMPERS = ["sly", "bold", "steady", "sly"]

def plan(pick, device, target, cost):
    horses = (pick.randint(1, 4),) if device == "drug" else ()
    wheel = pick.choice(["inside", "outside"]) if device == "sabotage" else "outside"
    return Plan(device, target, cost, horses, bool(horses), wheel, pick.choice(TRIGGERS) if not horses else At())

def plotting(temper, pick):
    def answer(view, ask):
        given, asked = house.MANAGERS[temper](view, ask), ask.question
        if not isinstance(asked, EveOfRace) or not asked.own or len(asked.own) == len(asked.entered):
            return given
        target = pick.choice([each for each in asked.entered if each not in asked.own])
        bribe, *others = pick.sample(DEVICES[:2], 1) + pick.sample(DEVICES[2:], pick.randint(0, 2))
        plans = [plan(pick, device, target, pick.choice([1000, 1500, 3000])) for device in (bribe, *others)]
        sheet = Eve(given.stakes, tuple(plans), (100, 100, 100))
        try:
            asked.verify(sheet)
        except Refused:
            return given
        return sheet
    return answer

for seed in range({races}):
    pick = Random(seed)
    edition = "epic" if seed % 3 == 2 else "advanced"
    options = LeagueOptions(events=5, laps=pick.choice([1, 1, 2]), filled_to=6, edition=edition)
    stables = dict(enumerate(TEMPERS, start=1))
    managers = {{EntryId(number): plotting(temper, pick) for number, temper in stables.items()}}
    league = setup.new_league(options, season.members(TEMPERS))
    told = season.play_season(league, managers, f"plots {{seed}}", stables).table.told
    ran, exposed = (sum(isinstance(fact, kind) for fact in told) for kind in (RaceCameBack, PlotExposed))
    print(sha256(encode(told)).hexdigest()[:16], ran, "races", exposed, "plots", flush=True)
"""

_ALL = {
    "edition": "advanced",
    "detailed_specification": True,
    "dust": True,
    "knife": True,
    "spear": True,
    "horse_carcasses": True,
    "critical_horse_hits": True,
    "first_turn_acceleration": True,
    "written_straining": True,
    "weather": True,
}
KINDS: Mapping[str, tuple[dict[str, object], int]] = MappingProxyType(
    {
        "basic": ({"edition": "basic"}, 8),
        "advanced": ({"edition": "advanced"}, 8),
        "advanced with all optional rules": (_ALL, 8),
        "advanced, sixteen in teams": ({"edition": "advanced", "field": 16, "teams": True}, 16),
        "epic": ({"edition": "epic"}, 8),
        "epic, as its preset": ({"edition": "epic", "weather": True, "horse_carcasses": True}, 8),
    }
)
"""Options, and how many chariots."""

OTHERS: Mapping[str, str] = MappingProxyType(
    {
        "ave caesar": _CAESAR,
        "chariot race": _CHARIOT,
        "chariots of rome": _ROME,
        "seasons at random": _AT_RANDOM,
        "seasons of five races with plots": _PLOTTED,
    }
)
"""What plays and tells the other games, and seasons."""


def main(arguments: Sequence[str]) -> int:
    """Play all kinds that are wanted in both checkouts, and print how many races are the same; 1 if any is not."""
    parser = argparse.ArgumentParser(prog="python -m bench.same_facts", description=__doc__)
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--races", type=int, default=RACES, help=f"of each kind; {RACES} if left out")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="kinds with one of these in their name")
    chosen = parser.parse_args(arguments)
    wanted = [kind for kind in (*KINDS, *OTHERS) if not chosen.only or any(word in kind for word in chosen.only)]
    if not wanted:
        print(f"no kind is called that; there are: {'; '.join((*KINDS, *OTHERS))}", file=sys.stderr)
        return 2
    different = 0
    for kind in wanted:
        options, chariots = KINDS.get(kind, ({}, 0))
        code = OTHERS.get(kind, _TOLD).format(options=options, chariots=chariots, races=chosen.races)
        playing = [_started(code, checkout) for checkout in (chosen.other.resolve(), HERE)]
        other, own = (each.communicate()[0].split("\n")[:-1] for each in playing)
        unlike = [race for race in range(chosen.races) if other[race : race + 1] != own[race : race + 1] or not own]
        different += len(unlike)
        print(f"{kind}: {chosen.races - len(unlike)} of {chosen.races} the same", *unlike[:10], flush=True)
    return int(different > 0)


def _started(code: str, checkout: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", code], cwd=checkout, stdout=subprocess.PIPE, text=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
