"""Start, stop and kill a real server in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep

PROGRAM = Path(sys.executable).parent / "keypeg"
HEALTH = b"GET /api/v1/health HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n"
GIVE_UP = 60.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def resident(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _cpu_seconds(pid: int, *, ended: bool = False) -> float:
    """Return the processor time of a process; with `ended`, include that of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


def family_cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and all its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return _cpu_seconds(pid, ended=True) + sum(map(_cpu_seconds, map(int, children)))


class Server:
    """A `keypeg serve` with its data in a folder. Rate limits are off, since all requests come from one machine."""

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        environ: Mapping[str, str] | None = None,
        program: Path = PROGRAM,
    ) -> None:
        self.port = free_port()
        self._program = program
        self.folder = folder
        self._environ = {**os.environ, "KEYPEG_LIMITS": "off", **(environ or {})}
        if database:
            self._environ["KEYPEG_DATABASE"] = database
        self._process: subprocess.Popen[bytes] | None = None
        self.inside: Sequence[str] = ()
        """A command to run the server under, such as one that limits its resources."""
        self.profile: Path | None = None
        """Where to write a profile when the server stops."""

    @property
    def log(self) -> str:
        return (self.folder / f"server-{self.port}.log").read_text("utf-8", errors="replace")

    @property
    def pid(self) -> int:
        assert self._process, "it runs"
        return self._process.pid

    def upgrade(self) -> None:
        """Bring the schema of its PostgreSQL up to date."""
        subprocess.run([self._program, "db", "upgrade"], env=self._environ, check=True, capture_output=True)

    def start(self) -> float:
        """Start the server and return the seconds until it was ready."""
        began = monotonic()
        profiled = [sys.executable, "-m", "cProfile", "-o", str(self.profile)] if self.profile else []
        command = [
            *self.inside,
            *profiled,
            str(self._program),
            "serve",
            f"--port={self.port}",
            f"--data-dir={self.folder}",
            "--no-browser",
        ]
        with (self.folder / f"server-{self.port}.log").open("ab") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=output, env=self._environ)
        while not self.is_ready():
            if self._process.poll() is not None or monotonic() > began + GIVE_UP:
                self.kill()
                raise RuntimeError(self.log)
            sleep(0.01)
        return monotonic() - began

    def cpu_seconds(self) -> float:
        """Return the processor time of the server and its workers so far, which other load hardly changes."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii").split()
        return sum(map(_cpu_seconds, [self.pid, *map(int, children)]))

    def queued_seconds(self) -> float:
        """Return how long the server was ready to run but waited for a core; 0 where the system does not tell."""
        try:
            return int(Path(f"/proc/{self.pid}/schedstat").read_text("ascii").split()[1]) / 1e9
        except OSError:
            return 0.0

    def is_ready(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
                line.sendall(HEALTH)
                return line.recv(1024).startswith(b"HTTP/1.1 ")
        except OSError:
            return False

    def kill(self) -> None:
        """Kill the server at once, as if the power failed."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> int:
        """Stop the server as Ctrl-C does, and return its exit status."""
        assert self._process, "it runs"
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(GIVE_UP)
        self._process = None
        return status
