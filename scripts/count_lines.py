"""Count the lines of Keypeg and keypeg-lab by package, and of the page by folder, in checkouts side by side.

`python scripts/count_lines.py BEFORE .` prints a Markdown table. Data, styles and generated files are left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

ROOTS = {
    "keypeg": ("src/keypeg", (".py",)),
    "keypeg_lab": ("lab/src/keypeg_lab", (".py",)),
    "web/src": ("web/src", (".ts", ".svelte")),
}
"""What is counted: a folder, and the endings of its files."""
TITLES = {"keypeg": "Keypeg, in Python", "keypeg_lab": "keypeg-lab", "web/src": "the page"}
GENERATED = ("generated.ts",)


def lines_by_package(checkout: Path) -> Counter[str]:
    """Return the number of lines by package; single modules count as the whole’s name."""
    counts: Counter[str] = Counter()
    for prefix, (root, endings) in ROOTS.items():
        for file in (checkout / root).rglob("*"):
            if file.suffix not in endings or file.name in GENERATED or "static" in file.parts:
                continue
            parts = file.relative_to(checkout / root).parts
            name = parts[0] if len(parts) > 1 else ""
            counts[f"{prefix}/{name}".rstrip("/")] += len(file.read_text("utf-8").splitlines())
    return counts


def main(checkouts: list[Path]) -> None:
    counts = [lines_by_package(checkout) for checkout in checkouts]
    for name in sorted(set().union(*counts)):
        print(f"| `{name}` | {' | '.join(f'{count[name]:,}' if count[name] else '–' for count in counts)} |")
    for prefix, title in TITLES.items():
        sums = [sum(lines for name, lines in count.items() if f"{name}/".startswith(f"{prefix}/")) for count in counts]
        print(f"| **{title}** | {' | '.join(f'**{total:,}**' for total in sums)} |")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:] or ["."]])
