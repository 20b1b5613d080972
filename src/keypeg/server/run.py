"""Run the application in uvicorn: bind the socket, start, stop on Ctrl-C or SIGTERM."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn

from keypeg.errors import Conflict
from keypeg.server import logs
from keypeg.server.http.app import App, make_app
from keypeg.server.http.connections import Connections, raise_most_files
from keypeg.server.http.protocols import protocols
from keypeg.server.settings import Settings

FINISH_SECONDS = 0.2
"""How long requests that change nothing may take once the server stops."""


class Server(uvicorn.Server):
    """A uvicorn server that calls `ready` once it accepts requests, and tells its application when it stops."""

    def __init__(self, config: uvicorn.Config, app: App, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(FINISH_SECONDS, self._app.stop)
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """Return a socket bound to the address in the settings, or raise Conflict with the reason why not."""
    host = "0.0.0.0" if settings.lan and settings.host == "127.0.0.1" else settings.host  # noqa: S104 - asked for
    try:
        family, *_, address = socket.getaddrinfo(host, settings.port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # on Windows it would let two servers bind the same port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        raise Conflict("address-taken", host=host, port=settings.port, reason=error.strerror or str(error)) from None
    bound.set_inheritable(True)
    return bound


def serve(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Run one process until Ctrl-C or SIGTERM."""
    # uvicorn raises the signal again after it has stopped; a process killed by it would leave semaphores behind.
    signal.signal(signal.SIGTERM, _stopped)
    logs.start(settings.log)
    run(make_server(settings, ready), bound)


def _stopped(*_: object) -> None:
    raise SystemExit(0)


def run(server: uvicorn.Server, bound: socket.socket) -> None:
    """Run a server on this socket until it stops."""
    # Tables in memory are many long-lived objects: frequent garbage collection would find nothing.
    gc.set_threshold(50_000, 20, 100)
    # How long the event loop waits for the interpreter while a thread replays a long table.
    sys.setswitchinterval(0.001)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve([bound]))


def make_server(settings: Settings, ready: Callable[[], None]) -> Server:
    """Return a server that is not started yet; setting `should_exit` stops it."""
    http, bells = protocols(Connections(settings, raise_most_files()))
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        interface="asgi3",
        loop="auto",
        http=http,
        ws=bells,
        lifespan="on",
        access_log=False,
        log_level="error",  # below that it logs every request that is not valid HTTP: strangers could fill the disk
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the application reads them where there are any
        timeout_graceful_shutdown=3,
        ws_max_size=4096,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,  # bell messages are short, and compression takes 40 KiB per bell
    )
    return Server(config, app, ready)
