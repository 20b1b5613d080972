"""Rows typed as text: what cannot be read is refused beside the field, and nothing else than the text is sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from keypeg.message import message
from keypeg.words import Words
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
ME = {"kind": "me"}
CLUB = {"kind": "computer", "player": "club"}


def _plain(text: str) -> str:
    """The text without the signs that keep writing directions apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("language", "size", "four", "two"),
    [
        ("en-GB", PHONE, "green orange, b r", "green orange"),
        ("de-DE", DESKTOP, "Grün Orange, b r", "grün orange"),
    ],
    ids=["phone", "desktop"],
)
def test_a_typed_row_is_never_cut_and_played(
    visitor: Somebody, language: str, size: tuple[int, int], four: str, two: str
) -> None:
    words = Words(language[:2])
    person = visitor(language=language, size=size)
    page = person.page
    person.make("togo:first=2", ME, CLUB)
    person.button(words.say("web.entry.type"), exact=True).click()
    field = page.get_by_role("textbox", name=words.say("web.entry.text"))
    send = page.locator("[data-submit]")
    version = person.view()["version"]
    refused = {
        "gxzr": message("error.code-unreadable", code="gxzr", peg="X", pegs="R O Y G B P W N", most=8),
        "royx": message("error.code-unreadable", code="royx", peg="X", pegs="R O Y G B P W N", most=8),
        "green purpel": message(
            "error.code-unreadable",
            code="green purpel",
            peg="purpel" if language == "en-GB" else "green",
            pegs="R O Y G B P W N",
            most=8,
        ),
        "ggggg": message("error.holes-wrong", code="ggggg", given=5, holes=4),
    }
    for text, why in refused.items():
        field.fill(text)
        expect(page.get_by_role("alert")).to_have_count(0)
        field.press("Enter")
        alert = page.get_by_role("alert")
        expect(alert).to_be_in_viewport()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(send).to_have_attribute("aria-disabled", "true")
        assert _plain(alert.inner_text()) == words.render(why)
    # Two words are two pegs, not the letters of both.
    field.fill(two)
    field.press("Enter")
    expect(send).to_have_text(words.say("web.entry.more", n=2))
    assert person.view()["version"] == version
    # Pegs that are placed by hand make another row than the text.
    page.locator(".tray button").first.click()
    expect(field).to_have_value("")
    field.fill(four)
    field.press("Enter")
    expect(page.locator("[data-row='2'], [data-next]").first).to_be_visible()
    assert person.view()["boards"][0]["rows"][0]["guess"] == "GOBR"


def test_a_call_that_leaves_out_ones_own_share_is_not_made_up(visitor: Somebody) -> None:
    person = visitor()
    page = person.page
    novice = {"kind": "computer", "player": "novice"}
    person.make("mm44:first=1", ME, novice, novice, novice, call_window=600)
    share = next(share["code"] for share in person.view()["shares"] if share["holder"] == 1)
    hole, peg = next((at, peg) for at, peg in enumerate(share) if peg != ".")
    other = "R" if peg != "R" else "O"
    person.button("Call Master Mind").click()
    person.button("Type", exact=True).click()
    field = page.get_by_role("textbox", name="Your row as text")
    text = other * 5
    field.fill(text)
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("your own share")
    expect(page.get_by_role("alert")).to_contain_text(str(hole + 1))
    assert person.view()["calls"] == []
