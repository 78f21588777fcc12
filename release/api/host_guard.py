"""The guard in front of the HTTP face: which host names a request may ask for, and headers for every answer.

Belongs here: the middleware. Which names are this machine's is decided in `addresses.py`.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from release.api.addresses import OwnNames
from release.api.problems import PROBLEM, STATUS, QuestionError

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}


class OnlyOwnNames:
    """Refuses requests for foreign host names, and adds the headers that keep browsers from making more of an answer
    than data.
    """

    def __init__(self, app: ASGIApp, names: OwnNames) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers 421."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) == 1 and self._names.hold(hosts[0]):
            await self._app(scope, receive, with_headers)
            return
        wrong = QuestionError("bad-host", "this server answers only to localhost and its own address")
        refused = Response(wrong.problem(scope["path"]).model_dump_json(), STATUS["bad-host"], media_type=PROBLEM)
        await refused(scope, receive, with_headers)
