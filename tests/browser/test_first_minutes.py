"""The first minutes: a guide through one code, a legend, and a sheet with rules, keys and settings over the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from keypeg.message import message
from keypeg.words import Words
from tests.browser.test_access import violations
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
LAPTOP = (1366, 768)
ME = {"kind": "me"}
CLUB = {"kind": "computer", "player": "club"}
NOVICE = {"kind": "computer", "player": "novice"}


def _play_now(person: Visitor, words: Words) -> None:
    person.open()
    person.button(words.render(message("web.home.play"))).click()
    expect(person.page.locator(".entry")).to_be_visible()


@pytest.mark.parametrize(("language", "size"), [("en-GB", PHONE), ("de-DE", LAPTOP)], ids=["phone", "laptop"])
def test_play_now_leads_through_one_code_and_never_again(
    visitor: Somebody, language: str, size: tuple[int, int]
) -> None:
    words = Words(language[:2])
    person = visitor(language=language, size=size)
    page = person.page
    _play_now(person, words)
    guide = page.get_by_role("region", name=words.render(message("web.guide")))
    expect(guide).to_contain_text(words.render(message("tell.guide.start", who=message("tell.level.novice"), holes=4)))
    assert violations(page) == []
    if size == LAPTOP:
        # It stands beside the board, where notes will be, and its text moves nothing.
        sides = [page.locator(one).bounding_box() for one in (".guide", ".board", ".tray")]
        assert [each["x"] for each in sides if each] == sorted(each["x"] for each in sides if each)
        expect(page.locator("details.notes")).to_have_count(0)
    for number in range(1, 10):
        view = person.view()
        row = person.row(view, next(may for may in view["may"] if may["move"] == "guess"))
        person.type_row(row)
        expect(page.locator(f"[data-row='{number + 1}'], [data-next]").first).to_be_visible()
        if page.locator("[data-next]").count():
            break
        exact, near = person.view()["boards"][0]["rows"][-1]["total"]
        status = guide.get_by_role("status")
        if exact:
            expect(status).to_contain_text(words.render(message("tell.guide.exact", n=exact)))
        if near:
            expect(status).to_contain_text(words.render(message("tell.guide.near", n=near)))
        if not exact + near:
            expect(status).to_contain_text(words.render(message("tell.guide.nothing")))
        if number > 1:
            expect(status).to_contain_text(" 625")
        elif not exact + near:
            expect(status).to_contain_text(words.render(message("tell.guide.second-other")))
        else:
            steps = [("keep", exact), ("move", near), ("fill", 4 - exact - near)]
            for step, n in steps:
                if n:
                    expect(status).to_contain_text(words.render(message(f"tell.guide.step.{step}", n=n)))
    expect(guide).to_contain_text(words.render(message("tell.guide.done")))
    person.go_on()
    expect(guide).to_have_count(0)
    _play_now(person, words)
    expect(guide).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("en-GB", PHONE, "light"), ("de-DE", DESKTOP, "dark")], ids=["phone", "desktop"]
)
def test_the_guide_praises_no_row_that_told_nothing(
    visitor: Somebody, language: str, size: tuple[int, int], theme: str
) -> None:
    words = Words(language[:2])
    person = visitor(language=language, size=size, theme=theme)
    person.make("logic24:first=2", ME, CLUB, coach="hint")
    guide = person.page.get_by_role("region", name=words.render(message("web.guide")))
    for number in (1, 2):
        person.type_row("RRRR")
        expect(person.page.locator(f"[data-row='{number + 1}']")).to_be_visible()
    exact, _ = person.view()["boards"][0]["rows"][-1]["total"]
    codes = {0: 256, 1: 256, 2: 96, 3: 16}[exact]
    expect(guide).to_contain_text(words.render(message("tell.guide.known", codes=codes)))
    expect(guide).not_to_contain_text(words.render(message("tell.guide.lot")))


@pytest.mark.parametrize(
    ("language", "red", "black", "size"),
    [("en-GB", "red:", "black", PHONE), ("de-DE", "rot:", "schwarz", DESKTOP)],
    ids=["phone", "desktop"],
)
def test_the_guide_names_pins_by_their_colours(
    visitor: Somebody, language: str, red: str, black: str, size: tuple[int, int]
) -> None:
    words = Words(language[:2])
    person = visitor(language=language, size=size)
    person.make("challenge", ME, NOVICE, coach="hint")  # a novice needs longer than it takes to place every colour
    person.type_row("ROYGB")
    guide = person.page.get_by_role("region", name=words.render(message("web.guide")))
    expect(guide).to_contain_text(words.render(message("tell.guide.start", who=message("tell.level.novice"), holes=5)))
    rows: list[dict[str, tuple[int, int]]] = []
    while not rows or not rows[-1]["total"][0]:
        placed = len(rows)
        person.type_row((person.view()["rules"]["palette"] * 2)[placed:][:5])  # every colour comes into every hole
        while len(rows) == placed:  # both boards are marked when both rows are placed
            view = person.view()
            person.wait_for_version(view["version"])
            rows = next(board for board in view["boards"] if board["breaker"] == 1)["rows"]
    expect(guide).to_contain_text(red)
    expect(guide).not_to_contain_text(black)


@pytest.mark.parametrize(
    ("path", "name"),
    [("/", "web.home.play"), ("/new?rules=logic24", "web.new.go")],
    ids=["play now", "start game"],
)
def test_three_quick_taps_make_one_table(visitor: Somebody, path: str, name: str) -> None:
    words = Words("en")
    person = visitor()
    page = person.page

    def late(route: Route) -> None:
        page.wait_for_timeout(700)
        route.continue_()

    # The screen of the table comes late, as on a slow line: meanwhile the button is still there.
    page.route("**/assets/TableScreen-*.js", late)
    person.open(path)
    expect(person.button(words.say(name))).to_have_attribute("aria-disabled", "false")
    button = person.button(words.say(name)).element_handle()
    with page.expect_response("**/api/v1/tables") as answer:
        button.evaluate("button => { button.click(); button.click() }")
    assert answer.value.ok
    button.evaluate("button => new Promise((done) => setTimeout(() => done(button.isConnected && button.click()), 60))")
    page.wait_for_url("**/t/*")
    expect(page.locator("main.table")).to_be_visible()
    assert len(person.api("GET", "/me/tables")["tables"]) == 1
    # Back before the table is shown, the button works again.
    person.open(path)
    expect(person.button(words.say(name))).to_have_attribute("aria-disabled", "false")


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("en-GB", PHONE, "light"), ("fr-FR", DESKTOP, "dark")], ids=["phone", "desktop"]
)
def test_a_handicap_is_summed_up_with_both_codes(
    visitor: Somebody, language: str, size: tuple[int, int], theme: str
) -> None:
    words = Words(language[:2])
    person = visitor(language=language, size=size, theme=theme)
    page = person.open("/new?rules=challenge%2Bdoubles:handicap=1,rounds=1")
    both = [
        words.say("web.new.facts-seat", seat=1, holes=4, colours=6, codes=1296),
        words.say("web.new.facts-seat", seat=2, holes=5, colours=8, codes=32768),
    ]
    summary = page.locator("section.summary")
    expect(summary).to_contain_text(" ".join(both))
    made = person.api(
        "POST", "/tables", {"rules": "challenge+doubles:handicap=1,rounds=1", "seats": [ME, {"kind": "open"}]}
    )
    guest = visitor(language=language, size=size, theme=theme)
    joined = guest.open(f"/t/{made['table']}#{made['invites'][0]['invite']}")
    expect(joined.locator(".about")).to_contain_text(" ".join(both))


def test_the_guide_is_skipped_for_good(visitor: Somebody) -> None:
    person = visitor()
    _play_now(person, Words("en"))
    person.button("Skip the guide").click()
    guide = person.page.get_by_role("region", name="Your first code")
    expect(guide).to_have_count(0)
    person.page.reload()
    expect(person.page.locator(".entry")).to_be_visible()
    expect(guide).to_have_count(0)


def test_nobody_is_guided_beside_other_people(visitor: Somebody) -> None:
    person = visitor()
    person.make("logic24:first=2", ME, {"kind": "me", "name": "Bo"}, coach="hint")
    assert person.view(1)["sentences"]["guide"] == []


@pytest.mark.parametrize(
    ("rules", "said", "size"),
    [
        ("logic24:first=2", "black: right colour, right place", PHONE),
        ("togo:first=2", "red: how many are the right colour in the right place", DESKTOP),
        ("challenge", "red: right colour, right place", PHONE),
        ("mm44", "black: this seat’s colour is in its own hole", PHONE),
    ],
)
def test_a_legend_says_what_marks_mean_until_it_is_dismissed(
    visitor: Somebody, rules: str, said: str, size: tuple[int, int]
) -> None:
    person = visitor(size=size)
    page = person.page
    person.make(rules, ME, *[CLUB] * (3 if rules == "mm44" else 1))
    if rules == "challenge":
        person.type_row("ROYGB")
    legend = page.get_by_role("region", name="What the marks mean")
    expect(legend).to_contain_text(said)
    expect(legend).to_be_in_viewport()
    person.button("Don’t show this again").click()
    expect(legend).to_have_count(0)
    page.reload()
    expect(page.locator(".board").first).to_be_visible()
    expect(legend).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_rules_keys_and_settings_lie_over_the_table(visitor: Somebody, size: tuple[int, int]) -> None:
    person = visitor(size=size)
    page = person.page
    person.make("togo:first=2,rounds=4", ME, CLUB)
    opener = person.button("Rules, keys and settings")
    opener.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Mastermind, travel edition")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("heading", name="Aim")).to_be_visible()
    expect(sheet).to_contain_text("4 holes, 8 colours, 1,680 codes. 9 rows per board, 4 rounds.")
    expect(sheet.get_by_role("list").first.get_by_role("listitem")).to_have_text("who starts: seat 2")
    assert violations(page) == []
    # What is typed here is not for the board.
    page.keyboard.type("RY")
    sheet.get_by_text("Keyboard shortcuts", exact=True).click()
    expect(sheet).to_contain_text("Enter")
    sheet.get_by_label("Show the marks in words under each row").check()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
    assert "/t/" in page.url
    expect(page.locator("[data-hole]").first).to_have_attribute("aria-label", "Hole 1: empty")
    person.type_row("ROYG")
    expect(page.locator(".row .words")).to_have_text(re.compile(r"\d (exact|near)|nothing"))
    # They lie under the pegs and marks of their row, and over nothing.
    row = page.locator(".row:has(.words)")
    words, marks = (row.locator(one).bounding_box() for one in (".words", ".marks"))
    assert words
    assert marks
    assert words["y"] >= marks["y"] + marks["height"]
    heights = page.locator(".board .row").evaluate_all("all => all.map(one => Math.round(one.offsetHeight))")
    assert max(heights) - min(heights) <= 3, heights


def test_the_hide_screen_says_what_a_code_may_be(visitor: Somebody) -> None:
    person = visitor()
    person.make("togo:first=1", ME, CLUB)
    expect(person.page.get_by_text("4 holes, 8 colours. Each colour only once.")).to_be_visible()


def test_a_small_box_shows_its_supply_from_the_start(visitor: Somebody) -> None:
    person = visitor()
    person.make("logic12:first=2", ME, CLUB)
    expect(person.page.locator(".tray .left")).to_have_text(["12"] * 5)
    person.make("logic24:first=2", ME, CLUB)
    expect(person.page.locator(".tray .pick")).to_have_count(5)
    expect(person.page.locator(".tray .left")).to_have_count(0)


def test_pegs_that_have_run_out_are_pale_and_refused_in_plain_words(visitor: Somebody) -> None:
    person = visitor()
    rows = ("YYYY", "YYYY", "YYYY")
    while person.page.locator("[data-row='4']").count() == 0:  # such a code is rare, and then broken at once
        person.make("logic12:first=2", ME, CLUB)
        for number, row in enumerate(rows, start=1):
            expect(person.page.locator(f"[data-row='{number}'], [data-next]").first).to_be_visible()
            if person.page.locator("[data-row]").count():
                person.type_row(row)
        expect(person.page.locator("[data-row='4'], [data-next]").first).to_be_visible()
    expect(person.page.locator(".tray .left").first).to_have_text("0")
    expect(person.page.get_by_role("button", name="yellow, 0 left").locator(".peg")).to_have_css("opacity", "0.35")
    assert violations(person.page) == []
    person.page.keyboard.type("YRRR")
    expect(person.page.locator("[data-submit]")).to_have_text("yellow: none left")


def test_codes_are_called_by_whose_they_are_and_a_free_form_has_a_name(visitor: Somebody) -> None:
    person = visitor()
    person.make("4x3:first=2", ME, CLUB)
    expect(person.page.get_by_text("Free form, 4 holes, 3 colours").first).to_be_visible()
    expect(person.page.get_by_text("Computer (Club)’s code")).to_be_visible()
    person.make("logic24:first=1", ME, CLUB)
    person.type_row("YRRB")
    expect(person.page.get_by_text("Your code")).to_be_visible()


def test_flat_pegs_look_different(visitor: Somebody) -> None:
    person = visitor()
    page = person.open("/settings")
    preview = page.locator(".preview")
    expect(preview).to_be_visible()
    ceramic = preview.screenshot()
    page.get_by_label("flat", exact=False).check(force=True)
    page.wait_for_timeout(200)
    assert preview.screenshot() != ceramic


def test_languages_are_listed_in_their_own_names(visitor: Somebody) -> None:
    page = visitor().open("/settings")
    expect(page.locator("select option").first).to_be_attached()
    listed = page.locator("select option").all_inner_texts()
    assert {"Íslenska", "Suomi", "Dansk", "Русский", "Norsk bokmål"} <= set(listed)
