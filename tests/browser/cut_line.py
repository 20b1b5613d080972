"""A line to a server that can fall silent without an error, as a tunnel or a lost signal makes it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """Hands bytes on in both directions, unless it is silent."""

    def __init__(self, site: str) -> None:
        self._to = urlsplit(site).port
        self._listens = socket.create_server(("127.0.0.1", 0))
        self._open = threading.Event()
        self._open.set()
        self._sockets: list[socket.socket] = []
        self.site = f"http://127.0.0.1:{self._listens.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def silence(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._open.set()

    def close(self) -> None:
        for each in (self._listens, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near = self._listens.accept()[0]
                far = socket.create_connection(("127.0.0.1", self._to))
                self._sockets += (near, far)
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._hand_on, args=(one, other), daemon=True).start()

    def _hand_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                self._open.wait()
                other.sendall(data)
            self._open.wait()
            other.shutdown(socket.SHUT_WR)


@contextmanager
def line_to(site: str) -> Iterator[Line]:
    line = Line(site)
    try:
        yield line
    finally:
        line.close()
