"""The kernels compute what their plain twin does where there is a GPU; elsewhere a sentence says that there is none."""

from __future__ import annotations

import time

import numpy as np
import pytest

from keypeg.errors import Illegal
from keypeg_lab.cli import main
from keypeg_lab.gpu.found_gpu import found_gpu
from keypeg_lab.gpu.pairs import Game, branches_of
from keypeg_lab.gpu.twin import Twin

NO_LIMIT = 10**4


def has_gpu() -> bool:
    try:
        found_gpu()
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("game", [Game(3, 4), Game(4, 3), Game(3, 6), Game(4, 4)], ids=str)
def test_kernels_agree_with_their_twin_or_no_gpu_is_a_sentence(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    if not has_gpu():
        assert main(["prove", f"{game.holes}x{game.colours}", "--gpu"]) == 2
        said = capsys.readouterr().err
        assert said.startswith("CuPy finds no GPU here (")
        assert "keypeg-lab[gpu]" in said
        assert said.count("\n") == 1
        return
    branches = branches_of(game)
    gpu, twin = found_gpu()(branches), Twin(branches)
    every = np.arange(len(branches.sizes))
    assert gpu.one_step(every).tolist() == twin.one_step(every).tolist()
    few = np.random.default_rng(time.time_ns()).choice(np.flatnonzero(branches.sizes > 2), 30)
    limits = np.full(len(few), NO_LIMIT)
    assert gpu.raised(few, limits, 2, 60).tolist() == twin.raised(few, limits, 2, 60).tolist()
    # The third step stops raising a cell once that decides nothing, so its bounds may be lower than the twin's.
    least = twin.raised(few, limits, 3, 60)
    assert (gpu.raised(few, limits, 3, 60) <= least).all()
    assert (gpu.raised(few, limits, 3, 60) >= gpu.raised(few, limits, 2, 60)).all()


def test_the_twin_never_claims_too_much_and_more_steps_tell_more() -> None:
    branches = branches_of(Game(3, 4))
    twin, every = Twin(branches), np.arange(len(branches.sizes))
    limits = np.full(len(every), NO_LIMIT)
    one, two, three = twin.one_step(every), twin.raised(every, limits, 2, 60), twin.raised(every, limits, 3, 60)
    assert (one <= two).all()
    assert (two <= three).all()
    assert (one < two).any()
    assert (twin.raised(every, two - 1, 2, 60) == two - 1).all(), "a limit is not passed"
    assert not twin.raised(every, limits, 2, 0).any(), "no time, no bounds"
