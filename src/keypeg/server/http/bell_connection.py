"""A WebSocket over one connection, read and written with the `ServerProtocol` of websockets."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from time import monotonic

from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from keypeg.server.http.connections import UNREADABLE, Connection, close
from keypeg.server.http.peer import Peer, Serving
from keypeg.server.http.request import Message, Scope
from keypeg.server.logs import LOG

MOST_SAID, MOST_MESSAGE = 16 * 1024, 4 * 1024
"""Most bytes that a client may send in a minute: pongs, beats, and the message that it leaves. Most in one message."""
CLOSE_SECONDS = 10.0
"""How long a client may take to answer that we leave."""


class BellConnection(Peer):
    """A WebSocket whose client has next to nothing to say.

    Pings in quick succession would cost as much as requests, and their pongs would fill memory if the client did not
    read them. So what it sends is counted before it is read.
    """

    def __init__(self, serving: Serving, transport: asyncio.Transport, held: Connection) -> None:
        super().__init__(serving)
        self.transport = transport
        self._held = held
        held.finish = self.finish
        self._protocol = ServerProtocol(max_size=MOST_MESSAGE)
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._parts: list[bytes] = []
        """What has arrived of a message."""
        self._is_text = False
        self._may_send, self._minute_ends = MOST_SAID, monotonic() + 60
        """Bytes that the client may still send in this minute."""
        self._timer: asyncio.TimerHandle | None = None
        self._has_left = False

    def open(self, scope: Scope, target: bytes) -> None:
        """Read the head of the request, and let the application answer. Until then, receive nothing more."""
        headers = (b"%b: %b\r\n" % header for header in scope["headers"])
        self._protocol.receive_data(b"".join((b"GET ", target, b" HTTP/1.1\r\n", *headers, b"\r\n")))
        request = next(iter(self._protocol.events_received()), None)
        if not isinstance(request, Request):
            self.transport.write(b"".join(self._protocol.data_to_send()) or UNREADABLE)
            self._linger()
            return
        self._response = self._protocol.accept(request)
        if self._protocol.handshake_exc:
            self._protocol.send_response(self._response)
            self._flush()
            return
        self._stays()
        self.transport.pause_reading()
        self._messages.put_nowait({"type": "websocket.connect"})
        self._serving.run(self._serve(scope))

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if self._timer:
            self._timer.cancel()
        self._leave(CloseCode.ABNORMAL_CLOSURE)

    def finish(self) -> None:
        """Close the connection, as the server stops."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(CloseCode.SERVICE_RESTART)
            self._flush()
        self._leave(CloseCode.SERVICE_RESTART)
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read what the client may still send in this minute. If it sends more, close the connection."""
        if self._is_over:
            self._ignore(data)
            return
        now = monotonic()
        if now > self._minute_ends:
            self._may_send, self._minute_ends = MOST_SAID, now + 60
        fits = data[: self._may_send]
        self._may_send -= len(data)
        self._protocol.receive_data(fits)
        for frame in self._protocol.events_received():
            if isinstance(frame, Frame) and self._protocol.state is State.OPEN:
                self._hear(frame)
        self._flush()
        if self._protocol.state is not State.OPEN:
            self._leave(CloseCode.NO_STATUS_RCVD)
        else:
            self._stays()
        if self._may_send < 0 and not self._lingers:
            close(self.transport, b"")

    def _hear(self, frame: Frame) -> None:
        """Put a whole message before the application. Fail the connection if it is no text."""
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return  # the protocol answers pings and closes by itself
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._parts.append(bytes(frame.data))
        if not frame.fin:
            return
        message, self._parts = b"".join(self._parts), []
        try:
            text = message.decode() if self._is_text else None
        except UnicodeDecodeError:
            self._protocol.fail(CloseCode.INVALID_DATA)
            return
        self._messages.put_nowait({"type": "websocket.receive", "text": text, "bytes": None if text else message})

    def _stays(self) -> None:
        """Give the client time until its next pong."""
        if self._held:
            self._connections.works(self._held, monotonic() + 2 * self._connections.timeouts.ping)

    def _ping(self) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_ping(b"")
            self._flush()
            self._timer = self._serving.loop.call_later(self._connections.timeouts.ping, self._ping)

    def _leave(self, code: int) -> None:
        """Tell the application, once, that the client is gone."""
        if not self._has_left:
            self._has_left = True
            self._messages.put_nowait({"type": "websocket.disconnect", "code": code})

    def _flush(self) -> None:
        """Send what the protocol has to send. Nothing at all stands for its last word."""
        for data in self._protocol.data_to_send():
            if self._is_over:
                return
            if data:
                self.transport.write(data)
            else:
                self._linger()

    async def _serve(self, scope: Scope) -> None:
        try:
            await self._serving.app.websocket(scope, self._messages.get, self._send)
        except Exception as error:  # noqa: BLE001 - our own bug: the log gets the details
            LOG.error("a bell met a bug", exc_info=error)
        finally:
            if self._protocol.state in (State.CONNECTING, State.OPEN):
                close(self.transport, b"")

    async def _send(self, message: Message) -> None:
        """Accept the WebSocket, send a text, or close it. Raise ConnectionResetError if the client is gone."""
        if self._is_over:
            raise ConnectionResetError
        is_open = self._protocol.state is State.OPEN
        if message["type"] == "websocket.accept":
            self._protocol.send_response(self._response)
            self.transport.resume_reading()
            self._timer = self._serving.loop.call_later(self._connections.timeouts.ping, self._ping)
        elif not is_open and message["type"] == "websocket.close":
            self._protocol.send_response(self._protocol.reject(HTTPStatus.FORBIDDEN, ""))
        elif not is_open:
            raise ConnectionResetError
        elif message["type"] == "websocket.close":
            self._protocol.send_close(message["code"], message["reason"])
            if self._held:
                self._connections.waits(self._held, CLOSE_SECONDS)
        else:
            self._protocol.send_text(message["text"].encode())
        self._flush()
        await self._reads()
