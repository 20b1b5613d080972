"""A subprocess that exchanges lines over pipes, with limits on time and output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic, sleep
from typing import TypeVar

from keypeg.errors import KeypegError, Malformed, Unknown

Answer = TypeVar("Answer")

MOST = 1_000_000
"""The most bytes that a program may write for one answer."""
SOME = 65_536
KEPT = 2_000
"""How many bytes of standard error are kept."""
FAREWELL = 0.5
"""Seconds that a program has to exit by itself."""


_alive: weakref.WeakSet[Process] = weakref.WeakSet()


class Process:
    """A program in a session of its own, so that Ctrl-C does not reach it.

    `ask` always returns or raises in time. The program ends at the latest when this process does.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.name = " ".join(command)
        if sys.platform == "win32":  # its pipes cannot be waited for
            raise Unknown("engine-not-started", engine=self.name, reason="Windows")
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- the person at this machine has named the program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Unknown("engine-not-started", engine=self.name, reason=_reason(error)) from None
        self._end = weakref.finalize(self, _kill, self._process)
        _alive.add(self)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._open = {self._out, self._err}
        self._unsent = b""
        self._lines: deque[bytes] = deque()
        """Complete lines that have been read but not yet handled."""
        self._partial = b""
        self._stderr = b""

    @property
    def running(self) -> bool:
        """Return True while the program runs."""
        return self._end.alive and _exit_status(self._process) is None

    def ask(
        self,
        lines: Iterable[str],
        parse: Callable[[str], Answer | None],
        seconds: float,
        *,
        hurry: Iterable[str] = (),
        grace: float = 0.0,
    ) -> Answer:
        """Write these lines and wait for a line that `parse` accepts; skip all others.

        After `seconds` write the `hurry` lines, and wait `grace` seconds more.
        """
        self._queue(lines)
        received, until, hurried = 0, monotonic() + seconds, not grace
        while True:
            while self._lines:
                answer = parse(self._text(self._lines.popleft()))
                if answer is not None:
                    return answer
            if self._out not in self._open:
                raise self._exit_error()
            left = until - monotonic()
            if left <= 0 and hurried:
                raise Unknown("engine-silent", engine=self.name, seconds=_rounded(seconds))
            if left <= 0:
                hurried, until = True, monotonic() + grace
                self._queue(hurry)
                continue
            received += self._exchange(left)
            if received > MOST:
                raise Malformed("engine-floods", engine=self.name, most=MOST)

    def unread_lines(self) -> list[str]:
        """Return the complete lines written since the last answer."""
        self._exchange(0)
        lines = [self._text(line) for line in self._lines]
        self._lines.clear()
        return lines

    def close(self, *farewell: str) -> None:
        """Write a farewell, wait for the program to exit, then end it with everything that it has started."""
        if self.running and not self._unsent:
            with suppress(OSError):
                os.write(self._in, _bytes(farewell))
            assert self._process.stdin is not None
            self._process.stdin.close()
            _wait(self._process, FAREWELL)
        self.end()

    def end(self) -> None:
        """Kill the program with everything that it has started."""
        self._end()

    def _queue(self, lines: Iterable[str]) -> None:
        self._unsent += _bytes(lines)

    def _exchange(self, seconds: float) -> int:
        """Write and read what is possible within `seconds`; return the number of bytes read."""
        with DefaultSelector() as ready:
            for pipe in self._open:
                ready.register(pipe, EVENT_READ)
            if self._unsent:
                ready.register(self._in, EVENT_WRITE)
            events = ready.select(seconds)
        pipes = {key.fd for key, _ in events}
        if self._in in pipes:
            self._write()
        return sum(self._read(pipe) for pipe in (self._err, self._out) if pipe in pipes)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent[:SOME]) :]
        except BrokenPipeError:
            self._unsent = b""  # it has closed its input, but may still write

    def _read(self, pipe: int) -> int:
        data = os.read(pipe, SOME)
        if not data:
            self._open.discard(pipe)
        if pipe == self._err:
            self._stderr = (self._stderr + data)[-KEPT:]
        else:
            *lines, self._partial = (self._partial + data).split(b"\n")
            self._lines.extend(lines)
        return len(data)

    def _exit_error(self) -> KeypegError:
        status = _wait(self._process, FAREWELL)
        while self._err in self._open:
            try:
                self._read(self._err)
            except BlockingIOError:
                break
        said = self._stderr.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(said) if line.strip()), "")
        fields = {"engine": self.name, "status": "?" if status is None else str(status)}
        if last:
            return Unknown("engine-ended-complaining", **fields, complaint=last)
        return Unknown("engine-ended", **fields)

    def _text(self, line: bytes) -> str:
        try:
            return line.decode().rstrip("\r")
        except UnicodeDecodeError:
            raise Malformed("engine-not-text", engine=self.name) from None


def end_all() -> None:
    """Kill every program that this process has started."""
    for process in list(_alive):
        process.end()


def _bytes(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _exit_status(process: subprocess.Popen[bytes]) -> int | None:
    """Return the exit status, negative for a signal; None while it runs.

    Does not reap the process, so that its id, by which its group is killed, cannot be reused.
    """
    if process.returncode is not None:
        return process.returncode
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return process.poll()
    found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    until = monotonic() + seconds
    while (status := _exit_status(process)) is None and monotonic() < until:
        sleep(0.005)
    return status


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and everything in its group."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()


def _rounded(seconds: float) -> float:
    return int(seconds) if seconds == int(seconds) else seconds


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
