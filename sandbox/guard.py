"""Keeps other people's pages out: only this machine may ask, under this address, from this page."""

import hmac
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a request whose Host or Origin is not the sandbox itself.

    A page of another site could else reach the server through the user's browser, by its own name for 127.0.0.1.
    """
    local = request.transport.get_extra_info("sockname") if request.transport else None
    port = local[1] if local else 0
    hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    if request.headers.get("Host") not in hosts:
        raise web.HTTPForbidden(text="unknown host")
    if origin is not None and origin not in [f"http://{host}" for host in hosts]:
        raise web.HTTPForbidden(text="unknown origin")
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        raise web.HTTPForbidden(text="cross-site request")
    response = await handler(request)
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


def is_token(given: str, expected: str) -> bool:
    """Tell whether two tokens are the same, in a time that does not tell how much of them is."""
    return hmac.compare_digest(given.encode(), expected.encode())
