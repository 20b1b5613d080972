"""Setting the clock while matches run, or before a server starts, costs nobody time and deletes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from _pytest.mark import ParameterSet

import tests.programs
from bench._server import Server
from tests.server.running import Person

HOUR, DAY = 3600.0, 86_400.0
SHORT = "togo:rounds=1,parity=any,first=1"


class Clock:
    """The wall clock of one server process, which libfaketime reads from a file; the monotonic clock stays true."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.set(0)
        library = tests.programs.faketime()
        assert library, "there is no libfaketime: python -m tests.programs installs it"
        self.environ = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "KEYPEG_THINKERS": "0",
        }

    def set(self, ahead: float) -> None:
        """Set the clock ahead of the true time, or behind it."""
        self._file.write_text(f"{ahead:+f}\n", "ascii")


@contextmanager
def running(folder: Path, clock: Clock, **environ: str) -> Iterator[Server]:
    server = Server(folder, environ={**clock.environ, **environ})
    server.start()
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def players(server: Server) -> Iterator[tuple[Person, Person]]:
    people = Person(f"http://127.0.0.1:{server.port}"), Person(f"http://127.0.0.1:{server.port}")
    yield people
    for each in people:
        each.http.close()


@pytest.mark.parametrize(
    "ahead", [2 * HOUR, *(pytest.param(each, marks=pytest.mark.long) for each in (-2 * HOUR, 400 * DAY))]
)
def test_a_clock_that_is_set_takes_no_time_from_a_player_and_gives_none(tmp_path: Path, ahead: float) -> None:
    clock = Clock(tmp_path)
    with running(tmp_path, clock) as server, players(server) as (ann, bob):
        made = ann.make(SHORT, clock={"seconds": 600})
        bob.sit(made)
        hiding = monotonic()
        ann.play(made["table"], "hide RYGB")
        hidden = monotonic()
        clock.set(ahead)
        seen = bob.view(made["table"])
        assert seen["phase"] == "guess"
        guessing = monotonic()
        bob.play(made["table"], "guess ROYG")
        left = bob.view(made["table"])["seats"][1]["left"]
        # Time ran from some moment of the first request to some moment of the second, and for the next row.
        assert 600 - (monotonic() - hiding) - 0.5 <= left <= 600 - (guessing - hidden) + 0.1
        assert server.log.count("the clock was set") == 1


def test_time_still_runs_out_after_the_clock_was_set(tmp_path: Path) -> None:
    clock = Clock(tmp_path)
    with running(tmp_path, clock) as server, players(server) as (ann, bob):
        made = ann.make(SHORT, clock={"seconds": 4})
        bob.sit(made)
        ann.play(made["table"], "hide RYGB")
        clock.set(-HOUR)
        seen = bob.view(made["table"])
        while seen["phase"] != "over":
            seen = bob.view(made["table"], after=seen["version"], wait=20)
        assert seen["past"][0]["absent"] == [2]


def test_nobody_becomes_absent_because_the_clock_was_set(tmp_path: Path) -> None:
    clock = Clock(tmp_path)
    with running(tmp_path, clock) as server, players(server) as (ann, bob):
        made = ann.make(SHORT, grace=60)
        bob.sit(made)
        ann.play(made["table"], "hide RYGB")
        clock.set(2 * HOUR)
        seen = ann.view(made["table"])
        body = {"absent": 2, "version": seen["version"], "key": "claim"}
        refused = ann.http.post(f"/tables/{made['table']}/claims", json=body)
        assert (refused.status_code, refused.json()["error"]) == (422, "time-not-up")


def _long(ahead: float) -> ParameterSet:
    return pytest.param(ahead, marks=pytest.mark.long)


@pytest.mark.parametrize("ahead", [2 * HOUR, _long(-2 * HOUR)])
def test_a_clock_that_was_set_while_no_server_ran_takes_no_time_either(tmp_path: Path, ahead: float) -> None:
    clock = Clock(tmp_path)
    with running(tmp_path, clock) as server, players(server) as (ann, bob):
        made = ann.make(SHORT, clock={"seconds": 600})
        bob.sit(made)
        ann.play(made["table"], "hide RYGB")
        server.kill()
        clock.set(ahead)
        server.start()
        assert bob.view(made["table"])["phase"] == "guess"
        bob.play(made["table"], "guess ROYG")
        assert bob.view(made["table"])["seats"][1]["left"] > 580


@pytest.mark.long
def test_a_server_that_starts_400_days_ahead_deletes_nothing(tmp_path: Path) -> None:
    clock = Clock(tmp_path)
    with running(tmp_path, clock) as server, players(server) as (ann, _):
        table = ann.make("togo")["table"]
        clock.set(400 * DAY)
        for _ in range(2):  # without, then with a record of when a server last ran
            server.kill()
            server.start()
            _wait_for_retention(tmp_path)
            assert ann.view(table)["you"] == 1


@pytest.mark.long
@pytest.mark.parametrize("ahead", [400 * DAY, -400 * DAY])
def test_400_days_that_nobody_lived_cost_neither_time_nor_a_seat_nor_a_guest(tmp_path: Path, ahead: float) -> None:
    clock = Clock(tmp_path)
    with running(tmp_path, clock) as server, players(server) as (ann, bob):
        made = ann.make(SHORT, clock={"seconds": 600}, grace=60)
        table = made["table"]
        bob.sit(made)
        ann.play(table, "hide RYGB")
        for guess, step in (("ROYG", "while a server runs"), ("OYRW", "while none does"), ("BBBB", "back again")):
            if step == "while none does":
                server.kill()
                clock.set(2 * ahead)
                server.start()
            else:
                clock.set(0 if step == "back again" else ahead)
            version = ann.view(table)["version"]
            body = {"absent": 2, "version": version, "key": step}
            refused = ann.http.post(f"/tables/{table}/claims", json=body)
            assert (refused.status_code, refused.json()["error"]) == (422, "time-not-up"), step
            bob.play(table, f"guess {guess}")
            assert 560 < bob.view(table)["seats"][1]["left"] <= 600, step
        _wait_for_retention(tmp_path)
        assert bob.view(table)["you"] == 2
        assert [each.http.get("/me").json()["known"] for each in (ann, bob)] == [True, True]


def _wait_for_retention(folder: Path) -> None:
    """Wait until a server has looked for old data, a minute after its start; it records that."""
    query = "SELECT value FROM meta WHERE key = 'retention'"
    with closing(sqlite3.connect(folder / "keypeg.sqlite")) as database:
        before = database.execute(query).fetchone()
        until = monotonic() + 120
        while database.execute(query).fetchone() == before:
            assert monotonic() < until, "retention has not run"
            sleep(0.5)
    sleep(2)  # it deletes data after that
