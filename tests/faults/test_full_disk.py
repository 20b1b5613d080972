"""On a full disk, every command says that the disk is full, and a backup to another disk works."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from keypeg.cli import main
from keypeg.server.store.health import check_file

OWN_DISK = 'mount -t tmpfs -o size=1m none "$0" && echo ready && exec cat'
"""Mounts a tiny disk of its own at a folder, and keeps it until the input ends."""
ADD_ANN = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("INSERT INTO guests VALUES ('Ann', 'Ann', 0, 0)")
database.commit()
"""
DIES = """
os.remove(sys.argv[1] + "-shm")
os._exit(0)
"""


class Disk:
    """A real file system of one megabyte, which only this process's children see."""

    def __init__(self, folder: Path, keeper: subprocess.Popen[str]) -> None:
        self.folder = folder
        self.outside = Path(f"/proc/{keeper.pid}/root{folder}")
        """The same folder, as this process reaches it."""
        self._enter = ("nsenter", "--user", "--preserve-credentials", "--mount", f"--target={keeper.pid}", "--")

    def fill(self) -> None:
        """Take all space that is left."""
        for size in (4096, 1):
            with suppress(OSError), (self.outside / "rest").open("ab", buffering=0) as written:
                while True:
                    written.write(b"\0" * size)

    def command(self, *arguments: str) -> list[str]:
        return self.inside("-m", "keypeg", *arguments, "--data-dir", str(self.folder))

    def inside(self, *arguments: str) -> list[str]:
        return [*self._enter, sys.executable, *arguments]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=60, check=False)

    def make_read_only(self) -> None:
        subprocess.run([*self._enter, "mount", "-o", "remount,ro", str(self.folder)], check=True, timeout=60)

    def add_ann(self, end: str = "") -> None:
        """Store a guest, and then run the code `end` with the database still open."""
        # SQLite resolves links, so that it would not find the folder from outside.
        subprocess.run(self.inside("-c", ADD_ANN + end, str(self.folder / "keypeg.sqlite")), check=True, timeout=60)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    monkeypatch.setenv("KEYPEG_LANG", "en")
    folder = tmp_path / "disk"
    folder.mkdir()
    keep = ["unshare", "-rm", "sh", "-c", OWN_DISK, str(folder)]
    with subprocess.Popen(keep, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == "ready\n"
        try:
            yield Disk(folder, keeper)
        finally:
            keeper.kill()


def names_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [name for (name,) in database.execute("SELECT name FROM guests ORDER BY name")]


@contextmanager
def serving(disk: Disk) -> Iterator[subprocess.Popen[str]]:
    command = disk.command("serve", "--port", "0", "--no-browser")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"KEYPEG_THINKERS": "0"}) as server:
        assert server.stdout is not None
        assert "http://" in server.stdout.readline()
        try:
            yield server
        finally:
            server.kill()


def test_serve_says_that_the_disk_is_full_and_not_that_a_server_runs(disk: Disk) -> None:
    assert disk.run("db", "upgrade").returncode == 0
    disk.fill()
    told = disk.run("serve", "--port", "0", "--no-browser")
    assert told.returncode == 2
    assert told.stderr == (
        f"There is no room for {disk.folder}/keypeg.sqlite: its disk is full. "
        "Free some space there, or move the file to a folder on another disk.\n"
    )


def test_serve_says_so_without_a_database_too(disk: Disk) -> None:
    disk.fill()
    told = disk.run("serve", "--port", "0", "--no-browser")
    assert (told.returncode, "its disk is full" in told.stderr) == (2, True)


def test_a_backup_to_another_disk_works_and_is_whole(disk: Disk, tmp_path: Path) -> None:
    assert disk.run("db", "upgrade").returncode == 0
    disk.add_ann()
    disk.fill()
    told = disk.run("db", "backup", str(tmp_path / "copy"))
    assert told.returncode == 0, told.stderr
    check_file(tmp_path / "copy")
    assert names_in(tmp_path / "copy") == ["Ann"]
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy"]
    assert main(["db", "restore", str(tmp_path / "copy"), "--data-dir", str(tmp_path / "moved")]) == 0


def test_a_backup_holds_what_a_killed_server_left_in_the_journal(disk: Disk, tmp_path: Path) -> None:
    assert disk.run("db", "upgrade").returncode == 0
    disk.add_ann(DIES)
    assert (disk.outside / "keypeg.sqlite-wal").stat().st_size > 0
    assert not (disk.outside / "keypeg.sqlite-shm").exists()
    disk.fill()
    told = disk.run("db", "backup", str(tmp_path / "copy"))
    assert told.returncode == 0, told.stderr
    assert names_in(tmp_path / "copy") == ["Ann"]


def test_a_backup_of_a_folder_that_cannot_be_written_works(disk: Disk, tmp_path: Path) -> None:
    assert disk.run("db", "upgrade").returncode == 0
    disk.add_ann(DIES)
    disk.make_read_only()
    told = disk.run("db", "backup", str(tmp_path / "copy"))
    assert told.returncode == 0, told.stderr
    assert names_in(tmp_path / "copy") == ["Ann"]


def test_a_backup_to_the_full_disk_itself_is_refused_by_name(disk: Disk) -> None:
    assert disk.run("db", "upgrade").returncode == 0
    disk.fill()
    told = disk.run("db", "backup", str(disk.folder / "copy"))
    assert told.returncode == 2
    assert told.stderr.startswith(f"There is no room for {disk.folder}/copy: its disk is full.")
    assert list(disk.outside.glob("copy*")) == []


def test_a_backup_works_while_a_server_runs_on_the_full_disk(disk: Disk, tmp_path: Path) -> None:
    with serving(disk):
        disk.fill()
        told = disk.run("db", "backup", str(tmp_path / "copy"))
        assert told.returncode == 0, told.stderr
    check_file(tmp_path / "copy")


def test_restore_says_that_the_disk_is_full_and_keeps_the_database(disk: Disk, tmp_path: Path) -> None:
    assert disk.run("db", "upgrade").returncode == 0
    assert disk.run("db", "backup", str(tmp_path / "copy")).returncode == 0
    disk.fill()
    before = (disk.outside / "keypeg.sqlite").read_bytes()
    told = disk.run("db", "restore", str(tmp_path / "copy"))
    assert told.returncode == 2
    assert told.stderr.startswith(f"There is no room for {disk.folder}/keypeg.sqlite: its disk is full.")
    assert (disk.outside / "keypeg.sqlite").read_bytes() == before


def test_a_server_that_runs_is_still_named(disk: Disk, tmp_path: Path) -> None:
    with serving(disk) as server:
        assert disk.run("db", "backup", str(tmp_path / "copy")).returncode == 0
        disk.fill()
        for arguments in (("serve", "--port", "0", "--no-browser"), ("db", "restore", str(tmp_path / "copy"))):
            told = disk.run(*arguments)
            assert (told.returncode, "A server is already using" in told.stderr) == (2, True), told.stderr
        server.send_signal(signal.SIGTERM)
        until = monotonic() + 30
        while server.poll() is None and monotonic() < until:
            sleep(0.1)
    disk.fill()  # it has deleted its journal
    assert "its disk is full" in disk.run("serve", "--port", "0", "--no-browser").stderr
