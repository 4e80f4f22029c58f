"""The control interface: knowledge and powers of tests and ``bot.py`` behind everybody's back."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
from aiohttp import web

from sandbox import permissions
from sandbox.errors import Json, Refusal
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.guard import is_token
from sandbox.interactions import COMPONENT, Interactions
from sandbox.invoke import Denied
from sandbox.model import DM
from sandbox.rates import Rates
from sandbox.records import Records
from sandbox.shown import channel_json, message_json
from sandbox.users import answered, body_of, refused
from sandbox.world import Change, World

Deed = Callable[[web.Request], Awaitable[web.Response]]


@dataclass
class Control:
    """Answers the requests of the control interface."""

    world: World
    gateway: Gateway
    records: Records
    faults: Faults
    rates: Rates
    interactions: Interactions
    addresses: Callable[[], Json]
    let_time_pass: Callable[[], None]

    def routes(self) -> list[web.RouteDef]:
        """Return all routes of the control interface."""
        deeds: list[tuple[str, str, Deed]] = [
            ("GET", "addresses", self.get_addresses),
            ("GET", "problems", self.get_problems),
            ("DELETE", "problems", self.delete_problems),
            ("GET", "requests", self.get_requests),
            ("DELETE", "requests", self.delete_requests),
            ("GET", "faults", self.get_faults),
            ("POST", "faults", self.add_fault),
            ("DELETE", "faults", self.delete_faults),
            ("GET", "gateway", self.get_gateway),
            ("POST", "gateway", self.disturb),
            ("PUT", "users/{user}/dms", self.set_dms),
            ("PUT", "users/{user}/membership", self.set_membership),
            ("POST", "interactions", self.forge),
            ("PUT", "channels/{channel}/permissions", self.set_permissions),
            ("PUT", "channels/{channel}/thread", self.set_thread),
            ("DELETE", "channels/{channel}", self.delete_channel),
            ("GET", "channels/{channel}/messages", self.get_messages),
            ("DELETE", "channels/{channel}/messages/{message}", self.delete_message),
            ("GET", "clock", self.get_clock),
            ("PUT", "clock", self.set_clock),
            ("PUT", "rates", self.set_rates),
        ]
        return [web.route(method, f"/control/{{token}}/{path}", self._for_holder(deed)) for method, path, deed in deeds]

    def _for_holder(self, deed: Deed) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handler(request: web.Request) -> web.Response:
            if not is_token(request.match_info["token"], self.world.kept.control_token):
                return refused(404, "unknown token")
            try:
                return await deed(request)
            except Denied as denied:
                return refused(denied.status, str(denied))
            except Refusal as refusal:
                return refused(refusal.status, str(refusal))
            except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
                return refused(400, str(error))

        return handler

    async def get_addresses(self, _request: web.Request) -> web.Response:
        return answered(self.addresses())

    async def get_problems(self, _request: web.Request) -> web.Response:
        return answered(self.records.problems)

    async def delete_problems(self, _request: web.Request) -> web.Response:
        self.records.problems.clear()
        return web.Response(status=204)

    async def get_requests(self, request: web.Request) -> web.Response:
        return answered(self.records.since(int(request.query.get("since", 0))))

    async def delete_requests(self, _request: web.Request) -> web.Response:
        self.records.requests.clear()
        return web.Response(status=204)

    async def get_faults(self, _request: web.Request) -> web.Response:
        return answered(msgspec.to_builtins(self.faults.coming))

    async def add_fault(self, request: web.Request) -> web.Response:
        fault = self.faults.add(await body_of(request))
        return answered(msgspec.to_builtins(fault), 201)

    async def delete_faults(self, _request: web.Request) -> web.Response:
        self.faults.clear()
        return web.Response(status=204)

    async def get_gateway(self, request: web.Request) -> web.Response:
        """Tell how the bot is connected; with ``online`` wait ``within`` seconds until it is there, or gone."""
        gateway, asked = self.gateway, request.query
        if "online" in asked:
            await gateway.wait_until(bool(int(asked["online"])), float(asked.get("within", 0)))
        counts = {"sessions": len(gateway.sessions), "identifies": gateway.identifies, "resumes": gateway.resumes}
        return answered({"online": gateway.is_online, "shards": gateway.shards()} | counts)

    async def disturb(self, request: web.Request) -> web.Response:
        body = await body_of(request)
        action, code = str(body.get("action")), int(body.get("code", 4000))
        if action == "refuse":
            self.gateway.refuse(float(body["seconds"]))
            return answered({"count": 0})
        shard = None if body.get("shard") is None else int(body["shard"])
        return answered({"count": self.gateway.disturb(action, code, shard=shard, session=body.get("session"))})

    async def set_dms(self, request: web.Request) -> web.Response:
        user = self.world.user(request.match_info["user"])
        user.dms_open = bool((await body_of(request))["open"])
        return answered({"open": user.dms_open})

    async def set_membership(self, request: web.Request) -> web.Response:
        user = self.world.user(request.match_info["user"])
        if user.id == self.world.kept.owner_id:
            raise Denied(400, "the owner of the server can't leave it")
        self.world.set_membership(user, has_left=bool((await body_of(request))["left"]))
        return answered({"left": user.has_left})

    async def forge(self, request: web.Request) -> web.Response:
        """Send the bot an interaction unchecked; raise :exc:`Denied` for a press without its message."""
        body = await body_of(request)
        if int(body["type"]) == COMPONENT and "message_id" not in body:
            raise Denied(400, "a press comes with the message that it is on")
        channel = self.world.channel(body["channel_id"])
        source = self.world.message(channel.id, body["message_id"]) if "message_id" in body else None
        user = self.world.user(body["user"])
        interaction = self.interactions.begin(int(body["type"]), user, channel, dict(body["data"]), source)
        return answered({"interaction_id": interaction.id}, 202)

    async def set_permissions(self, request: web.Request) -> web.Response:
        channel = self.world.channel(request.match_info["channel"])
        if channel.type == DM or channel.is_thread:
            raise Denied(400, "threads and DMs have no permissions of their own")
        channel.denied = permissions.bits((await body_of(request))["deny"])
        self.world.tell(Change("channel_change", channel))
        return answered(channel_json(self.world, channel))

    async def set_thread(self, request: web.Request) -> web.Response:
        thread = self.world.channel(request.match_info["channel"])
        if not thread.is_thread:
            raise Denied(400, "this is no thread")
        body = await body_of(request)
        thread.locked = bool(body.get("locked", thread.locked))
        self.world.set_archived(thread, bool(body.get("archived", thread.archived)))
        self.world.tell(Change("channel_change", thread))
        return answered(channel_json(self.world, thread))

    async def delete_channel(self, request: web.Request) -> web.Response:
        self.world.remove_channel(self.world.channel(request.match_info["channel"]))
        return web.Response(status=204)

    async def get_messages(self, request: web.Request) -> web.Response:
        channel = self.world.channel(request.match_info["channel"])
        messages = self.world.messages(channel.id)
        shown = [message_json(self.world, each) | {"visible_to": each.visible_to} for each in messages]
        return answered(shown)

    async def delete_message(self, request: web.Request) -> web.Response:
        parts = request.match_info
        self.world.remove_message(self.world.message(parts["channel"], parts["message"]))
        return web.Response(status=204)

    async def get_clock(self, _request: web.Request) -> web.Response:
        return answered({"now": self.world.clock.now()})

    async def set_clock(self, request: web.Request) -> web.Response:
        self.world.clock.advance(float((await body_of(request))["advance"]))
        self.let_time_pass()
        return answered({"now": self.world.clock.now()})

    async def set_rates(self, request: web.Request) -> web.Response:
        self.rates.are_enforced = bool((await body_of(request))["enforced"])
        return answered({"enforced": self.rates.are_enforced})
