"""The commands that search, prove and check."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from keypeg.cli import main as keypeg
from keypeg_lab import __version__
from keypeg_lab.cli import main
from tests.cli.test_extras import run_without
from tests.cli.test_process import interrupted

PROGRAM = str(Path(sys.executable).parent / "keypeg-lab")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return json.loads(err)["error"]


@pytest.mark.parametrize("line", ["atlas", "atlas verify togo:colours=6", "strategy 4x6 --by minimax,optimal"])
def test_what_keypeg_can_do_it_does_the_same(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert keypeg(line.split()) == 0
    said = capsys.readouterr()
    assert main(line.split()) == 0
    assert capsys.readouterr() == said


def test_optimal_is_proved_and_can_be_capped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "search.jsonl"
    best = answer(capsys, "strategy", "4x6", "--by", "optimal", "--checkpoint", str(kept))
    assert (best["total"], best["proved"]) == (5625, True)
    again = answer(capsys, "strategy", "4x6", "--by", "optimal", "--checkpoint", str(kept))
    assert again["total"] == 5625
    capped = answer(capsys, "strategy", "4x6", "--by", "optimal", "--within", "5")
    assert (capped["total"], capped["worst"]) == (5626, 5)
    assert complaint(capsys, "strategy", "4x5", "--by", "optimal", "--checkpoint", str(kept)) == "checkpoint-other"


def test_a_tree_is_verified_and_built_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (verdict,) = answer(capsys, "atlas", "verify", "togo:colours=6")
    file = tmp_path / "again.tree"
    built = answer(capsys, "atlas", "build", "togo:colours=6", "--out", str(file))
    assert built["total"] == verdict["total"]
    assert file.read_bytes().startswith(b"Keypeg-Tree: 1\n")
    assert answer(capsys, "atlas", "build", "togo:colours=6", "--from", str(file), "--out", str(file)) == built
    assert complaint(capsys, "atlas", "build", "togo", "--from", str(file)) == "tree-other"
    assert complaint(capsys, "atlas", "build", "togo", "--from", str(tmp_path / "none")) == "file-unreadable"


def test_a_proof_is_written_and_those_shipped_are_searched_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "small.tree"
    proved = answer(capsys, "atlas", "prove", "2x3", "--out", str(file))
    assert (proved["total"], proved["proof"]) == (21, str(tmp_path / "small.proof"))
    assert file.exists()
    assert Path(proved["proof"]).exists()
    (again,) = answer(capsys, "atlas", "verify", "logic24", "--proof")
    assert again["total"] == 2463
    assert again["sets"] > 10
    assert complaint(capsys, "atlas", "verify", "3x3", "--proof") == "proof-unknown"


def test_prove_is_the_search_unless_a_gpu_is_wanted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "small.tree"
    proved = answer(capsys, "prove", "2x3", "--out", str(file))
    assert (proved["total"], proved["proof"]) == (21, str(tmp_path / "small.proof"))
    assert complaint(capsys, "prove", "2x3", "--minutes", "3") == "usage-too-much"
    assert complaint(capsys, "prove", "2x3", "--gpu", "--checkpoint", "x") == "usage-too-much"
    assert complaint(capsys, "prove", "challenge", "--gpu") == "gpu-game"


def test_without_cupy_a_sentence_says_so_and_nothing_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "mine.bounds"
    file.write_bytes(b"precious")
    status, said = run_without({"cupy"}, "prove", "2x3", "--gpu", "--findings", str(file), package="keypeg_lab")
    assert (status, "keypeg-lab[gpu]" in said, said.count("\n")) == (2, True, 1)
    assert file.read_bytes() == b"precious"


@pytest.mark.long
def test_a_cluster_that_does_not_answer_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(capsys, "strategy", "2x2", "--cluster", "tcp://127.0.0.1:1") == "cluster-unreachable"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as local:
        yield local.scheduler_address


def test_a_cluster_gives_the_same_totals(capsys: pytest.CaptureFixture[str], cluster: str) -> None:
    assert answer(capsys, "strategy", "4x6", "--by", "entropy", "--cluster", cluster)["total"] == 5722
    assert answer(capsys, "strategy", "4x6", "--by", "optimal", "--cluster", cluster)["total"] == 5625


def test_bad_questions_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(capsys, "strategy", "4x6", "--by", "entropy", "--within", "5") == "cap-without-search"
    assert complaint(capsys, "strategy", "4x6", "--by", "optimal", "--within", "2") == "cap-too-small"
    for words in (("strategy", "8x15"), ("atlas", "build", "8x15"), ("atlas", "prove", "8x15")):
        assert complaint(capsys, *words) == "space-too-large"
    assert complaint(capsys, "atlas", "build") == "usage-missing"
    assert complaint(capsys, "atlas", "frobnicate") == "usage-value"
    for file, slug in (
        (sys.executable, "checkpoint-unreadable"),
        ("/dev", "file-unwritable"),
        ("/no/x", "file-unwritable"),
    ):
        assert complaint(capsys, "strategy", "2x2", "--by", "optimal", "--checkpoint", file) == slug
    assert main(["strategy", "2x2", "--by", "optimal", "--within", "1"]) == 2
    assert "within 1 guess;" in capsys.readouterr().err


def test_ctrl_c_ends_a_search_at_once(tmp_path: Path) -> None:
    kept = tmp_path / "search.jsonl"
    search = ["strategy", "challenge+doubles", "--by", "optimal", "--checkpoint", str(kept)]
    status, seconds, err = interrupted(search, kept, program=PROGRAM)
    assert (status, err) == (130, "")
    assert seconds < 10


def test_without_dask_a_cluster_says_what_to_install() -> None:
    status, said = run_without(
        {"distributed"}, "strategy", "2x3", "--cluster", "tcp://127.0.0.1:1", package="keypeg_lab"
    )
    assert (status, "keypeg-lab[cluster]" in said, said.count("\n")) == (2, True, 1)


def test_the_program_and_the_module_tell_their_version() -> None:
    for command in ([PROGRAM], [sys.executable, "-m", "keypeg_lab"]):
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout == f"{__version__}\n"
