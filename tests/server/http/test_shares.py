"""Results shared by a link: never the code or a row's pegs, one picture each, and the same code for a friend."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from keypeg.server.guests.daily import today
from keypeg.server.pictures import Told, picture
from tests.server.guests.test_daily import solve
from tests.server.running import Person

Somebody = Callable[[], Person]
SINGLE = "togo:rounds=1,parity=any,first=1"


def shared(person: Person, table: str, **params: int) -> dict[str, Any]:
    answer = person.http.post(f"/tables/{table}/shares", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def played(ann: Person, bob: Person, rules: str = SINGLE) -> str:
    """A table at which Bob has broken Ann's code in two rows."""
    made = ann.make(rules)
    bob.sit(made, name="Bob")
    ann.play(made["table"], "hide RYGB")
    bob.play(made["table"], "guess ROYG")
    bob.play(made["table"], "guess RYGB")
    return str(made["table"])


def share_id(link: str) -> str:
    return link.rpartition("/")[2]


def test_a_result_is_shared_without_code_pegs_names_or_table(person: Somebody) -> None:
    ann, bob, eve = person(), person(), person()
    table = played(ann, bob)
    found = shared(bob, table)
    assert found["text"] == ["Keypeg · Mastermind, travel edition · 2/9", "⬛⬜⬜🟫", "⬛⬛⬛⬛", found["link"]]
    told = eve.http.get(f"/results/{share_id(found['link'])}")
    assert told.json()["rows"] == ["bww-", "bbbb"]
    assert told.json()["headline"] == {"key": "tell.daily.solved", "fields": {"row": 2, "rows": 9}}
    for secret in ("RYGB", "ROYG", "Bob", table, "togo"):
        assert secret not in told.text.replace("box.togo", "")
        assert secret not in "".join(found["text"])


def test_the_same_result_has_the_same_link_and_a_picture_that_is_kept(person: Somebody) -> None:
    ann, bob = person(), person()
    table = played(ann, bob)
    found = shared(bob, table)
    assert shared(bob, table) == found
    answer = person().http.get(found["picture"])
    assert answer.headers["content-type"] == "image/png"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    picture = Image.open(BytesIO(answer.content))
    assert (picture.size, picture.format) == ((1200, 630), "PNG")
    assert len(answer.content) < 100_000
    bob.http.headers["accept-language"] = "de"
    assert shared(bob, table)["link"] != found["link"]


def test_only_ones_own_result_of_a_match_that_is_over_is_shared(person: Somebody) -> None:
    ann, bob, eve = person(), person(), person()
    made = ann.make(SINGLE)
    bob.sit(made)
    assert bob.http.post(f"/tables/{made['table']}/shares").json()["error"] == "share-not-yet"
    assert eve.http.post(f"/tables/{made['table']}/shares").json()["error"] == "seat-none"
    assert eve.http.get("/results/AAAAAAAAAAAAAAAAAAAAAA").json()["error"] == "result-unknown"
    assert eve.http.get("/results/AAAAAAAAAAAAAAAAAAAAAA/picture.png").status_code == 404


def test_a_friend_tries_the_same_code_outside_statistics(person: Somebody) -> None:
    ann, bob, eve = person(), person(), person()
    found = share_id(shared(bob, played(ann, bob))["link"])
    made = eve.http.post(f"/results/{found}/tables")
    assert made.status_code == 201
    table = made.json()["table"]
    seen = eve.view(table)
    assert (seen["same"], seen["watch"], seen["may_undo"], seen["phase"]) == (found, False, False, "guess")
    assert "RYGB" not in str(seen)
    assert bob.http.get(f"/tables/{table}/view").status_code == 403
    eve.play(table, "guess RYGB")
    assert eve.view(table)["sentences"]["status"]["fields"] == {"row": 1, "rows": 9}
    assert eve.http.get("/me/stats").json()["games"] == []


@pytest.mark.parametrize(
    ("rules", "code", "told"),
    [
        ("logic24:first=1", "YROB", {"row": 1, "rows": 9}),
        ("logic12+blanks:rounds=1,first=1,unbroken=decides", "YR.B", {"row": 1, "rows": 9}),
        ("4x6:first=1,tally=rounds-won", "ROYG", {"rows": 1}),
    ],
)
def test_a_friend_breaks_that_code_alone_where_a_round_has_two(
    person: Somebody, rules: str, code: str, told: dict[str, int]
) -> None:
    ann, eve = person(), person()
    table = ann.make(rules, {"kind": "me", "name": "A"}, {"kind": "me", "name": "B"})["table"]
    for maker, breaker in ((1, 2), (2, 1)):
        ann.play(table, f"hide {code}", seat=maker)
        ann.play(table, f"guess {code}", seat=breaker)
    found = share_id(shared(ann, table, seat=2)["link"])
    assert eve.http.get(f"/results/{found}").json()["same"]
    tried = eve.http.post(f"/results/{found}/tables").json()["table"]
    assert eve.view(tried)["sentences"]["score"] is None
    eve.play(tried, f"guess {code}")
    seen = eve.view(tried)
    assert (seen["phase"], seen["sentences"]["status"]["fields"]) == ("over", told)


@pytest.mark.parametrize("rules", ["challenge:rounds=1", "mm44:seats=2,boards=1,first=1"])
def test_a_game_on_several_boards_has_no_same_code(person: Somebody, rules: str) -> None:
    ann = person()
    table = ann.make(rules, {"kind": "me", "name": "A"}, {"kind": "me", "name": "B"})["table"]
    for seat in (1, 2):
        if "challenge" in rules:
            ann.play(table, "hide ROYGB", seat=seat)
    for seat in (1, 2):
        if ann.view(table, seat=seat)["phase"] != "over":
            ann.play(table, "give-up", seat=seat)
    found = share_id(shared(ann, table, seat=1)["link"])
    assert ann.http.get(f"/results/{found}").json()["same"] is False
    assert ann.http.post(f"/results/{found}/tables").json()["error"] == "result-unknown"


def test_a_daily_result_names_the_day_and_gives_no_code_away(person: Somebody) -> None:
    ann, eve = person(), person()
    table = ann.http.post("/daily").json()["table"]
    code = solve(ann, table)
    found = shared(ann, table)
    assert re.fullmatch(r"Keypeg \d+ \w+ · \d/9", found["text"][0])
    told = eve.http.get(f"/results/{share_id(found['link'])}")
    assert (told.json()["daily"], told.json()["same"]) == (today(), False)
    assert code not in told.text
    assert eve.http.post(f"/results/{share_id(found['link'])}/tables").json()["error"] == "result-unknown"


def test_pictures_are_drawn_one_at_a_time(person: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest who shared a result in every language at once slowed everybody down: all were drawn at the same time."""
    ann, bob = person(), person()
    table = played(ann, bob)
    drawing, most = 0, 0

    def drawn(told: Told) -> bytes:
        nonlocal drawing, most
        drawing += 1
        most = max(most, drawing)
        try:
            return picture(told)
        finally:
            drawing -= 1

    def share(language: str) -> int:
        headers = {"accept-language": language}
        found = bob.http.post(f"/tables/{table}/shares", headers=headers).json()
        return bob.http.get(found["picture"]).status_code

    monkeypatch.setattr("keypeg.server.guests.shares.picture", drawn)
    with ThreadPoolExecutor() as threads:
        assert list(threads.map(share, ("da", "de", "es", "fr"))) == [200] * 4
    assert most == 1


def test_a_table_that_is_deleted_while_its_result_is_drawn_is_no_failure(
    person: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was answered as if the database were away, and /health said so."""
    ann, phone = person(), person()
    table = ann.make(SINGLE, {"kind": "me"}, {"kind": "me"})["table"]
    ann.play(table, "hide RYGB", seat=1)
    ann.play(table, "guess RYGB", seat=2)
    phone.http.post("/me/adopt", json={"code": ann.http.post("/me/links").json()["code"]})

    def drawn(told: Told) -> bytes:
        assert phone.http.delete("/me").status_code == 200
        return picture(told)

    monkeypatch.setattr("keypeg.server.guests.shares.picture", drawn)
    link = shared(ann, table, seat=2)["picture"]
    assert ann.http.get(link).status_code == 200
    assert ann.http.get(link).status_code == 404, "what was drawn is not shown any more"
    assert ann.http.get("/health").json()["database"] == "ok"


def test_a_result_goes_with_its_sharer(person: Somebody) -> None:
    ann = person()
    table = ann.http.post("/daily").json()["table"]
    solve(ann, table)
    found = share_id(shared(ann, table)["link"])
    ann.http.delete("/me")
    assert person().http.get(f"/results/{found}").json()["error"] == "result-unknown"
