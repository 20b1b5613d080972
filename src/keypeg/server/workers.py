"""Several processes that serve the same address: `keypeg serve --workers N`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable

from keypeg.server.run import serve
from keypeg.server.settings import Settings, as_environment, settings

SOCKET = "KEYPEG_SOCKET"
READY = b"ready\n"
GRACE = 10.0
"""Seconds after which a process that does not stop is killed."""


def main() -> None:
    """Serve on the socket that the parent process has bound."""
    bound = socket.socket(fileno=int(os.environ[SOCKET]))
    serve(settings(os.environ), bound, _ready)


def _ready() -> None:
    os.write(1, READY)


def start(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on this socket, in this process or in several, until Ctrl-C or SIGTERM."""
    if settings.workers == 1:
        serve(settings, bound, ready)
    else:
        Workers(settings, bound).run(ready)


class Workers:
    """The parent process: starts workers, replaces those that die, and stops them all."""

    def __init__(self, settings: Settings, bound: socket.socket) -> None:
        self._bound = bound
        self._environ = {**os.environ, **as_environment(settings), SOCKET: str(bound.fileno())}
        self._processes: list[subprocess.Popen[bytes]] = []
        self._number = settings.workers
        self._stopping = False

    def run(self, ready: Callable[[], None]) -> None:
        """Run until Ctrl-C or SIGTERM."""
        self._bound.listen(1024)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, self._stop)
        self._processes = [self._start() for _ in range(self._number)]
        if all(process.stdout and process.stdout.readline() == READY for process in self._processes):
            ready()
        else:
            self._stopping = True
        while not self._stopping:
            for at, process in enumerate(self._processes):
                if process.poll() is not None and not self._stopping:
                    self._processes[at] = self._start()
            time.sleep(0.2)
        self._end()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", "from keypeg.server.workers import main; main()"]
        return subprocess.Popen(  # noqa: S603 - our own program
            command, env=self._environ, pass_fds=[self._bound.fileno()], stdout=subprocess.PIPE, start_new_session=True
        )

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _end(self) -> None:
        for process in self._processes:
            process.terminate()
        until = time.monotonic() + GRACE
        for process in self._processes:
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
