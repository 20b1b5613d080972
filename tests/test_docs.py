"""What docs/ shows of Python is what one gets, what it points to is there, and the site is built of it."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from keypeg.boxes import own_boxes

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


DOCTESTS = [page for page in PAGES if ">>> " in page.read_text("utf-8") and page.name != "README.md"]


@pytest.mark.parametrize("page", DOCTESTS, ids=lambda page: page.name)
def test_examples_answer_as_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    monkeypatch.setattr(own_boxes, "_added", {})
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried
    assert not failed


def test_every_other_example_of_python_runs_in_some_test() -> None:
    other = {
        page.name
        for page in PAGES
        for example in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        if ">>> " not in example
    }
    # In tests/players, tests/solve and tests/review; the client of python.md in tests/client.
    assert other == {"add-a-player.md", "add-a-strategy.md", "review.md", "python.md"}


def test_the_notebook_runs_from_top_to_bottom() -> None:
    notebook = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "the site shows what comes out; keep it out of here"
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    drawn = [output.data for output in outputs if output.output_type == "execute_result"]
    assert sum("<svg" in data.get("text/html", data.get("image/svg+xml", "")) for data in drawn) == 5
    hidden = outputs[0].data
    assert "RYGB" not in str(hidden)
    assert hidden["text/plain"].endswith(" 1  R O Y G  1,2")


def test_an_engine_talks_as_shown() -> None:
    text = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    lines = text.partition("## A conversation")[2].split("```")[1].strip().splitlines()
    said = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    answer = [line[2:] for line in lines if line.startswith("< ")]
    program = str(Path(sys.executable).parent / "keypeg")
    done = subprocess.run([program, "engine"], input=said, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == answer


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        target, _, anchor = link.partition("#")
        if target.startswith("http"):
            continue
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), link
        if anchor:
            assert anchor in _anchors(file), link


def test_the_files_that_the_architecture_names_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("## Lines")[0]
    names = {name.partition(":")[0] for name in re.findall(r"`([\w./*-]+/[\w./*-]+(?:: \w+)?)`", text)}
    assert len(names) > 40
    for name in sorted(names):
        assert any(any(folder.glob(name)) for folder in (ROOT, ROOT / "src", ROOT / "src/keypeg")), name


def _anchors(page: Path) -> set[str]:
    """The headings of a page, as addresses."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
