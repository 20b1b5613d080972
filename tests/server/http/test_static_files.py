"""The files of the page, and the boxes with their rules, as the server sends them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from keypeg import rules
from keypeg.api import records
from keypeg.api.boxes import rules_of
from keypeg.boxes import box as the_box
from keypeg.boxes import boxes
from keypeg.server.http.static_files import StaticFiles
from tests.server.running import Person


def test_every_screen_is_the_one_page_and_files_are_themselves(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + " " * 500)
    (tmp_path / "assets" / "main-1.js").write_text("go()")
    pages = StaticFiles(tmp_path)
    index = pages.find("/")
    assert index
    assert index.cache == "no-cache"
    assert index.small
    assert pages.find("/t/AAAA") is index
    script = pages.find("/assets/main-1.js")
    assert script
    assert "immutable" in script.cache
    assert script.small is None
    assert pages.find("/assets/gone.js") is None
    assert pages.find("/../secrets.txt") is None


def test_a_page_that_was_never_built_is_missed(tmp_path: Path) -> None:
    assert StaticFiles(tmp_path / "nowhere").find("/") is None


def test_unknown_addresses_of_the_api_are_no_screens(address: str) -> None:
    answer = httpx.get(f"{address}/api/v1/nonsense")
    assert answer.status_code == 404
    assert answer.json()["error"] == "page-unknown"


def test_the_shelf_has_every_box_and_the_free_forms(address: str) -> None:
    shelf = httpx.get(f"{address}/api/v1/boxes").json()
    assert [box["id"] for box in shelf] == [*(box.id for box in boxes()), "4x6"]
    for box in shelf:
        known = the_box(box["id"])
        offered = [name for name, option in known.options.items() if not option.former]
        assert [option["name"] for option in box["options"]] == offered
        assert box["variants"] == list(known.variants)


@pytest.mark.parametrize("text", ["togo:colours=6", "logic24+two-boards", "mm44:seats=2,boards=2", "4x10d"])
def test_a_rules_text_is_told_in_its_shortest_form(address: str, text: str) -> None:
    facts = httpx.get(f"{address}/api/v1/rules", params={"text": text.upper()}).json()
    assert facts["text"] == str(rules(text))
    assert facts["seats"] == rules_of(rules(text)).seats


def test_a_rules_text_that_cannot_be_is_refused_with_a_sentence(address: str) -> None:
    answer = httpx.get(f"{address}/api/v1/rules", params={"text": "togo:rounds=3"})
    assert answer.status_code == 422
    assert "even" in answer.json()["message"]


@pytest.mark.parametrize(("box", "title"), [("togo", "box.togo"), ("4x6", "box.free")])
def test_the_rules_of_a_box_are_messages(address: str, box: str, title: str) -> None:
    page = httpx.get(f"{address}/api/v1/boxes/{box}/rules")
    assert page.json()["title"]["key"] == title
    paragraphs = [paragraph for section in page.json()["sections"] for paragraph in section["paragraphs"]]
    assert any(paragraph["example"] for paragraph in paragraphs)
    assert any(paragraph["ours"] for paragraph in paragraphs)


def test_there_are_no_rules_of_a_box_that_is_not_there(address: str) -> None:
    assert httpx.get(f"{address}/api/v1/boxes/chess/rules").status_code == 404


def test_a_link_becomes_a_picture_that_can_be_scanned(address: str) -> None:
    answer = httpx.post(f"{address}/api/v1/qr", json={"text": f"{address}/t/AAAAAAAAAAAAAAAAAAAAAA#BBBB"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<?xml")
    assert "<path" in answer.text


def test_a_qr_code_does_not_wait_for_work_on_a_long_table(
    person: Callable[[], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, record = person(), records.record_of
    began, drawn = Event(), Event()

    def slow(*asked: Any) -> str:
        began.set()
        assert drawn.wait(20), "the QR code waits for the record"
        return record(*asked)

    monkeypatch.setattr(records, "record_of", slow)
    lines = ["Keypeg-Record: 2", "Rules: 4x6:first=1", "", "round 1 code 1", "1 hide RRRR"]
    text = "\n".join([*lines, *["2 guess GGYY:0,0"] * 300])
    made = ann.http.post("/records", json={"record": text})
    assert made.status_code == 201, made.text
    with ThreadPoolExecutor(1) as other:
        long = other.submit(person().http.get, f"/tables/{made.json()['table']}/record")
        assert began.wait(20)
        assert ann.http.post("/qr", json={"text": "keypeg"}).status_code == 200
        drawn.set()
        assert long.result().status_code == 200
