"""Answers to interactions over a connection that breaks: they are sent again, for whoever pressed waits.

The library gives up at the first break. It would also write a traceback with the label of the button into the log.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

BROKEN = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""What a connection that breaks is raised as."""

PAUSES = (0.1, 0.3, 0.6)
"""Seconds before an answer is sent again; all of them fit into the three that Discord waits for a first answer."""

ALREADY_ANSWERED = 40060
_SUGGESTIONS = 8  # the type of an answer to what somebody is typing


def send_again_if_broken() -> None:
    """Let answers be sent again from here on, in this task and in those that it begins."""
    async_context.set(PatientAdapter())


class PatientAdapter(AsyncWebhookAdapter):
    """Sends answers, and sends them again where the connection breaks."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    async def request(self, route: Any, session: aiohttp.ClientSession, **how: Any) -> Any:
        """Send a request; where the fate of one is unknown, send it once more rather than leave somebody waiting."""
        for pause in PAUSES:
            try:
                return await super().request(route, session, **how)
            except BROKEN:
                await asyncio.sleep(pause)
                for file in how.get("files") or ():
                    file.reset(seek=True)
        return await super().request(route, session, **how)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **how: Any
    ) -> Any:
        """Send the first answer to an interaction.

        One that arrived though its connection broke is refused at the second try; that is as good as sent. Suggestions
        that arrive too late, or never, are missed by nobody.
        """
        is_suggestion = (params.payload or {}).get("type") == _SUGGESTIONS
        sending: Callable[..., Coroutine[Any, Any, Any]] = super().create_interaction_response
        try:
            return await sending(interaction_id, token, params=params, **how)
        except discord.HTTPException as error:
            if not is_suggestion and error.code != ALREADY_ANSWERED:
                raise
        except BROKEN:
            if not is_suggestion:
                raise
        return {"interaction": {"id": str(interaction_id), "type": 1}}
