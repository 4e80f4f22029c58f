"""The door of the HTTP API: access, faults on purpose, and answers."""

import asyncio
import inspect
import json
import logging
import time
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from sandbox.clock import wait_until
from sandbox.errors import Json, Refusal
from sandbox.faults import Fault, Faults
from sandbox.interactions import Interactions
from sandbox.posting import Upload
from sandbox.rates import Rates
from sandbox.records import Records, Request
from sandbox.rest import channels, commands, events, interactions, messages, people, threads
from sandbox.rest.call import CREATES, Action, Call, find, is_multipart, read
from sandbox.world import World

log = logging.getLogger("sandbox")

MODULES = (channels, commands, events, interactions, messages, people, threads)  # imported for their routes
PREFIX = "/api/v10"
OWN_TOKEN = ("/interactions/", "/webhooks/")  # a token in the path takes the place of the bot's
CLIENT_GONE = 499
NOTED = {50035: "invalid_form", 10062: "late_answer", 40060: "double_answer"}


def as_json(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a response whose type is exactly ``application/json``: discord.py compares it as a whole."""
    if body is None:
        return web.Response(status=204, headers=headers)
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers, content_type="application/json")


@dataclass
class Rest:
    """Answers the bot's requests."""

    world: World
    interactions: Interactions
    records: Records
    faults: Faults
    rates: Rates
    gateway_url: str = ""

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer any one request."""
        path = request.path.removeprefix(PREFIX)
        found = find(request.method, path)
        route = found[0] if found else None
        record = self.records.begin(request.method, path, route, dict(request.query))
        begun = time.perf_counter()
        try:
            response = await self._answer(request, record, found)
        except asyncio.CancelledError:
            raise
        except ConnectionError:  # who asked has gone before all was said: nobody reads the answer
            response = web.Response(status=CLIENT_GONE)
        except Exception as error:
            log.exception("%s %s", request.method, path)
            self.records.note("server_error", f"{request.method} {path}: {error!r}", record)
            response = as_json({"message": "500: Internal Server Error", "code": 0}, 500)
        record.status = response.status
        if self.records.keeps_answers and isinstance(response, web.Response) and isinstance(response.body, bytes):
            record.answer = json.loads(response.body)
        record.ms = round((time.perf_counter() - begun) * 1000, 3)
        return response

    async def _answer(
        self, request: web.Request, record: Request, found: tuple[str, dict[str, str], Action] | None
    ) -> web.StreamResponse:
        if not self._is_known(request, record.path):
            record.code = 0
            return as_json(Refusal(0).body, 401)
        if found is None:
            self.records.note("unknown_route", f"{record.method} {record.path}", record)
            record.code = 0
            return as_json({"message": "404: Not Found", "code": 0}, 404)
        route, parts, action = found
        resource = parts.get("channel_id") or parts.get("webhook_token") or parts.get("guild_id") or ""
        headers, refused = self.rates.count(record.method, route, resource)
        if refused:
            record.fault = "rate limit"
            return as_json(refused, 429, headers | _retry_headers(refused["retry_after"], via=True))
        fault = self.faults.take(record.method, route, is_multipart=is_multipart(request))
        if fault is None:
            return await self._do(request, record, parts, action, headers)
        return await self._spoil(fault, request, record, (parts, action, headers))

    def _is_known(self, request: web.Request, path: str) -> bool:
        given = request.headers.get("Authorization")
        return path.startswith(OWN_TOKEN) or given == f"Bot {self.world.kept.bot_token}"

    async def _spoil(
        self,
        fault: Fault,
        request: web.Request,
        record: Request,
        rest: tuple[dict[str, str], Action, dict[str, str]],
    ) -> web.StreamResponse:
        parts, action, headers = rest
        record.fault = f"drop {fault.drop}" if fault.drop else str(fault.status or "delay")
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.comes_after:
            response = await self._do(request, record, parts, action, headers)
            if fault.status is None and fault.drop is None:
                return response
        else:
            await _read(request, record)
        if fault.drop:
            if request.transport:
                request.transport.abort()
            return web.Response(status=499)
        return _faulty(fault, headers)

    async def _do(
        self,
        request: web.Request,
        record: Request,
        parts: dict[str, str],
        action: Action,
        headers: dict[str, str],
    ) -> web.Response:
        try:
            uploads = await _read(request, record)
            # The world may take the payload over, and the record shall stay as it was sent.
            payload = json.loads(json.dumps(record.payload)) if record.payload is not None else None
            call = Call(
                self.world,
                self.interactions,
                self.gateway_url,
                self.rates.starts(),
                parts,
                dict(request.query),
                payload,
                uploads,
            )
            result = action(call)
            if inspect.isawaitable(result):
                result = await result
        except Refusal as refusal:
            return self._refused(refusal, record, headers)
        return as_json(result, 201 if (record.method, record.route) in CREATES else 200, headers)

    def _refused(self, refusal: Refusal, record: Request, headers: dict[str, str]) -> web.Response:
        record.code = refusal.code
        if refusal.code in NOTED:
            details = json.dumps(refusal.body.get("errors", ""))
            text = f"{record.method} {record.route}: {refusal} {details}"
            self.records.note(NOTED[refusal.code], text, record)
        if refusal.status == 429:
            headers = headers | _retry_headers(refusal.body["retry_after"], via=True)
        return as_json(refusal.body, refusal.status, headers)


async def _read(request: web.Request, record: Request) -> list[Upload]:
    """Read the body of a request into its record, and return its files.

    :raises Refusal: as :func:`~sandbox.rest.call.read` does.
    """
    record.payload, uploads = await read(request)
    record.is_whole = True
    record.files = [_file_record(each) for each in uploads]
    return uploads


def _file_record(upload: Any) -> Json:
    return {"field": upload.field, "filename": upload.filename, "size": len(upload.body)}


def _retry_headers(seconds: float, *, via: bool) -> dict[str, str]:
    # Without "Via" discord.py takes a 429 for a ban by Cloudflare.
    return {"Retry-After": f"{wait_until(seconds, 0):.3f}"} | ({"Via": "1.1 google"} if via else {})


def _faulty(fault: Fault, headers: dict[str, str]) -> web.Response:
    status = fault.status or 500
    if status == 429:
        body: Json = {
            "message": "You are being rate limited.",
            "code": fault.code,
            "retry_after": fault.retry_after,
            "global": fault.is_global,
        }
        return as_json(body, 429, headers | _retry_headers(fault.retry_after, via=fault.via))
    return as_json({"message": f"{status}: injected", "code": fault.code}, status, headers)
