"""Boxes of one's own: from a folder or from Python; a broken one is named and stops nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg import Malformed, Unknown, add_box, box, boxes, broken_boxes, new, play, read_record, rules, write_record
from keypeg.api.boxes import boxes as all_boxes
from keypeg.boxes import own_boxes

POCKET = """
name = "Pocket Codes"
like = "logic24"

[rules]
holes = 3
"""


@pytest.fixture(autouse=True)
def _afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KEYPEG_BOXES", "")
    own_boxes._from_folders.cache_clear()
    monkeypatch.setattr(own_boxes, "_added", {})
    yield
    own_boxes._from_folders.cache_clear()


def _put(folder: Path, name: str, text: str | bytes = POCKET) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def test_boxes_come_from_the_data_folder_and_from_keypeg_boxes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _put(tmp_path / "data" / "boxes", "pocket")
    _put(tmp_path / "a", "alpha")
    _put(tmp_path / "b", "beta")
    _put(tmp_path / "b", "alpha", POCKET.replace("Pocket", "Second"))
    monkeypatch.setenv("KEYPEG_BOXES", os.pathsep.join((str(tmp_path / "a"), str(tmp_path / "b"), "/no/such/folder")))
    assert [each.id for each in boxes()][-3:] == ["alpha", "beta", "pocket"]
    assert box("alpha").name == "Pocket Codes"
    assert rules("pocket+blanks:rows=5").codes[0].holes == 3
    assert broken_boxes() == {}


def test_a_broken_one_is_named_and_the_others_are_there(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "boxes"
    _put(folder, "pocket")
    broken: dict[str, str | bytes] = {
        "syntax": "name = ",
        "bytes": b"\xff\xfe",
        "unknown": POCKET.replace("holes", "hoels"),
        "nobody": POCKET.replace("logic24", "nobody"),
        "odd": 'name = "Odd"\noptions = 3\n[rules]\nholes = 3',
        "huge": POCKET.replace("3", "99"),
        "letters": POCKET + 'pegs = "AZ"',
        "toofew": POCKET + 'pegs = "R"\ndistinct = true',
        "togo": POCKET,
        "4x6": POCKET,
        "free": POCKET,
        "Big": POCKET,
    }
    files = [_put(folder, name, text) for name, text in broken.items()]
    (folder / "folder.toml").mkdir()
    assert [each.id for each in boxes()] == ["logic24", "logic12", "togo", "challenge", "mm44", "pocket"]
    assert set(broken_boxes()) == {*map(str, files), str(folder / "folder.toml")}
    assert all(str(error).startswith(file) for file, error in broken_boxes().items())
    assert rules("togo").text == "togo"
    with pytest.raises(Malformed) as refused:
        rules("syntax")
    assert "syntax.toml" in str(refused.value)


def test_a_box_is_added_from_python_as_data_as_text_or_from_a_file(tmp_path: Path) -> None:
    data = {"name": "Tiny", "rules": {"seats": 2, "holes": 2, "pegs": "RO", "rounds": 2}}
    assert add_box("tiny", data).name == "Tiny"
    assert add_box("pocket", POCKET).rules["holes"] == 3
    assert add_box("again", _put(tmp_path, "whatever")).id == "again"
    match = play(play(new(rules("tiny")), 0, "draw 1"), 1, "hide RO")
    assert read_record(write_record(match)).state == match
    assert [each.id for each in boxes()][-3:] == ["again", "pocket", "tiny"]
    add_box("tiny", {**data, "name": "Tinier"})
    assert box("tiny").name == "Tinier"


@pytest.mark.parametrize("name", ["togo", "4x6", "common", "Tiny", "ti ny", ""])
def test_a_name_that_is_taken_or_no_name_is_refused(name: str) -> None:
    with pytest.raises(Malformed):
        add_box(name, POCKET)


def test_data_that_makes_no_rules_is_refused_at_once(tmp_path: Path) -> None:
    for data in ({}, {"name": "X"}, {"name": "X", "rules": {"holes": 2}}, "name = ", tmp_path / "none.toml"):
        with pytest.raises(Malformed):
            add_box("x", data)
    with pytest.raises(Unknown):
        rules("x")


def test_clients_are_told_of_them() -> None:
    add_box("pocket", POCKET)
    [told] = [each for each in all_boxes() if each.id == "pocket"]
    assert (told.name, told.free) == ("Pocket Codes", False)


def _keypeg(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "keypeg", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "KEYPEG_BOXES": str(tmp_path / "boxes"), "KEYPEG_LANG": "en"},
    )


def test_the_command_line_plays_them_and_names_a_broken_one(tmp_path: Path) -> None:
    _put(tmp_path / "boxes", "pocket")
    file = _put(tmp_path / "boxes", "broken", "name = 3")
    listed = _keypeg(tmp_path, "boxes")
    assert listed.returncode == 0
    assert "pocket     Pocket Codes" in listed.stdout
    assert listed.stderr.splitlines() == [f"{file}: name must be of type str."]
    _put(tmp_path / "boxes", "tiny", 'name = "Tiny"\n[rules]\nseats = 2\nholes = 2\npegs = "RO"\nrounds = 2')
    assert _keypeg(tmp_path, "show", "tiny").stdout.startswith("tiny\nTiny\n2 seats, 2 holes, 2 colours, 4 codes\n")
    shown = _keypeg(tmp_path, "show", "pocket")
    assert (shown.returncode, shown.stderr) == (0, "")
    played = _keypeg(tmp_path, "match", "pocket", "--seats", "club,novice", "--matches", "20")
    assert (played.returncode, played.stderr) == (0, "")
    refused = _keypeg(tmp_path, "show", "broken")
    assert (refused.returncode, refused.stderr) == (2, f"{file}: name must be of type str.\n")
    asked = _keypeg(tmp_path, "play", "--plain")
    assert f"{file}: name must be of type str." in asked.stdout.splitlines()
    other = _keypeg(tmp_path, "mark", "togo", "RYGB", "ROYG")
    assert (other.stdout, other.stderr) == ("1,2\n", "")
