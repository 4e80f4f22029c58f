"""What the steward did, in words: each kind of act, with who, what, why and until when."""

import dataclasses
import json
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from cogs.kit.limits import MESSAGE_TEXT, message_length
from records.acts import ActKind, ActRecord
from records.values import EntryId, Faction, PlayerId
from tests.cogs.samples import NASTIEST, WIDEST, a_lobby
from words.shared.acts import act_text
from words.shared.names import names_of

BODIES: dict[str, dict[str, Any]] = {
    "extend": {"seconds": 43_200.0},
    "pause": {"until": 1_900_000_000.5},
    "rewind": {"to": 12},
    "correct": {"field": "lane", "value": "*3*"},
    "replace": {"faction": 2, "player": 500},
    "grace": {"seconds": 21_600.0, "left": 0.0, "until": 1_900_000_000.0},
    "downtime": {"seconds": 185.0},
    "absent": {"missed": 2},
    "substitute": {"faction": 2, "player": 7, "was": 200},
    "vacation": {"until": 1_900_000_000.0},
    "update": {"again": [2]},
    "unmixed": {"what": "beacon"},
    "deserted": {"turns": 7},
    "rest": {"turns": 7, "until": 1_900_000_000.0},
    "asked": {"faction": 2, "player": 5},
    "deputy": {"faction": 2, "player": 5, "was": 200},
    "invite": {"faction": 2, "player": 5},
    "handing": {"faction": 2, "player": 5},
    "decline": {"faction": 2, "player": 7},
    "resign": {"faction": 2, "was": 7},
    "leave": {"player": 7},
    "expel": {"player": 5},
    "hand": {"faction": 2, "player": 5, "was": 200},
    "vote": {"player": 5, "votes": 1, "need": 2},
    "elect": {"player": 5, "was": 200},
    "undo": {"deal": 3},
    "rate": {"rated": False},
}
TOLD = {
    "extend": "<@7> gave 🔵 **2 Comet** 12h more.",
    "pause": "<t:1900000000:f>",
    "rewind": "all that was decided after decision 12 is void",
    "correct": "lane is now \\*3\\*",
    "replace": "gave the reins of 🔵 **2 Comet** to <@500>",
    "grace": "6h of grace are used, until <t:1900000000:f> (<t:1900000000:R>). None is left.",
    "downtime": "I was away for 3m",
    "absent": "did not answer 2 times running",
    "substitute": "<@7> takes the reins of 🔵 **2 Comet** in the place of <@200>",
    "handing": "<@7> asks <@5> to take the reins of 🔵 **2 Comet**",
    "default": "before the deadline",
    "vacation": "is away until <t:1900000000:f>",
    "update": "Your answers stand. 🔵 **2 Comet**: please decide again. Your answer no longer fits the rules.",
    "unmixed": "The public beacon did not answer.",
    "deserted": "After 7 of them the race rests until somebody comes.",
    "rest": "Otherwise I call it off <t:1900000000:f>",
    "volunteer": "<@7> drives for others",
    "withdraw": "<@7> is no substitute any more",
    "asked": "Nobody drives 🔵 **2 Comet**. <@5>, you are the next substitute",
    "deputy": "<@7> gave the whole stable 🔵 **2 Comet** to <@5>",
    "invite": "<@7> asked <@5> to be the deputy of 🔵 **2 Comet**.",
    "decline": "<@7> has no time to be the deputy of 🔵 **2 Comet**.",
    "resign": "<@7> gave the reins of 🔵 **2 Comet** back. A house driver has them until somebody else takes them.",
    "leave": "<@7> left the race. A house driver takes the reins of 🔵 **2 Comet** until somebody else does.",
    "expel": "<@7> expelled <@5> from the league. A manager keeps 🔵 **2 Comet**, with its money and debts.",
    "hand": "<@7> gave 🔵 **2 Comet** to <@5>, with its chariots, money and debts.",
    "vote": "<@7> wants <@5> as host: 1 of 2 votes",
    "elect": "<@7> handed the race over: <@5> hosts it now.",
    "undo": "<@7> undid deal 3: goods and money are back.",
    "allow": "<@7> allowed the server's prizes for this league: all its first three get theirs.",
    "rate": "<@7> kept this race out of the ratings. Its result stands.",
}


def an_act(kind: Any, reason: str = "", **changed: Any) -> ActRecord:
    body = json.dumps(BODIES.get(kind, {}))
    given: dict[str, Any] = {"kind": kind, "by": PlayerId(7), "entry": EntryId(2), "reason": reason, "body": body}
    return ActRecord(**{**given, "at": 1.0, **changed})


@pytest.mark.parametrize("kind", get_args(ActKind))
def test_each_act_is_told_with_its_reason(kind: str) -> None:
    text = act_text(a_lobby("Comet"), an_act(kind, "The *power* was out, <@5>"))

    assert TOLD.get(kind, "") in text
    assert text.endswith("Reason: The \\*power\\* was out, ‹@\u200b5\\>")
    assert "None" not in text.replace("None is left", "")


@pytest.mark.parametrize("kind", get_args(ActKind))
@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
def test_the_longest_acts_fit_into_a_message(kind: str, name: str) -> None:
    text = act_text(
        a_lobby(name), an_act(kind, "*" * 300, body=json.dumps({**BODIES.get(kind, {}), "value": "*" * 60}))
    )

    assert message_length(text) <= MESSAGE_TEXT


def test_a_deputy_who_resigns_gives_a_stable_back() -> None:
    resigned = an_act("resign", body=json.dumps({"player": 7, "was": 200}))

    assert act_text(a_lobby("Comet"), resigned) == "🤝 <@7> is no deputy any more: 🔵 **2 Comet** is <@200>'s again."


def test_a_request_taken_back_and_a_deputy_replaced_are_told_by_name() -> None:
    back = an_act("return", body=json.dumps({"faction": 2, "player": 7, "was": 7, "asked": 5}))
    after = an_act("deputy", body=json.dumps({"faction": 2, "player": 5, "was": 9}))
    first = an_act("deputy", body=json.dumps({"faction": 2, "player": 5, "was": 7}))

    assert act_text(a_lobby("Comet"), back) == "🤝 <@7> asks <@5> no longer to be the deputy of 🔵 **2 Comet**."
    assert act_text(a_lobby("Comet"), after).endswith("<@9> is no deputy any more.")
    assert act_text(a_lobby("Comet"), first).endswith("takes it back.")


def test_what_is_for_all_names_nobody() -> None:
    assert "gave everybody 12h more" in act_text(a_lobby("Comet"), an_act("extend", entry=None))


def test_a_place_without_a_person_goes_to_a_house_driver() -> None:
    body = json.dumps({"faction": 2, "player": None})

    assert "to a house driver" in act_text(a_lobby("Comet"), an_act("replace", body=body))


def test_what_happens_by_itself_is_done_by_the_clock() -> None:
    assert act_text(a_lobby("Comet"), an_act("resume", by=None)).startswith("▶️ The race’s clock lets")


@pytest.mark.parametrize(
    ("by", "body", "told"),
    [
        (None, {"player": 5, "was": 7}, "More than half of the owners voted: <@5> hosts the league now."),
        (5, {"player": 5, "was": 7, "took": True}, "left this server. <@5>, the first to enter, hosts the race now."),
        (
            5,
            {"player": 5, "was": -1, "took": True},
            "The race had no host any more. <@5>, the first to enter, hosts the",
        ),
        (5, {"player": 5, "was": 7}, "<@5> handed the race over: <@5> hosts it now."),
    ],
)
def test_the_way_to_a_new_host_is_told(by: int | None, body: dict[str, Any], told: str) -> None:
    who = None if by is None else PlayerId(by)

    assert told in act_text(a_lobby("Comet"), an_act("elect", by=who, body=json.dumps(body)))


OWNER, OTHER, THIRD = 111, 222, 333


@pytest.mark.parametrize(
    ("kind", "by", "body", "told"),
    [
        ("replace", OTHER, {"player": THIRD, "was": OWNER}, "to <@333>, in the place of <@111>."),
        ("replace", OTHER, {"player": OWNER, "was": THIRD}, "back to <@111>, in the place of <@333>."),
        ("replace", OTHER, {"player": OWNER, "was": OWNER}, "back to <@111>."),
        ("replace", OTHER, {"player": OTHER, "was": OWNER}, "<@222> took the reins of {}, in the place of <@111>."),
        ("replace", OTHER, {"player": None, "was": OWNER}, "to a house driver, in the place of <@111>."),
        ("return", OWNER, {"player": OWNER, "was": OTHER}, "is back at the reins of {} and takes over from <@222>."),
        ("return", OWNER, {"player": OWNER, "was": OWNER}, "<@111> is back at the reins of {}."),
        ("substitute", THIRD, {"player": THIRD, "was": OTHER}, "of {} in the place of <@222>, with"),
        ("absent", None, {"player": OWNER, "missed": 2}, "<@111> can take them back at any time"),
        ("absent", None, {"player": OWNER, "missed": 0, "left": "Ben*"}, "**Ben\\*** has left this server"),
        ("absent", None, {"player": OTHER, "missed": 2}, "<@111> can take them back at any time with `/my return`; so"),
    ],
)
def test_who_gives_and_who_gets_the_reins_is_named(kind: str, by: int | None, body: dict[str, Any], told: str) -> None:
    lobby = a_lobby("Comet")
    seats = [replace(each, player=PlayerId(OWNER)) if each.faction == 2 else each for each in lobby.factions]
    shared = [replace(each, faction=Faction(2)) if each.entry == 3 else each for each in lobby.entries]
    lobby = dataclasses.replace(lobby, factions=tuple(seats), entries=tuple(shared))
    faction = {} if kind == "absent" else {"faction": 2}
    who = None if by is None else PlayerId(by)

    text = act_text(lobby, an_act(kind, by=who, body=json.dumps({**faction, **body})))

    names = names_of(lobby.entries)
    assert told.format(f"{names[EntryId(2)]} and {names[EntryId(3)]}") in text
