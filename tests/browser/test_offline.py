"""Play without a server: agree to the download, cut the line, play, close the browser and go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect

from keypeg import boxes, rules
from tests.browser.conftest import CHROMIUM
from tests.browser.traveller import PYTHON, Traveller, download
from tests.browser.visitor import Visitor

Somebody = Callable[..., Visitor]
ME = {"kind": "me"}
CLUB = {"kind": "computer", "player": "club"}
EVERY = [box.id for box in boxes()] + [f"{box.id}+{variant}" for box in boxes() for variant in box.variants]


@pytest.fixture
def traveller(browser: Browser, site: str) -> Iterator[Callable[..., Traveller]]:
    people: list[Traveller] = []

    def somebody(**how: str) -> Traveller:
        people.append(Traveller(browser, site, **how))  # type: ignore[arg-type]
        return people[-1]

    yield somebody
    complaints = [complaint for each in people for complaint in each.complaints]
    for each in people:
        each.context.close()
    assert complaints == []


def test_nothing_is_fetched_before_and_a_match_goes_on_without_a_line(visitor: Somebody) -> None:
    person = visitor()
    page, asked = person.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    person.open("/offline")
    expect(page.get_by_role("button", name="Download")).to_contain_text("MB")
    assert not any("/offline/" in url and not url.endswith("files.json") for url in asked)
    download(page)
    person.cut_the_line()
    page.goto(person.site + "/new?on=device&rules=togo")
    ready = page.locator("button[type=submit][aria-disabled=false]")
    ready.wait_for(timeout=PYTHON)
    options = page.locator("select.field").nth(1).locator("option")
    # A friend by link, an expert and perfect need the server at this box, or are offered.
    assert [option.is_disabled() for option in options.all()][2:] == [True, False, False, True, False]
    ready.click()
    expect(page.locator("header .about", has_text="On this device")).to_be_visible(timeout=PYTHON)
    table = page.url
    person.type_row("RYBG")
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2")
    page.goto(table)
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2", timeout=PYTHON)
    page.goto(person.site + "/games")
    expect(page.locator("li", has_text="On this device")).to_have_count(2)


@pytest.mark.long
@pytest.mark.parametrize(("language", "at"), [("en-GB", 0), ("de-DE", 1)])
def test_every_box_and_every_variant_is_played_to_its_end_without_a_line(
    traveller: Callable[..., Traveller], language: str, at: int
) -> None:
    person = traveller(language=language)
    person.set_out()
    for text in EVERY[at::2]:
        person.make(text, ME, *[CLUB] * (rules(text).seats - 1))
        person.play_out()


@pytest.mark.long
def test_people_pass_the_device_and_mark_by_hand(traveller: Callable[..., Traveller]) -> None:
    person = traveller()
    person.set_out()
    person.make("togo:rounds=1,parity=any,marking=hand", {**ME, "name": "Ada"}, {**ME, "name": "Bea"})
    person.play_out()


@pytest.mark.long
def test_the_home_board_finds_a_planted_error_and_puzzles_are_answered(traveller: Callable[..., Traveller]) -> None:
    person = traveller()
    person.set_out()
    found = person.api("POST", "/tools/home", {"rules": "togo", "rows": ["RYGB:2,0", "RYGO:0,0"], "ask": "look"})
    assert found["diagnosis"]["conflicts"]
    page = person.open("/practice")
    expect(page.locator(".board").first).to_be_visible(timeout=PYTHON)
    for number in range(10):
        kind = ("code", "fits", "wrong")[number % 3]
        puzzle = person.api("GET", f"/puzzles/{kind}?level=easy&seed={number}")
        row = puzzle["board"]["rows"][0]["guess"]
        answer = {"code": row, "fits": " ".join(puzzle["options"]), "wrong": "1"}[kind]
        judged = person.api("POST", f"/puzzles/{kind}?level=easy&seed={puzzle['seed']}", {"answer": answer})
        assert judged["answers"]


@pytest.mark.long
def test_a_match_is_there_after_the_browser_was_killed(browser: Browser, site: str, tmp_path: Path) -> None:
    kind = browser.browser_type
    context = kind.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=["--no-sandbox"])
    page = context.new_page()
    page.goto(f"{site}/offline")
    download(page)
    context.set_offline(True)
    page.goto(f"{site}/new?on=device&rules=togo:first=1")
    ready = page.locator("button[type=submit][aria-disabled=false]")
    ready.wait_for(timeout=PYTHON)
    ready.click()
    expect(page.locator(".entry")).to_be_visible(timeout=PYTHON)
    page.keyboard.type("RYBG")
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2")
    table = page.url
    with pytest.raises(Error, match="closed"):
        context.new_cdp_session(page).send("Browser.crash")
    again = kind.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=["--no-sandbox"])
    again.set_offline(True)
    page = again.new_page()
    page.goto(table)
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2", timeout=PYTHON)
    again.close()


@pytest.mark.long
def test_two_tabs_share_one_worker_and_the_second_goes_on_alone(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    first = context.new_page()
    first.goto(f"{site}/offline")
    download(first)
    context.set_offline(True)
    second = context.new_page()
    second.goto(first.url)
    expect(second.locator(".entry")).to_be_visible(timeout=PYTHON)
    first.keyboard.type("YROB")
    first.keyboard.press("Enter")
    expect(second.locator("[data-row='2']")).to_be_visible(timeout=PYTHON)
    first.close()
    second.keyboard.type("BGYR")
    second.keyboard.press("Enter")
    expect(second.locator("[data-row='3']").or_(second.locator("[data-next]")).first).to_be_visible(timeout=PYTHON)
    context.close()
