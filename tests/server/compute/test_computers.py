"""Computer players at a table: they keep moving by themselves, whatever happens to the compute processes."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from keypeg.api.features import PREFIX
from keypeg.server.compute.work import Work
from keypeg.server.http.app import make_app
from keypeg.server.services import Services
from keypeg.server.settings import Settings
from tests.faults.asgi import started

SEATS = [{"kind": "me"}, {"kind": "computer", "player": "club"}]


def _kill_all(services: Services) -> None:
    for process in services.pool._processes:
        executor = process._executor
        for pid in list(executor._processes or {}) if executor else []:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


async def test_a_table_whose_processes_were_killed_goes_on_without_anybody_asking(tmp_path: Path) -> None:
    app = make_app(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=1))
    async with started(app) as asgi, asyncio.timeout(300):
        services = app.services
        made = await asgi.ask("POST", f"{PREFIX}/tables", {"rules": "togo:first=1", "seats": SEATS})
        token = made.header("set-cookie").partition("=")[2].partition(";")[0]
        table, version = made.data["table"], made.data["version"]
        sent = {"move": "hide ROYG", "version": version, "key": "1"}
        assert (await asgi.ask("POST", f"{PREFIX}/tables/{table}/moves", sent, token=token)).status == 200
        while not services.driver._pauses:
            _kill_all(services)
            await asyncio.sleep(0.01)
        with services.doorbells.listening(table, ()) as rung:
            async with services.tables.held(table) as live:
                assert live.version == version + 1, "the computer could not move"
            services.pool._paused_until = 0.0
            await rung.event.wait()
        async with services.tables.held(table) as live:
            assert live.version > version + 1


async def test_tables_without_people_share_what_one_guest_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One guest could make many of them, each with as much processor time as a guest."""
    owners: list[str] = []

    app = make_app(Settings(port=0, data_dir=tmp_path, limits=False, thinkers=1))
    async with started(app) as asgi, asyncio.timeout(300):
        run, enough = app.services.pool.run, asyncio.Event()

        async def noted(kind: Work, owner: str, *asked: Any) -> Any:
            owners.append(owner)
            if len(owners) == 9:
                enough.set()
            return await run(kind, owner, *asked)

        monkeypatch.setattr(app.services.pool, "run", noted)
        for _ in range(3):
            await asgi.ask("POST", f"{PREFIX}/tables", {"rules": "togo", "seats": SEATS[1:] * 2})
        await enough.wait()
    assert len(set(owners)) == 1


async def test_someone_new_is_not_charged_for_everyone_at_their_address(tmp_path: Path) -> None:
    """A visitor without a cookie went last because of what the guests of their school had used."""
    app = make_app(Settings(port=0, data_dir=tmp_path, thinkers=1))
    async with started(app) as asgi, asyncio.timeout(300):
        answer = await asgi.ask("POST", f"{PREFIX}/tools/suggest", {"rules": "4x6", "rows": ["RROO:1,0"]})
        assert answer.status == 200
        assert len(app.services.pool._used._had) == 2, "theirs, and the address’s"
