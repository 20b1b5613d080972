"""Guests: known by a token alone, on as many devices as they like, and forgotten when they wish."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.running import Person

Somebody = Callable[[], Person]


def test_somebody_new_becomes_a_guest_with_the_first_thing_they_do(person: Somebody) -> None:
    ann = person()
    assert ann.http.get("/me").json() == {"known": False, "name": ""}
    named = ann.http.patch("/me", json={"name": "  Ann\n Boleyn "})
    assert named.json() == {"known": True, "name": "Ann Boleyn"}
    cookie = named.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert cookie.startswith("keypeg=")
    made = ann.make("togo")
    assert ann.view(made["table"])["seats"][0]["name"] == "Ann Boleyn"


def test_an_identity_moves_to_another_device_by_a_link_that_works_once(person: Somebody) -> None:
    ann, phone, thief = person(), person(), person()
    table = ann.make("togo:first=1", name="Ann")["table"]
    link = ann.http.post("/me/links").json()
    assert link["link"].endswith(f"/me#{link['code']}")
    assert phone.http.post("/me/adopt", json={"code": link["code"]}).status_code == 200
    assert phone.view(table)["you"] == 1
    again = thief.http.post("/me/adopt", json={"code": link["code"]})
    assert (again.status_code, again.json()["error"]) == (404, "link-unknown")
    assert ann.view(table)["you"] == 1


def test_a_new_name_is_known_on_all_devices_at_once(person: Somebody) -> None:
    ann, phone = person(), person()
    ann.http.patch("/me", json={"name": "Ann"})
    phone.http.post("/me/adopt", json={"code": ann.http.post("/me/links").json()["code"]})
    assert phone.http.get("/me").json()["name"] == "Ann"
    phone.http.patch("/me", json={"name": "Anna"})
    assert ann.http.get("/me").json()["name"] == "Anna"


def test_a_bot_plays_with_a_bearer_token(person: Somebody, address: str) -> None:
    token = person().http.post("/tokens", json={"name": "Robbie"}).json()["token"]
    bot = Person(address, token)
    made = bot.make("togo:first=1")
    bot.play(made["table"], "hide RYGB")
    assert bot.view(made["table"])["seats"][0]["name"] == "Robbie"
    bot.http.close()
    stranger = Person(address, "A" * 22)
    refused = stranger.http.get("/me")
    assert (refused.status_code, refused.json()["error"]) == (403, "token-unknown")
    stranger.http.close()


def test_own_tables_are_listed_running_and_over(person: Somebody) -> None:
    ann, bob = person(), person()
    assert ann.http.get("/me/tables").json() == {"tables": [], "next": None}
    old = ann.make("togo:rounds=1,parity=any,first=1")
    bob.sit(old)
    ann.play(old["table"], "hide RYGB")
    bob.play(old["table"], "guess RYGB")
    new = ann.make("challenge")
    listed = ann.http.get("/me/tables").json()["tables"]
    assert [table["table"] for table in listed] == [new["table"], old["table"]]
    assert [table["over"] for table in listed] == [False, True]
    assert [table["your_turn"] for table in listed] == [True, False]
    assert [table["table"] for table in ann.http.get("/me/tables?over=true").json()["tables"]] == [old["table"]]
    assert [table["table"] for table in bob.http.get("/me/tables").json()["tables"]] == [old["table"]]


def test_what_is_stored_can_be_seen_and_deleted(person: Somebody) -> None:
    ann, bob = person(), person()
    alone = ann.make("togo", {"kind": "me"}, {"kind": "computer"}, name="Ann")["table"]
    shared = ann.make("togo:first=1", name="Ann")
    bob.sit(shared)
    data = ann.http.get("/me/data").json()
    assert sorted(data["tables"]) == sorted([alone, shared["table"]])
    assert [token["kind"] for token in data["tokens"]] == ["cookie"]
    assert ann.http.delete("/me").json() == {"tables": 1}
    assert ann.http.get("/me").json()["known"] is False
    assert bob.http.get(f"/tables/{alone}/view").status_code == 404
    seat = bob.view(shared["table"])["seats"][0]
    assert (seat["kind"], seat["name"]) == ("person", "")
    assert ann.http.get("/me/data").status_code == 404
