"""Somebody with a browser: opens screens, fills rows, and plays a table to its end."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from keypeg.core import mark

expect.set_options(timeout=30_000)  # a busy machine is not the page's fault

PHONE, TABLET, DESKTOP = (360, 780), (820, 1100), (1280, 860)
QUIET = "prefers-reduced-motion"


class Visitor:
    """One browser context and its page."""

    def __init__(
        self,
        browser: Browser,
        site: str,
        *,
        size: tuple[int, int] = PHONE,
        theme: str = "light",
        language: str = "en-GB",
        motion: str = "reduce",
    ) -> None:
        narrow = size[0] < 600
        self.site = site
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            is_mobile=narrow,
            has_touch=narrow,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion=motion,  # type: ignore[arg-type]
            locale=language,
        )
        self.context.set_default_timeout(30_000)
        self.complaints: list[str] = []
        self.expected: list[str] = []
        """Parts of complaints that are as they should be."""
        self.page: Page = self.context.new_page()
        self._watch(self.page)
        self.random = Random(7)
        self.table_id = ""

    def _watch(self, page: Page) -> None:
        """Note every error, and every request to another host."""
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

        def heard(kind: str, text: str) -> None:
            if kind in ("error", "warning") and not any(one in text for one in self.expected):
                self.complaints.append(text)

        page.on("console", lambda said: heard(said.type, said.text))

        def other(url: str) -> None:
            if not url.startswith((self.site, "data:", "blob:")):
                self.complaints.append(f"asked {url}")

        page.on("request", lambda request: other(request.url))

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.site + path)
        return self.page

    def cut_the_line(self) -> None:
        self.expected.append("net::ERR_")
        self.context.set_offline(True)

    def stop_the_clock(self) -> None:
        """Let no time pass for the page from here on, however slow the machine is. Its clock is installed."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + 1)  # seconds, unlike a browser's time

    def button(self, name: str, *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def table(self) -> str:
        """The table that is open; the address of a puzzle of the day names the day instead."""
        return self.table_id or self.page.url.partition("/t/")[2][:22]

    def api(self, method: str, path: str, body: object = None) -> Any:
        """Ask the server as this visitor."""
        answer = self.context.request.fetch(
            f"{self.site}/api/v1{path}", method=method, data=body, headers={"origin": self.site}
        )
        assert answer.ok, answer.text()
        return answer.json()

    def make(self, rules: str, *seats: dict[str, Any], **agreed: Any) -> str:
        """Make a table and open it. Call windows are short, unless something else is agreed on."""
        if rules.startswith("mm44"):
            self.expected.append("409 (Conflict)")  # a window closes, or a computer calls, while a move is on its way
        made = self.api("POST", "/tables", {"rules": rules, "seats": list(seats), "call_window": 0.2, **agreed})
        self.open(f"/t/{made['table']}")
        return str(made["table"])

    def view(self, seat: int | None = None) -> Any:
        return self.api("GET", f"/tables/{self.table}/view" + (f"?seat={seat}" if seat else ""))

    def type_row(self, row: str) -> None:
        """Fill the row by keys, and confirm it."""
        expect(self.page.locator(".entry")).to_be_visible()
        self._press_row(row)

    def _press_row(self, row: str) -> None:
        self.page.keyboard.press("Home")
        for _ in range(len(row)):
            self.page.keyboard.press("Delete")
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Home")
        self.page.keyboard.type(row)
        self.page.keyboard.press("Enter")

    def play_out(self, most: int = 400) -> None:
        """Play for this visitor's seats until the match is over, by what the page offers."""
        for _ in range(most):
            end = self.page.locator("[data-end]")
            next_step = self.page.locator("[data-next]")
            waiting = self.page.locator("[data-turn]")
            expect(end.or_(next_step).or_(waiting).first).to_be_visible()
            if next_step.count():
                self.go_on()
            elif waiting.count():
                self.play_once()
            elif end.count():
                return
        raise AssertionError("the match does not end")

    def play_until(self, what: str) -> None:
        """Move until something is there: a move is left out if the table has gone on meanwhile."""
        while not self.page.locator(what).first.is_visible():
            self.play_once()

    def go_on(self) -> None:
        """Leave a finished code, or a curtain."""
        button = self.page.locator("[data-next]").element_handle()
        button.click()
        button.wait_for_element_state("hidden")

    def play_once(self) -> None:
        """One move of the seat that is shown, unless the table has gone on meanwhile."""
        # A match can end while it is being looked at: somebody else's call is right.
        shown = self.page.evaluate(
            """() => [document.querySelector('[data-turn]')?.dataset.turn,
                      Number(document.querySelector('main')?.dataset.version ?? 0)]"""
        )
        if shown[0] is None:
            return
        seat, seen = int(shown[0]), shown[1]
        view = self.view(seat)
        version = view["version"]
        if version != seen:
            self.wait_for_version(version)
            return
        for may in view["may"]:
            if may["move"] in ("hide", "guess", "reveal"):
                if self.meanwhile(".entry", version):
                    self._press_row(self.row(view, may))
                break
            if may["move"] == "mark":
                self.mark(view, may)
                break
            if may["move"] == "pass":
                button = "[data-pass]"
                if self.meanwhile(button, version):
                    self.page.evaluate("button => document.querySelector(button)?.click()", button)
                break
            if may["move"] in ("judge", "accept"):
                self.page.locator("[data-yes]").click()
                break
        else:
            return
        self.wait_for_version(version + 1)

    def wait_for_version(self, version: int) -> None:
        """Wait until the page shows this version of the table, or another screen."""
        self.page.wait_for_function(
            "version => Number(document.querySelector('main')?.dataset.version ?? 1e9) >= version", arg=version
        )

    def meanwhile(self, what: str, version: int) -> bool:
        """Wait until something is there, or the table has gone on; return whether it is there."""
        self.page.wait_for_function(
            """([what, version]) => document.querySelector(what)
                || Number(document.querySelector('main')?.dataset.version ?? 1e9) > version""",
            arg=[what, version],
        )
        return self.page.locator(what).count() > 0

    def row(self, view: Any, may: Any) -> str:
        """A row that may be right: any code that fits what this seat sees on its board."""
        holes, pegs = may["holes"], may["pegs"]
        codes = list(permutations(pegs, holes) if may.get("distinct") else product(pegs, repeat=holes))
        self.random.shuffle(codes)
        if may["move"] != "guess" or view["rules"]["split"]:
            return "".join(codes[0])
        space = view["rules"]["codes"][view["you"] - 1]
        rows = [(row["guess"], row["total"]) for row in view["boards"][may["board"]]["rows"]]
        for code in map("".join, codes):
            if space["distinct"] and len(set(code)) < holes:
                continue
            if all(list(mark(code, guess)) == total for guess, total in rows if total):
                return code
        return "".join(codes[0])

    def mark(self, view: Any, may: Any, wrong: bool = False) -> None:
        """Mark by hand, as one's own code says, or wrongly."""
        code = next(share["code"] for share in view["shares"] if share["holder"] == view["you"])
        exact, near = mark(code, may["guess"])
        if wrong:
            exact, near = (exact - 1, near) if exact else (exact + 1, max(near - 1, 0))
        self.set_marks(exact, near)

    def set_marks(self, exact: int, near: int) -> None:
        """Enter marks by what the box has for it, from none on, and confirm them."""
        for kind, count in (("exact", exact), ("near", near)):
            expect(self.page.locator(f"[data-mark='{kind}']")).to_be_visible()
            slider = self.page.locator(f"[data-mark='{kind}'] input[type=range]")
            if slider.count():
                slider.fill(str(count))
            else:
                for _ in range(count):
                    self.page.locator(f"[data-mark='{kind}'] [data-more]").click()
        self.page.locator("[data-submit]").click()
