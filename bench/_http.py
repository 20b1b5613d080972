"""A minimal HTTP/1.1 client for generating load: one connection that stays open."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """The response to a request."""

    status: int
    head: bytes
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def token(self) -> str:
        """The guest's token that this response set as a cookie, or an empty string."""
        _, found, rest = self.head.partition(b"\r\nset-cookie: keypeg")
        return rest.partition(b"=")[2].partition(b";")[0].decode() if found else ""


def cookies(port: int, token: str) -> str:
    """Return the header that names a guest, also to a server before 0.2.1, whose cookie has no port in its name."""
    return f"cookie: keypeg-{port}={token}; keypeg={token}\r\n"


class Line:
    """One guest's connection to a server on this machine. It connects on first use, and again after it was lost."""

    def __init__(self, port: int, token: str = "") -> None:
        self.token = token
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, data: object = None) -> Answer:
        """Send a request and return the response.

        Raise OSError if the connection breaks meanwhile. Whether the server handled the request is then unknown.
        """
        body = b"" if data is None else json.dumps(data).encode()
        cookie = cookies(self._port, self.token) if self.token else ""
        kind = "content-type: application/json\r\n" if body else ""
        host, length = f"host: 127.0.0.1:{self._port}\r\n", f"content-length: {len(body)}\r\n"
        head = f"{method} {path} HTTP/1.1\r\n{host}{cookie}{kind}{length}\r\n"
        try:
            reader, writer = self._streams or await self._connect()
            writer.write(head.encode() + body)
            told = await reader.readuntil(b"\r\n\r\n")
            told = told[:-2].replace(b"\r\nContent-Length:", b"\r\ncontent-length:")
            size = told.partition(b"\r\ncontent-length: ")[2].partition(b"\r\n")[0]
            answer = Answer(int(told[9:12]), told, await reader.readexactly(int(size or 0)))
        except (OSError, EOFError, asyncio.CancelledError) as error:
            self.close()
            if isinstance(error, EOFError):
                raise ConnectionResetError from error
            raise
        if not self.token:
            self.token = answer.token
        return answer

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return self._streams

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None
