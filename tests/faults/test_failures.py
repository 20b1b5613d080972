"""A failing database is reported by `/health`, the log and the metrics, and nothing is acknowledged but not stored."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from bench._server import Server
from keypeg.cli import main
from tests.server.postgres import running_postgres
from tests.server.running import Person

IN_TMPFS = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"'
"""Runs a program with a tiny disk of its own mounted at a folder."""


@contextmanager
def running(folder: Path, *inside: str, database: str | None = None, **environ: str) -> Iterator[tuple[Server, Person]]:
    server = Server(folder, database, {"KEYPEG_THINKERS": "0", "KEYPEG_LOG": "json", **environ})
    server.inside = inside
    if database:
        server.upgrade()
    server.start()
    ann = Person(f"http://127.0.0.1:{server.port}")
    try:
        yield server, ann
    finally:
        ann.http.close()
        server.kill()


def events(server: Server) -> list[dict[str, Any]]:
    """Return the log; every line of it is JSON, with a time and a level."""
    lines = [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]
    assert all({"time", "level", "event"} <= line.keys() for line in lines), lines
    return lines


def health_becomes(ann: Person, status: int, database: str) -> None:
    until = monotonic() + 30
    while True:
        found = ann.http.get("/health")
        if (found.status_code, found.json()["database"]) == (status, database):
            break
        assert monotonic() < until, found.text
        sleep(0.2)
    assert ann.http.get("/health/ready").status_code == status
    live = ann.http.get("/health/live")
    assert (live.status_code, live.json()["status"]) == (200, "ok")


def refused(ann: Person) -> None:
    """Make tables until one cannot be stored."""
    for _ in range(10_000):
        made = ann.http.post("/tables", json={"rules": "togo"})
        if made.status_code != 201:
            assert (made.status_code, made.json()["error"]) == (503, "database-away")
            assert int(made.headers["retry-after"]) > 0
            return
    raise AssertionError("everything was stored")


def assert_seen(server: Server, ann: Person, reason: str) -> None:
    """Check that the failure is one line of the log and a metric, each refusal is a line, and none has a secret."""
    log = events(server)
    failed = [line for line in log if line["event"] == "the database fails"]
    assert [(line["level"], line["reason"]) for line in failed] == [("error", reason)]
    assert any(line["event"] == "a request failed" and line["status"] == 503 for line in log)
    metrics = ann.http.get("/metrics").text
    assert "keypeg_database_up 0.0" in metrics
    counted = next(line for line in metrics.splitlines() if f'failures_total{{reason="{reason}"}}' in line)
    assert float(counted.split()[-1]) >= 1
    assert "Traceback" not in server.log
    assert all(secret not in server.log for secret in ann.http.cookies.values())


def test_a_full_disk_is_seen_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with running(tmp_path, "unshare", "-rm", "sh", "-c", IN_TMPFS, str(tmp_path)) as (server, ann):
        rest = Path(f"/proc/{server.pid}/root{tmp_path}/rest")
        table = ann.make("togo")["table"]
        with suppress(OSError), rest.open("wb", buffering=0) as written:
            while True:
                written.write(b"\0" * 4096)
        refused(ann)
        with Person(f"http://127.0.0.1:{server.port}").http as new:  # a guest is stored before their table
            assert new.post("/tables", json={"rules": "togo"}).status_code == 503
        health_becomes(ann, 503, "full")
        assert_seen(server, ann, "full")
        rest.unlink()
        health_becomes(ann, 200, "ok")
        assert events(server)[-1]["event"] == "the database works again"
        assert ann.view(table)["table"] == table


def test_a_file_that_may_not_grow_is_seen(tmp_path: Path) -> None:
    with running(tmp_path, "sh", "-c", 'ulimit -f 1000; exec "$@"', "sh") as (server, ann):
        refused(ann)
        health_becomes(ann, 503, "disk")
        assert_seen(server, ann, "disk")


def test_a_file_that_was_deleted_is_seen(tmp_path: Path) -> None:
    """Moves were stored in a file that nobody could open any more, and were gone when the server started again."""
    with running(tmp_path) as (server, ann):
        made = ann.make("togo:first=1")
        kept = tmp_path / "kept"
        (tmp_path / "keypeg.sqlite").rename(kept)
        for _ in range(3):
            moved = ann.send(made["table"], "hide ROYG", key="the-same-again")
            assert (moved.status_code, moved.json()["error"]) == (503, "database-away")
        health_becomes(ann, 503, "disk")
        assert_seen(server, ann, "disk")
        kept.rename(tmp_path / "keypeg.sqlite")
        health_becomes(ann, 200, "ok")


def test_damage_that_only_the_start_meets_is_one_line_of_the_log(tmp_path: Path) -> None:
    assert main(["db", "upgrade", "--data-dir", str(tmp_path)]) == 0
    file = tmp_path / "keypeg.sqlite"
    with closing(sqlite3.connect(file)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'guests'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as damaged:
        damaged.seek((root - 1) * size)
        damaged.write(b"\xa5" * size)
    server = Server(tmp_path, environ={"KEYPEG_THINKERS": "0", "KEYPEG_LOG": "json"})
    with pytest.raises(RuntimeError):
        server.start()
    assert "Traceback" not in server.log
    assert [line["reason"] for line in events(server) if line["level"] == "critical"] == ["damaged"]


def test_damage_is_seen_before_anybody_meets_it(tmp_path: Path) -> None:
    with running(tmp_path) as (server, ann):
        tables = [ann.make("togo:first=1")["table"] for _ in range(300)]
        server.stop()
        file = tmp_path / "keypeg.sqlite"
        with closing(sqlite3.connect(file)) as database:
            (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'log'").fetchone()
            (size,) = database.execute("PRAGMA page_size").fetchone()
        with file.open("r+b") as damaged:
            damaged.seek((root - 1) * size)
            damaged.write(b"\xa5" * size)
        server.start()
        health_becomes(ann, 503, "damaged")
        assert ann.http.get(f"/tables/{tables[0]}/view").status_code == 503
        assert_seen(server, ann, "damaged")


def test_a_database_that_may_only_be_read_is_refused_with_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "upgrade", "--data-dir", str(tmp_path)]) == 0
    server = Server(tmp_path, environ={"KEYPEG_THINKERS": "0"})
    script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    server.inside = ("unshare", "-rm", "sh", "-c", script, str(tmp_path / "keypeg.sqlite"))
    with pytest.raises(RuntimeError, match="readonly"):
        server.start()
    assert "Traceback" not in server.log
    capfd.readouterr()


@pytest.mark.long
def test_a_postgresql_that_is_away_or_may_only_be_read_is_seen(tmp_path: Path) -> None:
    with running_postgres() as postgres:
        name = postgres.new_database()
        with running(tmp_path, database=postgres.url(name)) as (server, ann):
            ann.make("togo")
            postgres.stop(immediate=True)
            refused(ann)
            health_becomes(ann, 503, "away")
            assert_seen(server, ann, "away")
            postgres.start()
            health_becomes(ann, 200, "ok")
            postgres.ask(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            postgres.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'keypeg%'")
            health_becomes(ann, 503, "read-only")
            said = [line.get("reason") for line in events(server) if line["event"] == "the database fails"]
            assert said[-1] == "read-only"
