"""Count the files of the page that one guess passes through: from the first tap of a peg to the redrawn board.

`python scripts/trace_page.py` serves the page with Vite, module by module, in front of a real server, and lets Chromium
report the functions that ran. A file counts if one of its functions ran; importing it does not count.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

from keypeg.server.settings import Settings
from tests.programs import chromium
from tests.server.running import Person, serving

CHECKOUT = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
VITE = """
import {{ createServer }} from 'vite'
const proxy = {{ '/api': {{ target: '{address}', ws: true }} }}
const server = await createServer({{ logLevel: 'error', server: {{ host: '127.0.0.1', port: 0, proxy }} }})
await server.listen()
console.log(server.httpServer.address().port)
"""


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        serving(Settings(port=0, data_dir=Path(folder), limits=False, thinkers=0)) as address,
    ):
        vite = subprocess.Popen(
            ["node", "--input-type=module", "-e", VITE.format(address=address)],
            cwd=CHECKOUT / "web",
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert vite.stdout
            port = int(vite.stdout.readline())
            files = trace(f"http://127.0.0.1:{port}", address)
        finally:
            vite.terminate()
            vite.wait()
    print(f"the page: {len(files)} files")
    print("  " + "\n  ".join(files))


def trace(site: str, address: str) -> list[str]:
    """Play `togo` against a codemaker without a page, and return the files that ran for the third guess."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_context(reduced_motion="reduce").new_page()
        page.set_default_timeout(120_000)
        page.goto(f"{site}/")
        page.wait_for_load_state("networkidle")
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = page.request.post(f"{site}/api/v1/tables", data={"rules": "togo:first=2", "seats": seats}).json()
        maker = Person(address)
        maker.sit(made)
        assert maker.send(made["table"], "hide ROYG", version=maker.view(made["table"])["version"]).is_success
        page.goto(f"{site}/t/{made['table']}")
        for guess in ("RYGB", "GROW"):
            _guess(page, guess)
        session = page.context.new_cdp_session(page)
        session.send("Profiler.enable")
        session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        session.send("Profiler.takePreciseCoverage")
        _guess(page, "PYGB")
        result = session.send("Profiler.takePreciseCoverage")["result"]
        browser.close()
    return sorted({path for script in result if (path := _ran(script))})


def _guess(page: Page, guess: str) -> None:
    version = page.locator("[data-version]").get_attribute("data-version")
    for peg in guess:
        page.locator(f"[data-peg='{peg}']").first.click()
    page.locator("[data-submit]").click()
    page.locator(f"[data-version]:not([data-version='{version}'])").wait_for()
    page.wait_for_timeout(1_500)


def _ran(script: dict[str, Any]) -> str | None:
    """Return the file of a script under `src`, if one of its functions was called."""
    path = urlsplit(script["url"]).path
    called = any(each["functionName"] and each["ranges"][0]["count"] for each in script["functions"])
    return path.removeprefix("/src/") if path.startswith("/src/") and called else None


if __name__ == "__main__":
    main()
