"""Run the application: bind the socket, serve connections, stop on Ctrl-C or SIGTERM."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from keypeg.errors import Conflict
from keypeg.server import logs
from keypeg.server.http.app import App, make_app
from keypeg.server.http.connections import USUAL, Connections, Timeouts, raise_most_files
from keypeg.server.http.http_connection import HttpConnection
from keypeg.server.http.peer import Serving
from keypeg.server.settings import Settings

FINISH_SECONDS, STOP_SECONDS = 0.2, 3.0
"""How long requests that change nothing, and all others, may take once the server stops."""
CANCEL_SECONDS = 0.5
"""How long those that are broken off then may take to notice."""
LOOK_SECONDS = 0.05
"""How often a server that stops looks whether anything is left to do."""
BACKLOG = 2048
"""How many connections may wait to be accepted."""
START_FAILED = 3
"""The exit status if the server cannot start."""
STOPS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]
"""The signals that stop a server; the last is Ctrl-Break of Windows."""


class Server:
    """Serves an application until `stop` is called."""

    def __init__(self, app: App, connections: Connections, ready: Callable[[], None]) -> None:
        self._app = app
        self._connections = connections
        self._ready = ready
        self._stops = 0
        """How often it was asked to stop."""
        self._stopped = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def stop(self) -> None:
        """Stop soon; if called once more, at once. May be called by any thread, and by the handler of a signal."""
        self._stops += 1
        with suppress(RuntimeError):  # the loop is closed
            if self._loop:
                self._loop.call_soon_threadsafe(self._stopped.set)

    async def serve(self, bound: socket.socket) -> None:
        """Serve on this socket."""
        self._loop = asyncio.get_running_loop()
        try:
            await self._app.start()
        except Exception:  # noqa: BLE001 - the application has logged it
            raise SystemExit(START_FAILED) from None
        try:
            serving = Serving(self._app, self._connections)
            listener = await serving.loop.create_server(lambda: HttpConnection(serving), sock=bound, backlog=BACKLOG)
            if not self._stops:
                self._ready()
                await self._stopped.wait()
            listener.close()
            await self._finish(serving)
        finally:
            await self._app.close()

    async def _finish(self, serving: Serving) -> None:
        """Wait until all requests that have arrived are answered, but not for long."""
        self._connections.finish()
        serving.loop.call_later(FINISH_SECONDS, self._app.stop)
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                while (self._connections or serving.tasks) and self._stops == 1:  # noqa: ASYNC110 - both end by themselves
                    await asyncio.sleep(LOOK_SECONDS)
        self._connections.abort()
        for task in serving.tasks:
            task.cancel()
        if serving.tasks:
            await asyncio.wait(serving.tasks, timeout=CANCEL_SECONDS)


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
    """Run one process until Ctrl-C, which raises KeyboardInterrupt, or SIGTERM."""
    logs.start(settings.log)
    server = make_server(settings, ready)
    asked: set[int] = set()

    def stop(number: int, _frame: object) -> None:
        asked.add(number)
        server.stop()

    for each in STOPS:
        signal.signal(each, stop)
    run(server, bound)
    if signal.SIGINT in asked:
        raise KeyboardInterrupt


def run(server: Server, bound: socket.socket) -> None:
    """Run a server on this socket until it stops."""
    # Tables in memory are many long-lived objects: frequent garbage collection would find nothing.
    gc.set_threshold(50_000, 20, 100)
    # How long the event loop waits for the interpreter while a thread replays a long table.
    sys.setswitchinterval(0.001)
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        runner.run(server.serve(bound))


def _new_loop() -> asyncio.AbstractEventLoop:
    """Return a fast event loop, or the usual one where there is no other, as on Windows."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def make_server(settings: Settings, ready: Callable[[], None], timeouts: Timeouts = USUAL) -> Server:
    """Return a server that is not started yet."""
    return Server(make_app(settings), Connections(settings, raise_most_files(), timeouts), ready)
