#!/usr/bin/env python3
"""Write a site to build/static that any file server can serve, from any folder, without a Keypeg server."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "static"
sys.path.insert(0, str(ROOT))

from hatch_build import pack, run  # noqa: E402 - it is in the root
from keypeg import boxes  # noqa: E402
from keypeg import rules as read_rules  # noqa: E402
from keypeg.api.boxes import box_rules, rules_of  # noqa: E402
from keypeg.server.http.guard import CSP  # noqa: E402
from keypeg.server.offline import offline_files  # noqa: E402

FREE = "4x6"
"""The form that stands for all free forms."""
POLICY = CSP.partition("; frame-ancestors")[0]
"""What the page may load, the same as on a Keypeg server. Only a server can say who may embed the page."""


def main() -> None:
    """Build the page, and put Python and the rules of all boxes beside it."""
    pack()
    run("static")
    page = SITE / "index.html"
    policy = f'<head>\n    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    page.write_text(page.read_text("utf-8").replace("<head>", policy, 1), "utf-8")
    (SITE / "rules").mkdir()
    for box in (*(box.id for box in boxes()), FREE):
        (SITE / "rules" / f"{box}.json").write_bytes(msgspec.json.encode(box_rules(box)))
        (SITE / "rules" / f"{box}.facts.json").write_bytes(msgspec.json.encode(rules_of(read_rules(box))))
    built = {path.relative_to(SITE).as_posix(): path.read_bytes() for path in SITE.rglob("*") if path.is_file()}
    for name, body in offline_files(built).items():
        path = SITE / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)


if __name__ == "__main__":
    main()
