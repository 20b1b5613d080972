"""`keypeg-lab prove --gpu` from end to end, with the plain twin in the place of a GPU."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from keypeg_lab.cli import bounds, main
from keypeg_lab.gpu.twin import Twin
from keypeg_lab.proofs.check_proof import check_proof
from keypeg_lab.proofs.proof import proof_in


@pytest.fixture(autouse=True)
def _twin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bounds, "found_gpu", lambda: Twin)
    monkeypatch.chdir(tmp_path)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_it_proves_saves_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    first = answer(capsys, "prove", "3x4", "--gpu", "--minutes", "2", "--out", "mine.proof")
    assert first["bound"] == 206 <= first["total"]
    assert first["openings"]["RRO"] == 206
    assert sum(row["codes"] for row in first["rows"]) == 63
    assert first["findings"] == "3x4.bounds"
    proof = proof_in(Path("mine.proof").read_bytes())
    assert proof.total == 206
    check_proof(proof)
    Path("3x4.bounds").rename("other.bounds")
    again = answer(capsys, "prove", "3x4", "--gpu", "--findings", "own.bounds", "--merge", "other.bounds")
    assert again["bound"] == 206
    assert Path("own.bounds").read_bytes() == Path("other.bounds").read_bytes()


def test_it_tells_openings_rows_and_the_bound(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYPEG_LANG", "en")
    assert main(["prove", "2x3", "--gpu"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("First guess R")
    assert out[-1] == "2x3: no tree needs fewer than 21 guesses; the best known takes 21."


def test_files_that_are_none_are_refused_before_anything_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.bounds").write_text("precious")
    for options in (["--findings", "bad.bounds"], ["--merge", "bad.bounds"], ["--merge", "none.bounds"]):
        assert main(["prove", "2x3", "--gpu", *options]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert Path("bad.bounds").read_text() == "precious"
    assert not Path("2x3.bounds").exists()
