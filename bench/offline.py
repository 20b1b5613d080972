"""Measure the time from *Play offline* to the first row on a processor throttled four times, and the memory used.

`python bench/offline.py` starts a server and Chromium. Page and workers are throttled.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from keypeg.server.settings import Settings
from tests.programs import chromium
from tests.server.running import serving

RATE = 4
LONGEST = 180_000


def throttle(client: CDPSession) -> None:
    """Slow down a page and every worker that it starts."""

    def attached(event: dict[str, Any]) -> None:
        slow = {"id": 1, "method": "Emulation.setCPUThrottlingRate", "params": {"rate": RATE}}
        client.send("Target.sendMessageToTarget", {"sessionId": event["sessionId"], "message": json.dumps(slow)})

    client.on("Target.attachedToTarget", attached)
    client.send("Emulation.setCPUThrottlingRate", {"rate": RATE})
    client.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})


def megabytes(session: CDPSession) -> float:
    """Return the memory of all renderers in MB; each has its proportion of shared pages."""
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    used = 0
    for process in processes:
        if process["type"] == "renderer":
            lines = Path(f"/proc/{process['id']}/smaps_rollup").read_text("ascii").splitlines()
            used += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return used / 1000


def main() -> None:
    """Measure the first start, with the download, and a second start from the files on the device."""
    folder = Path(tempfile.mkdtemp())
    settings = Settings(port=0, data_dir=folder, limits=False, thinkers=1)
    with serving(settings) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 390, "height": 780})
        page = context.new_page()
        client = context.new_cdp_session(page)
        page.goto(f"{site}/offline")
        page.evaluate("navigator.serviceWorker.ready")
        throttle(client)
        session = browser.new_browser_cdp_session()
        before = megabytes(session)
        began = time.monotonic()
        page.locator("main button.main").click()
        page.locator(".entry").wait_for(timeout=LONGEST)
        first = time.monotonic() - began
        context.set_offline(True)
        began = time.monotonic()
        page.reload()
        page.locator(".entry").wait_for(timeout=LONGEST)
        again = time.monotonic() - began
        page.keyboard.type("RYBG")
        began = time.monotonic()
        page.keyboard.press("Enter")
        page.locator("[data-row='2'], [data-next]").first.wait_for(timeout=LONGEST)
        row = time.monotonic() - began
        kept = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
        print(f"download and start, at {RATE}x: {first:.1f} s; started again without a line: {again:.1f} s")
        print(f"a row, entered and marked: {row:.2f} s; kept on the device: {kept / 1e6:.1f} MB")
        print(f"memory of the page and its worker: {megabytes(session):.0f} MB; of the page before: {before:.0f} MB")
        browser.close()


if __name__ == "__main__":
    main()
