"""No leaks: whatever is hidden, people who may not know it are sent the same bytes until the marks differ."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from keypeg.server.http.app import make_app
from keypeg.server.services import Services
from keypeg.server.settings import Settings
from tests.amount import amount
from tests.faults.asgi import started
from tests.faults.twins import Twins, twins
from tests.faults.watcher import Watcher

MATCHES = int(os.environ.get("KEYPEG_TEST_MATCHES") or amount(30, 200))
FIRST = int(os.environ.get("KEYPEG_TEST_SEED", "0"))
PARTS = 2
ENOUGH = 50
"""Number of matches in which every kind of request has its turn."""
EXERCISED = {
    *("view 200", "view 403", "record 200", "moves 200", "moves 400", "moves 409", "moves 422", "bell", "own 200"),
    *("says 200", "undo 200", "undo 422", "claims 200", "claims 422", "rematch 200", "rematch 422"),
    *("coach 200", "coach 422", "suggestion 200", "suggestion 422", "doctor 200", "doctor 422"),
    *("hide", "guess", "mark", "call", "reveal"),
    *("another hide", "another guess", "another mark", "another reveal"),
}
"""What is compared at least once if there are enough matches."""


def _pairs(part: int) -> Iterator[tuple[int, Twins]]:
    """Yield the matches of this part."""
    found = 0
    for seed in count(FIRST + part, PARTS):
        pair = twins(seed)
        if pair:
            yield seed, pair
            found += 1
        if found >= MATCHES // PARTS:
            return


def _server(folder: Path) -> tuple[Any, Callable[[], Services]]:
    """Return the application, and a function that returns its services."""
    app = make_app(Settings(data_dir=folder, limits=False, thinkers=0))
    return app, lambda: app.services


async def _all_matches(part: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    seen: Counter[str] = Counter()
    monkeypatch.setattr("keypeg.server.tables.doorbell.LINGER", 3600.0)  # people stay present on a busy machine
    app, services = _server(folder)
    async with started(app) as asgi:
        for seed, pair in _pairs(part):
            watcher = Watcher(asgi, services, pair, Random(f"watcher {seed}"))
            try:
                await watcher.play(monkeypatch)
            except BaseException as error:
                error.add_note(f"{pair.rules}, KEYPEG_TEST_SEED={seed - part}")
                raise
            seen += watcher.seen
            seen["computers"] += bool(pair.computer)
    return seen


@pytest.mark.parametrize("part", range(PARTS))
async def test_other_seats_are_sent_the_same_bytes_for_any_hidden_code(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = await _all_matches(part, tmp_path, monkeypatch)
    assert seen.total() > 10 * MATCHES // PARTS
    assert seen["computers"] > MATCHES // PARTS // 10
    if MATCHES // PARTS >= ENOUGH:
        assert set(seen) >= EXERCISED, sorted(EXERCISED - set(seen))


@pytest.mark.parametrize("seed", [1, 0])
async def test_a_leak_would_be_found(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare in the same way a server that reveals hidden codes, of a person or a computer, in a header."""
    pair = twins(seed)
    assert pair
    assert bool(pair.computer) == (seed == 0)

    app, services = _server(tmp_path)
    async with started(Leaky(app, services)) as asgi:
        with pytest.raises(AssertionError, match="x-hint"):
            await Watcher(asgi, services, pair, Random(0)).play(monkeypatch)


class Leaky:
    """Reveals the hidden codes of a table in every answer."""

    def __init__(self, app: Any, services: Callable[[], Services]) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"x-hint", self._hidden(scope["path"]).encode())]
            await send(message)

        await self._app(scope, receive, sending)

    def _hidden(self, path: str) -> str:
        states = [live.state for live in self._services().tables.memory.all() if live.id in path]
        return " ".join(str(share.code) for state in states if state.now for share in state.now.shares)
