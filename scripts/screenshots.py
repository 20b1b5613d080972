"""Take a picture of every screen, in three sizes and two themes, into screenshots/.

`python scripts/screenshots.py [--language de] [--size phone] [NAME…]` takes only those screens, in another language
(en-XA is 40 % longer than English) or in one size.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from keypeg.server.settings import Settings  # noqa: E402
from tests.browser.screens import SCREENS  # noqa: E402
from tests.browser.visitor import DESKTOP, PHONE, TABLET, Visitor  # noqa: E402
from tests.programs import headless_chromium  # noqa: E402
from tests.server.running import serving  # noqa: E402

FOLDER = ROOT / "screenshots"
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}


def take(browser: Browser, address: str, name: str, size: str, language: str) -> None:
    """Take one screen in both themes. Navigate in English; for another language, open the screen again in it."""
    visitor = Visitor(browser, address, size=SIZES[size])
    SCREENS[name](visitor)
    if language:
        path, _, part = visitor.page.url.partition("#")
        visitor.page.goto(f"{path}{'&' if '?' in path else '?'}lang={language}" + (f"#{part}" if part else ""))
        visitor.page.wait_for_load_state("networkidle")
    for theme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        visitor.page.wait_for_timeout(150)
        called = "-".join(filter(None, (name, size, theme, language)))
        visitor.page.screenshot(path=FOLDER / f"{called}.png", full_page=True)
    visitor.context.close()
    print(f"{name}-{size}", *visitor.complaints, flush=True)


def main() -> int:
    ask = argparse.ArgumentParser(description="Pictures of every screen, into screenshots/.")
    ask.add_argument("names", nargs="*", choices=[[], *SCREENS], metavar="NAME")
    ask.add_argument("--language", default="")
    ask.add_argument("--size", choices=SIZES)
    asked = ask.parse_args()
    FOLDER.mkdir(exist_ok=True)
    failed = []
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Settings(port=0, data_dir=Path(data), limits=False)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=headless_chromium(), args=["--no-sandbox"])
        for name in asked.names or SCREENS:
            for size in [asked.size] if asked.size else SIZES:
                try:
                    take(browser, address, name, size, asked.language)
                except (AssertionError, Error) as error:
                    failed.append(f"{name}-{size}: {error}")
        browser.close()
    print(*failed, sep="\n", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
