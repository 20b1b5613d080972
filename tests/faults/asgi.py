"""An ASGI client in the same process: without sockets and a client library, thousands of requests take seconds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

HOST = "127.0.0.1:5397"


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")


class Heard:
    """What a WebSocket has received from the server."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.closed: dict[str, Any] | None = None
        self._more = asyncio.Event()

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.texts.append(message.get("text") or message["bytes"].decode())
        elif message["type"] == "websocket.close":
            self.closed = message
        self._more.set()

    async def until(self, part: str) -> None:
        """Wait until the last message contains this."""
        try:
            async with asyncio.timeout(20):
                while not (self.texts and part in self.texts[-1]):
                    assert not self.closed, f"{self.closed} instead of {part} after {self.texts}"
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            raise AssertionError(f"nothing with {part} after {self.texts}") from None


class Asgi:
    """An application that is called directly."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def ask(
        self, method: str, path: str, data: object = None, *, token: str = "", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request, with a guest's token as its cookie; `data` is sent as JSON, bytes as they are."""
        body = data if isinstance(data, bytes) else b"" if data is None else json.dumps(data).encode()
        sent = {"host": HOST, "content-length": str(len(body))} | dict(headers or {})
        if token:
            sent["cookie"] = f"keypeg-5397={token}"
        if body:
            sent.setdefault("content-type", "application/json")
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        await self._app(_scope("http", path, sent, method=method, scheme="http"), receive, send)
        told = tuple((name.decode().lower(), value.decode()) for name, value in start["headers"])
        return Answer(start["status"], told, b"".join(parts))

    @asynccontextmanager
    async def listening(self, path: str, *, token: str = "") -> AsyncIterator[Heard]:
        """Open a WebSocket, and yield what it has received so far."""
        heard = Heard()
        spoken, opened = asyncio.Queue[dict[str, Any]](), asyncio.Event()
        spoken.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            heard.hear(message)
            opened.set()

        headers = {"host": HOST, "origin": f"http://{HOST}"} | ({"cookie": f"keypeg-5397={token}"} if token else {})
        scope = _scope("websocket", path, headers, scheme="ws", subprotocols=[])
        task = asyncio.create_task(self._app(scope, spoken.get, send))
        await opened.wait()
        try:
            yield heard
        finally:
            spoken.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await asyncio.gather(task, return_exceptions=True)


def _scope(kind: str, path: str, headers: Mapping[str, str], **more: object) -> dict[str, Any]:
    plain, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 5397),
        "state": {},
        "extensions": {},
        **more,
    }


@asynccontextmanager
async def started(app: Any) -> AsyncIterator[Asgi]:
    """Start the application, and stop it afterwards."""
    said, heard = asyncio.Queue[dict[str, str]](), asyncio.Queue[dict[str, str]]()
    scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": {}}
    task = asyncio.create_task(app(scope, said.get, heard.put))
    said.put_nowait({"type": "lifespan.startup"})
    assert await heard.get() == {"type": "lifespan.startup.complete"}
    try:
        yield Asgi(app)
    finally:
        said.put_nowait({"type": "lifespan.shutdown"})
        assert await heard.get() == {"type": "lifespan.shutdown.complete"}
        await task
