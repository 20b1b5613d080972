"""The tests’ own, real PostgreSQL: in a temporary folder, with its socket, stopped and started at will."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import tests.programs

READY_WITHIN = 30.0
OWNER = "postgres"
"""PostgreSQL refuses to run as root; Debian's package brings this user."""
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # the machine does not crash in a test, only PostgreSQL does
    "max_connections": "60",
    "log_min_messages": "fatal",
    "shared_buffers": "32MB",
}


@cache
def programs() -> Path:
    """Return the folder with PostgreSQL's programs."""
    folder = tests.programs.postgres()
    assert folder, "there is no PostgreSQL: python -m tests.programs installs it"
    return folder


class Postgres:
    """One PostgreSQL. It dies with the thread that started it, so that nothing is left running if a test is killed."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self._folder = folder
        self._settings = SETTINGS | ({"fsync": "on"} if durable else {})
        self._server: subprocess.Popen[bytes] | None = None
        self._names = count(1)
        options = ("--auth=trust", "--username=keypeg", "--encoding=UTF8", "--locale=C", "--no-sync")
        self._run("initdb", f"--pgdata={self._data}", *options)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    @property
    def pid(self) -> int:
        assert self._server, "it runs"
        return self._server.pid

    def url(self, database: str) -> str:
        """Return the URL for `keypeg serve --database`."""
        return f"postgresql://keypeg@/{database}?host={self._folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        command = [str(programs() / "postgres"), "-D", str(self._data), "-k", str(self._folder), *settings]
        log = self._folder / "log"
        with log.open("ab") as output:
            self._server = subprocess.Popen([*_as_owner(dies=True), *command], stdout=output, stderr=output)
        until = monotonic() + READY_WITHIN
        while not self._is_ready():
            assert self._server.poll() is None, log.read_text("utf-8", errors="replace")
            assert monotonic() < until, "PostgreSQL does not answer"
            sleep(0.02)

    def stop(self, *, immediate: bool = False) -> None:
        """Stop it: cleanly, or at once as if it had crashed."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT if immediate else signal.SIGINT)
            self._server.wait(READY_WITHIN)
            self._server = None

    def new_database(self) -> str:
        """Create an empty database and return its name."""
        name = f"keypeg_{next(self._names)}"
        self.ask(f"CREATE DATABASE {name}")
        return name

    def ask(self, query: str, database: str = "postgres") -> str:
        """Return the output of psql for a query."""
        return self._run(
            "psql", f"--host={self._folder}", "--username=keypeg", "--no-psqlrc", "-qAt", "-c", query, database
        )

    def _is_ready(self) -> bool:
        done = subprocess.run([programs() / "pg_isready", "-q", "-h", self._folder], check=False)
        return done.returncode == 0

    def _run(self, program: str, *arguments: str) -> str:
        command = [*_as_owner(), str(programs() / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """Yield a PostgreSQL that is deleted afterwards, with all that it has written."""
    folder = Path(tempfile.mkdtemp(prefix="keypeg-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER)
    try:
        postgres = Postgres(folder, durable=durable)
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.stop(immediate=True)
    finally:
        shutil.rmtree(folder)


def _as_owner(*, dies: bool = False) -> list[str]:
    """Return the prefix of a command that is not to run as root; with `dies`, it ends when its parent does."""
    who = []
    if os.geteuid() == 0:
        import pwd  # not on Windows

        owner = pwd.getpwnam(OWNER)
        who = [f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
    if not shutil.which("setpriv"):  # only Linux has it; elsewhere a killed test leaves its PostgreSQL running
        return []
    return ["setpriv", *who, *(["--pdeathsig=QUIT"] if dies else [])] if who or dies else []
