"""Jobs of the process that works out chances (B-20, CUP-3): those of a race, or of a cup between two races."""

from collections.abc import Mapping

import msgspec

from engine.betting.cups import CupChances, CupJob, work_out_cup
from engine.betting.model import Chances, Job, work_out, work_out_turn
from engine.game import AnyRuleset


def done(job: bytes, rulesets: Mapping[str, AnyRuleset]) -> bytes:
    """Do a job and return its result; both are JSON on one line."""
    wanted = msgspec.json.decode(job, type=Job | CupJob)
    rules = rulesets[wanted.ruleset]
    found: Chances | CupChances
    if isinstance(wanted, CupJob):
        found = work_out_cup(rules, wanted)
    else:
        view = rules.read_view(wanted.view)
        found = work_out(rules, view, wanted.temperaments, wanted.samples, wanted.seed)
        if wanted.has_pairs:
            ahead = work_out_turn(rules, view, wanted.temperaments, wanted.samples, wanted.seed)
            found = msgspec.structs.replace(found, ahead=ahead)
    return msgspec.json.encode(found)
