"""The check of a sandbox's answers finds what is wrong, among many that are alike."""

from typing import Any

import pytest

from sandbox.errors import Json
from tests.sandbox.conftest import Api
from tests.sandbox.described import problems_of_answers, problems_of_event

CONTENTS = ("x", "y", "z")


async def answers(api: Api) -> list[Json]:
    """Return three answers that are alike, as the sandbox's records keep them."""
    kept = []
    for number, content in enumerate(CONTENTS):
        path = f"/channels/{api.races}/messages"
        record = {"n": number, "method": "POST", "path": path, "route": "/channels/{channel_id}/messages"}
        kept.append(record | {"status": 200, "fault": None, "answer": await api.sent({"content": content})})
    return kept


@pytest.mark.parametrize(
    "wrong",
    [{"id": "no id"}, {"id": None}, {"content": 7}, {"attachments": [{}]}, {"nonce": "x" * 26}, {"type": 99}],
)
async def test_one_wrong_answer_among_others_is_found(wrong: dict[str, Any], api: Api) -> None:
    kept = await answers(api)
    assert problems_of_answers(kept) == []

    kept[1]["answer"] |= wrong

    assert all(each.startswith("request 1: ") for each in problems_of_answers(kept))
    assert problems_of_answers(kept)


async def test_what_a_test_has_spoilt_itself_is_not_looked_at(api: Api) -> None:
    kept = await answers(api)
    spoilt = kept[0] | {"status": 429, "fault": "429", "answer": {}}

    assert problems_of_answers([spoilt]) == []
    assert problems_of_answers([spoilt | {"fault": "rate limit"}])


async def test_a_wrong_event_is_found(api: Api) -> None:
    message = await api.sent({"content": "x"})

    assert problems_of_event("MESSAGE_CREATE", message) == []
    del message["author"]
    assert "author" in problems_of_event("MESSAGE_CREATE", message)[0]
