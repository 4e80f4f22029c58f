"""Somebody sends what no client would send, with another's number in it: that other keeps all that is theirs."""

from sandbox.client import text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena
from tests.e2e.races import started

BUTTON = {"component_type": 2}


def form(custom_id: str, word: str) -> Json:
    """Return a form as it is sent, with a word typed into it."""
    field = {"type": 4, "id": 2, "custom_id": "word", "value": word}
    return {"custom_id": custom_id, "components": [{"type": 18, "id": 1, "component": field}]}


async def test_no_forged_press_and_no_forged_form_has_anybody_else_forgotten(arena: Arena) -> None:
    race = await started(arena, "Games.", people=[arena.ana], rivals=2)
    before = await arena.kept(race.id)
    asked = await arena.ana.run("my forget", channel=race.thread)
    answer = await arena.ana.wait_for(lambda each: "What goes" in text_of(each))
    ana, ben = arena.ana.id, arena.ben.id
    assert asked.interaction_id

    for custom_id in ("forget:ask", f"forget:ask:{ana}", f"forget:{ana}"):
        await arena.control.forge(ben, race.thread["id"], {"custom_id": custom_id, **BUTTON}, answer)
    for custom_id in (f"forgetting:ask:{ana}", f"forgetting:{ana}", "forgetting:ask"):
        await arena.control.forge(ben, race.thread["id"], form(custom_id, "forget me"), answer)
    await arena.ben.wait_for(lambda each: "You are forgotten" in text_of(each))

    after = await arena.kept(race.id)
    assert [each.player for each in after.factions] == [each.player for each in before.factions]
    assert after.factions[0].player == int(ana)
    assert after.entries == before.entries
