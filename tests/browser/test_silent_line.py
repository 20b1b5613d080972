"""A line that fails without an error: what was downloaded opens and answers all the same, and soon."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.cut_line import Line, line_to
from tests.browser.test_offline import RULES_KEPT
from tests.browser.traveller import PYTHON, download

pytestmark = pytest.mark.long


def go(page: Page, path: str) -> None:
    """Follow a link within the page."""
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')) }", path)


@pytest.mark.parametrize("fail", [Line.silence, Line.lose_the_server])
def test_the_device_answers_instead(browser: Browser, site: str, fail: Callable[[Line], None]) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    with line_to(site) as line:
        page = context.new_page()
        page.goto(f"{line.site}/offline")
        download(page)
        page.evaluate(RULES_KEPT)
        playing = page.url
        fail(line)
        for path, shown in {
            "/games": "li:has-text('On this device')",
            "/rules/mm44": "main h2",
            "/board": "label.box",
            "/practice": ".board",
            "/": "main .button.main",
        }.items():
            go(page, path)
            expect(page.locator(shown).first).to_be_visible()
        expect(page.get_by_text("You’re offline and playing on this device")).to_be_visible()
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/t/device-*")
        go(page, "/daily")
        expect(page.get_by_text("Keypeg cannot reach the server.")).to_be_visible()
        page.goto(playing)
        expect(page.locator(".entry")).to_be_visible(timeout=PYTHON)
    context.close()


TABLES = "async () => (await (await fetch('/api/v1/me/tables')).json()).tables.map(({ table }) => table)"


def test_a_server_that_takes_long_to_make_a_table_makes_the_only_one(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    with line_to(site) as line:
        page = context.new_page()
        page.goto(f"{line.site}/offline")
        download(page)
        go(page, "/")
        line.slow_down("POST /api/v1/tables ", 6)
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url(lambda address: "/t/" in address)
        assert "/t/device-" not in page.url
        assert page.evaluate(TABLES) == [page.url.rpartition("/")[2]]
    context.close()


def test_a_table_made_here_while_the_line_was_silent_is_not_made_again_there(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    with line_to(site) as line:
        page = context.new_page()
        page.goto(f"{line.site}/offline")
        download(page)
        go(page, "/")
        line.silence()
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/t/device-*")
        line.mend()
        page.wait_for_timeout(2000)
        assert page.evaluate(TABLES) == []
    context.close()


def test_rules_that_were_kept_do_not_pass_for_an_answer_of_the_server(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    with line_to(site) as line:
        page = context.new_page()
        page.goto(f"{line.site}/offline")
        download(page)
        page.evaluate(RULES_KEPT)
        perfect = page.locator("select.field").nth(1).locator("option[value='perfect']")
        go(page, "/new?rules=challenge")
        expect(perfect).to_be_enabled()  # by the server
        line.lose_the_server()
        go(page, "/rules/challenge")
        expect(page.locator("main h2").first).to_be_visible()
        go(page, "/new?rules=challenge")
        expect(perfect).to_be_disabled()
        expect(page.get_by_text("You’re offline and playing on this device")).to_be_visible()
    context.close()
