"""How a code and a match end: first the rows and the code, then what it comes to, why, and what next."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from keypeg.message import message
from keypeg.tell.rows import code_pegs
from keypeg.words import Words, languages
from tests.browser.test_access import violations
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
ME = {"kind": "me"}
CLUB = {"kind": "computer", "player": "club"}
TITLE = {"won": "You win the match.", "lost": "Club wins this time.", "drawn": "It’s a draw."}


def heard(person: Visitor) -> Any:
    """What was announced last."""
    return person.page.locator("[aria-live=polite][role=status] > p").last


def break_code(person: Visitor) -> int:
    """Place rows that may be right until the code is broken, and return how many that took."""
    page = person.page
    for row in range(1, 10):
        expect(page.locator(f"[data-row='{row}']")).to_be_visible()
        view = person.view()
        person.type_row(person.row(view, next(may for may in view["may"] if may["move"] == "guess")))
        expect(page.locator(f"[data-row='{row + 1}'], [data-next], [data-skip]").first).to_be_visible()
        if not page.locator("[data-row]").count():
            return row
    raise AssertionError("not broken")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_end_says_why_what_to_learn_and_what_next(visitor: Somebody, size: tuple[int, int]) -> None:
    person = visitor(size=size)
    person.make("logic24:first=2", ME, CLUB)
    own = break_code(person)
    person.go_on()
    person.type_row("YRRB")
    end = person.page.locator("[data-end]")
    expect(end).to_be_visible()
    view = person.view()
    theirs = view["outcome"]["points"][1]
    title = TITLE[view["sentences"]["ending"]["result"]]
    won = view["sentences"]["ending"]["result"] == "won"
    rows = ["1 row" if n == 1 else f"{n} rows" for n in (own, theirs)]
    needed = f"You needed {rows[0]} and Club needed {rows[1]}. The fewest rows win."
    why = needed if own != theirs else f"Both players needed {rows[0]}."
    expect(end.get_by_role("heading", name=title)).to_be_focused()
    expect(end).to_contain_text(why)
    expect(heard(person)).to_contain_text(f"{title} {why}")
    expect(heard(person)).to_contain_text(f"Row {theirs}: yellow, red, red, blue: 4 exact.")
    if lesson := person.api("GET", f"/tables/{person.table}/review")["lesson"]:
        expect(end.locator(".lesson")).to_contain_text(
            {"tell.lesson.cost-in": "cost you most", "tell.lesson.best": "any row better"}.get(lesson["key"], "")
        )
    offered = ["Play again", "Share", *(["Now try Expert"] if won else [])]
    for name in offered:
        expect(end.get_by_role("button", name=name, exact=True)).to_be_visible()
    # Up after a win; one loss is no reason to go down.
    expect(end.get_by_role("button", name=re.compile("^Now try"))).to_have_count(int(won))
    expect(end.get_by_role("link", name="Review")).to_be_visible()
    expect(end.get_by_role("button", name="Check the seals")).to_be_hidden()
    assert end.get_by_text("needed").count() == 1
    expect(person.page.locator("[data-score]")).to_have_count(0)
    heights = (
        end.locator("div.next")
        .first.locator(".button:not(.main)")
        .evaluate_all("all => all.map(one => one.offsetHeight)")
    )
    assert max(heights) < 50, "a label takes two lines"
    if size == DESKTOP:
        # The board shows the computer's rows; one's own stand beside it.
        history = person.page.get_by_role("region", name="How it went")
        expect(history).to_contain_text("Computer (Club)’s code")
        expect(history.get_by_role("listitem")).to_have_count(own)
        expect(history.get_by_role("listitem").last).to_contain_text(re.compile(rf"^Row {own}: .*: 4 exact\."))
    assert violations(person.page) == []
    end.get_by_text("More", exact=True).click()
    expect(end.get_by_role("button", name="Check the seals")).to_be_visible()
    if won:
        end.get_by_role("button", name="Now try Expert").click()
        expect(person.page.get_by_text("against Computer (Expert)")).to_be_visible()
    if size == PHONE:
        levels = person.open("/stats").get_by_role("region", name="Against the computer")
        results = [str(int(view["sentences"]["ending"]["result"] == one)) for one in ("won", "lost", "drawn")]
        expect(levels.get_by_role("row", name="Club").get_by_role("cell")).to_have_text(results)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_down_is_offered_after_two_losses_and_the_lesson_opens_the_review_at_its_row(
    visitor: Somebody, language: str
) -> None:
    words = Words(language[:2])
    person = visitor(size=(390, 844), language=language)
    page = person.page
    easier = words.say("web.end.next-level", level=words.say("tell.level.novice"))
    for loss in (1, 2):
        # The same row again and again tells nothing, and the code stays unbroken.
        person.make("togo:rounds=1,first=2,parity=any", ME, CLUB)
        expect(page.locator("[data-row='1']")).to_be_visible()
        person.type_row("ROYG")
        expect(page.locator("[data-row='2']")).to_be_visible()
        person.type_row("ROYG")
        expect(page.locator("[data-row='3']")).to_be_visible()
        person.button(words.say("web.give-up")).click()
        person.button(words.say("web.give-up.surely")).click()
        expect(page.locator("[data-end]")).to_be_visible()
        assert person.view()["sentences"]["ending"]["result"] == "lost"
        expect(page.get_by_role("button", name=easier)).to_have_count(loss - 1)
    lesson = page.locator("[data-end] .lesson a")
    expect(lesson).to_contain_text(words.render(message("tell.lesson.cost", row=2, loss=1.0)))
    expect(lesson.locator(".row .pegs svg")).to_have_count(4)
    lesson.click()
    expect(page.locator(".row.lit")).to_have_count(1)
    assert page.url.endswith("?at=1.2")


def test_the_score_names_sides_and_what_it_counts(visitor: Somebody) -> None:
    person = visitor(size=DESKTOP)
    person.make("logic24:first=2,rounds=2", ME, CLUB)
    score = person.page.locator("[data-score]")
    expect(score.locator(".unseen")).to_have_text("Score (rows, fewest win): You –, Club –.")
    rows = break_code(person)
    # The summary of a code is headed by that code.
    expect(person.page.locator("header")).to_contain_text("Round 1 of 2, code 1 of 2")
    expect(score.locator(".unseen")).to_have_text(f"Score (rows, fewest win): You {rows}, Club –.")
    expect(score.locator(".counts")).to_have_text("rows, fewest win")
    person.go_on()
    expect(person.page.locator("header")).to_contain_text("Round 1 of 2, code 2 of 2")
    person.page.keyboard.press("t")
    expect(heard(person)).to_have_text(f"Score (rows, fewest win): You {rows}, Club –.")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_rows_of_the_computer_fall_before_the_verdict_and_one_tap_skips(
    visitor: Somebody, size: tuple[int, int]
) -> None:
    person = visitor(size=size, motion="no-preference")
    page = person.page
    page.clock.install()
    person.make("logic24:first=1,rounds=2", ME, CLUB)
    expect(page.locator(".entry")).to_be_visible()
    person.stop_the_clock()
    person.type_row("YRRB")
    skip = person.button("Skip", exact=True)
    expect(skip).to_be_visible()
    expect(page.get_by_text("Breaking the code: Computer (Club)…")).to_be_visible()
    expect(page.locator("[data-next]")).to_have_count(0)
    # Nothing tells the result before the rows do: the board keeps its free rows, the score its dashes.
    expect(page.locator(".board .row")).to_have_count(9)
    expect(page.locator("[data-score] .sides")).to_have_text(re.compile(r"You –\s*Club –"))
    skip.click()
    page.clock.resume()
    expect(page.locator("[data-paced]")).to_have_count(0)
    expect(page.locator("[data-next]")).to_be_focused()
    rows = person.view()["points"][1]
    expect(page.locator("#verdict")).to_contain_text(f"Computer (Club) broke the code in row {rows}.")
    expect(page.locator("[data-score] .sides")).to_have_text(re.compile(rf"You –\s*Club {rows}"))


def test_a_broken_code_is_uncovered_hole_by_hole_and_celebrated(visitor: Somebody) -> None:
    person = visitor(motion="no-preference")
    page = person.page
    page.clock.install()
    person.make("logic24:first=2", ME, CLUB)
    expect(page.locator(".entry")).to_be_visible()
    person.stop_the_clock()
    break_code(person)
    expect(page.get_by_text("Uncovering the code…")).to_be_visible()
    waits = page.locator(".cover").evaluate_all("all => all.map(one => parseInt(one.style.animationDelay))")
    assert len(waits) == 4
    assert waits == sorted(set(waits))
    page.clock.resume()
    expect(page.locator("[data-next]")).to_be_visible()
    expect(page.locator(".falling svg").first).to_be_attached()
    expect(page.locator(".cover")).to_have_count(0)


def test_without_motion_the_end_is_there_at_once_and_nothing_falls(visitor: Somebody) -> None:
    person = visitor()
    person.make("logic24:first=2", ME, CLUB)
    break_code(person)
    expect(person.page.locator("[data-next]")).to_be_visible()
    expect(person.page.locator(".falling svg, .cover, [data-skip]")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_void_code_names_the_row_what_was_marked_what_was_right_and_its_cost(
    visitor: Somebody, size: tuple[int, int]
) -> None:
    person = visitor(size=size)
    person.make("togo:first=1,marking=hand", ME, CLUB)
    person.type_row("RYGB")
    marked = ""
    while not person.page.locator("[data-next]").count():
        expect(person.page.locator("[data-submit], [data-next]").first).to_be_visible()
        view = person.view(1)
        may = next((may for may in view["may"] if may["move"] == "mark"), None)
        if may is None:
            continue
        before = view["version"]
        person.mark(view, may, wrong=not marked)
        marked = marked or f"You marked row {len(view['boards'][0]['rows'])} “"
        person.page.wait_for_function(
            "version => Number(document.querySelector('main').dataset.version) > version", arg=before
        )
    told = person.page.locator("#verdict")
    expect(told).to_contain_text(marked)
    expect(told).to_contain_text("”; it should have been “")
    expect(told).to_contain_text("So this code is void and will be played again.")
    expect(told).to_contain_text("Computer (Club) gets 3 points.")
    expect(heard(person)).to_contain_text(marked)
    expect(person.page.locator("header")).to_contain_text("Round 1 of 2")
    expect(person.page.locator("header")).not_to_contain_text("played again")
    person.go_on()
    expect(person.page.locator("header")).to_contain_text("Round 1 of 2, played again")


def test_boards_of_four_keep_their_order_at_the_end(visitor: Somebody) -> None:
    person = visitor(size=DESKTOP)
    novice = {"kind": "computer", "player": "novice"}
    person.make("mm44:first=3", ME, novice, novice, novice)
    names = person.page.locator(".one .who")
    expect(names).to_have_count(4)
    before = [text.split()[0:2] for text in names.all_inner_texts()]
    assert before[0][0] == "You"
    person.play_out()
    after = [text.split()[0:2] for text in names.all_inner_texts()]
    assert [one[-1] for one in after] == [one[-1] if one[0] == "You" else one[1] for one in before]


@pytest.mark.parametrize(
    ("language", "wrong", "size", "motion"),
    [
        ("en-GB", "Your call was wrong", PHONE, "no-preference"),
        ("de-DE", "Du hast falsch gerufen|Falsch gerufen", DESKTOP, "reduce"),
    ],
    ids=["phone", "desktop"],
)
def test_a_wrong_call_is_told_at_once_and_at_the_end(
    visitor: Somebody, language: str, wrong: str, size: tuple[int, int], motion: str
) -> None:
    person = visitor(language=language, size=size, motion=motion)
    page = person.page
    words = Words(language[:2])
    novice = {"kind": "computer", "player": "novice"}
    person.make("mm44:first=1", ME, novice, novice, novice, call_window=600)
    person.type_row("RRRRR")
    expect(page.get_by_role("region", name=words.say("web.window"))).to_be_visible()
    # If some other share is not red, no call of three red ones can be right.
    marks = person.view()["boards"][0]["rows"][0]["marks"]
    colour = "R" if [0, 0] in marks else "O"
    person.button(words.say("web.call")).first.click()
    page.keyboard.type(colour * 3)
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(wrong)).first).to_be_visible()
    skip, end = page.locator("[data-skip]"), page.locator("[data-end]")
    expect(skip.or_(end).first).to_be_visible(timeout=60_000)
    if skip.count():
        expect(page.locator(".showing")).to_contain_text(words.say("web.you.call-wrong"))
        skip.click()
    called = person.view()["past"][0]["calls"][0]
    assert (called["seat"], called["right"]) == (1, False)
    said = words.say("web.you.called-wrong", code=code_pegs(called["code"]))
    expect(end.locator(".why")).to_contain_text(said)


def gap(person: Visitor) -> float:
    """The distance between the lowest board that is shown on a phone and the card with the end."""
    # While the strip scrolls to another board, none is shown whole.
    shown = person.page.wait_for_function(
        """() => {
          const strip = document.querySelector('.strip').getBoundingClientRect()
          const boards = [...document.querySelectorAll('.strip .board')].map((board) => board.getBoundingClientRect())
          const shown = boards.filter((board) => board.left >= strip.left - 1 && board.right <= strip.right + 1)
          const lowest = Math.max(...shown.map((board) => board.bottom))
          return shown.length && { gap: document.querySelector('[data-end]').getBoundingClientRect().top - lowest }
        }"""
    )
    return float(shown.json_value()["gap"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_end_of_four_never_stands_under_an_empty_plank(visitor: Somebody, theme: str) -> None:
    person = visitor(size=(390, 844), theme=theme, language="de-DE" if theme == "dark" else "en-GB")
    novice = {"kind": "computer", "player": "novice"}
    words = Words("de" if theme == "dark" else "en")
    person.make("mm44:first=3", ME, novice, novice, novice, call_window=600)
    person.button(words.say("web.give-up")).click()
    person.button(words.say("web.give-up.surely")).click()
    expect(person.page.locator("[data-end]")).to_be_visible(timeout=60_000)
    rows = {board["breaker"]: len(board["rows"]) for board in person.view()["past"][0]["boards"]}
    assert rows[1] == 0 < max(rows.values())
    for board in person.page.locator(".strip .board").all():
        expect(board.locator(".row")).to_have_count(max(rows.values()))
    assert 0 < gap(person) < 60
    # A match that was lost counts, too.
    card = person.open("/stats").get_by_role("region", name=words.say("box.mm44"))
    expect(card).to_contain_text(words.say("web.stats.rounds", rounds=1, broken=0))


def test_two_boards_end_at_the_same_row_on_a_phone(visitor: Somebody) -> None:
    person = visitor(size=(390, 844))
    person.make("logic12+two-boards:first=1,rounds=1", ME, CLUB)
    person.play_out()
    boards = person.view()["past"][0]["boards"]
    longest = max(len(board["rows"]) for board in boards)
    for board in person.page.locator(".strip .board").all():
        expect(board.locator(".row")).to_have_count(longest)
    assert 0 < gap(person) < 60


def test_shares_are_in_view_at_the_end_on_a_small_phone(visitor: Somebody) -> None:
    person = visitor(size=(360, 640))
    novice = {"kind": "computer", "player": "novice"}
    person.make("mm44:first=3", ME, novice, novice, novice)
    person.play_out()
    shares = person.page.locator("[data-end] .shares")
    expect(shares.locator(".code")).to_have_count(4)
    expect(person.page.locator(".lesson.soft")).to_have_count(0)
    expect(shares).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "spoken", [("de", "ru"), pytest.param(languages(), marks=pytest.mark.long)], ids=["two", "every"]
)
def test_labels_take_one_line_on_a_phone_in_every_language(visitor: Somebody, spoken: Sequence[str]) -> None:
    person = visitor()
    running = person.make("togo:first=2", ME, CLUB)
    over = person.make("logic24:first=2", ME, CLUB)
    person.play_out()
    for language in spoken:
        for table, labels in ((running, ".help"), (over, "[data-end] > div.next .button:not(.main)")):
            buttons = person.open(f"/t/{table}?lang={language}").locator(labels)
            expect(buttons.first).to_be_visible()
            heights = buttons.evaluate_all("all => all.map(one => one.offsetHeight)")
            assert max(heights) < 50, (language, buttons.all_inner_texts())


def test_whoever_watches_follows_the_match(visitor: Somebody) -> None:
    player, watcher = visitor(), visitor()
    table = player.make("logic24:first=2", {**ME, "name": "Ada"}, CLUB)
    watcher.open(f"/t/{table}")
    expect(watcher.page.get_by_text("Computer (Club)’s code")).to_be_visible()
    break_code(player)
    expect(watcher.page.locator("[data-next]")).to_be_visible()
    expect(watcher.page.locator("#verdict")).to_contain_text("Ada broke the code")
    player.go_on()
    player.type_row("YRRB")
    expect(watcher.page.locator("[data-end]")).to_be_visible()
    expect(watcher.page.locator("[data-end]")).to_contain_text(re.compile("Ada needed|Both players needed"))


def test_nothing_moves_when_marks_fall(visitor: Somebody) -> None:
    person = visitor(size=DESKTOP, motion="no-preference")
    page = person.page
    person.make("logic24:first=2", ME, CLUB, coach="hint")
    expect(page.locator("[data-row='1']")).to_be_visible()
    page.wait_for_timeout(500)
    page.evaluate(
        """() => {
          window.shifts = []
          const note = (list) => list.getEntries().forEach((entry) =>
            window.shifts.push([entry.value, ...entry.sources.map((one) => one.node?.outerHTML?.slice(0, 80))]))
          new PerformanceObserver(note).observe({ type: 'layout-shift' })
        }"""
    )
    for row in ("YYRR", "OOBB", "YORB"):
        number = int(page.locator("[data-row]").get_attribute("data-row") or 0)
        person.type_row(row)
        expect(page.locator(f"[data-row='{number + 1}'], [data-next], [data-skip]").first).to_be_visible()
        page.wait_for_timeout(600)
    # Only the row to fill steps down, by one.
    assert [shift for shift in page.evaluate("window.shifts") if any("row now" not in one for one in shift[1:])] == []
