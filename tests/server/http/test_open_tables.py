"""Open tables: off unless the operator wants them, one per guest, with a clock, and a host who may refuse people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from keypeg.api import open_tables as listing
from keypeg.api.features import PREFIX
from keypeg.api.tables import Clock
from keypeg.client import Client
from keypeg.errors import Forbidden
from keypeg.server.http.app import make_app
from keypeg.server.settings import Settings
from tests.faults.asgi import started
from tests.server.running import Person, serving

CLOCK = {"seconds": 300, "more": 5}
Somebody = Callable[[], Person]


@pytest.fixture(scope="module")
def open_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("open")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=0, open_tables=True)) as found:
        yield found


@pytest.fixture
def guest(open_address: str) -> Iterator[Somebody]:
    people: list[Person] = []

    def somebody() -> Person:
        people.append(Person(open_address))
        return people[-1]

    yield somebody
    for each in people:
        for table in each.http.get("/me/tables").json()["tables"]:
            each.http.delete(f"/tables/{table['table']}/listing")
        each.http.close()


def listed(who: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.http.get("/open-tables").json()["tables"]
    return found


def host(who: Person, rules: str = "togo:first=1", **agreed: Any) -> dict[str, Any]:
    made = who.make(rules, {"kind": "me", "name": "Ann"}, **{"clock": CLOCK, **agreed})
    assert who.http.post(f"/tables/{made['table']}/listing").status_code == 200
    return made


def join(who: Person, table: str, name: str = "") -> httpx.Response:
    """Take a seat by the link in the list."""
    (link,) = [each["link"] for each in listed(who) if each["table"] == table]
    return take(who, table, link.partition("#")[2], name)


def take(who: Person, table: str, invite: str, name: str = "") -> httpx.Response:
    return who.http.post(f"/tables/{table}/seats", json={"invite": invite, "name": name})


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def test_there_are_none_unless_the_operator_wants_them(person: Somebody) -> None:
    ann = person()
    table = ann.make("togo", clock=CLOCK)["table"]
    assert ann.http.get("/open-tables").json() == {"allowed": False, "tables": []}
    assert refused(ann.http.post(f"/tables/{table}/listing")) == (403, "open-tables-off")


def test_a_table_on_the_list_is_joined_by_its_link(guest: Somebody) -> None:
    ann, bob = guest(), guest()
    made = host(ann)
    (shown,) = listed(bob)
    assert shown["table"] == made["table"]
    assert (shown["host"], shown["free"], shown["clock"], shown["yours"]) == (
        "Ann",
        1,
        {"seconds": 300, "more": 5},
        False,
    )
    assert [table["yours"] for table in listed(ann)] == [True]
    assert join(bob, made["table"], "Bob").status_code == 201
    assert listed(guest()) == []


def test_a_guest_has_one_table_on_the_list(guest: Somebody) -> None:
    ann = guest()
    host(ann)
    second = host(ann)["table"]
    assert [table["table"] for table in listed(guest())] == [second]
    assert ann.http.delete(f"/tables/{second}/listing").status_code == 200
    assert listed(guest()) == []


def test_listing_a_table_removes_no_table_of_another_host(guest: Somebody) -> None:
    """A stranger could empty the list by taking a seat at every table for four."""
    ann, bob = guest(), guest()
    made = host(ann, "mm44:first=1")
    assert join(bob, made["table"]).status_code == 201
    own = host(bob)["table"]
    assert {table["table"] for table in listed(guest())} == {made["table"], own}


def test_only_a_table_of_ones_own_with_a_clock_and_a_free_seat_is_listed(guest: Somebody) -> None:
    ann, bob = guest(), guest()
    made = ann.make("togo")
    assert refused(ann.http.post(f"/tables/{made['table']}/listing")) == (422, "open-needs-clock")
    assert refused(bob.http.post(f"/tables/{made['table']}/listing")) == (403, "open-not-host")
    assert refused(bob.http.delete(f"/tables/{made['table']}/listing")) == (403, "open-not-host")
    full = ann.make("togo", {"kind": "me"}, {"kind": "computer", "player": "novice"}, clock=CLOCK)
    assert refused(ann.http.post(f"/tables/{full['table']}/listing")) == (422, "open-no-seat")


def test_the_list_is_capped(guest: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST", 2)
    ann, bob, cy = guest(), guest(), guest()
    host(ann)
    host(bob)
    table = cy.make("togo", clock=CLOCK)["table"]
    assert refused(cy.http.post(f"/tables/{table}/listing")) == (409, "open-tables-full")
    again = host(bob)["table"]
    assert again in [each["table"] for each in listed(cy)], "their other table has left the list"


def test_a_host_who_stays_away_is_forgotten(guest: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = guest(), guest()
    table = host(ann)["table"]
    assert len(listed(bob)) == 1
    monkeypatch.setattr(listing, "PATIENCE", -1.0)
    assert len(listed(bob)) == 1, "the host was there just now"
    monkeypatch.setattr("keypeg.server.tables.doorbell.LINGER", 0.0)
    assert listed(bob) == []
    monkeypatch.undo()
    assert listed(bob) == [], "it is not listed again by itself"
    assert ann.http.post(f"/tables/{table}/listing").status_code == 200
    assert len(listed(bob)) == 1


def test_the_host_refuses_somebody_from_the_list_before_they_move(guest: Somebody) -> None:
    ann, bob, cy = guest(), guest(), guest()
    made = host(ann)
    table = made["table"]
    assert join(bob, table, "Bob").status_code == 201
    assert bob.view(table)["may_refuse"] == []
    seen = ann.view(table)
    assert seen["may_refuse"] == [2]
    own = bob.http.post(f"/tables/{table}/refusals", json={"seat": 2, "version": seen["version"]})
    assert refused(own) == (422, "refuse-not")
    gone = ann.http.post(f"/tables/{table}/refusals", json={"seat": 2, "version": seen["version"]})
    assert gone.status_code == 200
    assert ann.view(table)["seats"][1]["kind"] == "open"
    assert bob.view(table)["yours"] == []
    assert [each["table"] for each in listed(cy)] == [table], "the seat is free for others"
    assert refused(take(bob, table, made["invites"][0]["invite"])) == (403, "seat-refused")
    assert join(cy, table, "Cy").status_code == 201
    ann.play(table, "hide RYGB")
    assert ann.view(table)["may_refuse"] == [2]
    cy.play(table, "guess ROYG")
    seen = ann.view(table)
    assert seen["may_refuse"] == []
    late = ann.http.post(f"/tables/{table}/refusals", json={"seat": 2, "version": seen["version"]})
    assert refused(late) == (422, "refuse-not")
    assert seen["seats"][1]["left"] == pytest.approx(305, abs=2)


def test_the_host_refuses_somebody_who_came_by_a_link_and_the_link_is_void(guest: Somebody) -> None:
    """Whoever came first by a link that had leaked kept the seat."""
    ann, thief, bob = guest(), guest(), guest()
    made = ann.make("togo:first=1", {"kind": "me"})
    table, leaked = made["table"], made["invites"][0]["invite"]
    assert take(thief, table, leaked).status_code == 201
    assert thief.view(table)["may_refuse"] == []
    seen = ann.view(table)
    assert seen["may_refuse"] == [2]
    gone = ann.http.post(f"/tables/{table}/refusals", json={"seat": 2, "version": seen["version"]})
    assert gone.status_code == 200
    assert refused(take(guest(), table, leaked)) == (404, "invite-unknown"), "the same person, without their cookie"
    (fresh,) = ann.view(table)["invites"]
    assert refused(take(thief, table, fresh["invite"])) == (403, "seat-refused")
    assert take(bob, table, fresh["invite"]).status_code == 201
    ann.play(table, "hide RYGB")
    bob.play(table, "guess ROYG")
    assert ann.view(table)["may_refuse"] == []


def test_hosts_do_not_refuse_themselves(guest: Somebody) -> None:
    ann = guest()
    made = ann.make("mm44:first=1", {"kind": "me"})
    ann.sit(made)
    assert ann.view(made["table"])["may_refuse"] == []


def test_the_host_renews_an_invite_and_the_old_link_is_void(guest: Somebody) -> None:
    ann, bob = guest(), guest()
    made = ann.make("mm44:first=1", {"kind": "me"})
    table, (old, other, _) = made["table"], made["invites"]
    renewed = ann.http.post(f"/tables/{table}/invites", json={"seat": old["seat"], "key": "1"})
    assert renewed.status_code == 200
    again = ann.http.post(f"/tables/{table}/invites", json={"seat": old["seat"], "key": "1"})
    assert again.json() == renewed.json(), "it is renewed once"
    fresh = ann.view(table)["invites"]
    assert fresh[0]["invite"] != old["invite"]
    assert fresh[1:] == made["invites"][1:]
    assert refused(take(bob, table, old["invite"])) == (404, "invite-unknown")
    assert take(bob, table, fresh[0]["invite"]).status_code == 201
    assert take(guest(), table, other["invite"]).status_code == 201, "the others are as they were"


def test_only_the_host_renews_an_invite_and_only_to_an_open_seat(guest: Somebody) -> None:
    ann, bob = guest(), guest()
    made = ann.make("mm44:first=1", {"kind": "me"})
    path, asked = f"/tables/{made['table']}/invites", {"seat": 3, "key": "1"}
    assert refused(bob.http.post(path, json=asked)) == (422, "invite-renew-not")
    bob.sit(made)
    assert refused(bob.http.post(path, json=asked)) == (422, "invite-renew-not")
    for seat in (1, 2, 9):
        assert refused(ann.http.post(path, json={"seat": seat, "key": "2"})) in (
            (422, "invite-renew-not"),
            (400, "request-unreadable"),
        )


def test_renewed_invites_survive_a_restart(tmp_path: Path) -> None:
    chosen = Settings(port=0, data_dir=tmp_path, thinkers=0)
    with serving(chosen) as address:
        ann = Person(address)
        made = ann.make("togo:first=1", {"kind": "me"})
        table, old, cookie = made["table"], made["invites"][0]["invite"], ann.http.cookies[ann.cookie]
        ann.http.post(f"/tables/{table}/invites", json={"seat": 2, "key": "1"})
        fresh = ann.view(table)["invites"]
        ann.http.close()
    with serving(chosen) as address:
        ann, bob = Person(address), Person(address)
        ann.http.headers["cookie"] = f"keypeg={cookie}"
        found = [each["invite"] for each in ann.view(table)["invites"]]
        assert found == [each["invite"] for each in fresh]
        assert refused(take(bob, table, old)) == (404, "invite-unknown")
        assert take(bob, table, found[0]).status_code == 201
        ann.http.close()
        bob.http.close()


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Callable[..., Person]]:
    """People at addresses of their own choice, on a server with limits."""
    people: list[Person] = []
    chosen = Settings(port=0, data_dir=tmp_path, thinkers=0, open_tables=True, proxies="127.0.0.1")
    with serving(chosen) as address:

        def somebody(at: str = "203.0.113.1") -> Person:
            people.append(Person(address))
            people[-1].http.headers["x-forwarded-for"] = at
            return people[-1]

        yield somebody
        for each in people:
            each.http.close()


def test_an_address_lists_three_tables(limited: Callable[..., Person]) -> None:
    """One client with twenty guests filled the list, and no other host found a place."""
    hosts = [limited() for _ in range(3)]
    for each in hosts:
        host(each)
    fourth = limited()
    table = fourth.make("togo", {"kind": "me"}, clock=CLOCK)["table"]
    assert refused(fourth.http.post(f"/tables/{table}/listing")) == (409, "open-tables-many")
    host(hosts[0])  # in place of their other one
    host(limited("203.0.113.2"))
    again = hosts[1].http.get("/open-tables").json()["tables"]
    (own,) = [each["table"] for each in again if each["yours"]]
    assert hosts[1].http.delete(f"/tables/{own}/listing").status_code == 200
    assert fourth.http.post(f"/tables/{table}/listing").status_code == 200


def test_a_refused_guest_does_not_come_back_from_the_list_as_someone_new(limited: Callable[..., Person]) -> None:
    ann, bob, cy = limited("203.0.113.9"), limited(), limited()
    table = host(ann)["table"]
    cy.http.patch("/me", json={"name": "Cy"})
    assert join(bob, table).status_code == 201
    version = ann.view(table)["version"]
    assert ann.http.post(f"/tables/{table}/refusals", json={"seat": 2, "version": version}).status_code == 200
    assert refused(join(limited(), table)) == (403, "seat-refused"), "the same person, without their cookie"
    again = limited()
    again.http.patch("/me", json={"name": "Bob"})
    assert refused(join(again, table)) == (403, "seat-refused")
    assert join(cy, table).status_code == 201, "somebody else at the same address"
    version = ann.view(table)["version"]
    assert ann.http.post(f"/tables/{table}/refusals", json={"seat": 2, "version": version}).status_code == 200
    assert join(limited("203.0.113.2"), table).status_code == 201, "somebody new from elsewhere"


def test_a_link_from_the_list_is_void_once_the_table_has_left_it(guest: Somebody) -> None:
    """Anyone who had copied one could still take the seat, and could not be refused."""
    ann, bob, cy = guest(), guest(), guest()
    made = host(ann, "mm44:first=1")
    table = made["table"]
    invite = listed(bob)[0]["link"].partition("#")[2]
    assert invite not in [each["invite"] for each in made["invites"]]
    assert take(bob, table, invite).status_code == 201
    assert ann.http.delete(f"/tables/{table}/listing").status_code == 200
    assert take(bob, table, invite).status_code == 200, "the seat is theirs"
    assert refused(take(cy, table, invite)) == (409, "seat-taken")
    assert ann.http.post(f"/tables/{table}/listing").status_code == 200
    later = listed(cy)[0]["link"].partition("#")[2]
    assert ann.http.delete(f"/tables/{table}/listing").status_code == 200
    assert refused(take(cy, table, later)) == (404, "invite-unknown")
    cy.sit(made, at=1)


def test_a_link_from_the_list_is_void_once_its_host_has_left(guest: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    """It seated a stranger hours later, and started the clock, if nobody had read the list since."""
    ann, bob = guest(), guest()
    table = host(ann)["table"]
    invite = listed(bob)[0]["link"].partition("#")[2]
    monkeypatch.setattr(listing, "PATIENCE", -1.0)
    monkeypatch.setattr("keypeg.server.tables.doorbell.LINGER", 0.0)
    assert refused(take(bob, table, invite)) == (404, "invite-unknown")
    monkeypatch.undo()
    assert take(bob, table, invite).status_code == 201, "the host is back"


def test_the_client_opens_and_refuses(open_address: str) -> None:
    with Client(open_address) as ann, Client(open_address) as bob:
        ann.make_token("Ann")
        bob.make_token("Bob")
        made = ann.make_table("togo:first=1", clock=Clock(60))
        ann.list_table(made.table)
        shown = next(table for table in bob.open_tables().tables if table.table == made.table)
        bob.take_seat(made.table, shown.link.partition("#")[2])
        version = ann.view(made.table).version
        ann.refuse(made.table, 2, version)
        with pytest.raises(Forbidden, match="someone else"):
            bob.take_seat(made.table, shown.link.partition("#")[2])
        ann.unlist_table(made.table)
        assert made.table not in [table.table for table in bob.open_tables().tables]


@pytest.mark.parametrize("rules", ["togo", "mm44"])
async def test_the_list_is_there_while_a_host_is_deleted(tmp_path: Path, rules: str) -> None:
    """Whoever asked for the list at that moment heard that there was no such table, or that the server had failed."""
    app = make_app(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0, open_tables=True))
    async with started(app) as asgi:

        async def listed(game: str) -> tuple[str, dict[str, Any]]:
            made = await asgi.ask("POST", f"{PREFIX}/tables", {"rules": game, "clock": CLOCK})
            host = made.header("set-cookie").partition("=")[2].partition(";")[0]
            listing = f"{PREFIX}/tables/{made.data['table']}/listing"
            assert (await asgi.ask("POST", listing, token=host)).status == 200
            return host, made.data

        _, older = await listed("togo")
        host, newer = await listed(rules)
        if rules == "mm44":
            sits = {"invite": newer["invites"][0]["invite"]}
            assert (await asgi.ask("POST", f"{PREFIX}/tables/{newer['table']}/seats", sits)).status == 201
        async with app.services.tables.held(older["table"]):
            asked = asyncio.create_task(asgi.ask("GET", f"{PREFIX}/open-tables"))
            await asyncio.sleep(0.3)  # it has read the newer table, and waits for the older one
            assert (await asgi.ask("DELETE", f"{PREFIX}/me", token=host)).status == 200
        answer = await asked
        assert (answer.status, [each["table"] for each in answer.data["tables"]]) == (200, [older["table"]])
