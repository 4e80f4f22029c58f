"""Answers to interactions over a connection that breaks, or in a thread that is archived: they are sent again.

Those whose files Discord refuses go out in words (:mod:`cogs.kit.uploads`).

The player who pressed waits. The library gives up at the first break. It would also write a traceback with the label of
the button into the log.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import aiohttp
import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.kit.threads import even_if_archived
from cogs.kit.uploads import Uploads
from records.figures import Spans

BROKEN = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""The exceptions of a broken connection."""

PAUSES = (0.1, 0.3, 0.6)
"""Seconds before an answer is sent again; all of them fit into the three that Discord waits for a first answer."""

ALREADY_ANSWERED = 40060
REMEMBERED = 1_000
"""Interactions whose threads are known; the oldest are forgotten."""

_SUGGESTIONS = 8  # the type of an answer to what somebody is typing


class PatientAdapter(AsyncWebhookAdapter):
    """Sends answers, and sends them again where the connection breaks or the thread is archived."""

    def __init__(self, uploads: Uploads) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._uploads = uploads
        self.spans = Spans()  # from an interaction to its first answer, suggestions left out
        self._since: dict[int, float] = {}
        self._threads: dict[str, discord.Thread] = {}  # by the token of an interaction: where it came from

    def send_from_here_on(self) -> None:
        """Send all answers in this task, and in those that it begins."""
        async_context.set(self)

    def came(self, interaction: discord.Interaction[Any]) -> None:
        """Note when an interaction came, and the thread that it came from."""
        self._since[interaction.id] = time.monotonic()
        while len(self._since) > REMEMBERED:
            del self._since[next(iter(self._since))]
        if isinstance(interaction.channel, discord.Thread):
            self._threads[interaction.token] = interaction.channel
        while len(self._threads) > REMEMBERED:
            del self._threads[next(iter(self._threads))]

    async def request(
        self,
        route: Any,
        session: aiohttp.ClientSession,
        *,
        multipart: Any = None,
        files: Any = None,
        payload: Any = None,
        **how: Any,
    ) -> Any:
        """Send a request; where its files are refused, in words."""
        send = partial(self._even_if_archived, route, session, **how)
        as_it_is = partial(send, multipart=multipart, files=files, payload=payload)
        return await self._uploads.send(multipart, as_it_is, lambda worded: send(payload=worded))

    async def _even_if_archived(self, route: Any, session: aiohttp.ClientSession, **how: Any) -> Any:
        """Send a request; in a thread that is archived, open the thread and send it once more."""

        async def thread() -> discord.Thread | None:
            return self._threads.get(route.webhook_token)

        return await even_if_archived(partial(self._send, route, session, **how), thread)

    async def _send(self, route: Any, session: aiohttp.ClientSession, **how: Any) -> Any:
        """Send a request; where the fate of one is unknown, send it once more rather than leave somebody waiting."""
        for pause in PAUSES:
            _rewind(how)
            try:
                return await super().request(route, session, **how)
            except BROKEN:
                await asyncio.sleep(pause)
        _rewind(how)
        return await super().request(route, session, **how)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **how: Any
    ) -> Any:
        """Send the first answer to an interaction.

        One that arrived though its connection broke is refused at the second try; that is as good as sent. Suggestions
        that arrive too late, or never, are missed by nobody.
        """
        is_suggestion = (params.payload or {}).get("type") == _SUGGESTIONS
        since = self._since.pop(interaction_id, None)
        sending: Callable[..., Coroutine[Any, Any, Any]] = super().create_interaction_response
        try:
            sent = await sending(interaction_id, token, params=params, **how)
            if since is not None and not is_suggestion:
                self.spans.note(time.monotonic() - since)
            return sent
        except discord.HTTPException as error:
            if not is_suggestion and error.code != ALREADY_ANSWERED:
                raise
        except BROKEN:
            if not is_suggestion:
                raise
        return {"interaction": {"id": str(interaction_id), "type": 1}}


def _rewind(how: Any) -> None:
    """Let files that were read be sent from their beginning."""
    for file in how.get("files") or ():
        file.reset(seek=True)
