"""A race taken up from its record: its last checkpoint, and the answers since."""

from engine.game import AnyRuleset
from engine.session import Checkpoint, Session
from records.batches import KeptRace
from steward.running.beginnings import dice_of
from steward.running.live import Live, StoryChanged


def rebuild(kept: KeptRace, rules: AnyRuleset) -> Live:
    """Return a race as it stood: its last checkpoint and the answers since.

    :raises StoryChanged: if they tell another story now.
    """
    assert kept.checkpoint is not None
    seq = kept.checkpoint.seq
    try:
        live = at_checkpoint(kept, rules)
        if not kept.inputs and live.session.table.digest.hex() != kept.begun:
            raise StoryChanged(kept.race.id, seq)
        for past in kept.inputs:
            seq = past.seq
            live.take_up(past)
            if live.session.table.digest.hex() != past.digest:
                raise StoryChanged(kept.race.id, seq)
    except Exception as error:  # rules that changed may break in any way
        raise StoryChanged(kept.race.id, seq) from error
    live.has_taken_up()
    return live


def at_checkpoint(kept: KeptRace, rules: AnyRuleset) -> Live:
    """Return a race as the turn under way began: with its first questions, before any answer."""
    assert kept.checkpoint is not None
    record = kept.checkpoint
    digest = bytes.fromhex(record.digest)
    start = Checkpoint(
        record.state.encode(), record.version, record.seq, record.rolled, record.told, digest, record.stream
    )
    session = Session(rules, start, dice_of(kept, record.rolled, record.stream))
    return Live(kept, rules, session, record.scenes)
