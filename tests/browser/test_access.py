"""For everybody: no violation that axe finds, nothing clipped at 320 pixels, a whole match by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from keypeg.words import languages
from tests.browser.screens import SCREENS
from tests.browser.visitor import DESKTOP, PHONE, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
QUICK = ("home", "new", "play-togo", "play-challenge", "end")
ME = {"kind": "me"}
COMPUTER = {"kind": "computer", "player": "club"}


def violations(page: Page) -> list[str]:
    """What axe finds wrong, each with where."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = page.evaluate("standard => axe.run(document, {runOnly: {type: 'tag', values: standard}})", STANDARD)
    return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found["violations"]]


@pytest.mark.parametrize("name", QUICK)
def test_no_violation_on_the_main_screens(visitor: Callable[..., Visitor], name: str) -> None:
    person = visitor(theme="dark" if name == "play-challenge" else "light")
    SCREENS[name](person)
    assert violations(person.page) == []


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SCREENS)
def test_no_violation_on_any_screen(
    visitor: Callable[..., Visitor], name: str, theme: str, size: tuple[int, int]
) -> None:
    person = visitor(theme=theme, size=size)
    SCREENS[name](person)
    assert violations(person.page) == []


@pytest.mark.long
@pytest.mark.parametrize("language", [*languages(), "en-XA"])
def test_every_language_fits_a_phone_without_violation(visitor: Callable[..., Visitor], language: str) -> None:
    person = visitor()
    table = person.make("togo:first=2", {"kind": "me"}, COMPUTER, coach="hint")
    for path in ("/", "/new", "/daily", "/settings", "/rules/challenge", f"/t/{table}"):
        person.open(f"{path}?lang={language}")
        expect(person.page.locator(".entry" if path.startswith("/t/") else "h1").first).to_be_visible()
        assert person.page.locator("html").get_attribute("lang") == language
        assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
        assert violations(person.page) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["review", "review-challenge", "review-mm44"])
def test_the_figures_of_a_review_fit_a_phone_in_every_language(visitor: Callable[..., Visitor], name: str) -> None:
    person = visitor()
    SCREENS[name](person)
    address = person.page.url.partition("#")[0]
    for language in languages():
        person.page.goto(f"{address}?lang={language}")
        tables = person.page.locator(".ledger")
        expect(tables.first).to_be_visible()
        assert (
            tables.evaluate_all("found => found.map(one => one.scrollWidth - one.clientWidth)") == [0] * tables.count()
        )
        assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], language


@pytest.mark.long
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_wider_than_320_pixels(visitor: Callable[..., Visitor], name: str) -> None:
    person = visitor(size=(320, 640))
    SCREENS[name](person)
    wide = person.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320
    small = person.page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, select, summary')].filter(one => {
            const { width, height } = one.getBoundingClientRect()
            const inline = one.matches('p a, li a, .unseen, .skip, [type=range]')
            return width && !inline && !one.closest('label') && (width < 24 || height < 24)
        }).map(one => one.outerHTML.slice(0, 120))"""
    )
    assert small == []


def test_a_whole_match_by_keys_alone(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=DESKTOP)
    page = player.open()

    def tab_to(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            # Before anything has focus, the active element is the body, and its text is the whole page's.
            if name in page.evaluate("document.querySelector(':is(a, button):focus')?.innerText ?? ''"):
                return
        raise AssertionError(f"{name} cannot be reached")

    expect(player.button("Play now")).to_be_visible()
    tab_to("Play now")
    page.keyboard.press("Enter")
    expect(page.locator(".entry")).to_be_visible()
    for _ in range(40):
        expect(page.locator("[data-end], [data-next], [data-turn]").first).to_be_visible()
        if page.locator("[data-end]").count():
            break
        if page.locator("[data-next]").count():
            expect(page.locator("[data-next]")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator("[data-next]")).to_have_count(0)
        else:
            player.play_once()
    expect(page.locator("[data-end]")).to_be_visible()
    assert player.view()["outcome"] is not None


def test_every_row_is_announced_and_can_be_recalled(visitor: Callable[..., Visitor]) -> None:
    player = visitor()
    player.make("logic24:first=2", ME, COMPUTER)
    player.type_row("YROB")
    heard = player.page.locator("[aria-live=polite][role=status] > p").last
    expect(heard).to_contain_text("Row 1: yellow, red, orange, blue:")
    expect(heard).to_contain_text("Your turn: row 2 of 9")
    player.page.keyboard.press("s")
    expect(heard).to_have_text("Your turn: row 2 of 9")
    player.page.keyboard.press("m")
    expect(heard).to_contain_text("Row 1: yellow, red, orange, blue:")
    rows = player.page.get_by_role("listitem").filter(has_text="Row 1: yellow, red, orange, blue:")
    expect(rows).to_have_count(1)


HEARD = """() => {
  window.heard = []
  const live = '[role=status][aria-live=polite] > p'
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.matches?.(live)) window.heard.push(node.textContent)
  }))).observe(document, { childList: true, subtree: true })
}"""


def heard_of(player: Visitor, words: str) -> list[str]:
    """Return the announcements with these words, first to last."""
    return [one for one in player.page.evaluate("window.heard") if words in one]


def test_no_row_of_the_computer_is_lost_or_said_twice(visitor: Callable[..., Visitor]) -> None:
    player = visitor()
    player.make("logic24:first=1", ME, COMPUTER)
    expect(player.page.locator(".entry")).to_be_visible()
    player.page.evaluate(HEARD)
    player.type_row("YRRB")
    expect(player.page.locator("[data-next]")).to_be_focused()
    rows = len(player.view()["past"][0]["boards"][0]["rows"])
    said = " ".join(heard_of(player, "Row "))
    assert [said.count(f"Row {row}: ") for row in range(1, rows + 1)] == [1] * rows
    assert said.index(f"Row {rows}: ") < said.index("Computer (Club) broke the code")


def test_a_turn_is_announced_once_though_the_other_places_a_row_meanwhile(visitor: Callable[..., Visitor]) -> None:
    player = visitor()
    player.make("challenge:rounds=1", ME, COMPUTER)
    expect(player.page.locator(".entry")).to_be_visible()
    player.page.evaluate(HEARD)
    for row in ("ROYGB", "ROYGB", "NWPBG"):
        version = player.view()["version"]
        player.type_row(row)
        player.wait_for_version(version + 2)  # the computer's row, under cover
    expect(player.page.locator("[data-row='3']")).to_be_visible()
    assert [len(heard_of(player, f"Your turn: row {row} of 10")) for row in (1, 2, 3)] == [1, 1, 1]


def test_the_focus_is_never_lost_at_a_table(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=DESKTOP)
    page = player.open()
    player.button("Play now").press("Enter")
    expect(page.locator("main.table")).to_be_focused()
    page.evaluate(HEARD)
    player.button("Skip the guide").press("Enter")
    expect(page.locator("main.table")).to_be_focused()
    player.button("Don’t show this again").press("Enter")
    expect(page.locator("main.table")).to_be_focused()
    for _ in range(9):
        player.play_once()
        expect(page.locator("[data-turn], [data-next]").first).to_be_visible()
        if page.locator("[data-next]").count():
            break
    expect(page.locator("[data-next]")).to_be_focused()
    assert heard_of(player, "Hide your code") == []
    page.keyboard.press("Enter")
    expect(page.locator("main.table")).to_be_focused()
    assert heard_of(player, "Hide your code") == ["Hide your code"]
    player.type_row("YRRB")
    expect(page.locator("[data-end] h2")).to_be_focused()


def test_on_a_small_phone_the_row_that_is_due_lies_above_the_hands(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=(320, 568))
    player.make("4x6:first=2,rows=10", ME, COMPUTER)
    for number in range(1, 8):
        due = player.page.locator(f"[data-row='{number}']")
        expect(due).to_be_visible()
        hands = player.page.locator("[data-turn]").bounding_box()
        row = due.bounding_box()
        assert row
        assert hands
        assert 0 <= row["y"] < row["y"] + row["height"] <= hands["y"]
        assert hands["y"] + hands["height"] <= 568
        # The same row again never breaks a code that it did not break before; if it does, there is no next one.
        player.type_row("1112")
        expect(player.page.locator(f"[data-row='{number + 1}'], [data-next]").first).to_be_visible()
        if player.page.locator("[data-next]").count():
            return
