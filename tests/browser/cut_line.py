"""A line to a server that can fall silent without an error, as in a tunnel, or end at a proxy whose server is away."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

AWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Line:
    """Hands bytes on in both directions, unless it is silent."""

    def __init__(self, site: str) -> None:
        self._to = urlsplit(site).port
        self._listens = socket.create_server(("127.0.0.1", 0))
        self._open = threading.Event()
        self._open.set()
        self._sockets: list[socket.socket] = []
        self._away = self._closed = False
        self._slow = (b"", 0.0)
        self.site = f"http://127.0.0.1:{self._listens.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def silence(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._open.set()

    def slow_down(self, request: str, seconds: float) -> None:
        """Hold requests that begin so for a while."""
        self._slow = request.encode(), seconds

    def lose_the_server(self) -> None:
        """Answer from now on as a proxy does that cannot reach its server."""
        self._away = True
        self._hang_up(*self._sockets)

    def close(self) -> None:
        self._closed = True
        self._hang_up(self._listens, *self._sockets)
        self._open.set()

    def _hang_up(self, *sockets: socket.socket) -> None:
        for each in sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while not self._closed:
                near = self._listens.accept()[0]
                self._sockets.append(near)
                if self._away:
                    near.recv(65_536)
                    near.sendall(AWAY)
                    self._hang_up(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._sockets.append(far)
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._hand_on, args=(one, other), daemon=True).start()
        if self._closed:  # while a connection was made
            self._hang_up(*self._sockets)

    def _hand_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                self._open.wait()
                begin, seconds = self._slow
                if begin and data.startswith(begin):
                    time.sleep(seconds)
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
