"""What the README shows is what one gets."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.solve import entries

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
SHOWN = re.findall(r"^\$ keypeg (.*)\n((?:(?!\$|```).*\n)+)", README, re.MULTILINE)


@pytest.mark.parametrize(("command", "answer"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_answers_as_shown(command: str, answer: str) -> None:
    program = str(Path(sys.executable).parent / "keypeg")
    done = subprocess.run([program, *command.split()], capture_output=True, text=True, check=True)
    assert done.stdout == answer


def test_the_table_of_the_atlas_is_true() -> None:
    rows = re.findall(r"^\| (`.*`) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \| (\d+) \| (.*) \|$", README, re.MULTILINE)
    known = {entry.rules: entry for entry in entries()}
    assert len(rows) == 8
    for names, codes, total, mean, worst, proved in rows:
        for name in re.findall(r"`(.*?)`", names):
            entry = known[name]
            assert (f"{entry.codes:,}", f"{entry.total:,}", f"{entry.mean:.4f}") == (codes, total, mean)
            assert entry.worst == int(worst)
            assert entry.proved is (proved == "proved optimal")
            assert entry.proved or f"{entry.bound:,}" in proved
