"""Time: kept by the server, and up without a request; absence can be claimed once the grace is over."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.server.running import Person

Somebody = Callable[[], Person]


def test_a_player_out_of_time_has_given_up_the_code(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:rounds=1,parity=any,first=1", clock={"seconds": 2})
    bob.sit(made)
    table = made["table"]
    ann.play(table, "hide RYGB")
    seen = bob.view(table)
    assert 0 < seen["seats"][1]["left"] <= 2
    seen = bob.view(table, after=seen["version"], wait=10)
    assert seen["phase"] == "over"
    assert seen["past"][0]["absent"] == [2]


def test_nobodys_time_runs_before_all_have_come(person: Somebody) -> None:
    ann = person()
    made = ann.make("togo:first=1", clock={"seconds": 0.2})
    table = made["table"]
    ann.play(table, "hide RYGB")
    seen = ann.view(table, after=ann.view(table)["version"], wait=0.5)
    assert seen["phase"] == "guess"
    assert seen["clock_at"] is None


def test_absence_can_be_claimed_when_the_grace_is_over(person: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.api.tables.LEAST_GRACE", 0)
    monkeypatch.setattr("keypeg.server.tables.doorbell.LINGER", 0.0)
    ann, bob = person(), person()
    made = ann.make("togo:rounds=1,parity=any,first=1", grace=0.01)
    bob.sit(made)
    table = made["table"]
    ann.play(table, "hide RYGB")
    seen = ann.view(table)
    assert seen["may_claim"] == [2]
    time.sleep(max(0.0, seen["seats"][1]["claim_from"] - time.time()))
    body = {"absent": 2, "version": seen["version"], "key": "c"}
    claimed = ann.http.post(f"/tables/{table}/claims", json=body)
    assert claimed.status_code == 200, claimed.text
    assert ann.http.post(f"/tables/{table}/claims", json=body).json() == claimed.json()
    assert ann.view(table)["past"][0]["absent"] == [2]


def test_nobody_is_claimed_to_be_absent_who_is_here(person: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.api.tables.LEAST_GRACE", 0)
    ann, bob = person(), person()
    made = ann.make("togo:first=1", grace=0.01)
    bob.sit(made)
    ann.view(made["table"])
    seen = bob.view(made["table"])
    assert seen["may_claim"] == []
    body = {"absent": 1, "version": seen["version"], "key": "c1"}
    early = bob.http.post(f"/tables/{made['table']}/claims", json=body)
    assert (early.status_code, early.json()["error"]) == (422, "time-not-up")


@pytest.mark.parametrize("grace", [0.01, 29.9])
def test_everybody_may_be_away_for_a_moment(person: Somebody, grace: float) -> None:
    ann = person()
    refused = ann.http.post("/tables", json={"rules": "togo", "grace": grace})
    assert (refused.status_code, refused.json()["error"], refused.json()["least"]) == (400, "grace-short", 30)
    assert ann.http.post("/tables", json={"rules": "togo", "grace": 30}).status_code == 201
