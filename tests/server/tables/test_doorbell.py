"""Presence at a table: people with an open bell who have not fallen silent."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from keypeg.api.features import PREFIX
from keypeg.server.guests.identities import Guest, Identities
from keypeg.server.http.app import make_app
from keypeg.server.server_time import ServerTime
from keypeg.server.settings import Settings
from keypeg.server.tables import doorbell
from keypeg.server.tables.doorbell import Doorbells
from tests.faults.asgi import started
from tests.server.running import Person

Somebody = Callable[[], Person]
SOON = 0.4


def bell(who: Person, address: str, table: str) -> ClientConnection:
    cookie = f"{who.cookie}={who.http.cookies[who.cookie]}"
    return connect(f"{address.replace('http', 'ws')}/api/v1/tables/{table}/bell", additional_headers={"cookie": cookie})


def here(heard: ClientConnection, *seats: int) -> None:
    """Wait until the bell says that exactly these seats are present."""
    while json.loads(heard.recv(timeout=10))["here"] != list(seats):
        pass


def test_a_silent_connection_counts_as_away_since_its_last_beat(
    person: Somebody, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorbell, "LINGER", SOON)
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    table = made["table"]
    bob.sit(made)
    with bell(ann, address, table) as hers, bell(bob, address, table) as his:
        here(hers, 1, 2)
        beaten = time.time()
        his.send("beat")
        here(hers, 1)
        told = time.time()
        seat = ann.view(table)["seats"][1]
        assert not seat["here"]
        assert beaten - 0.1 < seat["away_since"] < told - SOON + 0.1, "since the beat, and not since it was told"
        his.send("beat")
        here(hers, 1, 2)
        assert ann.view(table)["seats"][1]["away_since"] is None
        his.send("rest")
        time.sleep(2 * SOON)
        assert ann.view(table)["seats"][1]["here"], "a person who rests has an open bell, and that is enough"
        his.close()
        here(hers, 1)


def test_a_beat_is_answered_by_the_bell_also_to_those_who_watch(person: Somebody, address: str) -> None:
    ann, watcher = person(), person()
    table = ann.make("togo:first=1")["table"]
    watcher.make("togo")
    with bell(watcher, address, table) as heard:
        first = json.loads(heard.recv(timeout=10))
        assert first["here"] == [1]
        heard.send("beat")
        assert json.loads(heard.recv(timeout=10)) == first


def test_a_deleted_guest_keeps_no_seat_with_an_open_bell(
    person: Somebody, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorbell, "LINGER", SOON)
    ann, bob = person(), person()
    made = ann.make("togo:first=1", watch=False)
    bob.sit(made)
    with bell(ann, address, made["table"]) as hers, bell(bob, address, made["table"]) as his:
        here(hers, 1, 2)
        assert bob.http.delete("/me").status_code == 200
        here(hers, 1)
        with pytest.raises(ConnectionClosed) as closed:
            here(his)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "watch-not"


def test_an_open_bell_counts_for_the_seat_that_its_device_holds_now(
    person: Somebody, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorbell, "LINGER", SOON)
    ann, bob = person(), person()
    made = ann.make("togo:first=1")
    bob.make("togo")
    with bell(ann, address, made["table"]) as hers, bell(bob, address, made["table"]):
        here(hers, 1)
        bob.sit(made)
        here(hers, 1, 2)
        time.sleep(2 * SOON)
        assert ann.view(made["table"])["seats"][1]["here"]
        device = next(each["id"] for each in bob.http.get("/me/devices").json() if each["this"])
        assert bob.http.delete(f"/me/devices/{device}").status_code == 200
        ann.play(made["table"], "hide ROYG")
        here(hers, 1)


def test_the_database_is_not_asked_for_a_made_up_cookie_at_every_ring(
    person: Somebody, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 190 bells, everybody else waited a third of a second for the database while one guest played."""
    asked: list[str] = []
    find = Identities.find

    async def watched(self: Identities, token: str) -> Guest | None:
        asked.append(token)
        return await find(self, token)

    monkeypatch.setattr(Identities, "find", watched)
    ann = person()
    table = ann.make("togo:first=1", {"kind": "me"}, {"kind": "me"})["table"]
    path = f"{address.replace('http', 'ws')}/api/v1/tables/{table}/bell"
    with connect(path, additional_headers={"cookie": "keypeg=made-up"}) as heard:
        before = 0
        for seat, move in ((1, "hide RYGB"), (2, "guess ROYG"), (2, "guess ROYW")):
            version = ann.play(table, move, seat=seat)
            while json.loads(heard.recv(timeout=10))["version"] < version:
                pass
            before = before or asked.count("made-up")
    assert asked.count("made-up") == before


def test_an_old_report_of_another_process_keeps_no_room() -> None:
    rooms = doorbell.Doorbells(ServerTime())
    rooms.note_elsewhere("table", frozenset({1}), "other")
    rooms.sweep()
    assert rooms.tables() == ["table"]
    room = rooms.room("table")
    room.elsewhere["other"] = room.elsewhere["other"][0], monotonic() - 2 * doorbell.HEARD
    assert rooms.here("table") == frozenset()
    rooms.sweep()
    assert rooms.tables() == ["table"], "it tells since when they are away"
    room.heard[1] = monotonic() - 2 * doorbell.REMEMBERED
    rooms.sweep()
    assert rooms.tables() == []


def test_many_empty_rooms_are_not_kept_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise, a guest who makes table after table would fill the memory with empty rooms."""
    monkeypatch.setattr(doorbell, "MOST_EMPTY", 2)
    rooms = doorbell.Doorbells(ServerTime())
    for hours, table in enumerate("abcde"):
        rooms.room(table).seen[1] = monotonic() - 3600 * (hours + 1)
    rooms.room("f").seen[1] = monotonic() - 2 * doorbell.REMEMBERED
    with rooms.listening("e", ()):
        rooms.sweep()
        assert rooms.tables() == ["a", "b", "e"], "those seen last, and the one that somebody listens to"


async def test_the_room_of_a_removed_table_goes_with_it() -> None:
    """Rooms of removed tables stayed for up to a day, 20,000 of them."""
    bells = Doorbells(ServerTime())
    bells.greet("quiet", (1,))
    with bells.listening("heard", (1,)) as listener:
        for table in ("quiet", "heard", "unknown"):
            bells.drop(table)
        assert bells.tables() == ["heard"]
        assert listener.event.is_set(), "whoever listens is told"
    assert bells.tables() == []


async def test_deleting_a_guest_drops_the_rooms_of_their_tables(tmp_path: Path) -> None:
    app = make_app(Settings(port=0, data_dir=tmp_path, thinkers=0))
    async with started(app) as asgi:
        made = await asgi.ask("POST", f"{PREFIX}/tables", {"rules": "togo"})
        token = made.header("set-cookie").partition("=")[2].partition(";")[0]
        assert app.services.doorbells.tables() == [made.data["table"]]
        assert (await asgi.ask("DELETE", f"{PREFIX}/me", token=token)).status == 200
        assert app.services.doorbells.tables() == []
