"""Several processes on one PostgreSQL: people on different processes play each other, and nobody misses anything."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from sqlalchemy import Connection, event
from websockets.sync.client import connect

from keypeg.cli import main
from keypeg.server.services import close_services, open_services
from keypeg.server.settings import Settings
from tests.server.postgres import Postgres
from tests.server.running import Person, serving


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    name = postgres.new_database()
    assert main(["db", "upgrade", "--database", postgres.url(name)]) == 0
    return name


@pytest.fixture(scope="module")
def two(postgres: Postgres, database: str) -> Iterator[tuple[str, str]]:
    """The addresses of two servers on the same database."""
    chosen = Settings(port=0, database=postgres.url(database), limits=False, thinkers=0)
    with ExitStack() as stack:
        yield stack.enter_context(serving(chosen)), stack.enter_context(serving(chosen))


@pytest.fixture
def people(two: tuple[str, str]) -> Iterator[list[Person]]:
    """Four people, alternately on one server and the other."""
    found = [Person(two[number % 2]) for number in range(4)]
    yield found
    for each in found:
        each.http.close()


def newest(person: Person, table: str, version: int) -> dict[str, object]:
    """Wait until the View shows this version, and return it."""
    return person.view(table, after=version - 1, wait=20)


def test_two_people_on_two_processes_play_a_match(people: list[Person]) -> None:
    ann, bob = people[:2]
    made = ann.make("challenge:rounds=1,parity=any")
    table = made["table"]
    bob.sit(made, name="Bob")
    version = ann.play(table, "hide ROYGB", version=newest(ann, table, 2)["version"])
    version = bob.play(table, "hide NWPBG", version=newest(bob, table, version)["version"])
    version = ann.play(table, "guess NWPGB", version=newest(ann, table, version)["version"])
    version = bob.play(table, "guess ROYGB", version=newest(bob, table, version)["version"])
    seen = newest(ann, table, version)
    assert seen["outcome"] == {"points": [0, 1], "winner": 2}
    assert [seat["name"] for seat in seen["seats"]] == ["", "Bob"]  # type: ignore[attr-defined]


def test_a_deleted_guest_is_gone_on_every_process(people: list[Person]) -> None:
    ann, bob = people[:2]
    table = ann.make("togo")["table"]
    assert bob.view(table)["seats"]
    assert ann.http.delete("/me").json() == {"tables": 1}
    until = time.monotonic() + 20
    while bob.http.get(f"/tables/{table}/view").status_code != 404:
        assert time.monotonic() < until, "it is still in the memory of the other process"
        time.sleep(0.02)


def test_four_people_on_two_processes_share_a_code(people: list[Person]) -> None:
    made = people[0].make("mm44:first=1")
    table, version = made["table"], 4
    for number, person in enumerate(people[1:]):
        assert person.sit(made, at=number) == number + 2
    for turn in range(8):
        seen = newest(people[turn % 4], table, version)
        assert seen["to_act"] == [turn % 4 + 1]
        version = people[turn % 4].play(table, "guess ROYGB", version=seen["version"])
    own = [newest(person, table, version)["shares"] for person in people]
    assert all(shares[seat]["code"] != "?????" for seat, shares in enumerate(own))  # type: ignore[index]


def test_a_late_move_on_another_process_is_told_the_version(people: list[Person]) -> None:
    ann, bob = people[:2]
    made = ann.make("togo:first=1", {"kind": "me"}, {"kind": "open"})
    table = made["table"]
    bob.sit(made)
    version = ann.play(table, "hide RYGB", version=newest(ann, table, 2)["version"])
    seen = newest(bob, table, version)["version"]
    phone = bob.http.post("/me/links").json()["code"]
    people[2].http.post("/me/adopt", json={"code": phone})
    first = people[2].send(table, "guess ROYG", version=newest(people[2], table, version)["version"], key="a")
    assert first.status_code == 200
    late = bob.send(table, "guess ROYB", version=seen, key="b")
    assert (late.status_code, late.json()["error"], late.json()["version"]) == (409, "version-stale", 4)
    again = bob.send(table, "guess ROYG", version=seen, key="a")
    assert again.json() == first.json()


def test_the_bell_rings_and_presence_is_known_on_the_other_process(people: list[Person], two: tuple[str, str]) -> None:
    ann, bob = people[:2]
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    cookie = f"keypeg={bob.http.cookies[bob.cookie]}"
    address = f"{two[1].replace('http', 'ws')}/api/v1/tables/{table}/bell"
    with connect(address, additional_headers={"cookie": cookie}) as bell:
        first = json.loads(bell.recv(timeout=10))
        assert first["table"] == table
        version = ann.play(table, "hide RYGB", version=newest(ann, table, 2)["version"])
        while (said := json.loads(bell.recv(timeout=10)))["version"] < version:
            pass
        until = time.monotonic() + 10
        while not set(said["here"]) >= {1, 2} and time.monotonic() < until:
            said = json.loads(bell.recv(timeout=10))
        assert said["here"] == [1, 2]
        while not ann.view(table)["seats"][1]["here"] and time.monotonic() < until:
            time.sleep(0.02)
        assert ann.view(table)["seats"][1]["here"]


def test_a_guest_who_leaves_another_process_is_away_since_then(
    people: list[Person], two: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They counted as away since the last move: after a long thought, closing a tab lost the round at once."""
    monkeypatch.setattr("keypeg.server.tables.doorbell.LINGER", 0.2)
    ann, bob = people[:2]
    made = ann.make("togo:first=1")
    bob.sit(made)
    table, sat = made["table"], time.time()
    address = f"{two[0].replace('http', 'ws')}/api/v1/tables/{table}/bell"
    with connect(address, additional_headers={"cookie": f"keypeg={ann.http.cookies[ann.cookie]}"}):
        while not bob.view(table)["seats"][0]["here"] or time.time() < sat + 2.0:
            time.sleep(0.05)
        left = time.time()
    until = time.monotonic() + 20
    while (away := bob.view(table)["seats"][0]["away_since"]) is None:
        assert time.monotonic() < until, "she is still here"
        time.sleep(0.02)
    assert away > left - 0.5


def test_a_bus_that_was_cut_comes_back_and_nothing_is_missed(
    people: list[Person], postgres: Postgres, database: str
) -> None:
    ann, bob = people[:2]
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    version = newest(ann, table, 2)["version"]
    bob.view(table)
    cut = postgres.ask(
        f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{database}'"  # noqa: S608
        " AND pid <> pg_backend_pid() AND (query ILIKE 'LISTEN%' OR query = 'SELECT 1')",
        database,
    )
    assert int(cut) >= 2
    version = ann.play(table, "hide RYGB", version=version)
    seen = newest(bob, table, version)
    assert seen["to_act"] == [2]
    bob.play(table, "guess RYGB", version=seen["version"])


async def test_that_people_are_here_is_told_of_many_tables_at_once(postgres: Postgres, database: str) -> None:
    """Told one by one, a thousand tables with people took a thousand transactions every twenty seconds."""
    tables = [f"{number:022}" for number in range(1000)]

    committed: list[Connection] = []
    chosen = Settings(port=0, database=postgres.url(database), limits=False, thinkers=0)
    here, there = await open_services(chosen), await open_services(chosen)
    try:
        event.listen(here.engine.sync_engine, "commit", committed.append)
        async with asyncio.timeout(300):
            while not (here.tables.trusted and there.tables.trusted):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            for table in tables:
                here.doorbells.greet(table, (2,))
            while any(there.doorbells.here(table) != {2} for table in tables):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        await close_services(here)
        await close_services(there)
    assert len(committed) <= 2


def test_statistics_are_worked_out_once_for_all_processes(
    people: list[Person], postgres: Postgres, database: str
) -> None:
    ann, bob = people[:2]
    made = ann.make("togo:rounds=1,parity=any,first=1")
    table = made["table"]
    bob.sit(made)
    version = ann.play(table, "hide RYGB", version=newest(ann, table, 2)["version"])
    bob.play(table, "guess RYGB", version=newest(bob, table, version)["version"])
    while (told := bob.http.get("/me/stats").json())["pending"]:
        pass
    assert (told["games"][0]["rounds"], told["pending"]) == (1, 0)
    assert bob.http.get("/me/stats").json() == told
    assert postgres.ask(f"SELECT count(*) FROM summaries WHERE \"table\" = '{table}'", database) == "1"  # noqa: S608


def test_a_view_is_never_older_than_the_version_that_a_client_has_seen(
    people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the notification has come, the other process showed the View before a move that was acknowledged."""
    monkeypatch.setattr("keypeg.server.tables.registry.Tables.note", lambda *_: False)  # it is late
    ann, bob = people[:2]
    made = ann.make("togo:first=1")
    bob.sit(made)
    table = made["table"]
    before = newest(bob, table, 2)["version"]
    version = ann.play(table, "hide RYGB", version=newest(ann, table, 2)["version"])
    assert bob.view(table)["version"] == before
    assert bob.view(table, after=version)["version"] == version
    assert bob.view(table)["version"] == version
