"""Help: the coach as agreed, everything else only where nobody else plays, or after the match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from keypeg import read_record
from keypeg.api.review import Shared
from keypeg.cli import main
from keypeg.cli.output import words
from keypeg.words import SETTING, Words
from tests.server.running import Person

Somebody = Callable[[], Person]


def test_the_coach_helps_as_far_as_was_agreed_and_is_counted(person: Somebody) -> None:
    ann, bob = person(), person()
    made = bob.make("togo:first=1", coach="explain", name="Bob")
    ann.sit(made)
    table = made["table"]
    bob.play(table, "hide RYGB")
    ann.play(table, "guess ROYG")
    seen = ann.view(table)["coach"]
    assert (seen["level"], seen["may_ask"], seen["used"]) == ("explain", True, [{}, {}])
    asked = {"ask": "explain", "move": "guess PWNO", "key": "e1"}
    said = ann.http.post(f"/tables/{table}/coach", json=asked).json()
    assert said["possible"] is False
    against = {"seat": 2, "board": 1, "row": 1, "guess": "ROYG", "would": [0, 1], "earned": [1, 2]}
    assert [row for row in said["rows"] if row.pop("sentence")] == [against]
    assert [each["key"] for each in said["messages"]] == ["tell.coach.cannot", "tell.coach.against"]
    assert ann.view(table)["coach"]["used"] == [{}, {"explain": 1}]
    more = ann.http.post(f"/tables/{table}/coach", json={"ask": "hint", "key": "h1"})
    assert (more.status_code, more.json()["error"]) == (422, "coach-level-too-low")


def test_one_key_is_good_for_one_question_to_the_coach(person: Somebody) -> None:
    ann, bob = person(), person()
    made = bob.make("togo:first=1", coach="hint")
    ann.sit(made)
    table = made["table"]
    bob.play(table, "hide RYGB")
    ann.play(table, "guess ROYG")

    def ask(**question: str) -> dict[str, object]:
        asked = ann.http.post(f"/tables/{table}/coach", json={"key": "k", **question})
        assert asked.status_code == 200, asked.text
        return asked.json()  # type: ignore[no-any-return]

    ask(ask="check", move="guess PWNO")
    ask(ask="check", move="guess RPYW")
    assert ann.view(table)["coach"]["used"][1] == {"check": 2}, "the second question is not the first again"
    assert ask(ask="hint") == ask(ask="hint"), "but this one is"
    assert ann.view(table)["coach"]["used"][1] == {"check": 2, "nudge": 1}


@pytest.mark.parametrize("what", ["review", "result", "doctor", "suggestion"])
def test_nobody_gets_help_in_a_running_duel(person: Somebody, what: str) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.sit(made)
    ann.play(made["table"], "hide RYGB")
    refused = bob.http.get(f"/tables/{made['table']}/{what}")
    assert (refused.status_code, refused.json()["error"]) == (422, "help-not-agreed")


def test_who_plays_alone_may_ask_for_everything(person: Somebody) -> None:
    ann = person()
    table = ann.make("4x6:first=1", {"kind": "computer", "player": "club"}, {"kind": "me"})["table"]
    seen = ann.view(table)
    while 2 not in seen["to_act"]:
        seen = ann.view(table, after=seen["version"], wait=10)
    advice = ann.http.get(f"/tables/{table}/suggestion").json()
    ann.play(table, advice["move"])
    assert ann.http.get(f"/tables/{table}/doctor").json()["fits"] is True
    rounds = ann.http.get(f"/tables/{table}/review").json()["rounds"]
    assert rounds[0]["rows"][0]["loss"] == 0


def test_the_review_of_a_running_deal_tells_nobody_what_computers_hold(person: Somebody) -> None:
    ann = person()
    computers = [{"kind": "computer", "player": "novice"}] * 3
    table = ann.make("mm44:first=1", {"kind": "me"}, *computers)["table"]
    ann.play(table, "guess ROYGB")
    assert ann.http.get(f"/tables/{table}/review").json()["rounds"] == []
    while ann.send(table, "give-up").status_code == 409:
        pass  # a computer moved first
    seen = ann.view(table)
    while not seen["outcome"]:
        seen = ann.view(table, after=seen["version"], wait=20)
    (deal,) = ann.http.get(f"/tables/{table}/review").json()["rounds"]
    assert deal["rows"]


def test_the_review_of_a_running_round_tells_no_marks_that_are_sealed(person: Somebody) -> None:
    ann = person()
    table = ann.make("challenge:marking=hand", {"kind": "computer", "player": "novice"}, {"kind": "me"})["table"]
    ann.play(table, "hide ROYGB")
    seen = ann.view(table)
    while seen["phase"] != "guess":
        seen = ann.view(table, after=seen["version"], wait=20)
    ann.play(table, "guess ROYGB")
    while seen["phase"] != "mark" or seen["to_act"] != [2]:
        seen = ann.view(table, after=seen["version"], wait=20)
    assert seen["boards"][1]["rows"][0]["marks"] == [None], "the computer has marked, but its marks are sealed"
    (running,) = ann.http.get(f"/tables/{table}/review").json()["rounds"]
    assert running["rows"] == []


def test_a_record_tells_no_more_than_a_view_and_everything_at_the_end(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:rounds=1,parity=any,first=1", name="Ann")
    bob.sit(made)
    table = made["table"]
    ann.play(table, "hide RYGB")
    assert "hide ????" in bob.http.get(f"/tables/{table}/record").text
    assert "hide RYGB" in ann.http.get(f"/tables/{table}/record").text
    bob.play(table, "guess RYGB")
    text = bob.http.get(f"/tables/{table}/record").text
    record = read_record(text)
    assert record.headers["Seat-1"] == "Ann"
    assert len(record.seals) == 1
    again = bob.http.post("/records", json={"record": text})
    assert again.status_code == 201, again.text
    assert bob.view(again.json()["table"])["outcome"] == {"points": [1, 0], "winner": 1}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_result_to_be_shared_reads_as_that_of_the_command_line_and_tells_no_code(
    person: Somebody, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:rounds=1,parity=any,first=1")
    table = made["table"]
    bob.sit(made)
    ann.play(table, "hide RYGB")
    bob.play(table, "guess ROYG")
    bob.play(table, "guess RYGB")
    record = tmp_path / "record.txt"
    record.write_text(bob.http.get(f"/tables/{table}/record").text, encoding="utf-8")
    monkeypatch.setenv(SETTING, language)
    words.cache_clear()
    assert main(["review", str(record), "--share"]) == 0
    words.cache_clear()
    shared = msgspec.json.decode(bob.http.get(f"/tables/{table}/result").content, type=Shared)
    assert "\n".join(Words(language).render_all(shared.lines)) == capsys.readouterr().out.strip()
    assert shared.lines[1:3] == ["⬛⬜⬜🟫", "⬛⬛⬛⬛"]


@pytest.mark.parametrize("rules", ["togo:rounds=1,parity=any,first=1", "mm44:seats=2,boards=2,first=1"])
def test_a_record_keeps_its_seals_on_the_way_to_another_server(person: Somebody, rules: str) -> None:
    ann = person()
    table = ann.make(rules, {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"})["table"]
    if "togo" in rules:
        ann.play(table, "hide RYGB", seat=1)
        ann.play(table, "guess RYGB", seat=2)
    else:
        ann.play(table, "give-up", seat=1)
        ann.play(table, "give-up", seat=2)
    record = ann.http.get(f"/tables/{table}/record").text
    assert read_record(record).seals
    imported = person().http.post("/records", json={"record": record}).json()["table"]
    assert ann.http.get(f"/tables/{imported}/record").text == record


def test_names_in_a_record_are_cleaned_like_any_others(person: Somebody) -> None:
    ann = person()
    names = "Seat-1: A\0n\u202en\nSeat-2: Z\u0335\u0336\u0337\u0338"
    record = f"Keypeg-Record: 2\nRules: togo:first=1\n{names}\n\n1 hide RYGB\n"
    made = ann.http.post("/records", json={"record": record}).json()
    assert [seat["name"] for seat in ann.view(made["table"])["seats"]] == ["A\ufffdn n", "Z\u0335\u0336"]


def test_a_record_that_is_none_is_refused_with_its_line(person: Somebody) -> None:
    ann = person()
    wrong = ann.http.post("/records", json={"record": "Keypeg-Record: 2\nRules: togo:first=1\n\n2 guess RYGB\n"})
    assert (wrong.status_code, wrong.json()["error"], wrong.json()["line"]) == (400, "record-line", 4)
    problem = {"key": "error.not-your-turn", "fields": {"seat": 2, "move": "guess", "waited": "1"}}
    assert wrong.json()["problem"] == problem


def test_a_half_played_record_goes_on(person: Somebody) -> None:
    ann = person()
    made = ann.http.post("/records", json={"record": "Keypeg-Record: 2\nRules: togo:first=1\n\n1 hide RYGB\n"}).json()
    assert made["seats"] == [1, 2]
    ann.play(made["table"], "guess RYGB", seat=2)


def test_a_rematch_keeps_people_and_settings_and_lets_the_other_begin(person: Somebody) -> None:
    ann, bob = person(), person()
    made = ann.make("togo:rounds=1,parity=any,first=1", name="Ann", coach="check")
    bob.sit(made, name="Bob")
    early = ann.http.post(f"/tables/{made['table']}/rematch", json={})
    assert (early.status_code, early.json()["error"]) == (422, "rematch-not-yet")
    ann.play(made["table"], "hide RYGB")
    bob.play(made["table"], "guess RYGB")
    new = bob.http.post(f"/tables/{made['table']}/rematch", json={}).json()
    assert ann.view(made["table"])["rematch"] == {"table": new["table"], "by": 2}
    assert ann.http.post(f"/tables/{made['table']}/rematch", json={}).json()["table"] == new["table"]
    seen = ann.view(new["table"])
    assert (seen["you"], seen["first"], seen["coach"]["level"]) == (1, 2, "check")
    assert seen["rematch_of"] == made["table"]
    assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Bob"]


def test_in_a_rematch_the_seat_of_who_has_left_for_good_is_open(person: Somebody) -> None:
    ann, bob, cid = person(), person(), person()
    made = ann.make("togo:rounds=1,parity=any,first=1")
    bob.sit(made)
    ann.play(made["table"], "hide RYGB")
    bob.play(made["table"], "guess RYGB")
    ann.http.delete("/me")
    again = bob.http.post(f"/tables/{made['table']}/rematch", json={}).json()
    assert [invite["seat"] for invite in again["invites"]] == [1]
    assert cid.sit(again) == 1


def test_questions_without_a_table(person: Somebody) -> None:
    ann = person()

    def ask(what: str, **body: object) -> dict[str, object]:
        return ann.http.post(f"/tools/{what}", json=body).json()  # type: ignore[no-any-return]

    assert ask("mark", rules="togo", code="RYGB", guess="ROYG") == {"exact": 1, "near": 2}
    assert ask("mark", rules="mm44", code="ROY.B", guess="BOYGR")["by_hole"] == [
        "white",
        "black",
        "black",
        None,
        "white",
    ]
    fits = ask("check", rules="4x6", rows=["RROO:1,1", "RYRG:0,2"], first=2)
    assert fits == {"codes": 23, "candidates": ["ORYY", "ORYB"], "deals": None}
    assert ask("suggest", rules="togo", rows=["ROYG:1,2"])["basis"] == "proved"
    assert ask("doctor", rules="togo", rows=["RYGB:4,0", "RYGB:0,0"])["conflicts"] == [[1, 2]]
    assert ask("mark", rules="nonsense", code="R", guess="R")["error"] == "box-unknown"
    levels = ann.http.get("/players").json()["levels"]
    assert [level["player"] for level in levels] == ["novice", "club", "expert", "perfect"]
    assert ann.http.get("/words/en").json()["chat.hello"] == "Hello!"
    assert ann.http.get("/words/xx").status_code == 404
    assert ann.http.get("/words/pt").json()["language.name"] == "Português (Portugal)", "the old tag"


def test_beside_a_real_board_the_client_keeps_the_rows(person: Somebody) -> None:
    ann = person()

    def ask(**body: object) -> dict[str, object]:
        return ann.http.post("/tools/home", json={"rules": "togo", **body}).json()  # type: ignore[no-any-return]

    first = ask(ask="propose", seed="kitchen")
    assert first["move"] == ask(ask="propose", seed="kitchen")["move"]
    some = ask(rows=["ROYG:1,2"])
    assert some["diagnosis"]["codes"] == 144  # type: ignore[index]
    assert len(some["candidates"]) == 10  # type: ignore[arg-type]
    assert ask(ask="check", rows=["ROYG:1,2"], move="guess ROYG")["possible"] is False
    wrong = ask(rows=["ROYG:4,0", "NWPB:1,0"])
    assert wrong["error"] == "home-broken"
    planted = ask(rows=["ROYG:0,0", "BPWN:0,0"])
    assert planted["diagnosis"]["conflicts"] == [[1, 2]]  # type: ignore[index]
    assert ask(ask="propose", rows=["ROYG:0,0", "BPWN:0,0"])["error"] == "code-none-fits"
    assert ask(rows=["ROYG:4,0"])["broken"] is True
    split = ask(rules="mm44", own=["R...."], rows=["ROYGB:_/b/w/-"], ask="hint")
    assert split["messages"]
