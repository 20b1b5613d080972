"""A real server in a process of its own: started, killed and started again."""

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
    """Return the memory of a process in MiB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _cpu_seconds(pid: int, *, ended: bool = False) -> float:
    """Return the processor time of a process, with `ended` also of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


def family_cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and all its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return _cpu_seconds(pid, ended=True) + sum(map(_cpu_seconds, map(int, children)))


class Server:
    """`keypeg serve` with its data in a folder. It counts no requests, since all of them come from one machine."""

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
        """A command that starts the server, such as one that limits it."""
        self.profile: Path | None = None
        """Where a profile is to be written when it stops."""

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
        """Start it; how many seconds it took until it was ready."""
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
        """What it and its workers have computed so far: a measure that does not mind who else is busy here."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii").split()
        return sum(map(_cpu_seconds, [self.pid, *map(int, children)]))

    def queued_seconds(self) -> float:
        """How long it could have run while the machine ran others; 0 where the system does not tell."""
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
        """As if the power went."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> int:
        """As Ctrl-C does; its exit status."""
        assert self._process, "it runs"
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(GIVE_UP)
        self._process = None
        return status
