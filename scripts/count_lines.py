"""Count the lines of Keypeg and keypeg-lab by package, and of the page by folder, in checkouts side by side.

`python scripts/count_lines.py BEFORE .` prints a Markdown table: lines by package, then what shows how finely Keypeg’s
Python is cut. `--write` puts it into docs/architecture.md. Data, styles and generated files are left out.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOTS = {
    "keypeg": ("src/keypeg", (".py",)),
    "keypeg_lab": ("lab/src/keypeg_lab", (".py",)),
    "web/src": ("web/src", (".ts", ".svelte")),
}
"""What is counted: a folder, and the endings of its files."""
TITLES = {"keypeg": "Keypeg, in Python", "keypeg_lab": "keypeg-lab", "web/src": "the page"}
GENERATED = ("generated.ts",)


PAGE, START, END = Path("docs/architecture.md"), "<!-- lines -->", "<!-- end of lines -->"
"""Where `--write` puts the tables."""


def files_in(checkout: Path, prefix: str) -> Iterator[Path]:
    """Yield the files that are counted."""
    root, endings = ROOTS[prefix]
    for file in (checkout / root).rglob("*"):
        if file.suffix in endings and file.name not in GENERATED and "static" not in file.parts:
            yield file


def lines_by_package(checkout: Path) -> Counter[str]:
    """Return the number of lines by package; single modules count as the whole’s name."""
    counts: Counter[str] = Counter()
    for prefix, (root, _) in ROOTS.items():
        for file in files_in(checkout, prefix):
            parts = file.relative_to(checkout / root).parts
            name = parts[0] if len(parts) > 1 else ""
            counts[f"{prefix}/{name}".rstrip("/")] += len(file.read_text("utf-8").splitlines())
    return counts


def cut(checkout: Path) -> dict[str, str]:
    """Return figures that show how finely the Python of Keypeg is cut."""
    lengths, imports, private = [], 0, 0
    for file in files_in(checkout, "keypeg"):
        text = file.read_text("utf-8")
        lengths.append(len(text.splitlines()))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports += (node.end_lineno or node.lineno) - node.lineno + 1
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("_"):
                private += text.count(f"{node.name}(") == 2 and not node.name.startswith("__")
    total = sum(lengths)
    return {
        "files": f"{len(lengths):,}",
        "lines": f"{total:,}",
        "median lines of a file": f"{median(lengths):.0f}",
        "lines of imports": f"{100 * imports / total:.1f} %",
        "private functions that are called once": f"{private:,}",
    }


def tables(checkouts: list[Path]) -> str:
    """Return both tables."""
    counts, lines = [lines_by_package(checkout) for checkout in checkouts], []
    lines += [
        f"| `{name}` | {' | '.join(f'{count[name]:,}' if count[name] else '–' for count in counts)} |"
        for name in sorted(set().union(*counts))
    ]
    for prefix, title in TITLES.items():
        sums = [sum(lines for name, lines in count.items() if f"{name}/".startswith(f"{prefix}/")) for count in counts]
        lines.append(f"| **{title}** | {' | '.join(f'**{total:,}**' if total else '–' for total in sums)} |")
    figures = [cut(checkout) for checkout in checkouts]
    lines += [f"| {name} | {' | '.join(each[name] for each in figures)} |" for name in figures[0]]
    return "\n".join(lines)


def write(page: Path, start: str, end: str, text: str) -> None:
    """Put a text between two marks of a page."""
    before, _, rest = page.read_text("utf-8").partition(start)
    page.write_text(f"{before}{start}\n{text}\n{end}{rest.partition(end)[2]}", "utf-8")


def main(arguments: list[str]) -> None:
    checkouts = [Path(name) for name in arguments if name != "--write"] or [Path()]
    if "--write" in arguments:
        heads = "".join(f" {checkout.resolve().name} |" for checkout in checkouts[:-1])
        write(PAGE, START, END, f"| |{heads} now |\n|---|{'---|' * len(checkouts)}\n{tables(checkouts)}")
    else:
        print(tables(checkouts))


if __name__ == "__main__":
    main(sys.argv[1:])
