"""Take the pictures in docs/pictures again: a table in walnut, and a review in birch."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from keypeg.server.settings import Settings  # noqa: E402
from tests.browser.visitor import DESKTOP, Visitor  # noqa: E402
from tests.programs import chromium  # noqa: E402
from tests.server.running import serving  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
REVIEWED = """Keypeg-Record: 2
Rules: togo:rounds=1,parity=any,first=1

round 1
1 hide BPYG
2 guess ROYG
2 guess RBPW
2 guess NBYP
2 guess GPYB
2 guess BPYG
"""


def table(visitor: Visitor) -> None:
    """Play two rows of `challenge` against an expert."""
    visitor.make("challenge", {"kind": "me"}, {"kind": "computer", "player": "expert"}, coach="hint")
    visitor.type_row("ROYGB")
    for number, row in enumerate(("ROYGB", "ORPWN"), start=1):
        expect(visitor.page.locator(f"[data-row='{number}']")).to_be_visible()
        visitor.type_row(row)
    expect(visitor.page.locator("[data-row='3']")).to_be_visible()
    visitor.page.keyboard.type("OW")
    visitor.page.locator("details.notes > summary").click()


def review(visitor: Visitor) -> None:
    """Open the review of a round of `togo`, at the row that lost most."""
    made = visitor.api("POST", "/records", {"record": REVIEWED})["table"]
    visitor.open(f"/review/{made}?at=1.4")
    expect(visitor.page.locator("[data-step='4']")).to_be_visible()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Settings(port=0, data_dir=Path(data), limits=False)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for way, theme in ((table, "dark"), (review, "light")):
            visitor = Visitor(browser, address, size=DESKTOP, theme=theme)
            way(visitor)
            visitor.page.wait_for_timeout(500)
            visitor.page.screenshot(path=FOLDER / f"{way.__name__}.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main()
