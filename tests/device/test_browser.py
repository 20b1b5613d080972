"""Between JavaScript and Python: everything is text, and long work is done elsewhere or was ended."""

from __future__ import annotations

import asyncio
import json

from keypeg.device.browser import Worker, compute


class Browser:
    """What the worker gives to Python."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.log: dict[tuple[str, int], object] = {}
        self.bells: list[str] = []
        self.computed = 0
        self.ended = False

    async def load(self, table: str) -> str | None:
        if table not in self.rows:
            return None
        entries = [self.log[key] for key in sorted(self.log) if key[0] == table]
        return json.dumps({**json.loads(self.rows[table]), "entries": entries})

    async def commit(self, change: str) -> bool:
        row = json.loads(change)
        entries = {(each["table"], each["seq"]): each for each in row.pop("entries")}
        if entries.keys() & self.log.keys():
            return False
        self.rows[row["id"]] = json.dumps(row)
        self.log |= entries
        return True

    async def compute(self, packed: str) -> str | None:
        self.computed += 1
        return None if self.ended else compute(packed)


def test_a_match_goes_through_text_alone_and_long_work_elsewhere() -> None:
    async def run() -> None:
        browser = Browser()
        worker = Worker(browser.load, browser.commit, browser.compute, browser.bells.append)
        seats = [{"kind": "me"}, {"kind": "computer", "player": "club"}]
        asked = {"rules": "challenge+doubles", "seats": seats, "coach": "hint"}
        made = json.loads(await worker.ask("POST", "/tables", json.dumps(asked)))
        assert made["status"] == 201
        table = json.loads(made["body"])["table"]
        hide = {"move": "hide RYGBO", "version": 1, "key": "a"}
        assert json.loads(await worker.ask("POST", f"/tables/{table}/moves", json.dumps(hide)))["status"] == 200
        await asyncio.sleep(0.5)
        assert browser.computed
        versions = [json.loads(bell)["version"] for bell in browser.bells]
        assert versions == sorted(set(versions))
        again = Worker(browser.load, browser.commit, browser.compute, browser.bells.append)
        seen = json.loads(json.loads(await again.ask("GET", f"/tables/{table}/view", ""))["body"])
        assert seen["version"] == versions[-1]
        browser.ended = True
        doctor = {"rules": "challenge+doubles", "rows": ["RYGBO:9,9"]}
        home = {"rules": "challenge+doubles", "rows": ["RYGBO:1,1"], "ask": "look"}
        assert json.loads(await again.ask("POST", "/tools/doctor", json.dumps(doctor)))["status"] in (400, 429)
        refused = json.loads(await again.ask("POST", "/tools/home", json.dumps(home)))
        assert refused["status"] == 429
        assert json.loads(refused["body"])["error"] == "compute-failed"

    asyncio.run(run())


def test_an_error_of_long_work_comes_back_as_it_is() -> None:
    async def run() -> None:
        browser = Browser()
        worker = Worker(browser.load, browser.commit, browser.compute, browser.bells.append)
        asked = {"rules": "challenge+doubles", "rows": ["RYGBO:5,0", "RYGBO:0,0"], "ask": "look"}
        refused = json.loads(await worker.ask("POST", "/tools/home", json.dumps(asked)))
        assert json.loads(refused["body"])["error"] == "home-broken"

    asyncio.run(run())
