"""Count the lines of src/keypeg by package, and of the page by folder, in one or more checkouts side by side.

`python scripts/count_lines.py BEFORE .` prints a Markdown table. Data, styles and generated files are left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

ENDINGS = {"src/keypeg": (".py",), "web/src": (".ts", ".svelte")}
GENERATED = ("generated.ts",)


def lines_by_package(checkout: Path) -> Counter[str]:
    """Return the number of lines by package; single modules count as `keypeg` and `web/src`."""
    counts: Counter[str] = Counter()
    for root, endings in ENDINGS.items():
        for file in (checkout / root).rglob("*"):
            if file.suffix not in endings or file.name in GENERATED or "static" in file.parts:
                continue
            parts = file.relative_to(checkout / root).parts
            name = parts[0] if len(parts) > 1 else ""
            prefix = "keypeg" if root == "src/keypeg" else root
            counts[f"{prefix}/{name}".rstrip("/")] += len(file.read_text("utf-8").splitlines())
    return counts


def main(checkouts: list[Path]) -> None:
    counts = [lines_by_package(checkout) for checkout in checkouts]
    for name in sorted(set().union(*counts)):
        print(f"| `{name}` | {' | '.join(f'{count[name]:,}' if count[name] else '–' for count in counts)} |")
    for start, title in (("keypeg", "Python"), ("web/src", "the page")):
        sums = [sum(lines for name, lines in count.items() if name.startswith(start)) for count in counts]
        print(f"| **{title}** | {' | '.join(f'**{total:,}**' for total in sums)} |")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:] or ["."]])
