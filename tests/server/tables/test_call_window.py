"""Call windows on a real server, in real time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep, time
from typing import Any

import httpx
import pytest

from keypeg.server.settings import Settings
from tests.server.running import Person, serving

ME, NOVICE = {"kind": "me"}, {"kind": "computer", "player": "novice"}


def _row_placed(ann: Person, **agreed: Any) -> str:
    table = ann.make("mm44:first=1", ME, NOVICE, NOVICE, NOVICE, **agreed)["table"]
    assert ann.send(table, "guess RRRRR").status_code == 200
    return str(table)


def _do(ann: Person, table: str, do: str, **fields: Any) -> httpx.Response:
    body = {"do": do, "version": ann.view(table)["version"], "key": f"{do}{time()}", **fields}
    return ann.http.post(f"/tables/{table}/window", json=body)


def _rows(view: dict[str, Any]) -> int:
    return sum(len(board["rows"]) for board in view["boards"])


def test_computers_move_when_the_window_is_over_and_not_before(person: Callable[[], Person]) -> None:
    ann = person()
    table = _row_placed(ann, call_window=1.0)
    seen = ann.view(table)
    window = seen["call_window"]
    assert (window["waits"], window["seconds"]) == ([1], 1.0)
    assert window["until"] == pytest.approx(window["since"] + 1.0)
    for expected in (2, 3):
        seen = ann.view(table, after=seen["version"], wait=20)
        assert _rows(seen) == expected
        assert seen["call_window"]["since"] >= window["until"], "the row came after the window"
        window = seen["call_window"]


def test_it_ends_early_when_the_person_goes_on(person: Callable[[], Person]) -> None:
    ann = person()
    table = _row_placed(ann, call_window=600)
    assert _do(ann, table, "go-on").status_code == 200
    seen = ann.view(table, after=ann.view(table)["version"], wait=20)
    assert _rows(seen) == 2
    assert seen["call_window"]["waits"] == [1]


def test_it_lasts_a_minute_longer_for_who_enters_a_call(person: Callable[[], Person]) -> None:
    ann = person()
    table = _row_placed(ann, call_window=2)
    before = ann.view(table)["call_window"]
    assert _do(ann, table, "extend").status_code == 200
    seen = ann.view(table)
    assert seen["call_window"]["until"] == before["until"] + 60
    sleep(before["until"] - time() + 0.5)
    assert ann.view(table)["version"] == seen["version"]
    pegs = next(may for may in seen["may"] if may["move"] == "call")
    own = pegs["fill"]
    code = [peg if peg != "." else "R" for peg in own]
    code[next(at for at, peg in enumerate(own) if peg == ".")] = "."
    assert ann.send(table, f"call {''.join(code)}").status_code == 200


def test_by_correspondence_computers_wait_for_the_person(person: Callable[[], Person]) -> None:
    ann = person()
    table = _row_placed(ann, clock={"seconds": 86_400})
    seen = ann.view(table)
    assert seen["call_window"]["until"] is None
    assert ann.view(table, after=seen["version"], wait=1)["version"] == seen["version"]
    assert ann.http.get("/me/tables").json()["tables"][0]["your_turn"]
    assert _do(ann, table, "go-on").status_code == 200
    assert _rows(ann.view(table, after=seen["version"] + 1, wait=20)) == 2


def test_two_people_both_have_to_go_on(person: Callable[[], Person]) -> None:
    ann, bob = person(), person()
    made = ann.make("mm44:first=1", ME, NOVICE, NOVICE, {"kind": "open"}, call_window=600)
    bob.sit(made)
    table = made["table"]
    assert ann.send(table, "guess RRRRR").status_code == 200
    assert _do(ann, table, "go-on").status_code == 200
    assert ann.view(table)["call_window"]["waits"] == [4]
    assert _rows(bob.view(table, after=bob.view(table)["version"], wait=0.5)) == 1
    assert _do(bob, table, "go-on").status_code == 200
    assert _rows(bob.view(table, after=bob.view(table)["version"], wait=20)) == 2


@pytest.mark.parametrize(
    "wrong", [{"call_window": 0}, {"call_window": -1}, {"call_window": 601}, {"call_window": "long"}]
)
def test_a_length_that_cannot_be_is_refused(person: Callable[[], Person], wrong: dict[str, Any]) -> None:
    answer = person().http.post("/tables", json={"rules": "mm44", **wrong})
    assert answer.status_code == 400
    assert answer.json()["message"]


def test_after_a_restart_the_window_opens_anew_and_computers_go_on_after_it(tmp_path: Path) -> None:
    chosen = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=1)
    with serving(chosen) as address:
        ann = Person(address)
        table = _row_placed(ann, call_window=1.5)
    with closing(sqlite3.connect(tmp_path / "keypeg.sqlite")) as database, database:
        database.execute("UPDATE log SET at = at - 3600")
    with serving(chosen) as address:
        ann.follow(address)
        seen = ann.view(table)
        assert _rows(seen) == 1
        assert seen["call_window"]["until"] > time()
        assert _rows(ann.view(table, after=seen["version"], wait=20)) == 2
    ann.http.close()


def test_a_stored_table_of_before_has_the_usual_window(tmp_path: Path) -> None:
    chosen = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)
    with serving(chosen) as address:
        ann = Person(address)
        table = _row_placed(ann, call_window=600)
    with closing(sqlite3.connect(tmp_path / "keypeg.sqlite")) as database, database:
        database.execute("UPDATE tables SET agreed = json_remove(agreed, '$.call_window')")
    with serving(chosen) as address:
        ann.follow(address)
        assert ann.view(table)["call_window"]["seconds"] == 6
    ann.http.close()
