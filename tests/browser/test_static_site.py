"""The site without a server: a folder below another, served by a plain file server, played without a line."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from keypeg.server import offline
from tests.browser.test_access import violations
from tests.browser.traveller import PYTHON, download

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
SECOND, THIRD = ("[data-row='2'], [data-next]", "[data-row='3'], [data-next]")
"""The row that is due, unless the code was broken by luck."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder, as it is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    subprocess.run([sys.executable, "scripts/static_site.py"], cwd=ROOT, check=True, capture_output=True)
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "build" / "static", root / "games" / "keypeg")
    return root


@pytest.fixture(scope="module")
def folder(files: Path) -> Iterator[str]:
    with serving(files) as address:
        yield f"{address}/games/keypeg/"


def test_a_folder_of_files_is_played_without_a_line(browser: Browser, folder: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, locale="en-GB")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(folder)
    assert violations(page) == []
    download(page)
    assert "#/t/device-" in page.url
    assert all(url.startswith(folder) for url in asked), "no other host, and nothing above the folder"
    context.set_offline(True)
    page.keyboard.type("RYBG")
    page.keyboard.press("Enter")
    expect(page.locator(SECOND).first).to_be_visible(timeout=PYTHON)
    page.goto(f"{folder}#/")
    page.get_by_role("link", name="Daily puzzle").click()
    page.locator("main .button.main").click()
    expect(page.locator(".entry")).to_be_visible()
    for path, shown in {"/rules/togo": "h2", "/practice": ".board", "/board": "form", "/games": "li"}.items():
        page.goto(f"{folder}#{path}")
        expect(page.locator(shown).first).to_be_visible(timeout=PYTHON)
        assert violations(page) == []
    page.reload()
    expect(page.locator("li").first).to_be_visible()
    context.close()


def test_the_folder_can_be_installed(browser: Browser, folder: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(folder)
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    scope = page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
    assert scope == folder
    context.close()


INSTALLED = """(folder) => caches.match(folder + 'offline/files.json').then((list) => list.json())
  .then(({ version }) => version)"""


def test_a_new_version_takes_over_when_the_page_is_opened_again_and_the_match_goes_on(
    browser: Browser, files: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(folder)
    download(page)
    page.keyboard.type("RYBG")
    page.keyboard.press("Enter")
    expect(page.locator(SECOND).first).to_be_visible(timeout=PYTHON)
    before = page.evaluate(INSTALLED, folder)
    # Another version of Keypeg's Python is published.
    site = files / "games" / "keypeg"
    archive = offline.keypeg_archive() + b"\0\0"
    monkeypatch.setattr(offline, "keypeg_archive", lambda: archive)
    shutil.rmtree(site / "offline")
    (site / "offline").mkdir()
    built = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    for name, body in offline.offline_files(built).items():
        (site / name).write_bytes(body)
    # The match that is open does not notice, and neither does one that is opened while the new files come.
    page.keyboard.type("GBYR")
    page.keyboard.press("Enter")
    expect(page.locator(THIRD).first).to_be_visible(timeout=PYTHON)
    page.reload()
    expect(page.locator(THIRD).first).to_be_visible(timeout=PYTHON)
    for _ in range(100):
        if page.evaluate(INSTALLED, folder) != before:
            break
        page.wait_for_timeout(200)
    assert page.evaluate(INSTALLED, folder) != before
    context.set_offline(True)
    page.reload()
    expect(page.locator(THIRD).first).to_be_visible(timeout=PYTHON)
    context.close()
