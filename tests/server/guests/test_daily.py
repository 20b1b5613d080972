"""The puzzle of the day: the same code for all, one result a guest."""

from __future__ import annotations

from collections.abc import Callable

from keypeg.core import mark
from keypeg.core.space import Space
from keypeg.server.guests.daily import today
from tests.server.running import Person

Somebody = Callable[[], Person]


def solve(person: Person, table: str) -> str:
    """Guess what still fits until it is broken; the code."""
    codes = list(Space(4, "ROYGBPWN", distinct=True))
    while True:
        person.play(table, f"guess {codes[0]}")
        seen = person.view(table)
        if seen["phase"] == "over":
            return str(seen["past"][0]["shares"][0]["code"])
        row = seen["boards"][0]["rows"][-1]
        codes = [code for code in codes if mark(code, row["guess"]) == tuple(row["total"])]


def test_everybody_breaks_the_same_code_once(person: Somebody) -> None:
    ann, bob = person(), person()
    fresh = ann.http.get("/daily").json()
    assert (fresh["day"], fresh["table"], fresh["solved"], fresh["distribution"]) == (today(), None, None, {})
    table = ann.http.post("/daily").json()["table"]
    assert ann.http.post("/daily").json()["table"] == table
    assert bob.http.get(f"/tables/{table}/view").status_code == 403
    code = solve(ann, table)
    told = ann.http.get("/daily").json()
    assert (told["table"], told["solved"], told["streak"], told["best_streak"]) == (table, True, 1, 1)
    assert told["distribution"][str(told["rows"])] >= 1
    assert ann.http.post("/daily").json()["table"] == table
    other = bob.http.post("/daily").json()["table"]
    bob.play(other, f"guess {code}")
    assert bob.http.get("/daily").json()["rows"] == 1


def test_nothing_is_taken_back_or_helped_with(person: Somebody) -> None:
    ann = person()
    table = ann.http.post("/daily").json()["table"]
    seen = ann.view(table)
    assert (seen["may_undo"], seen["coach"]["level"], seen["daily"]) == (False, "off", today())
    assert ann.http.get(f"/tables/{table}/suggestion").json()["error"] == "help-not-agreed"
    ann.play(table, "give-up")
    told = ann.http.get("/daily").json()
    assert (told["solved"], told["streak"]) == (False, 0)
    assert told["distribution"]["-"] >= 1


def test_the_future_is_not_told(person: Somebody) -> None:
    ann = person()
    assert ann.http.get("/daily", params={"day": "2999-01-01"}).json()["error"] == "day-unreadable"
    assert ann.http.get("/daily", params={"day": "2026-01-01"}).json()["played"] == 0
