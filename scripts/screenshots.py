"""Pictures of every screen, in three sizes and two themes, and in the pseudo-language, into screenshots/.

`python scripts/screenshots.py [NAME…]` takes only those screens.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from keypeg.server.settings import Settings  # noqa: E402
from tests.browser.conftest import CHROMIUM  # noqa: E402
from tests.browser.screens import SCREENS  # noqa: E402
from tests.browser.visitor import DESKTOP, PHONE, TABLET, Visitor  # noqa: E402
from tests.server.running import serving  # noqa: E402

FOLDER = ROOT / "screenshots"
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Settings(port=0, data_dir=Path(data), limits=False)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, way in SCREENS.items():
            if wanted and name not in wanted:
                continue
            for size, pixels in SIZES.items():
                visitor = Visitor(browser, address, size=pixels)
                way(visitor)
                for theme in ("light", "dark"):
                    visitor.page.emulate_media(color_scheme=theme)
                    visitor.page.wait_for_timeout(150)
                    visitor.page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png", full_page=True)
                visitor.context.close()
                print(f"{name}-{size}", *visitor.complaints)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
