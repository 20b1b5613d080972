"""Between JavaScript and Python: everything is text, and long work is done elsewhere or was ended."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import pytest

from keypeg.device.browser import Worker, compute


class Browser:
    """What the worker gives to Python."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.log: dict[tuple[str, int], object] = {}
        self.data: dict[str, dict[str, Any]] = {}
        self.bells: list[str] = []
        self.computed = 0
        self.ended = False
        self.full = False

    async def load(self, table: str) -> str | None:
        if table not in self.rows:
            return None
        entries = [self.log[key] for key in sorted(self.log) if key[0] == table]
        return json.dumps({**json.loads(self.rows[table]), "entries": entries})

    async def commit(self, change: str) -> str:
        if self.full:
            return "refused"
        row = json.loads(change)
        if row.pop("kept"):
            return "refused"
        entries = {(each["table"], each["seq"]): each for each in row.pop("entries")}
        if entries.keys() & self.log.keys():
            return "taken"
        self.rows[row["id"]] = json.dumps(row)
        self.log |= entries
        return "stored"

    async def remove(self, table: str) -> None:
        self.rows.pop(table)
        self.log = {key: entry for key, entry in self.log.items() if key[0] != table}

    async def kept(self, prefix: str) -> str:
        return json.dumps([kept for key, kept in sorted(self.data.items()) if key.startswith(prefix)])

    async def keep(self, change: str) -> str:
        writes = json.loads(change)
        if any(self.data.get(each["key"], {"version": 0})["version"] != each["version"] for each in writes):
            return "taken"
        self.data |= {each["key"]: {**each, "version": each["version"] + 1} for each in writes}
        return "stored"

    async def compute(self, packed: str) -> str | None:
        self.computed += 1
        return None if self.ended else compute(packed)


def test_a_match_goes_through_text_alone_and_long_work_elsewhere() -> None:
    async def run() -> None:
        browser = Browser()
        worker = Worker(browser, browser.compute, browser.bells.append)
        seats = [{"kind": "me"}, {"kind": "computer", "player": "club"}]
        asked = {"rules": "6x8:first=1", "seats": seats, "coach": "hint"}
        made = json.loads(await worker.ask("POST", "/tables", json.dumps(asked)))
        assert made["status"] == 201
        table = json.loads(made["body"])["table"]
        hide = {"move": "hide RYGBOP", "version": 1, "key": "a"}
        assert json.loads(await worker.ask("POST", f"/tables/{table}/moves", json.dumps(hide)))["status"] == 200
        await asyncio.sleep(0.5)
        assert browser.computed
        versions = [json.loads(bell)["version"] for bell in browser.bells]
        assert versions == sorted(set(versions))
        again = Worker(browser, browser.compute, browser.bells.append)
        seen = json.loads(json.loads(await again.ask("GET", f"/tables/{table}/view", ""))["body"])
        assert seen["version"] == versions[-1]
        browser.ended = True
        doctor = {"rules": "challenge+doubles", "rows": ["RYGBO:9,9"]}
        home = {"rules": "challenge+doubles", "rows": ["RYGBO:1,1"], "ask": "look"}
        assert json.loads(await again.ask("POST", "/tools/doctor", json.dumps(doctor)))["status"] in (400, 422)
        refused = json.loads(await again.ask("POST", "/tools/home", json.dumps(home)))
        assert refused["status"] == 422
        assert json.loads(refused["body"])["error"] == "needs-server"

    asyncio.run(run())


def test_an_error_of_long_work_comes_back_as_it_is() -> None:
    async def run() -> None:
        browser = Browser()
        worker = Worker(browser, browser.compute, browser.bells.append)
        asked = {"rules": "challenge+doubles", "rows": ["RYGBO:5,0", "RYGBO:0,0"], "ask": "look"}
        refused = json.loads(await worker.ask("POST", "/tools/home", json.dumps(asked)))
        assert json.loads(refused["body"])["error"] == "home-broken"

    asyncio.run(run())


def test_a_move_that_cannot_be_stored_is_refused_and_played_again_later() -> None:
    async def run() -> None:
        browser = Browser()
        worker = Worker(browser, browser.compute, browser.bells.append)
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = json.loads(await worker.ask("POST", "/tables", json.dumps({"rules": "togo:first=1", "seats": seats})))
        table = json.loads(made["body"])["table"]
        hide = json.dumps({"move": "hide RYGB", "version": 1, "key": "a", "seat": 1})
        browser.full = True
        refused = json.loads(await worker.ask("POST", f"/tables/{table}/moves", hide))
        assert json.loads(refused["body"])["error"] == "storage-refused"
        browser.full = False
        assert json.loads(await worker.ask("POST", f"/tables/{table}/moves", hide))["status"] == 200

    asyncio.run(run())


def test_a_split_code_is_not_reviewed_here_and_no_second_python_is_started_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        browser = Browser()
        worker = Worker(browser, browser.compute, browser.bells.append)
        asked = {"rules": "mm44:seats=2,first=1", "seats": [{"kind": "me"}, {"kind": "me"}]}
        table = json.loads(json.loads(await worker.ask("POST", "/tables", json.dumps(asked)))["body"])["table"]
        for seat in (1, 2):
            view = json.loads(json.loads(await worker.ask("GET", f"/tables/{table}/view", ""))["body"])
            over = {"move": "give-up", "version": view["version"], "key": str(seat), "seat": seat}
            await worker.ask("POST", f"/tables/{table}/moves", json.dumps(over))
        monkeypatch.setitem(sys.modules, "numpy", None)
        refused = json.loads(await worker.ask("GET", f"/tables/{table}/review", ""))
        assert json.loads(refused["body"])["error"] == "review-needs-server"
        assert not browser.computed

    asyncio.run(run())
