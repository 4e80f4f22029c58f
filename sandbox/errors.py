"""Discord's answers when it refuses (its page on opcodes and status codes)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

Json = dict[str, Any]

# fmt: off
ERRORS: Mapping[int, tuple[int, str]] = MappingProxyType({
    # code: (HTTP status, message)
    0:      (401, "401: Unauthorized"),
    10002:  (404, "Unknown Application"),
    10003:  (404, "Unknown Channel"),
    10004:  (404, "Unknown Guild"),
    10007:  (404, "Unknown Member"),
    10008:  (404, "Unknown Message"),
    10013:  (404, "Unknown User"),
    10015:  (404, "Unknown Webhook"),
    10062:  (404, "Unknown interaction"),
    10063:  (404, "Unknown application command"),
    10070:  (404, "Unknown Guild Scheduled Event"),
    20028:  (429, "The write action you are performing on the channel has hit the write rate limit."),
    30003:  (400, "Maximum number of pins reached (250)"),
    30033:  (400, "Maximum number of thread participants reached (1000)"),
    30034:  (429, "Max number of daily application command creates has been reached (200)"),
    30046:  (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003:  (429, "You are opening direct messages too fast."),
    40005:  (413, "Request entity too large"),
    30038:  (400, "Maximum number of uncompleted guild scheduled events reached (100)"),
    40033:  (400, "This message has already been crossposted."),
    40060:  (400, "Interaction has already been acknowledged."),
    40094:  (403, "Maximum number of follow-up messages reached"),
    50001:  (403, "Missing Access"),
    50005:  (403, "Cannot edit a message authored by another user"),
    50006:  (400, "Cannot send an empty message"),
    50007:  (403, "Cannot send messages to this user"),
    50013:  (403, "Missing Permissions"),
    50024:  (403, "Cannot execute action on this channel type"),
    50027:  (401, "Invalid Webhook Token"),
    50033:  (400, "Invalid Recipient(s)"),
    50035:  (400, "Invalid Form Body"),
    50045:  (400, "File uploaded exceeds the maximum size"),
    50083:  (400, "Thread is archived"),
    50109:  (400, "The request body contains invalid JSON."),
    50278:  (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
})
# fmt: on


class Refusal(Exception):
    """Discord's refusal of a request.

    :param code: one of :data:`ERRORS`.
    :param errors: which field is wrong and how, nested as the body is (code 50035 only).
    :param retry_after: seconds, with status 429.
    """

    def __init__(self, code: int, *, errors: Json | None = None, retry_after: float | None = None) -> None:
        self.status, message = ERRORS[code]
        super().__init__(f"{code}: {message}")
        self.code = code
        self.body: Json = {"message": message, "code": code}
        if errors is not None:
            self.body["errors"] = errors
        if retry_after is not None:
            self.body |= {"retry_after": retry_after, "global": False}
