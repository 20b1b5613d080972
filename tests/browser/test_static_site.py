"""The site without a server: a folder below another, served by a plain file server, played without a line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from keypeg import rules
from keypeg.api.daily import DAILY_RULES
from keypeg.server import offline
from keypeg.server.http.guard import CSP
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
    expect(page.get_by_role("heading", name="Break the code.")).to_be_visible()
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
    # What only a server has is not offered; what is stored here can be deleted.
    page.goto(f"{folder}#/settings")
    expect(page.get_by_role("button", name="Use another device")).to_have_count(0)
    assert violations(page) == []
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name="Delete all your data?").click()
    expect(page.get_by_text("Your data has been deleted.").first).to_be_visible()
    page.goto(f"{folder}#/games")
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()
    context.close()


def test_the_folder_has_the_policy_of_a_server(browser: Browser, folder: str) -> None:
    context = browser.new_context()
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.goto(folder)
    expect(page.locator("main button.main")).to_contain_text("M")
    policy = page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content") or ""
    assert f"{policy}; frame-ancestors 'none'" == CSP
    assert said == []
    context.close()


def test_the_rules_are_read_before_the_download_and_without_a_line(browser: Browser, folder: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(folder)
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="Mastermind, travel edition").click()
    expect(page.get_by_role("heading", name="Aim")).to_be_visible()
    page.evaluate(
        """async (address) => {
          while (!(await caches.match(address))) await new Promise((done) => setTimeout(done, 50))
        }""",
        f"{folder}rules/mm44.json",
    )
    context.set_offline(True)
    page.goto(f"{folder}#/rules/mm44")
    page.reload()
    expect(page.get_by_role("heading", name="Aim")).to_be_visible()
    assert violations(page) == []
    assert page.workers == []
    context.close()


def test_the_folder_can_be_installed(browser: Browser, folder: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(folder)
    assert page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)") == folder
    session = context.new_cdp_session(page)
    manifest: Any = session.send("Page.getAppManifest")
    assert manifest["url"] == f"{folder}manifest.webmanifest"
    assert manifest["errors"] == []
    said = json.loads(manifest["data"])
    assert urljoin(manifest["url"], said["start_url"]).startswith(folder)
    for icon in said["icons"]:
        assert page.request.get(urljoin(manifest["url"], icon["src"])).ok
    found: Any = session.send("Page.getInstallabilityErrors")
    # The browser of a test is a private window, which installs nothing.
    assert {each["errorId"] for each in found["installabilityErrors"]} <= {"in-incognito"}
    context.close()


def test_two_folders_of_one_host_leave_each_others_download_alone(browser: Browser, folder: str) -> None:
    beside = urljoin(folder, "../older/offline/files.json")
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(folder)
    page.evaluate("async (name) => (await caches.open('keypeg-offline')).put(name, new Response('{}'))", beside)
    kept = "(name) => caches.match(name).then((found) => found !== undefined)"
    download(page)
    assert page.evaluate(kept, beside)
    page.goto(f"{folder}#/offline")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("main button.main")).to_contain_text("M")
    assert not page.evaluate(kept, urljoin(folder, "offline/files.json"))
    assert page.evaluate(kept, beside)
    context.close()


def test_a_file_that_was_tampered_with_is_not_kept(browser: Browser, files: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(files / "games" / "keypeg", site)
    (archive,) = (site / "offline").glob("keypeg-*.zip")
    body = archive.read_bytes()
    archive.write_bytes(body[:-1] + bytes([body[-1] ^ 1]))
    context = browser.new_context(locale="en-GB")
    with serving(site) as address:
        page = context.new_page()
        page.goto(address)
        page.locator("main button.main").click()
        expect(page.get_by_role("alert")).to_contain_text("did not finish")
        kept = "(name) => caches.match(name).then((found) => found !== undefined)"
        assert not page.evaluate(kept, f"{address}/offline/{archive.name}")
        assert not page.evaluate(kept, f"{address}/offline/files.json")
        archive.write_bytes(body)
        download(page)
    context.close()


def test_the_puzzle_of_the_day_follows_from_the_date_and_counts_on_this_device_alone(
    browser: Browser, folder: str
) -> None:
    now = time.time()
    codes = list(rules(DAILY_RULES).codes[1])
    day = datetime.fromtimestamp(now, UTC).date().isoformat()
    code = codes[int.from_bytes(sha256(f"keypeg daily {day}".encode()).digest()) % len(codes)]
    for _ in range(2):  # another device knows nothing of the first
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        page = context.new_page()
        page.clock.set_fixed_time(now)
        page.goto(folder)
        download(page)
        context.set_offline(True)
        page.goto(f"{folder}#/")
        page.get_by_role("link", name="Daily puzzle").click()
        page.locator("main .button.main").click()
        expect(page.locator(".entry")).to_be_visible()
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Solved in 1 of 9 rows.")).to_be_visible(timeout=PYTHON)
        # Nobody else’s results are known here.
        expect(page.locator("main dl > div")).to_have_text(["Current streak 1"])
        expect(page.get_by_role("heading", name="How everyone did")).to_have_count(0)
        context.close()


INSTALLED = """(folder) => caches.match(folder + 'offline/files.json').then((list) => list.json())
  .then(({ version }) => version)"""
ICON = """async (folder) => (await (await caches.open('keypeg-offline')).match(folder + 'icon.svg')).text()"""
SCRIPT = "document.querySelector('script[type=module][src]').src"


def publish(site: Path, *, other_page: bool) -> None:
    """Put another version into the folder: of Keypeg's Python, and of the page if that is wanted."""
    built = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file() and path.parent.name != "offline"
    }
    if other_page:
        built["icon.svg"] += b"<!-- new -->"
        script = re.search(rb'<script type="module"[^>]* src="\./(assets/[^"]+)"', built["index.html"])
        assert script, "the page has one"
        old, new = Path(script[1].decode()).stem.encode(), b"index-anewpage"
        built = {
            name.replace(old.decode(), new.decode()): body
            if name.endswith((".png", ".wasm"))
            else body.replace(old, new)
            for name, body in built.items()
        }
    archive = offline.keypeg_archive() + b"\0\0"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offline, "keypeg_archive", lambda: archive)
        made = {**built, **offline.offline_files(built)}
    shutil.rmtree(site)
    for name, body in made.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(body)


def wait_for_other(page: Page, folder: str, before: str) -> None:
    """Wait until another version than that before is on the device."""
    for _ in range(100):
        if page.evaluate(INSTALLED, folder) != before:
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"{before} is still the version on the device")


@pytest.mark.parametrize("other_page", [False, True], ids=["python", "page"])
def test_a_new_version_takes_over_when_the_page_is_opened_again_and_the_match_goes_on(
    browser: Browser, files: Path, tmp_path: Path, other_page: bool
) -> None:
    site = tmp_path / "games"
    shutil.copytree(files / "games" / "keypeg", site)
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    with serving(tmp_path) as address:
        folder = f"{address}/games/"
        page = context.new_page()
        page.goto(folder)
        download(page)
        page.keyboard.type("RYBG")
        page.keyboard.press("Enter")
        expect(page.locator(SECOND).first).to_be_visible(timeout=PYTHON)
        before, old_script = page.evaluate(INSTALLED, folder), page.evaluate(SCRIPT)
        publish(site, other_page=other_page)
        # The match that is open does not notice, nor do screens that were not open yet.
        page.keyboard.type("GBYR")
        page.keyboard.press("Enter")
        expect(page.locator(THIRD).first).to_be_visible(timeout=PYTHON)
        table = page.url
        page.evaluate("location.hash = '#/board'")
        expect(page.locator("form")).to_be_visible(timeout=PYTHON)
        assert page.evaluate(SCRIPT) == old_script
        # Opened again, the page is of the new version, and so is its Python.
        page.goto(table)
        page.reload()
        expect(page.locator(THIRD).first).to_be_visible(timeout=PYTHON)
        assert (page.evaluate(SCRIPT) != old_script) is other_page
        wait_for_other(page, folder, before)
        context.set_offline(True)
        page.reload()
        expect(page.locator(THIRD).first).to_be_visible(timeout=PYTHON)
        assert (page.evaluate(SCRIPT) != old_script) is other_page
        assert page.evaluate(ICON, folder).endswith("<!-- new -->") is other_page
    context.close()


def test_an_update_that_breaks_off_leaves_the_version_before_whole(
    browser: Browser, files: Path, tmp_path: Path
) -> None:
    site = tmp_path / "games"
    shutil.copytree(files / "games" / "keypeg", site)
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    with serving(tmp_path) as address:
        folder = f"{address}/games/"
        page = context.new_page()
        page.goto(folder)
        download(page)
        table, old = page.url, page.evaluate(SCRIPT)
        page.goto(f"{folder}#/settings")
        page.reload()
        publish(site, other_page=True)
        (archive,) = (site / "offline").glob("keypeg-*.zip")
        archive.unlink()
        with page.expect_response(lambda answer: answer.url.endswith(archive.name)):
            page.evaluate("location.hash = '#/board'")
        expect(page.locator("form")).to_be_visible(timeout=PYTHON)
        page.evaluate("location.hash = '#/settings'")
        context.set_offline(True)
        page.goto(table)
        page.reload()
        expect(page.locator(".entry")).to_be_visible(timeout=PYTHON)
        assert page.evaluate(SCRIPT) == old
    context.close()


LOCKS = "navigator.locks.query().then(({ held }) => held.map(({ name }) => name).sort())"


def test_a_new_version_takes_over_between_matches_while_another_tab_plays_on(
    browser: Browser, files: Path, tmp_path: Path
) -> None:
    site = tmp_path / "games"
    shutil.copytree(files / "games" / "keypeg", site)
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    with serving(tmp_path) as address:
        folder = f"{address}/games/"
        playing, idle = context.new_page(), context.new_page()
        playing.goto(folder)
        download(playing)
        table, before = playing.url, playing.evaluate(INSTALLED, folder)
        idle.goto(f"{folder}#/settings")
        old = idle.evaluate(SCRIPT)
        publish(site, other_page=True)
        # A third tab is of the new version, with a worker of its own, and sees the same match.
        newer = context.new_page()
        newer.goto(table)
        newer.reload()  # a file server that says nothing of caching may have left the old page in one
        expect(newer.locator(".entry")).to_be_visible(timeout=PYTHON)
        assert newer.evaluate(SCRIPT) != old
        after = newer.evaluate(INSTALLED, folder)
        assert after != before
        assert newer.evaluate(LOCKS) == sorted(f"keypeg-device-{version}" for version in (before, after))
        # The open match is played on in the old version, whose files are still there, and the new one reads it.
        playing.keyboard.type("RYBG")
        playing.keyboard.press("Enter")
        expect(playing.locator(SECOND).first).to_be_visible(timeout=PYTHON)
        assert playing.evaluate(SCRIPT) == old
        newer.reload()
        expect(newer.locator(SECOND).first).to_be_visible(timeout=PYTHON)
        # A tab that had not asked for anything yet is loaded again, once, as soon as it does.
        idle.evaluate("location.hash = '#/board'")
        expect(idle.locator("form")).to_be_visible(timeout=PYTHON)
        assert idle.evaluate(SCRIPT) == newer.evaluate(SCRIPT)
        # Between two matches the first tab is opened again, and both share the worker of the new version.
        playing.reload()
        expect(playing.locator(SECOND).first).to_be_visible(timeout=PYTHON)
        assert playing.evaluate(SCRIPT) == newer.evaluate(SCRIPT)
        assert newer.evaluate(LOCKS) == [f"keypeg-device-{after}"]
        playing.keyboard.type("GBYR")
        playing.keyboard.press("Enter")
        expect(newer.locator(THIRD).first).to_be_visible(timeout=PYTHON)
    context.close()
