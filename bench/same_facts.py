"""Whether two checkouts tell the same: ``python -m bench.same_facts OTHER [--races 300] [--only WORD ...]``.

House drivers play races of each kind in both checkouts, one process beside the other, from the same seeds. A race is
the same if all its facts and the number of its questions are. The exit code is 1 if any differs, and its seed is
printed; 2 if there is no kind of that name.
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


def main(arguments: Sequence[str]) -> int:
    """Play all kinds that are wanted in both checkouts, and print how many races are the same; 1 if any is not."""
    parser = argparse.ArgumentParser(prog="python -m bench.same_facts", description=__doc__)
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--races", type=int, default=RACES, help=f"of each kind; {RACES} if left out")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="kinds with one of these in their name")
    chosen = parser.parse_args(arguments)
    wanted = [kind for kind in KINDS if not chosen.only or any(word in kind for word in chosen.only)]
    if not wanted:
        print(f"no kind is called that; there are: {'; '.join(KINDS)}", file=sys.stderr)
        return 2
    different = 0
    for kind in wanted:
        options, chariots = KINDS[kind]
        code = _TOLD.format(options=options, chariots=chariots, races=chosen.races)
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
