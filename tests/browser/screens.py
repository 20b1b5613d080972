"""Every screen of the page and how to get there: for pictures, and for tests that look at all of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from playwright.sync_api import expect

from tests.browser.visitor import Visitor
from tests.server.guests.test_daily import solve_today

ME = {"kind": "me"}
OPEN = {"kind": "open"}
COMPUTER = {"kind": "computer", "player": "club"}
Way: TypeAlias = Callable[[Visitor], None]
MOST = 20
"""Tries at a table where luck may end the match early."""


def _open(path: str, wait: str = "h1") -> Way:
    def go(visitor: Visitor) -> None:
        visitor.open(path)
        expect(visitor.page.locator(wait).first).to_be_visible()

    return go


def _open_all(path: str) -> Way:
    def go(visitor: Visitor) -> None:
        _open(path, "form")(visitor)
        for summary in visitor.page.locator("details > summary").all():
            summary.click()

    return go


def _rows(rules: str, *rows: str, others: int = 1, coach: str = "off", player: str = "club") -> Way:
    """A table at which this visitor has placed some rows, and half fills another."""

    def go(visitor: Visitor) -> None:
        for _ in range(MOST):
            visitor.make(rules, ME, *[{"kind": "computer", "player": player}] * others, coach=coach)
            for number, row in enumerate(rows, start=1):
                expect(visitor.page.locator(f"[data-row='{number}']")).to_be_visible()
                visitor.type_row(row)
            due = visitor.page.locator(f"[data-row='{len(rows) + 1}']")
            expect(due.or_(visitor.page.locator("[data-next]")).first).to_be_visible()
            if due.count():
                visitor.page.keyboard.type(rows[0][:2])
                return
        raise AssertionError("the others always break the code first")

    return go


def _challenge(visitor: Visitor) -> None:
    visitor.make("challenge", ME, COMPUTER)
    visitor.type_row("ROYGB")
    for number, row in enumerate(("NWPBG", "ROYPW"), start=1):
        expect(visitor.page.locator(f"[data-row='{number}']")).to_be_visible()
        visitor.type_row(row)
    expect(visitor.page.locator("[data-row='3']")).to_be_visible()


def _call(visitor: Visitor) -> None:
    # No computers: one of them might call first, and be right.
    visitor.make("mm44:first=1", ME, OPEN, OPEN, OPEN)
    visitor.type_row("RRRRR")
    expect(visitor.page.locator("[data-row]")).to_have_count(0)
    visitor.button("Call Master Mind").click()
    expect(visitor.page.locator(".entry")).to_be_visible()


def _window(visitor: Visitor) -> None:
    visitor.make("mm44:first=1", ME, COMPUTER, COMPUTER, COMPUTER, call_window=600)
    visitor.type_row("RRRRR")
    expect(visitor.page.get_by_role("region", name="Time to call")).to_be_visible()


def _window_own(visitor: Visitor) -> None:
    _window(visitor)
    for _ in range(3):
        version = visitor.view()["version"]
        visitor.button("Go on").click()
        visitor.page.wait_for_function(
            "version => Number(document.querySelector('main')?.dataset.version) > version + 1", arg=version
        )
    expect(visitor.page.locator(".entry")).to_be_visible()


def _coach(visitor: Visitor) -> None:
    _rows("logic24:first=2", "YYRR", "OOBB", coach="hint")(visitor)
    visitor.page.keyboard.type("GG")
    visitor.button("Why or why not?").click()
    expect(visitor.page.get_by_text(re.compile("(can(not)?|may) be the code")).first).to_be_visible()


def _notes(visitor: Visitor) -> None:
    _rows("togo:first=2", "ROYG", "BPWN")(visitor)
    notes = visitor.page.locator("details.notes")
    if notes.get_attribute("open") is None:
        notes.locator("summary").click()
    for at in (0, 6, 9):
        visitor.page.locator(".cell").nth(at).click()


def _hide(rules: str) -> Way:
    def go(visitor: Visitor) -> None:
        visitor.make(rules, ME, COMPUTER)
        expect(visitor.page.locator(".entry")).to_be_visible()
        visitor.page.keyboard.type("12")

    return go


def _mark(rules: str) -> Way:
    def go(visitor: Visitor) -> None:
        visitor.make(f"{rules}:first=1,marking=hand", ME, COMPUTER)
        visitor.type_row("1234")
        expect(visitor.page.get_by_role("region", name="Mark by hand")).to_be_visible()

    return go


def _curtain(visitor: Visitor) -> None:
    visitor.make("togo:first=1", {"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"})
    expect(visitor.page.get_by_role("heading", name="Pass the device to Ada")).to_be_visible()


def _invite(visitor: Visitor) -> None:
    visitor.make("mm44", ME, OPEN, OPEN, OPEN)
    visitor.button("QR code").first.click()
    expect(visitor.page.locator("img.qr")).to_be_visible()


def _join(visitor: Visitor) -> None:
    made = visitor.api("POST", "/tables", {"rules": "challenge", "seats": [ME, OPEN]})
    visitor.context.clear_cookies()
    visitor.page.goto(made["invites"][0]["link"])
    expect(visitor.page.get_by_role("heading", name="You’re invited")).to_be_visible()


def _watch(visitor: Visitor) -> None:
    made = visitor.api("POST", "/tables", {"rules": "challenge", "seats": [ME, OPEN]})
    visitor.context.clear_cookies()
    visitor.open(f"/t/{made['table']}")
    expect(visitor.page.locator("main")).to_be_visible()


def _finished(visitor: Visitor) -> None:
    visitor.make("challenge", ME, COMPUTER)
    over = visitor.page.locator("[data-next]")
    for _ in range(100):
        expect(over.or_(visitor.page.locator("[data-turn]")).first).to_be_visible()
        if over.count():
            return
        visitor.play_once()
    raise AssertionError("the code is never broken")


def _end(rules: str, others: int = 1) -> Way:
    def go(visitor: Visitor) -> None:
        visitor.make(rules, ME, *[COMPUTER] * others)
        visitor.play_out()

    return go


def _resume(visitor: Visitor) -> None:
    for rules in ("togo:first=2", "challenge"):
        visitor.api("POST", "/tables", {"rules": rules, "seats": [ME, COMPUTER]})
    visitor.open("/")
    expect(visitor.page.get_by_role("heading", name="Games in progress")).to_be_visible()


RECORD = """Keypeg-Record: 2
Rules: togo:rounds=2,first=1

round 1
1 hide RYGB
2 guess ROYG
2 guess RYPW
2 guess RYGB

round 2
2 hide NWPB
1 guess ROYG
1 guess NBPW
1 guess NWPB
"""


def _review(visitor: Visitor) -> None:
    table = visitor.api("POST", "/records", {"record": RECORD})["table"]
    visitor.open(f"/review/{table}?at=1.2")
    expect(visitor.page.locator("[data-step='2']")).to_be_visible(timeout=30_000)


def _review_of(rules: str, others: int = 1) -> Way:
    def go(visitor: Visitor) -> None:
        _end(rules, others)(visitor)
        visitor.open(f"/review/{visitor.table}")
        expect(visitor.page.locator("[data-step]")).to_be_visible(timeout=60_000)

    return go


def _what_if(visitor: Visitor) -> None:
    _review(visitor)
    visitor.button("What if").click()
    visitor.type_row("RGYB")
    expect(visitor.page.locator("[data-left]")).to_be_visible()


def _beside(box: str, role: str) -> Way:
    def go(visitor: Visitor) -> None:
        visitor.open("/board")
        visitor.page.locator(f"label.box:has(input[value='{box}'])").click()
        visitor.page.locator(f"input[name='role'][value='{role}']").check()
        visitor.button("Start").click()
        expect(visitor.page.locator("[data-left]")).to_be_visible()

    return go


def _doctor(visitor: Visitor) -> None:
    _beside("togo", "help")(visitor)
    for row, marks in (("ROYG", (1, 2)), ("RYPW", (2, 0)), ("RYOG", (0, 4))):
        visitor.type_row(row)
        visitor.set_marks(*marks)
    expect(visitor.page.locator("[data-doctor]")).to_be_visible()


def _stats(visitor: Visitor) -> None:
    _end("togo")(visitor)
    visitor.open("/stats")
    expect(visitor.page.locator("dl")).to_be_visible(timeout=30_000)


def _games(visitor: Visitor) -> None:
    """Games that run, games that are finished, and somebody to play again with."""
    assert visitor.context.browser
    other = Visitor(visitor.context.browser, visitor.site)
    for moves in (["hide ROYG"], ["hide ROYG", "guess ROYG"]):
        made = visitor.api("POST", "/tables", {"rules": "togo:rounds=1,parity=any,first=1", "seats": [OPEN, ME]})
        seat = {"invite": made["invites"][0]["invite"], "name": "Bo"}
        other.api("POST", f"/tables/{made['table']}/seats", seat)
        for who, move in zip((other, visitor), moves, strict=False):
            version = who.api("GET", f"/tables/{made['table']}/view")["version"]
            who.api("POST", f"/tables/{made['table']}/moves", {"move": move, "version": version, "key": move})
    other.context.close()
    visitor.open("/games")
    expect(visitor.page.locator("#finished")).to_be_visible()


def _friend(visitor: Visitor) -> None:
    """At a table with somebody else, who has said something; a clock runs."""
    clock = {"seconds": 300, "more": 5}
    made = visitor.api("POST", "/tables", {"rules": "togo:first=1", "seats": [ME, OPEN], "clock": clock})
    assert visitor.context.browser
    other = Visitor(visitor.context.browser, visitor.site)
    other.api("POST", f"/tables/{made['table']}/seats", {"invite": made["invites"][0]["invite"], "name": "Bo"})
    visitor.open(f"/t/{made['table']}")
    visitor.type_row("ROYG")
    expect(visitor.page.locator("[data-turn]")).to_have_count(0)
    other.api("POST", f"/tables/{made['table']}/says", {"phrase": "hello", "key": "hello"})
    other.context.close()
    visitor.page.locator("summary.button").click()
    expect(visitor.page.get_by_role("button", name="Well played")).to_be_visible()


def _void(visitor: Visitor) -> None:
    """The codemaker has marked wrongly, which shows when the code is given up."""
    names = [{"kind": "me", "name": name} for name in ("Ada", "Bo")]
    table = visitor.api("POST", "/tables", {"rules": "togo:first=1,marking=hand", "seats": names})["table"]

    def move(seat: int, text: str) -> None:
        version = visitor.api("GET", f"/tables/{table}/view?seat={seat}")["version"]
        visitor.api("POST", f"/tables/{table}/moves", {"move": text, "version": version, "key": text, "seat": seat})

    move(1, "hide ROYG")
    move(2, "guess ROYB")
    move(1, "mark 1,1")
    visitor.open(f"/t/{table}")
    visitor.go_on()
    expect(visitor.page.locator("[data-row='2']")).to_be_visible()
    move(2, "give-up")
    expect(visitor.page.get_by_text("Void").first).to_be_visible()


def _typed(visitor: Visitor) -> None:
    """A row typed as text that the rules refuse: the code may not repeat a colour."""
    _hide("togo:first=1")(visitor)
    visitor.button("Type", exact=True).click()
    visitor.page.get_by_role("textbox").fill("RRYG")
    expect(visitor.page.get_by_label("Hole 4: green")).to_be_visible()


def _surely(visitor: Visitor) -> None:
    _rows("logic24:first=2", "YROB")(visitor)
    visitor.button("Give up").click()


def _daily_begun(visitor: Visitor) -> None:
    visitor.table_id = visitor.api("POST", "/daily")["table"]
    visitor.open("/daily")
    expect(visitor.page.locator(".entry")).to_be_visible()


def _daily_over(visitor: Visitor) -> None:
    solve_today(visitor.site)
    _daily_begun(visitor)
    visitor.play_out()
    expect(visitor.page.locator("[data-end] .own .unseen")).to_have_count(1)


def _shared(visitor: Visitor) -> None:
    table = visitor.api("POST", "/records", {"record": RECORD})["table"]
    visitor.page.goto(visitor.api("POST", f"/tables/{table}/shares?seat=1")["link"])
    expect(visitor.page.locator("h1")).to_be_visible()


def _same_code(visitor: Visitor) -> None:
    _shared(visitor)
    visitor.page.locator("main button.main").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.play_out()
    expect(visitor.page.locator("[data-end]")).to_be_visible()


def _settings(visitor: Visitor) -> None:
    _open("/settings")(visitor)
    visitor.page.locator("summary").click()
    visitor.button("Use another device").click()
    expect(visitor.page.locator("input[readonly]")).to_be_visible()


def _labelled(visitor: Visitor) -> None:
    """Digits on the pegs, which are flat."""
    _open("/settings")(visitor)
    visitor.page.get_by_label("Digits").check(force=True)
    visitor.page.get_by_label("Flat").check(force=True)
    _rows("togo:first=2", "ROYG", "BPWN")(visitor)


def _referee(visitor: Visitor) -> None:
    visitor.open("/board")
    visitor.page.locator("input[name='role'][value='referee']").check()
    expect(visitor.page.locator("input[name='marking']").first).to_be_visible()


def _enter(visitor: Visitor) -> None:
    _beside("togo", "help")(visitor)
    visitor.type_row("ROYG")
    expect(visitor.page.locator("[data-mark='exact']")).to_be_visible()


def _missing(visitor: Visitor) -> None:
    visitor.expected.append("404")
    _open("/t/AAAAAAAAAAAAAAAAAAAAAA")(visitor)


def _offline(way: Way) -> Way:
    def go(visitor: Visitor) -> None:
        way(visitor)
        visitor.cut_the_line()
        visitor.page.keyboard.type("OB")
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_text(re.compile("You’re offline|Offline; reconnecting")).first).to_be_visible()

    return go


def _practice(kind: str, level: str = "hard") -> Way:
    def go(visitor: Visitor) -> None:
        visitor.open("/practice")
        page = visitor.page
        page.locator("[name=level]").select_option(level)
        page.locator("[name=kind]").select_option(kind)
        expect(page.locator(".board")).to_be_visible()

    return go


def _practice_answered(kind: str) -> Way:
    """A verdict: of a row that may or may not be the wrong one, or of a row that is placed."""

    def go(visitor: Visitor) -> None:
        _practice(kind, "medium")(visitor)
        page = visitor.page
        if kind == "wrong":
            page.locator("input[name='row'][value='1']").check()
        elif kind == "fits":
            page.locator(".puzzle input[type=checkbox]").first.check()
        else:
            page.keyboard.type("12345678"[: page.locator(".entry button").count()])
        page.locator(".puzzle .button.main").click()
        expect(page.locator("[data-verdict]")).to_be_visible()

    return go


def _devices(visitor: Visitor) -> None:
    """The devices of a person, on two of which they have signed in."""
    _settings(visitor)
    assert visitor.context.browser
    phone = Visitor(visitor.context.browser, visitor.site)
    phone.page.goto(visitor.page.locator("input[readonly]").input_value())
    phone.button("Yes, that’s me").click()
    expect(phone.page.get_by_text("This device is yours now.")).to_be_visible()
    phone.context.close()
    visitor.button("My devices").click()
    expect(visitor.page.get_by_role("list", name="My devices").get_by_role("listitem")).to_have_count(2)


def _archive(visitor: Visitor) -> None:
    """The earlier puzzles, today's among them."""
    _daily_over(visitor)
    _open("/daily/archive")(visitor)


SCREENS: dict[str, Way] = {
    "home": _open("/"),
    "home-resume": _resume,
    "new": _open("/new", "form"),
    "new-free": _open_all("/new?rules=5x8"),
    "new-mm44": _open_all("/new?rules=mm44&with=friend"),
    "play-logic24": _rows("logic24:first=2", "YROB", "GGYY"),
    "play-blanks": _rows("logic12+blanks:first=2", "YR.B"),
    "play-togo": _rows("togo:first=2", "ROYG", "BPWN"),
    "play-challenge": _challenge,
    "play-mm44": _rows("mm44:first=1", "RRRRR", others=3, player="novice"),
    "play-large": _rows("8x15:first=2", "ROYGBPWN"),
    "call": _call,
    "call-window": _window,
    "call-window-own-turn": _window_own,
    "coach": _coach,
    "notes": _notes,
    "hide": _hide("togo:first=1"),
    "mark-arms": _mark("togo"),
    "mark-pegs": _mark("logic24"),
    "curtain": _curtain,
    "invite": _invite,
    "join": _join,
    "watch": _watch,
    "code-over": _finished,
    "end": _end("logic24"),
    "end-mm44": _end("mm44", 3),
    "end-challenge": _end("challenge:rounds=1"),
    "end-togo": _end("togo"),
    "end-free": _end("5x8:first=2"),
    "review": _review,
    "review-challenge": _review_of("challenge:rounds=1"),
    "review-mm44": _review_of("mm44", 3),
    "what-if": _what_if,
    "board": _open("/board", "form"),
    "board-break": _beside("logic24", "break"),
    "board-help": _beside("togo", "help"),
    "board-mm44": _beside("mm44", "help"),
    "board-doctor": _doctor,
    "games": _games,
    "stats": _stats,
    "stats-none": _open("/stats"),
    "practice": _open("/practice", ".board"),
    "practice-fits": _practice("fits"),
    "practice-wrong": _practice("wrong"),
    "practice-next": _practice("next"),
    "practice-answered": _practice_answered("wrong"),
    "practice-answered-fits": _practice_answered("fits"),
    "practice-answered-code": _practice_answered("code"),
    "practice-answered-next": _practice_answered("next"),
    "missing": _open("/nowhere"),
    "missing-table": _missing,
    "friend": _friend,
    "void": _void,
    "typed": _typed,
    "give-up": _surely,
    "labelled": _labelled,
    "offline": _offline(_open("/")),
    "play-offline": _open("/offline", "main button.main"),
    "offline-table": _offline(_rows("logic24:first=2", "YROB")),
    "board-referee": _referee,
    "board-marks": _enter,
    "daily": _open("/daily"),
    "daily-begun": _daily_begun,
    "daily-over": _daily_over,
    "daily-archive": _archive,
    "shared": _shared,
    "same-code-over": _same_code,
    "rules": _open("/rules"),
    "rules-challenge": _open("/rules/challenge"),
    "rules-mm44": _open("/rules/mm44"),
    "settings": _settings,
    "settings-devices": _devices,
    "adopt": _open("/me#AAAAAAAAAAAAAAAAAAAAAA"),
}
