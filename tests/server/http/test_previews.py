"""Link previews in messengers: the head of the page, as the server writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from sqlite3 import connect

import httpx
import pytest

from keypeg.server.guests.daily import today
from keypeg.server.http.static_files import FOLDER
from keypeg.server.settings import SQLITE, Settings
from tests.server.guests.test_daily import solve
from tests.server.http.test_shares import played, shared
from tests.server.running import Person, serving

Somebody = Callable[[], Person]
META = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />')
COMPUTER = {"kind": "computer", "player": "novice"}


@pytest.fixture(autouse=True)
def _the_page_is_built() -> None:
    assert (FOLDER / "index.html").exists(), "the page is not built: make page"


def head(address: str, path: str, language: str = "") -> dict[str, str]:
    page = httpx.get(address + path, headers={"accept-language": language})
    assert page.status_code == 200
    assert page.text.count("<title>") == 1
    title = re.search("<title>(.*?)</title>", page.text)
    assert title
    return {"title": unescape(title[1])} | {name: unescape(said) for name, said in META.findall(page.text)}


def test_an_invitation_names_who_invites_and_to_what(address: str, person: Somebody) -> None:
    ann = person()
    link = ann.make("challenge", {"kind": "me", "name": "Ada <3"})["link"]
    found = head(address, link.removeprefix(address))
    assert found["og:title"] == found["title"] == "Ada <3 invites you to play Mastermind Challenge"
    assert found["og:description"] == "Open the link and take a seat."
    assert found["og:url"] == link
    assert found["og:image"] == f"{address}/preview.png"
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["robots"] == "noindex"
    assert httpx.get(found["og:image"]).headers["content-type"] == "image/png"


def test_an_invitation_speaks_the_language_of_the_host(address: str, person: Somebody) -> None:
    ann = person()
    ann.http.headers["accept-language"] = "de"
    link = ann.make("challenge", {"kind": "me", "name": "Ada"})["link"]
    assert head(address, link.removeprefix(address))["og:title"].startswith("Ada lädt dich ein")


def test_a_table_that_is_not_open_to_watchers_has_a_general_preview(address: str, person: Somebody) -> None:
    ann = person()
    link = ann.make("challenge", {"kind": "me", "name": "Ada"}, watch=False)["link"]
    found = head(address, link.removeprefix(address))
    assert found["og:title"] == "Keypeg · Break the code."
    assert "Ada" not in str(found)
    assert head(address, "/t/AAAAAAAAAAAAAAAAAAAAAA")["og:title"] == "Keypeg · Break the code."


def test_a_result_has_its_own_title_and_picture(address: str, person: Somebody) -> None:
    link = shared(bob := person(), played(person(), bob))
    found = head(address, link["link"].removeprefix(address))
    assert found["og:title"] == "Keypeg · Mastermind, travel edition · 2/9"
    assert found["og:description"] == found["og:image:alt"] == "Solved in 2 of 9 rows."
    assert found["og:image"] == link["picture"]


def test_a_replay_names_the_players_and_the_winner(address: str, person: Somebody) -> None:
    ann, bob = person(), person()
    table = played(ann, bob)
    for path in (f"/review/{table}", f"/t/{table}"):
        found = head(address, path)
        assert found["og:title"] == "Seat 1 and Bob: Mastermind, travel edition"
        assert found["og:description"] == "Seat 1 wins the match."


def test_a_day_is_named_and_its_table_has_a_general_preview(address: str, person: Somebody) -> None:
    assert re.fullmatch(r"Daily puzzle, \d+ \w+", head(address, f"/daily/{today()}")["og:title"])
    assert head(address, "/daily/2999-01-01")["og:title"] == "Keypeg · Break the code."
    ann = person()
    table = ann.http.post("/daily").json()["table"]
    solve(ann, table)
    assert head(address, f"/review/{table}")["og:title"] == "Keypeg · Break the code."


def test_an_earlier_day_does_not_end_at_midnight(tmp_path: Path) -> None:
    settings = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0)
    with serving(settings):
        pass
    yesterday = (date.fromisoformat(today()) - timedelta(1)).isoformat()
    with closing(connect(tmp_path / SQLITE)) as database, database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'first-day'", [yesterday])
    with serving(settings) as address:
        for path in ("/daily", f"/daily/{today()}"):
            assert head(address, path)["og:description"] == "The same code for everyone, until midnight UTC."
        assert head(address, "/daily")["og:title"] == "Daily puzzle"
        found = head(address, f"/daily/{yesterday}")
        assert found["og:title"].startswith("Daily puzzle, ")
        assert "Take your time" in found["og:description"]
        assert "midnight" not in found["og:description"]


def test_a_link_that_moves_an_identity_has_none(address: str) -> None:
    assert head(address, "/me") == {
        "title": "Keypeg",
        "robots": "noindex",
        "viewport": "width=device-width, initial-scale=1, viewport-fit=cover",
        "color-scheme": "light dark",
    }


def test_the_home_page_is_for_everybody_in_their_language(address: str) -> None:
    assert "robots" not in head(address, "/")
    assert head(address, "/", "de")["og:title"] == "Keypeg · Knack den Code!"


@pytest.fixture
def behind_a_proxy(tmp_path: Path) -> Iterator[str]:
    public = "https://play.example.org"
    with serving(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=0, public_url=public)) as address:
        yield address


def test_addresses_are_those_of_the_setting(behind_a_proxy: str) -> None:
    found = head(behind_a_proxy, "/")
    assert found["og:url"] == "https://play.example.org/"
    assert found["og:image"] == "https://play.example.org/preview.png"


def test_the_page_is_compressed_and_asked_for_again_only_if_it_changed(address: str) -> None:
    first = httpx.get(f"{address}/")
    assert first.headers["content-encoding"] == "gzip"
    again = httpx.get(f"{address}/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
