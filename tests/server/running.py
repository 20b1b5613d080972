"""A real server on a real socket, and people who play on it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx

from keypeg.server.http.connections import USUAL, Timeouts
from keypeg.server.run import listen, make_server, run
from keypeg.server.settings import Settings

KEYS = count()
PATIENCE = 300.0
"""Seconds after which a test gives up, on however busy a machine."""


@contextmanager
def serving(settings: Settings, timeouts: Timeouts = USUAL) -> Iterator[str]:
    """Run a server in a thread of its own, and yield its address."""
    up = threading.Event()
    server = make_server(settings, up.set, timeouts)
    bound = listen(settings)
    thread = threading.Thread(target=run, args=(server, bound), name="keypeg server")
    thread.start()
    try:
        assert up.wait(PATIENCE), "the server did not start"
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.stop()
        thread.join(PATIENCE)
        bound.close()
        assert not thread.is_alive(), "the server did not stop"


class Client(httpx.Client):
    """A client that closes when nobody refers to it, so that a test that fails leaves no open socket to others."""

    def __del__(self) -> None:
        self.close()


class Person:
    """A person with a browser, or a bot with a token."""

    def __init__(self, address: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = Client(base_url=f"{address}/api/v1", headers=headers, timeout=PATIENCE)
        self.cookie = f"keypeg-{self.http.base_url.port}"
        """The name of the cookie that holds the token."""

    def follow(self, address: str) -> None:
        """Go on at the new address of a server, with the same token: the cookie has the port in its name."""
        token = self.http.cookies[self.cookie]
        self.http.base_url = f"{address}/api/v1"
        self.cookie = f"keypeg-{self.http.base_url.port}"
        self.http.cookies.set(self.cookie, token)

    def make(self, rules: str, *seats: dict[str, Any], **agreed: Any) -> dict[str, Any]:
        made = self.http.post("/tables", json={"rules": rules, "seats": list(seats), **agreed})
        assert made.status_code == 201, made.text
        return made.json()  # type: ignore[no-any-return]

    def sit(self, made: dict[str, Any], at: int = 0, name: str = "") -> int:
        invite = made["invites"][at]["invite"]
        taken = self.http.post(f"/tables/{made['table']}/seats", json={"invite": invite, "name": name})
        assert taken.status_code in (200, 201), taken.text
        return int(taken.json()["seat"])

    def view(self, table: str, **params: Any) -> dict[str, Any]:
        seen = self.http.get(f"/tables/{table}/view", params=params)
        assert seen.status_code == 200, seen.text
        return seen.json()  # type: ignore[no-any-return]

    def send(self, table: str, move: str, **fields: Any) -> httpx.Response:
        """Send a move in answer to the newest View, with a new key, unless `fields` say otherwise."""
        body: dict[str, Any] = {"move": move, "key": f"k{next(KEYS)}", **fields}
        if "version" not in body:
            body["version"] = self.view(table)["version"]
        return self.http.post(f"/tables/{table}/moves", json=body)

    def play(self, table: str, move: str, **fields: Any) -> int:
        sent = self.send(table, move, **fields)
        assert sent.status_code == 200, sent.text
        return int(sent.json()["version"])
