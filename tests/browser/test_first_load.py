"""What the first screen of a visit weighs on the wire: 100 kB of scripts, 60 of fonts, 250 in all at most."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from keypeg.server.http.static_files import FOLDER
from keypeg.words import languages
from keypeg.words.catalogue import messages
from tests.browser.visitor import DESKTOP, PHONE, Visitor

ME, OPEN = {"kind": "me"}, {"kind": "open"}
SCRIPTS, FONTS, ALL = 100_000, 60_000, 250_000
SENT = """() => {
  const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  return sent.map((one) => [new URL(one.name).pathname, one.encodedBodySize])
}"""

PLACES = """() => [...document.querySelectorAll('h1, h2, p, .button, .card, svg')]
  .map((one, at) => [`${at} ${one.textContent.trim().slice(0, 30)}`, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.top < innerHeight).map(([text, box]) => [text, box.top])"""


@pytest.mark.parametrize("language", [pytest.param("en-GB", marks=pytest.mark.long), "ru-RU"])
def test_a_first_screen_stays_within_its_budget(
    visitor: Callable[..., Visitor], browser: Browser, site: str, language: str
) -> None:
    host = visitor()
    made = host.api("POST", "/tables", {"rules": "challenge", "seats": [ME, OPEN]})
    screens = {
        "/": "main",
        made["invites"][0]["link"].removeprefix(site): "input",
        f"/t/{made['table']}": ".board",
        "/daily": "main .button.main",
        "/practice": ".board",
    }
    for path, shown in screens.items():
        # What a service worker fetches is not part of the first screen, and what it answers was not sent.
        context = browser.new_context(locale=language, service_workers="block")
        page = context.new_page()
        page.goto(site + path)
        expect(page.locator(shown).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        sent: list[tuple[str, int]] = page.evaluate(SENT)
        context.close()
        scripts = sum(size for name, size in sent if name.endswith(".js"))
        assert 40_000 < scripts <= SCRIPTS, (path, sent)
        assert 25_000 < sum(size for name, size in sent if name.endswith(".woff2")) <= FONTS, (path, sent)
        assert sum(size for _, size in sent) <= ALL, (path, sent)


def fonts_by_letter() -> dict[int, dict[str, int]]:
    """The files of both typefaces and their sizes, by letter."""
    (sheet,) = (FOLDER / "assets").glob("fonts-*.css")
    found: dict[int, dict[str, int]] = {}
    for file, letters in re.findall(r"url\('([^']+)'\).*?unicode-range: ([^;]+);", sheet.read_text(), re.DOTALL):
        for first, last in re.findall(r"U\+([0-9a-f]+)(?:-([0-9a-f]+))?", letters):
            for letter in range(int(first, 16), int(last or first, 16) + 1):
                found.setdefault(letter, {})[file] = (sheet.parent / file).stat().st_size
    return found


@pytest.mark.parametrize("language", languages())
def test_the_letters_of_a_language_are_within_the_budget_of_fonts(language: str) -> None:
    fonts = fonts_by_letter()
    letters = {ord(letter) for text in messages(language).values() for letter in text if letter.isprintable()}
    assert [chr(letter) for letter in letters if len(fonts.get(letter, {})) < 2] == []
    assert sum({file: size for letter in letters for file, size in fonts[letter].items()}.values()) <= FONTS


@pytest.mark.parametrize(("language", "size"), [("de-DE", PHONE), ("ru-RU", DESKTOP)], ids=["phone", "desktop"])
def test_nothing_moves_when_the_typefaces_arrive(
    visitor: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    person = visitor(language=language, size=size)
    page = person.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/*.woff2", hold)
    page.goto(person.site, wait_until="commit")
    expect(page.locator("main .button.main").first).to_be_visible()
    page.wait_for_timeout(500)
    before = page.evaluate(PLACES)
    assert len(before) > 5
    for route in held:
        route.continue_()
    page.evaluate("document.fonts.ready")
    page.wait_for_function("[...document.fonts].filter((one) => one.status == 'loaded').length >= 2")
    page.wait_for_timeout(300)
    assert [text for text, top in page.evaluate(PLACES) if abs(top - dict(before).get(text, top)) > 1] == []
