"""A table over HTTP: made, joined, seen and played."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from keypeg import rules
from keypeg.notation.seals import seal_text
from tests.server.running import Person

Somebody = Callable[[], Person]


def test_two_people_play_a_match_by_invite(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1", name="Ann")
    assert bob.sit(made, name="Bob") == 2
    table = made["table"]
    ann.play(table, "hide RYGB")
    seen = bob.view(table)
    assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Bob"]
    assert seen["shares"] == [{"holder": 1, "code": "????"}]
    assert ann.view(table)["shares"] == [{"holder": 1, "code": "RYGB"}]
    bob.play(table, "guess ROYG")
    assert bob.view(table)["boards"][0]["rows"][0]["text"] == "ROYG:1,2"
    bob.play(table, "guess RYGB")
    bob.play(table, "hide NWPO")
    ann.play(table, "guess 8756")
    ann.play(table, "give-up")
    end = ann.view(table)
    assert end["phase"] == "over"
    assert end["outcome"] == {"points": [2, 9], "winner": 2}
    assert [attempt["shares"][0]["code"] for attempt in end["past"]] == ["RYGB", "NWPO"]


def test_a_code_is_sealed_when_it_is_hidden_and_anybody_can_check_it_at_the_end(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    ann.play(table, "hide RYGB")
    (early,) = bob.view(table)["seals"]
    assert early["salt"] is None
    bob.play(table, "guess RYGB")
    seen = bob.view(table)
    (seal,) = seen["past"][0]["seals"]
    assert seal["seal"] == early["seal"]
    assert seal_text(seal["salt"], rules(seen["rules"]["text"]), 1, 1, "RYGB") == seal["seal"]
    assert seen["seals"] == []


def test_the_same_key_gives_the_same_answer_and_one_move(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    table, version = made["table"], ann.view(made["table"])["version"]
    answers = [ann.send(table, "hide RYGB", version=version, key="once").text for _ in range(3)]
    assert len(set(answers)) == 1
    assert ann.view(table)["version"] == version + 1
    other = ann.send(table, "hide RYGO", version=version, key="once")
    assert (other.status_code, other.json()["error"]) == (409, "key-used")


def test_a_stale_version_is_refused_with_the_current_one(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    ann.play(table, "hide RYGB")
    seen = bob.view(table)["version"]
    bob.play(table, "guess ROYG")
    late = bob.send(table, "guess ROYB", version=seen)
    assert late.status_code == 409
    assert late.json() == {
        "error": "version-stale",
        "message": f"The table has moved on since version {seen}; look at version {seen + 1} first.",
        "version": seen + 1,
        "seen": seen,
    }
    ahead = bob.send(table, "guess ROYB", version=seen + 9)
    assert (ahead.status_code, ahead.json()["error"]) == (400, "version-unknown")


def test_a_move_sealed_by_one_seat_does_not_make_the_version_of_another_stale(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("challenge")
    bob.sit(made)
    table = made["table"]
    version = bob.view(table)["version"]
    ann.play(table, "hide ROYGB")
    bob.play(table, "hide NWPBG", version=version)
    version = bob.view(table)["version"]
    ann.play(table, "guess ROYPW")
    bob.play(table, "guess ROYPN", version=version)
    assert len(ann.view(table)["boards"][0]["rows"]) == 1


def test_an_illegal_move_changes_nothing(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    before = ann.view(table)["version"]
    twice = ann.send(table, "hide RRGB")
    assert (twice.status_code, twice.json()["error"]) == (422, "peg-twice")
    assert bob.send(table, "guess RYGB").json()["error"] == "not-your-turn"
    assert ann.send(table, "hide Q").json()["error"] == "code-unreadable"
    assert ann.view(table)["version"] == before


def test_a_seat_is_taken_once_and_by_its_own_invite(person: Somebody) -> None:
    ann, bob, eve = person(), person(), person()
    made = ann.make("mm44:seats=3")
    assert bob.sit(made, at=0) == 2
    assert bob.sit(made, at=0) == 2
    invite = made["invites"][0]["invite"]
    taken = eve.http.post(f"/tables/{made['table']}/seats", json={"invite": invite})
    assert (taken.status_code, taken.json()["error"]) == (409, "seat-taken")
    wrong = eve.http.post(f"/tables/{made['table']}/seats", json={"invite": "A" * 22})
    assert (wrong.status_code, wrong.json()["error"]) == (404, "invite-unknown")
    assert [invite["seat"] for invite in ann.view(made["table"])["invites"]] == [3]


def test_watchers_see_what_is_public_and_may_do_nothing(person: Somebody) -> None:
    ann, eve = person(), person()
    made = ann.make("togo:first=1")
    table = made["table"]
    ann.play(table, "hide RYGB")
    seen = eve.view(table)
    assert (seen["you"], seen["may"], seen["invites"]) == (None, [], [])
    assert seen["shares"] == [{"holder": 1, "code": "????"}]
    assert eve.send(table, "guess RYGB").json()["error"] == "seat-none"
    alone = ann.make("togo", watch=False)
    assert eve.http.get(f"/tables/{alone['table']}/view").status_code == 403


def test_people_who_share_a_device_hold_several_seats(person: Somebody) -> None:
    ann = person()
    made = ann.make("togo:first=1", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"})
    table = made["table"]
    assert ann.send(table, "hide RYGB").json()["error"] == "seat-which"
    ann.play(table, "hide RYGB", seat=1)
    assert ann.view(table, seat=2)["shares"] == [{"holder": 1, "code": "????"}]
    assert ann.view(table, seat=2)["may"][0]["move"] == "guess"


def test_a_view_is_waited_for_until_something_happens(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    version = bob.view(table)["version"]
    seen: list[dict[str, Any]] = []
    waiting = threading.Thread(target=lambda: seen.append(bob.view(table, after=version, wait=20)))
    waiting.start()
    began = time.monotonic()
    ann.play(table, "hide RYGB")
    waiting.join(15)
    assert time.monotonic() - began < 10
    assert seen[0]["version"] == version + 1
    assert bob.view(table, after=version + 1, wait=0.05)["version"] == version + 1


def test_a_view_that_is_known_already_is_not_sent_again(person: Somebody) -> None:
    ann = person()
    table = ann.make("togo:first=1")["table"]
    ann.view(table)
    tag = ann.http.get(f"/tables/{table}/view").headers["etag"]
    again = ann.http.get(f"/tables/{table}/view", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("text", ["logic24", "challenge", "mm44:seats=2,boards=2"])
def test_computers_play_on_by_themselves(person: Somebody, text: str) -> None:
    ann = person()
    made = ann.make(text, {"kind": "computer", "player": "club"}, {"kind": "computer", "player": "novice"})
    table, seen = made["table"], ann.view(made["table"])
    for _ in range(200):
        if seen["phase"] == "over":
            break
        seen = ann.view(table, after=seen["version"], wait=10)
    assert seen["outcome"] is not None


def test_a_hidden_code_can_be_taken_back_until_a_row_is_placed(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    ann.play(table, "hide RYGB")
    seen = ann.view(table)
    assert seen["may_undo"]
    back = ann.http.post(f"/tables/{table}/undo", json={"version": seen["version"], "key": "u1"})
    assert back.status_code == 200, back.text
    ann.play(table, "hide RYGO")
    bob.play(table, "guess RYGO")
    assert not bob.view(table)["may_undo"]
    seen = bob.view(table)
    late = bob.http.post(f"/tables/{table}/undo", json={"version": seen["version"], "key": "u2"})
    assert (late.status_code, late.json()["error"]) == (422, "undo-not-allowed")


def test_only_phrases_are_said(person: Somebody) -> None:
    ann = person()
    table = ann.make("togo")["table"]
    said = ann.http.post(f"/tables/{table}/says", json={"phrase": "hello", "key": "s1"})
    assert said.status_code == 200
    assert [(say["seat"], say["phrase"]) for say in ann.view(table)["says"]] == [(1, "hello")]
    free = ann.http.post(f"/tables/{table}/says", json={"phrase": "you fool", "key": "s2"})
    assert (free.status_code, free.json()["error"]) == (400, "phrase-unknown")


def test_a_slow_computer_delays_no_quick_one(person: Somebody) -> None:
    ann, bob = person(), person()
    slow = ann.make("mm44", *[{"kind": "computer", "player": "perfect"}] * 4)["table"]
    ann.view(slow)
    quick = bob.make("4x6:first=2", {"kind": "me"}, {"kind": "computer", "player": "novice"})["table"]
    seen = bob.view(quick)
    assert bob.view(quick, after=seen["version"], wait=20)["to_act"] == [1]


def test_an_invited_guest_sees_no_invite(person: Somebody) -> None:
    ann, bob, cid = person(), person(), person()
    made = ann.make("mm44:seats=4,first=1")
    assert [invite["seat"] for invite in ann.view(made["table"])["invites"]] == [2, 3, 4]
    bob.sit(made)
    assert bob.view(made["table"])["invites"] == []
    assert [invite["seat"] for invite in ann.view(made["table"])["invites"]] == [3, 4]
    assert cid.view(made["table"])["invites"] == []


def test_asking_for_a_rematch_invites_the_others(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:rounds=1,parity=any,first=1")
    bob.sit(made)
    ann.play(made["table"], "hide RYGB")
    bob.play(made["table"], "guess RYGB")
    again = ann.http.post(f"/tables/{made['table']}/rematch", json={"rules": "mm44:seats=3"}).json()
    assert [invite["seat"] for invite in again["invites"]] == [3]
    late = bob.http.post(f"/tables/{made['table']}/rematch", json={}).json()
    assert (late["table"], late["invites"]) == (again["table"], [])
    assert bob.view(again["table"])["invites"] == []
    assert [invite["seat"] for invite in ann.view(again["table"])["invites"]] == [3]
