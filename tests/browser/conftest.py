"""A real server and a real browser, one of each for all tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from keypeg.server.http.static_files import FOLDER
from keypeg.server.settings import Settings
from tests.browser.visitor import Visitor
from tests.programs import chromium, headless_chromium
from tests.server.running import Person, serving

HOME = "keypeg.home"
"""Another name of this machine. Browsers trust localhost; under this name the page is as on a home network."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a database of its own."""
    assert (FOLDER / "index.html").exists(), "the page is not built: make page"
    folder = tmp_path_factory.mktemp("site")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=2, hosts=(HOME,))) as address:
        _wake(address)
        yield address


def _wake(address: str) -> None:
    """Wait until a computer has moved: its process takes seconds to start, once."""
    first = Person(address)
    made = first.make("logic24:first=2", {"kind": "me"}, {"kind": "computer", "player": "club"})
    first.view(made["table"], after=made["version"], wait=25)
    first.http.close()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright occupies the thread's event loop while it is there, so it is gone before other tests."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from _browser(playwright, headless_chromium())


@pytest.fixture(scope="package")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser with all that belongs to windows, such as notifications."""
    yield from _browser(playwright, chromium())


def _browser(playwright: Playwright, program: str | None) -> Iterator[Browser]:
    names = f"--host-resolver-rules=MAP {HOME} 127.0.0.1"
    started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", names])
    yield started
    started.close()


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Callable[..., Visitor]]:
    """Makes people with a browser of their own; whatever their consoles complain of fails the test."""
    yield from _visitors(browser, site)


@pytest.fixture
def visitor_with_windows(whole_browser: Browser, site: str) -> Iterator[Callable[..., Visitor]]:
    """Makes people with a whole browser."""
    yield from _visitors(whole_browser, site)


def _visitors(browser: Browser, site: str) -> Iterator[Callable[..., Visitor]]:
    people: list[Visitor] = []

    def somebody(**how: Any) -> Visitor:
        people.append(Visitor(browser, site, **how))
        return people[-1]

    yield somebody
    complaints = [complaint for each in people for complaint in each.complaints]
    for each in people:
        each.context.close()
    assert complaints == []
