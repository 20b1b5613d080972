"""With the plain twin of the kernels the search proves the least totals of small games."""

from __future__ import annotations

import json
import time
from functools import lru_cache
from pathlib import Path

import pytest

from keypeg.errors import Conflict, Illegal, Malformed
from keypeg_lab.gpu.findings import Bound, Findings, read_findings, shipped
from keypeg_lab.gpu.pairs import Branches, Game, Ints, branches_of, game_of
from keypeg_lab.gpu.record import proof_by
from keypeg_lab.gpu.search import Search, best_of, best_tree
from keypeg_lab.gpu.state import state_of
from keypeg_lab.gpu.twin import Twin
from keypeg_lab.optimal import search_optimal
from keypeg_lab.proofs.check_proof import check_proof
from keypeg_lab.proofs.proof import proof_in, written
from keypeg_lab.reprove import reprove
from keypeg_lab.reprove.verify_proof import claims_of
from tests.solve.slow import make_problem

TOO_MANY = 10**4


@lru_cache
def branches(shape: str) -> Branches:
    return branches_of(game_of(make_problem(shape)))


class Counting(Twin):
    """A twin that counts the sets it has raised."""

    calls = 0

    def raised(self, sets: Ints, limits: Ints, steps: int, seconds: float) -> Ints:
        self.calls += len(sets)
        return super().raised(sets, limits, steps, seconds)


def searched(shape: str) -> Search:
    """A search to the end, against the best tree."""
    search = Search(branches(shape), Twin(branches(shape)))
    search.run(best_of(branches(shape).game, search_optimal(make_problem(shape)).tree))
    return search


@pytest.mark.parametrize("shape", ["2x4", "2x6", "3x4", pytest.param("3x5", marks=pytest.mark.long)])
def test_the_search_proves_that_no_tree_is_better_than_the_best(shape: str) -> None:
    search = searched(shape)
    total = search_optimal(make_problem(shape)).evaluation.total
    assert min(search.opening_bounds().values()) == total
    proof = proof_by(search)
    assert proof.total == total
    check_proof(proof_in(written(proof)))
    reprove(shape, claims_of(proof))


def test_it_states_what_is_proved_by_opening_and_first_row() -> None:
    search = searched("3x4")
    tree = best_tree(make_problem("3x4"))
    state = state_of(search, best_of(branches("3x4").game, tree))
    assert state.bound == 206 <= state.total
    assert state.openings[0] == ("RRO", 206)
    assert sum(row.codes for row in state.rows) + 1 == 64
    assert all(row.bound <= row.total for row in state.rows)


def raised_to_the_end(search: Search) -> None:
    """Raise everything as far as the steps can, by a total that no opening needs."""
    for opening in search.branches.game.openings:
        assert not search.refute(opening, TOO_MANY)


def test_what_is_found_spares_the_work_and_survives_its_file(tmp_path: Path) -> None:
    engine = Counting(branches("2x6"))
    search = Search(branches("2x6"), engine)
    raised_to_the_end(search)
    assert engine.calls
    search.found().write(tmp_path / "2x6.bounds")
    idle = Counting(branches("2x6"))
    again = Search(branches("2x6"), idle)
    again.take(read_findings("2x6", [tmp_path / "2x6.bounds"]))
    raised_to_the_end(again)
    assert again.opening_bounds() == search.opening_bounds()
    assert idle.calls == 0


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    """It ends after its time, or by Ctrl-C in the middle; what was raised until then is kept."""
    whole = Counting(branches("2x6"))
    raised_to_the_end(Search(branches("2x6"), whole, until=time.monotonic()))
    assert whole.calls == 0
    search = Search(branches("2x6"), whole)
    raised_to_the_end(search)

    class Interrupted(Counting):
        def raised(self, sets: Ints, limits: Ints, steps: int, seconds: float) -> Ints:
            if self.calls > whole.calls // 2:
                raise KeyboardInterrupt
            return super().raised(sets, limits, steps, seconds)

    half = Search(branches("2x6"), Interrupted(branches("2x6")))
    with pytest.raises(KeyboardInterrupt):
        raised_to_the_end(half)
    half.found().write(tmp_path / "half.bounds")
    rest = Counting(branches("2x6"))
    again = Search(branches("2x6"), rest)
    again.take(read_findings("2x6", [tmp_path / "half.bounds"]))
    raised_to_the_end(again)
    assert again.opening_bounds() == search.opening_bounds()
    assert 0 < rest.calls < whole.calls


def test_findings_merge_to_the_better_of_each(tmp_path: Path) -> None:
    one = Findings("3x4", {(0, 0, 1, 0): Bound(20, 2), (0, 0, 5, 0): Bound(9, 3)})
    two = Findings("3x4", {(0, 0, 1, 0): Bound(19, 3), (0, 1, 5, 0): Bound(7, 2)})
    one.write(tmp_path / "one")
    two.write(tmp_path / "two")
    merged = read_findings("3x4", [tmp_path / "one", tmp_path / "two"])
    assert merged.bounds == {(0, 0, 1, 0): Bound(20, 3), (0, 0, 5, 0): Bound(9, 3), (0, 1, 5, 0): Bound(7, 2)}
    with pytest.raises(Conflict) as caught:
        read_findings("3x5", [tmp_path / "one"])
    assert caught.value.slug == "findings-other"
    with pytest.raises(Conflict):
        Search(branches("3x4"), Twin(branches("3x4"))).take(Findings("3x4", {(9, 9, 9, 9): Bound(5, 2)}))


@pytest.mark.parametrize(
    "data", [b"", b"Keypeg-Bounds: 1\n\n", b"Keypeg-Bounds: 1\nshape: 3x4\n\nnothing", json.dumps({}).encode()]
)
def test_a_damaged_file_of_findings_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(data)
    with pytest.raises(Malformed) as caught:
        read_findings("3x4", [tmp_path / "bad"])
    assert caught.value.slug == "findings-unreadable"


def test_a_falsified_bound_is_found_out_by_proving_it_again() -> None:
    """A search that believes a wrong bound writes a proof that adds up, but not one that holds."""
    search = Search(branches("3x4"), Twin(branches("3x4")))
    total = min(search.opening_bounds().values())
    search.bounds[branches("3x4").sizes > 2] += 2
    proof = proof_by(search)
    assert proof.total > total
    check_proof(proof)
    with pytest.raises(Conflict) as caught:
        reprove("3x4", claims_of(proof))
    assert caught.value.slug == "proof-fails"


@pytest.mark.parametrize("shape", ["4x6d", "5x8c", "6x4", "4x10"])
def test_other_games_get_a_sentence(shape: str) -> None:
    with pytest.raises(Illegal) as caught:
        game_of(make_problem(shape))
    assert caught.value.slug == "gpu-game"


def test_the_shipped_findings_are_of_the_big_game() -> None:
    findings = shipped("5x8")
    assert findings.shape == "5x8"
    assert len(findings.bounds) > 100_000
    assert not shipped("3x4").bounds
    assert Game(5, 8).codes == 32_768
