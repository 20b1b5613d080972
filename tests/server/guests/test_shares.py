"""The pictures of shared results are drawn when somebody looks, and take no room in the database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from keypeg.api.limits import SHARES
from keypeg.errors import Busy
from keypeg.server.guests import shares
from keypeg.server.pictures import Told, picture
from keypeg.server.rate_limits import SHARED, Limits
from keypeg.server.settings import SQLITE, Settings
from keypeg.words import languages
from tests.server.http.test_shares import SINGLE, shared
from tests.server.running import Person, serving


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    return Settings(port=0, data_dir=tmp_path, thinkers=0, limits=False)


def over(ann: Person) -> str:
    """A table at which Ann has broken her own code."""
    table = str(ann.make(SINGLE, {"kind": "me"}, {"kind": "me"})["table"])
    ann.play(table, "hide RYGB", seat=1)
    ann.play(table, "guess RYGB", seat=2)
    return table


def stored(folder: Path) -> list[tuple[str, bytes]]:
    with closing(sqlite3.connect(folder / SQLITE)) as database:
        return list(database.execute("SELECT id, picture FROM shares"))


def test_a_result_takes_little_room_however_often_it_is_shared(chosen: Settings) -> None:
    """One table stored 800 kB of pictures in two seconds: each language of each seat."""
    with serving(chosen) as address:
        ann = Person(address)
        with ann.http:
            table = over(ann)
            found = []
            for language in languages():
                ann.http.headers["accept-language"] = language
                found += [shared(ann, table, seat=seat)["picture"] for seat in (1, 2)]
            assert httpx.get(found[0]).content.startswith(b"\x89PNG")
    rows = stored(chosen.data_dir)
    assert len(rows) == 2 * len(languages())
    assert {kept for _, kept in rows} == {b""}


def test_a_picture_of_an_older_keypeg_is_kept(chosen: Settings) -> None:
    with serving(chosen) as address:
        ann = Person(address)
        with ann.http:
            link = shared(ann, over(ann), seat=2)["picture"].partition("/api/")[2]
    with closing(sqlite3.connect(chosen.data_dir / SQLITE)) as database, database:
        database.execute("UPDATE shares SET picture = ?", (b"as it was",))
    with serving(chosen) as address:
        assert httpx.get(f"{address}/api/{link}").content == b"as it was"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Told]:
    """What was drawn."""
    found: list[Told] = []

    def draw(told: Told) -> bytes:
        found.append(told)
        return picture(told)

    monkeypatch.setattr(shares, "picture", draw)
    return found


def test_the_last_pictures_are_kept(chosen: Settings, drawn: list[Told], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "MOST_PICTURES", 2)
    with serving(chosen) as address:
        ann = Person(address)
        with ann.http:
            links = [shared(ann, over(ann), seat=2)["picture"] for _ in range(3)]
            assert drawn == []
            for link, many in ((0, 1), (0, 1), (1, 2), (0, 2), (2, 3), (0, 3), (1, 4)):
                assert httpx.get(links[link]).status_code == 200
                assert len(drawn) == many


async def test_many_who_look_at_once_wait_for_one_picture(chosen: Settings, drawn: list[Told]) -> None:
    with serving(chosen) as address:
        ann = Person(address)
        with ann.http:
            link = shared(ann, over(ann), seat=2)["picture"]

        async with httpx.AsyncClient(timeout=300) as http:
            answers = await asyncio.gather(*(http.get(link) for _ in range(15)))
        assert {answer.status_code for answer in answers} == {200}
    assert len(drawn) == 1


def test_an_address_may_share_so_much_a_day() -> None:
    limits = Limits()
    for guest in range(int(SHARED * SHARES.burst)):
        limits.take(SHARES, f"guest {guest}", "192.0.2.1")
    with pytest.raises(Busy) as busy:
        limits.take(SHARES, "one more", "192.0.2.1")
    assert int(str(busy.value.fields["seconds"])) > 30
    assert SHARED * SHARES.rate * 86_400 == pytest.approx(1600)
