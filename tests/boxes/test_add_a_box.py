"""docs/add-a-box.md, done as it says in a copy of the sources; and what a box may not say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from keypeg import Malformed, new, outcome, play, read_move
from keypeg.boxes import build
from keypeg.boxes.box import read_box
from keypeg.boxes.settings import KNOWN

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "add-a-box.md").read_text("utf-8")


def _block(opening: str) -> str:
    """The one block of the document that begins so."""
    (block,) = re.findall(rf"^```\w+\n({re.escape(opening)}.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)
    assert isinstance(block, str)
    return block


BOX = _block('name = "Pocket Codes"')
DRAFT = _block("Playthrough: pocket")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the sources with the box of the document in it."""
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("src/keypeg", "tests/playthroughs", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in ("pyproject.toml", "tests/playthrough.py", "tests/test_playthroughs.py"):
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "src/keypeg/boxes/pocket.toml").write_text(BOX, "utf-8")
    return tmp_path


def _run(sources: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(sources / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=sources, env=environment, capture_output=True, text=True, check=False)


def test_a_box_is_added_with_one_data_file_and_one_playthrough(sources: Path) -> None:
    playthrough = sources / "tests/playthroughs/pocket.txt"
    playthrough.write_text(DRAFT, "utf-8")
    written = _run(sources, "-m", "tests.playthrough", "tests/playthroughs/pocket.txt")
    assert written.returncode == 0, written.stderr
    assert playthrough.read_text("utf-8").endswith(
        "> 1 guess BPG\n"
        "over, points 3 2, 2 wins\n"
        "past round 1 code 1: codes 1=ROY, 2 broke it in 2, adds 0 2\n"
        "past round 1 code 2: codes 2=PGB, nobody broke it, adds 3 0\n"
    )
    tested = _run(sources, "-m", "pytest", "-q", "tests/test_playthroughs.py")
    assert tested.returncode == 0, tested.stdout
    shown = _run(sources, "-m", "keypeg", "show", "pocket")
    assert shown.returncode == 0, shown.stderr
    assert "Pocket Codes" in shown.stdout


def test_a_box_without_a_playthrough_is_found(sources: Path) -> None:
    tested = _run(sources, "-m", "pytest", "-q", "tests/test_playthroughs.py", "-k", "pocket")
    assert "add a playthrough of pocket to tests/playthroughs" in tested.stdout
    assert "add a playthrough of pocket+no-repeats to tests/playthroughs" in tested.stdout


def test_the_document_has_every_setting() -> None:
    table = DOCUMENT.partition("## Settings")[2].partition("## Options")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(KNOWN)


def test_the_document_has_every_shared_option() -> None:
    shared = tomllib.loads((ROOT / "src/keypeg/boxes/common.toml").read_text("utf-8"))["options"]
    named = DOCUMENT.partition("options that several boxes share:")[2].partition(".")[0]
    assert re.findall(r"`([\w-]+)`", named) == list(shared)


SMALL = """
name = "Small"

[rules]
seats = 2
holes = 2
pegs = "RO"
rounds = 2

[variants.three]
holes = 3

[options.rows]
number = "rows"
least = 1
most = 9
default = 4

[options.tie]
default = "draw"
values.draw = {}
values.more = { tie_rounds = 2 }
"""


def test_the_kinds_of_option_are_as_in_the_document() -> None:
    frame = SMALL.partition("[options")[0]
    box = read_box("small", tomllib.loads(f"{frame}\n[variants.four]\nholes = 4\n{_block('[options.rows]')}"))
    assert build(box).rows == 10
    assert build(box, (), {"rows": "unlimited"}).rows is None
    assert str(build(box, ["four"], {"full-rows": "on", "unbroken": "plus1"})) == "small+four:unbroken=plus1,full-rows"
    assert "full-rows" not in box.available([], {})
    assert "full-rows" not in box.available(["four"], {"rows": "1"})


def test_the_data_of_a_box_is_enough_to_play() -> None:
    state = new(build(read_box("small", tomllib.loads(SMALL)), ["three"], {"rows": "1"}))
    for seat, move in ((0, "draw 1"), (1, "hide RRO"), (2, "guess RRO"), (2, "hide OOO"), (1, "guess ROR")):
        state = play(state, seat, read_move(state.rules, move))
    assert str(state.rules) == "small+three:rows=1"
    assert outcome(state)


@pytest.mark.parametrize(
    ("right", "wrong", "where", "problem"),
    [
        ('name = "Small"', "", "small.toml", "name is missing"),
        ('name = "Small"', "name = 3", "small.toml", "name must be of type str"),
        ('name = "Small"', 'name = "Small"\nlanguages = "en"', "small.toml", "languages must be"),
        ('name = "Small"', 'name = "Small"\ncolour = "red"', "small.toml", "unknown: colour"),
        ("[rules]", "[rulez]", "small.toml", "rules is missing"),
        ("holes = 2", "hoels = 2", "small.toml, rules", "unknown setting hoels"),
        ("holes = 2", 'holes = "2"', "small.toml, rules", "holes = '2' is not of type int"),
        ("holes = 2", "holes = 2\ndistinct = 1", "small.toml, rules", "distinct = 1 is not of type bool"),
        ("holes = 2", 'holes = 2\nrows_to = "me"', "small.toml, rules", "rows_to = 'me' is not"),
        ("holes = 3", "hoels = 3", "small.toml, variants.three", "unknown setting hoels"),
        ("default = 4", "default = 10", "small.toml, options.rows", "default 10 is none of: 1–9"),
        ("least = 1", "leest = 1", "small.toml, options.rows", "unknown: leest"),
        (
            'number = "rows"',
            "",
            "small.toml, options.rows",
            "exactly one of number, values, switch and two_of is needed",
        ),
        ('default = "draw"', 'default = "darw"', "small.toml, options.tie", "default darw is none of: draw, more"),
        ('default = "draw"', "", "small.toml, options.tie", "default off is none of: draw, more"),
        ("tie_rounds = 2", "ties = 2", "small.toml, options.tie", "unknown setting ties"),
    ],
)
def test_bad_data_is_refused_with_its_file_and_place(right: str, wrong: str, where: str, problem: str) -> None:
    assert right in SMALL
    with pytest.raises(Malformed) as refused:
        read_box("small", tomllib.loads(SMALL.replace(right, wrong)))
    assert str(refused.value).startswith(f"{where}: {problem}")
