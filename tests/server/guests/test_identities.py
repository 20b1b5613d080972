"""Guests: known only by a token, on as many devices as they like, and forgotten if they wish."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import httpx
import pytest
from sqlalchemy import select

from keypeg.api.features import PREFIX
from keypeg.server.http.app import make_app
from keypeg.server.settings import Settings
from keypeg.server.store import schema
from tests.faults.asgi import started
from tests.server.running import Person, serving

Somebody = Callable[[], Person]


def test_somebody_new_becomes_a_guest_with_the_first_thing_they_do(person: Somebody) -> None:
    ann = person()
    assert ann.http.get("/me").json() == {"known": False, "name": ""}
    named = ann.http.patch("/me", json={"name": "  Ann\n Boleyn "})
    assert named.json() == {"known": True, "name": "Ann Boleyn"}
    cookie = named.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert cookie.startswith(f"{ann.cookie}=")
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


def test_a_guest_can_see_and_delete_all_stored_data(person: Somebody) -> None:
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


def test_devices_are_listed_and_signed_out_one_by_one(person: Somebody) -> None:
    ann, phone, eve = person(), person(), person()
    assert ann.http.get("/me/devices").json() == []
    table = ann.make("togo:first=1")["table"]
    phone.http.post("/me/adopt", json={"code": ann.http.post("/me/links").json()["code"]})
    ann.http.post("/me/links")
    found = ann.http.get("/me/devices").json()
    assert sorted(device["kind"] for device in found) == ["cookie", "cookie", "link"]
    assert [device["id"] for device in found if device["this"]] != [
        device["id"] for device in phone.http.get("/me/devices").json() if device["this"]
    ]
    other = next(device["id"] for device in found if device["kind"] == "cookie" and not device["this"])
    eve.make("togo")
    stolen = eve.http.delete(f"/me/devices/{other}")
    assert (stolen.status_code, stolen.json()["error"]) == (404, "device-unknown")
    assert phone.view(table)["you"] == 1
    left = ann.http.delete(f"/me/devices/{other}").json()
    assert sorted(device["kind"] for device in left) == ["cookie", "link"]
    assert phone.http.get("/me").json()["known"] is False
    assert ann.view(table)["you"] == 1


def test_a_link_that_was_revoked_does_not_work(person: Somebody) -> None:
    ann, phone = person(), person()
    code = ann.http.post("/me/links").json()["code"]
    link = next(device["id"] for device in ann.http.get("/me/devices").json() if device["kind"] == "link")
    ann.http.delete(f"/me/devices/{link}")
    assert phone.http.post("/me/adopt", json={"code": code}).status_code == 404


def test_a_bot_can_give_up_its_own_token(person: Somebody, address: str) -> None:
    bot = Person(address, person().http.post("/tokens", json={"name": "Robbie"}).json()["token"])
    (own,) = bot.http.get("/me/devices").json()
    assert (own["kind"], own["this"]) == ("bearer", True)
    assert bot.http.delete(f"/me/devices/{own['id']}").json() == []
    assert bot.http.get("/me").status_code == 403
    bot.http.close()


@pytest.mark.parametrize(
    "name", ["   ", "\u3164", "\u2800\u2800", "\u200b", "\u0301\u0301", "\u115f \ufe0f", "\U000e0041", "\U0001d159"]
)
def test_a_name_that_looks_empty_is_refused(person: Somebody, name: str) -> None:
    ann = person()
    asked = [
        ann.http.patch("/me", json={"name": name}),
        ann.http.post("/tokens", json={"name": name}),
        ann.http.post("/tables", json={"rules": "togo", "name": name}),
        ann.http.post("/tables", json={"rules": "togo", "seats": [{"kind": "me", "name": name}]}),
    ]
    assert {(each.status_code, each.json()["error"]) for each in asked} == {(400, "name-empty")}
    invite = ann.make("togo")["invites"][0]["invite"]
    table = ann.http.get("/me/tables").json()["tables"][0]["table"]
    sat = person().http.post(f"/tables/{table}/seats", json={"invite": invite, "name": name})
    assert (sat.status_code, sat.json()["error"]) == (400, "name-empty")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Zo" + "\u0301" * 30 + "e", "Zó\u0301\u0301e"),
        ("ก" + "\u0e47" * 30, "ก\u0e47\u0e47\u0e47"),
        ("x" + "\u0489" * 20, "x\u0489\u0489"),
        ("\u05d1\u05bc\u05b7\u05e8", "\u05d1\u05bc\u05b7\u05e8"),
        ("Ann\u3164\u3164Lee", "Ann Lee"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_marks_that_pile_up_are_cut_and_those_that_a_language_needs_stay(
    person: Somebody, given: str, kept: str
) -> None:
    named = person().http.patch("/me", json={"name": given}).json()["name"]
    assert named == normalize("NFC", kept)


async def test_nothing_of_a_guest_is_left_though_another_device_goes_on_playing(tmp_path: Path) -> None:
    """Tables made while a guest was deleted kept their name, and an export at that time made the server look sick."""
    app = make_app(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0))
    async with started(app) as asgi:
        for _ in range(5):
            named = await asgi.ask("PATCH", f"{PREFIX}/me", {"name": "Ann"})
            token = named.header("set-cookie").partition("=")[2].partition(";")[0]
            asked = [
                asgi.ask("DELETE", f"{PREFIX}/me", token=token),
                *(asgi.ask("POST", f"{PREFIX}/tables", {"rules": "togo"}, token=token) for _ in range(3)),
                asgi.ask("POST", f"{PREFIX}/daily", token=token),
                *(asgi.ask("GET", f"{PREFIX}/me/data", token=token) for _ in range(20)),
            ]
            answers = await asyncio.gather(*asked)
            assert {answer.status for answer in answers} <= {200, 201, 404}
        async with app.services.engine.connect() as connection:
            left = await connection.execute(select(schema.seats).where(schema.seats.c.name == "Ann"))
            assert left.all() == []
        assert app.services.writer.health.reason is None


def test_two_servers_on_one_host_name_do_not_share_a_cookie(tmp_path: Path) -> None:
    """Browsers send cookies to every port, so a visit to the second server took the identity of the first."""
    one, other = (Settings(port=0, data_dir=tmp_path / name, thinkers=0) for name in ("one", "other"))
    with serving(one) as first, serving(other) as second, httpx.Client() as browser:
        for address, name in ((first, "Ann"), (second, "Bob")):
            browser.patch(f"{address}{PREFIX}/me", json={"name": name})
        assert browser.get(f"{first}{PREFIX}/me").json() == {"known": True, "name": "Ann"}
        assert browser.get(f"{second}{PREFIX}/me").json() == {"known": True, "name": "Bob"}


def test_the_cookie_of_an_older_keypeg_counts_and_is_kept_and_sent_anew(tmp_path: Path) -> None:
    one, other = (Settings(port=0, data_dir=tmp_path / name, thinkers=0) for name in ("one", "other"))
    with serving(one) as first, serving(other) as second, httpx.Client() as browser:
        (token,) = httpx.patch(f"{first}{PREFIX}/me", json={"name": "Ann"}).cookies.values()
        browser.cookies.set("keypeg", token)
        known = browser.get(f"{first}{PREFIX}/me")
        assert known.json() == {"known": True, "name": "Ann"}
        assert known.headers.get_list("set-cookie")[0].startswith(f"keypeg-{known.url.port}={token};")
        assert "set-cookie" not in browser.get(f"{first}{PREFIX}/me").headers
        browser.patch(f"{second}{PREFIX}/me", json={"name": "Bob"})
        assert browser.cookies["keypeg"] == token, "it may belong to the other server"
        assert browser.get(f"{second}{PREFIX}/me").json()["name"] == "Bob"
        browser.delete(f"{first}{PREFIX}/me")
        assert browser.cookies["keypeg"] == token
        assert browser.get(f"{first}{PREFIX}/me").json()["known"] is False


def test_a_cookie_of_an_older_keypeg_does_not_count_beside_a_new_one(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0)) as address:
        ann, bob = Person(address), Person(address)
        for person, name in ((ann, "Ann"), (bob, "Bob")):
            person.http.patch("/me", json={"name": name})
            person.http.close()
        cookie = f"keypeg={bob.http.cookies[bob.cookie]}; {ann.cookie}={ann.http.cookies[ann.cookie]}"
        assert httpx.get(f"{address}{PREFIX}/me", headers={"cookie": cookie}).json()["name"] == "Ann"
