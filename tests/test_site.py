"""The documentation site, as `make docs` builds it, in a browser without a network."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, sync_playwright

import keypeg
from tests.programs import headless_chromium

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built of a copy: the reference is written beside the pages."""
    copy = tmp_path_factory.mktemp("sources")
    for name in ("docs", "examples", "packaging", "src", "web/public"):
        ignore = shutil.ignore_patterns("__pycache__", "static", "reference")
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for page in (*ROOT.glob("*.md"), ROOT / "LICENSE"):
        shutil.copy(page, copy)
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-c", "docs", ".", "site"]
    done = subprocess.run(build, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return copy / "site"


@pytest.fixture
def context(request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=headless_chromium(), args=["--no-sandbox"])
        yield browser.new_context(offline=True, color_scheme=request.param)
        browser.close()


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
def test_the_site_needs_no_other_host(site: Path, context: BrowserContext, request: pytest.FixtureRequest) -> None:
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    page.goto((site / "index.html").as_uri())
    red, green, blue = map(
        int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor"))[:3]
    )
    assert (red + green + blue > 3 * 128) is ("light" in request.node.name)
    page.get_by_role("link", name="Play, analyse, review").first.click()
    assert page.locator("svg[role=img] use").count() > 50
    page.get_by_placeholder("Search").fill("supply")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Rulings").last.wait_for()
    page.locator("#search-results a", has_text="Rulings").click()
    assert page.title().startswith("Rulings")
    assert asked
    assert all(url.startswith(("file:", "data:")) for url in asked)


def test_every_class_and_function_of_keypeg_is_in_the_reference(site: Path) -> None:
    text = (site / "docs" / "reference" / "keypeg.html").read_text("utf-8")
    names = [name for name in keypeg.__all__ if callable(getattr(keypeg, name))]
    assert len(names) > 40
    assert not [name for name in names if f'id="keypeg.{name}"' not in text]


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    loads = re.compile(
        r'<(?:script|img|iframe|source)[^>]*src="https?:|<link[^>]*href="https?:|@import|url\(["\']?https?:'
    )
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(files) > 50
    assert not [str(file) for file in files if loads.search(file.read_text("utf-8"))]
