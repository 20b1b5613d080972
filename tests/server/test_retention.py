"""Unused data is deleted, however much there is; time in which no server ran does not count."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from keypeg.server.retention import DAY, HOUR, Calendar
from keypeg.server.services import close_services, open_services
from keypeg.server.settings import Settings
from tests.server.running import Person, serving

MINUTE = 60.0
COPIED = tuple(
    f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO {copied}, n"  # noqa: S608
    for copied in (
        "tables SELECT id || i, created, rules, agreed, seed, over FROM tables",
        'seats SELECT "table" || i, seat, kind, player, guest, name FROM seats',
        'log SELECT "table" || i, seq, at, kind, seat, text, "then", key FROM log',
    )
)
SEEN_EARLIER = (
    "UPDATE guests SET seen = seen - ?",
    "UPDATE tokens SET seen = seen - ?",
    """UPDATE meta SET value = json_set(value, '$.seen', json_extract(value, '$.seen') - ?)
    WHERE key = 'retention'""",
)


def test_gaps_in_which_no_server_ran_do_not_count() -> None:
    calendar = Calendar(100 * DAY).at(100 * DAY + HOUR, HOUR)
    assert calendar == Calendar(100 * DAY + HOUR)
    calendar = calendar.at(500 * DAY, MINUTE)
    assert calendar.gaps == ((100 * DAY + HOUR, 500 * DAY - MINUTE),)
    assert calendar.before(10 * DAY) == 100 * DAY + HOUR - 10 * DAY + MINUTE
    later = calendar.at(505 * DAY, 5 * DAY)
    assert later.gaps == calendar.gaps
    assert later.before(DAY) == 504 * DAY
    assert later.before(10 * DAY) == 100 * DAY + HOUR - 5 * DAY + MINUTE


@pytest.mark.parametrize("back", [1.0, 399 * DAY, 400 * DAY])
def test_a_clock_that_was_ahead_and_is_set_right_leaves_no_gap_in_the_future(back: float) -> None:
    ahead = Calendar(100 * DAY).at(500 * DAY, 0)
    right = ahead.at(500 * DAY - back, MINUTE)
    assert right.seen == 500 * DAY - back
    assert all(end <= right.seen for _, end in right.gaps)
    assert right.before(10 * DAY) <= 100 * DAY


def test_a_short_pause_counts() -> None:
    assert Calendar(0.0).at(DAY, DAY - HOUR) == Calendar(DAY)
    assert Calendar(0.0).at(DAY, DAY - HOUR - 1).gaps == ((0.0, HOUR + 1),)


def _purge(folder: Path, days: int = 180) -> int:
    async def purged() -> int:
        services = await open_services(Settings(data_dir=folder, thinkers=0))
        try:
            return await services.retention.purge(days)
        finally:
            await close_services(services)

    return asyncio.run(purged())


def _ask(folder: Path, query: str, *given: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "keypeg.sqlite")) as database, database:
        return database.execute(query, given).fetchall()


def _make_older(folder: Path, days: float, table: str = "%") -> None:
    _ask(folder, "UPDATE tables SET created = created - ? WHERE id LIKE ?", days * DAY, table)
    _ask(folder, 'UPDATE log SET at = at - ? WHERE "table" LIKE ?', days * DAY, table)


def test_old_tables_are_deleted_and_others_kept(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        ann = Person(address)
        old, new = ann.make("togo")["table"], ann.make("togo")["table"]
        ann.http.close()
    _make_older(tmp_path, 200, old)
    assert _purge(tmp_path) == 1
    assert _ask(tmp_path, "SELECT id FROM tables") == [(new,)]
    assert set(_ask(tmp_path, 'SELECT "table" FROM log')) == {(new,)}


def test_retention_catches_up_at_once(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        ann = Person(address)
        ann.make("togo")
        ann.http.close()
    _make_older(tmp_path, 200)
    for statement in COPIED:
        _ask(tmp_path, statement, 1500)
    assert _purge(tmp_path) == 1501
    assert _ask(tmp_path, "SELECT count(*) FROM log") == [(0,)]


def test_a_guest_is_forgotten_with_any_number_of_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single statement can name at most 32,766 of them."""
    monkeypatch.setattr("keypeg.server.tables.registry.PAUSE", 0)
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        ann = Person(address)
        ann.make("togo")
        for statement in COPIED:
            _ask(tmp_path, statement, 33_000)
        assert ann.http.delete("/me").json() == {"tables": 33_001}
        ann.http.close()
    assert _ask(tmp_path, "SELECT count(*) FROM log") == _ask(tmp_path, "SELECT count(*) FROM guests") == [(0,)]


def test_nothing_is_deleted_because_a_server_was_off_for_long(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        ann = Person(address)
        ann.make("togo")
        ann.http.close()
    _purge(tmp_path)
    _make_older(tmp_path, 400)
    for statement in SEEN_EARLIER:
        _ask(tmp_path, statement, 400 * DAY)
    for _ in range(2):
        assert _purge(tmp_path) == 0
        assert len(_ask(tmp_path, "SELECT 1 FROM guests")) == len(_ask(tmp_path, "SELECT 1 FROM tokens")) == 1
    _make_older(tmp_path, 181)
    assert _purge(tmp_path) == 1


def test_devices_that_nobody_uses_expire_and_others_stay(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)) as address:
        ann, phone = Person(address), Person(address)
        ann.make("togo")
        phone.http.post("/me/adopt", json={"code": ann.http.post("/me/links").json()["code"]})
        used, unused = sorted(ann.http.get("/me/devices").json(), key=lambda device: not device["this"])
        ann.http.close()
        phone.http.close()
    _ask(tmp_path, "UPDATE tokens SET seen = seen - ? WHERE created = ?", 200 * DAY, unused["created"])
    _purge(tmp_path)
    assert _ask(tmp_path, "SELECT created FROM tokens") == [(used["created"],)]
