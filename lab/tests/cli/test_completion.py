"""Completion, tried in bash."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from keypeg_lab.cli import main


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("ben", ["bench"]),
        ("strategy togo --ch", ["--checkpoint"]),
        ("strategy togo --by entropy,mini", ["entropy,minimax", "entropy,minimax-sorted"]),
        ("atlas pr", ["prove"]),
    ],
)
def test_bash_completes_what_only_the_laboratory_takes(
    typed: str, offered: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out, "utf-8")
    words = ["keypeg-lab", *typed.split(" ")]
    line = f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}; COMPREPLY=(); _keypeg_lab_word"
    program = f'source {script}; {line}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["/bin/bash", "--norc", "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout.split(), done.stderr) == (offered, "")
