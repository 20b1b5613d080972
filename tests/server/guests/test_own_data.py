"""Everything stored about a guest is exported, and nothing of it is left when they delete it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from keypeg.server.settings import SQLITE, Settings
from keypeg.server.store.database import open_database
from keypeg.server.store.writer import Writer
from tests.server.http.test_shares import share_id, shared
from tests.server.running import Person, serving

NAME = "Wilhelmina-Zenobia"
CLOCK = {"seconds": 300, "more": 5}


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    return Settings(port=0, data_dir=tmp_path, thinkers=0, limits=False, open_tables=True)


def places(folder: Path) -> int:
    """Count the places in the files of the database, free pages and the journal among them, where the name is."""
    return sum(file.read_bytes().count(NAME.encode()) for file in folder.glob(f"{SQLITE}*"))


def test_names_at_seats_shared_results_and_listings_are_exported(chosen: Settings) -> None:
    with serving(chosen) as address:
        ann, bob = Person(address), Person(address)
        with ann.http, bob.http:
            ann.http.patch("/me", json={"name": "Ann"})
            seats = [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}]
            over = ann.make("togo:rounds=1,parity=any,first=1", *seats)["table"]
            ann.play(over, "hide RYGB", seat=1)
            ann.play(over, "guess RYGB", seat=2)
            share = share_id(shared(ann, over, seat=2)["link"])
            own = ann.make("togo:first=1", {"kind": "me", "name": "Host"}, clock=CLOCK)["table"]
            ann.http.post(f"/tables/{own}/listing")
            with_bob = bob.make("mm44:first=1", {"kind": "me", "name": "Bob"}, clock=CLOCK)
            ann.sit(with_bob, name="Guest")
            bob.http.post(f"/tables/{with_bob['table']}/listing")
            found = ann.http.get("/me/data").json()
            theirs = bob.http.get("/me/data").json()
    assert {(each["table"], each["seat"], each["name"]) for each in found["seats"]} == {
        (over, 1, "A"),
        (over, 2, "B"),
        (own, 1, "Host"),
        (with_bob["table"], 2, "Guest"),
    }
    assert sorted(found["tables"]) == sorted({over, own, with_bob["table"]})
    assert found["shares"] == [{"share": share, "table": over, "seat": 2, "language": "en"}]
    assert found["listed"] == [own]
    assert (theirs["shares"], theirs["listed"]) == ([], [with_bob["table"]])


def test_a_deleted_name_is_nowhere_in_the_files_of_the_database(chosen: Settings) -> None:
    """It stayed in the journal until that was overwritten."""
    with serving(chosen) as address:
        ann, bob = Person(address), Person(address)
        with ann.http, bob.http:
            ann.http.patch("/me", json={"name": NAME})
            ann.make("togo:first=1", {"kind": "me", "name": NAME})
            made = bob.make("togo:first=1", {"kind": "me", "name": "Bob"})
            ann.sit(made, name=NAME)
            assert places(chosen.data_dir) > 3
            assert ann.http.delete("/me").status_code == 200
            assert places(chosen.data_dir) == 0
            assert bob.view(made["table"])["seats"][1]["name"] == ""


def test_results_that_were_shared_at_a_table_with_others_go_too(chosen: Settings) -> None:
    with serving(chosen) as address:
        ann, bob = Person(address), Person(address)
        with ann.http, bob.http:
            made = ann.make("togo:rounds=1,parity=any,first=1")
            bob.sit(made)
            ann.play(made["table"], "hide RYGB")
            bob.play(made["table"], "guess RYGB")
            his, hers = (share_id(shared(who, made["table"])["link"]) for who in (bob, ann))
            bob.http.delete("/me")
            assert ann.http.get(f"/results/{his}").status_code == 404
            assert ann.http.get(f"/results/{hers}").status_code == 200


async def test_every_connection_overwrites_what_it_deletes(tmp_path: Path) -> None:
    """SQLite may have been built to leave it in free pages."""
    engine = open_database(f"sqlite:///{tmp_path / SQLITE}")
    async with engine.connect() as reading:
        assert (await reading.exec_driver_sql("PRAGMA secure_delete")).scalar_one() == 1
    writer = Writer(engine)
    with writer._committer._engine.connect() as writing:  # type: ignore[attr-defined]
        assert writing.exec_driver_sql("PRAGMA secure_delete").scalar_one() == 1
    await writer.stop()
    await engine.dispose()


def test_a_reader_delays_the_erasing_only_for_a_moment(chosen: Settings) -> None:
    with serving(chosen) as address:
        ann = Person(address)
        with ann.http, closing(sqlite3.connect(chosen.data_dir / SQLITE)) as reader:
            ann.http.patch("/me", json={"name": NAME})
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM guests").fetchall()
            assert ann.http.delete("/me").elapsed.total_seconds() < 5
            reader.rollback()
            ann.http.patch("/me", json={"name": "Bob"})
            assert ann.http.delete("/me").status_code == 200
            assert places(chosen.data_dir) == 0
