"""A server that is restarted continues where it stopped."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from keypeg.notation import read_record
from keypeg.server.settings import Settings
from tests.server.running import Person, serving

PROGRAM = Path(sys.executable).parent / "keypeg"


def test_tables_seats_keys_and_computers_are_there_again(tmp_path: Path) -> None:
    chosen = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=1)
    with serving(chosen) as address:
        ann = Person(address)
        table = ann.make("togo:first=1", {"kind": "me", "name": "Ann"}, {"kind": "computer"}, coach="check")["table"]
        before = ann.view(table)
        hidden = ann.send(table, "hide RYGB", version=before["version"], key="once").json()
    with serving(chosen) as address:
        ann.follow(address)
        assert ann.send(table, "hide RYGB", version=before["version"], key="once").json() == hidden
        seen = ann.view(table)
        assert (seen["you"], seen["seats"][0]["name"], seen["coach"]["level"]) == (1, "Ann", "check")
        for _ in range(60):
            if seen["to_act"] == [1]:
                break
            seen = ann.view(table, after=seen["version"], wait=10)
        assert seen["past"], "the computer has played on and broken the code, or used up its rows"
        assert seen["past"][0]["shares"] == [{"holder": 1, "code": "RYGB"}]
        assert len({seal["seal"] for seal in seen["past"][0]["seals"]}) == 1
    ann.http.close()


def test_a_table_keeps_the_rule_of_the_version_that_it_was_begun_in(tmp_path: Path) -> None:
    moves = "1 hide YRBG\n2 hide GBRY\n1 guess GBRY\n2 mark 4,0\n2 guess OOOO\n1 mark 1,0\n"
    rules = "logic24+two-boards:equal-turns,marking=hand,first=1"
    phases = {2: "hide", 3: "decide"}
    chosen = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)
    with serving(chosen) as address:
        ann = Person(address)
        records = {version: f"Keypeg-Record: {version}\nRules: {rules}\n\n{moves}" for version in phases}
        tables = {
            version: ann.http.post("/records", json={"record": record}).json()["table"]
            for version, record in records.items()
        }
    with serving(chosen) as address:
        ann.follow(address)
        assert {version: ann.view(table, seat=1)["phase"] for version, table in tables.items()} == phases
        for version, table in tables.items():
            assert ann.http.get(f"/tables/{table}/record").text.startswith(f"Keypeg-Record: {version}\n")
    ann.http.close()


def test_tables_that_do_not_fit_into_memory_come_back_from_their_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.server.tables.memory.MOST_BYTES", 150_000)
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        ann = Person(address)
        tables = [ann.make("togo:first=1")["table"] for _ in range(25)]
        for table in tables:
            ann.play(table, "hide RYGB")
        assert [ann.view(table)["shares"][0]["code"] for table in tables] == ["RYGB"] * 25
        told = dict(line.rsplit(" ", 1) for line in ann.http.get("/metrics").text.splitlines())
        assert float(told["keypeg_tables_in_memory"]) < len(tables)
        assert float(told["keypeg_tables_bytes"]) <= 150_000
        ann.http.close()


def test_time_in_which_no_server_ran_is_not_counted(tmp_path: Path) -> None:
    chosen = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)
    with serving(chosen) as address:
        ann = Person(address)
        made = ann.make("togo:first=1", {"kind": "me"}, {"kind": "me"}, clock={"seconds": 60})
        ann.play(made["table"], "hide RYGB", seat=1)
    with sqlite3.connect(tmp_path / "keypeg.sqlite") as database:
        database.execute("UPDATE log SET at = at - 3600")
    database.close()
    with serving(chosen) as address:
        ann.follow(address)
        seen = ann.view(made["table"], seat=2)
        assert seen["phase"] == "guess"
        assert seen["seats"][1]["left"] > 55
        ann.play(made["table"], "guess ROYG", seat=2)
    ann.http.close()


def test_a_table_of_version_1_goes_on_unless_a_rule_that_it_needs_has_changed(tmp_path: Path) -> None:
    chosen = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)
    with serving(chosen) as address:
        ann = Person(address)
        plain = ann.make("togo:first=1", {"kind": "me"}, {"kind": "me"})["table"]
        ann.play(plain, "hide RYGB", seat=1)
        empty = ann.make("mm44:seats=2,blanks=any,first=1", {"kind": "me"}, {"kind": "me"})["table"]
        ann.play(empty, "guess .....", seat=1)
    with closing(sqlite3.connect(tmp_path / "keypeg.sqlite")) as database, database:
        database.execute("UPDATE tables SET rules = 'mm44:seats=2,first=1' WHERE id = ?", (empty,))
        database.execute("UPDATE tables SET agreed = json_remove(agreed, '$.version')")
    with serving(chosen) as address:
        ann.follow(address)
        ann.play(plain, "guess ROYG", seat=2)
        for answer in (ann.http.get(f"/tables/{empty}/view"), ann.send(empty, "guess RRRRR", seat=2, version=2)):
            assert answer.status_code == 409
            assert answer.json()["error"] == "table-closed"
            assert "only your own share’s hole may stay empty" in answer.json()["message"]
        saved = read_record(ann.http.get(f"/tables/{empty}/record").text).state
        assert saved.now is not None, "its record goes as far as the rules of today do"
        assert {each["table"]: each["over"] for each in ann.http.get("/me/tables").json()["tables"]} == {
            plain: False,
            empty: True,
        }
        assert ann.http.delete("/me").status_code in (200, 204)
    ann.http.close()


@pytest.mark.parametrize(("told_by", "status"), [(signal.SIGINT, (0, 130)), (signal.SIGTERM, (0,))])
@pytest.mark.parametrize("thinkers", ["0", "1"])
def test_it_stops_cleanly_when_it_is_told_to(
    tmp_path: Path, told_by: signal.Signals, status: tuple[int, ...], thinkers: str
) -> None:
    environ = {**os.environ, "KEYPEG_THINKERS": thinkers}
    command = [str(PROGRAM), "serve", "--port", "0", "--data-dir", str(tmp_path), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ) as server:
        assert server.stdout
        told = server.stdout.readline()
        assert told.startswith("Keypeg is running at http://localhost:")
        server.send_signal(told_by)
        _, complaints = server.communicate(timeout=60)
        assert complaints == ""
        assert server.returncode in status


@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
def test_ctrl_c_ends_it_without_a_word_even_while_its_processes_start(tmp_path: Path, times: int) -> None:
    environ = {**os.environ, "KEYPEG_THINKERS": "2"}
    command = [str(PROGRAM), "serve", "--port", "0", "--data-dir", str(tmp_path), "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ, start_new_session=True
    ) as server:
        assert server.stdout
        assert server.stdout.readline().startswith("Keypeg is running at http://localhost:")
        for _ in range(times):
            os.killpg(server.pid, signal.SIGINT)  # a terminal sends it to the whole group
            time.sleep(0.05)
        _, complaints = server.communicate(timeout=60)
        assert complaints == ""
        assert server.returncode in (0, 130, -signal.SIGINT), "Python itself may be ending when the second one comes"
