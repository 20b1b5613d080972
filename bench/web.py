"""Measure the page in a browser: sizes, largest paint, layout shift, and interaction to paint on a slow processor.

Needs the built page (make page) and Debian's Chromium. Prints the figures of docs/measurements.md.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from keypeg.server.http.static_files import FOLDER  # noqa: E402
from keypeg.server.settings import Settings  # noqa: E402
from tests.programs import chromium  # noqa: E402
from tests.server.running import Person, serving  # noqa: E402

SLOWER = 4
PHONE = {"width": 360, "height": 780}

OBSERVE = """() => {
  window.seen = { paint: 0, shift: 0, interactions: [] }
  const watch = (type, take, more = {}) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', entry => { window.seen.paint = entry.startTime })
  watch('layout-shift', entry => { if (!entry.hadRecentInput) window.seen.shift += entry.value })
  watch('event', entry => {
    const work = entry.processingEnd - entry.processingStart
    if (entry.interactionId) window.seen.interactions.push([entry.duration, work])
  }, { durationThreshold: 16 })
}"""


def sizes() -> list[str]:
    """Return a line with the compressed size of all scripts together."""
    packed = {path.name: len(gzip.compress(path.read_bytes())) for path in (FOLDER / "assets").iterdir()}
    scripts = sum(size for name, size in packed.items() if name.endswith(".js"))
    return [f"all scripts of all languages together, gzip: {scripts / 1000:.0f} kB in {len(packed)} files"]


def loads(page: Page, address: str, path: str) -> dict[str, Any]:
    """Open a screen with an empty cache; return the bytes sent by kind, the largest paint and the layout shift."""
    sent: dict[str, int] = {"script": 0, "stylesheet": 0, "other": 0}
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"].lower()}))

    def finished(event: Any) -> None:
        kind = kinds.get(event["requestId"], "other")
        sent[kind if kind in sent else "other"] += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    page.add_init_script(f"({OBSERVE})()")
    page.goto(address + path)
    page.wait_for_timeout(1500)
    seen: dict[str, Any] = page.evaluate("window.seen")
    return {**sent, **seen}


def tap(page: Page, where: Locator) -> None:
    """Tap with a bare touch: Playwright's own tap looks, in the middle of it, at what it hits."""
    box = where.bounding_box()
    assert box is not None
    page.wait_for_timeout(100)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def interactions(page: Page, address: str, slower: int) -> list[list[float]]:
    """Fill and send rows on a processor slowed by this factor; return ms to paint and of the page's own work."""
    person = Person(address)
    made = person.make("togo:first=2", {"kind": "me"}, {"kind": "computer", "player": "club"})
    person.view(made["table"], after=made["version"], wait=25)
    cookie = person.http.cookies.jar
    page.context.add_cookies([{"name": one.name, "value": one.value or "", "url": address} for one in cookie])
    page.goto(f"{address}/t/{made['table']}")
    page.wait_for_selector(".entry")
    page.evaluate(OBSERVE)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    for _ in range(3):
        for at in range(4):
            tap(page, page.locator("[data-peg]").nth(at))
            page.wait_for_timeout(150)
        tap(page, page.locator("[data-submit]"))
        page.wait_for_timeout(900)
    found: list[list[float]] = page.evaluate("window.seen.interactions")
    return found


def main() -> None:
    print("\n".join(sizes()))
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Settings(port=0, data_dir=Path(data), limits=False, thinkers=1)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, path in (("first screen", "/"), ("new table", "/new"), ("rules of a box", "/rules/togo")):
            runs = []
            for _ in range(3):
                context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
                runs.append(loads(context.new_page(), address, path))
                context.close()
            one = runs[0]
            print(
                f"{name}: {one['script'] / 1000:.1f} kB of scripts, "
                f"{(one['script'] + one['stylesheet'] + one['other']) / 1000:.1f} kB in all; "
                f"largest paint {median(run['paint'] for run in runs):.0f} ms; "
                f"layout shift {max(run['shift'] for run in runs):.4f}"
            )
        for slower in (1, SLOWER):
            context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
            taken = interactions(context.new_page(), address, slower)
            took, work = sorted(each for each, _ in taken), sorted(each for _, each in taken)
            print(
                f"interaction to paint, {slower} times slower: median {median(took):.0f} ms, "
                f"longest {took[-1]:.0f} ms; of it work of the page: median {median(work):.1f} ms, "
                f"longest {work[-1]:.1f} ms"
            )
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
