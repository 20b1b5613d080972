"""A real local cluster of two workers, with two threads each, finds the same totals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

from keypeg.errors import Unknown
from keypeg.solve import evaluate, strategy
from keypeg.solve.workers import Beam
from keypeg_lab.cluster import Cluster, connected
from keypeg_lab.optimal import search_optimal
from keypeg_lab.optimal.beam import estimates, widths
from keypeg_lab.proofs.check_proof import check_proof
from keypeg_lab.proofs.proof import proof_in
from keypeg_lab.prove import prove
from tests.solve.slow import make_problem


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    options = {"n_workers": 2, "threads_per_worker": 2, "dashboard_address": None}
    with distributed.LocalCluster(**options) as local, connected(local.scheduler_address) as cluster:
        yield cluster


@pytest.mark.parametrize("name", ["entropy", "minimax", "consistent"])
def test_a_strategy_evaluated_on_a_cluster_has_the_same_histogram(cluster: Cluster, name: str) -> None:
    problem = make_problem("4x6")
    here, there = evaluate(problem, strategy(name)), evaluate(problem, strategy(name), spread=cluster.spread)
    assert here.histogram == there.histogram


@pytest.mark.parametrize(("shape", "total"), [("4x6d", 1446), ("4x6", 5625), ("4x8d", 7817)])
def test_the_optimum_on_a_cluster_is_the_same(cluster: Cluster, shape: str, total: int) -> None:
    found = cluster.search_optimal(make_problem(shape))
    assert (found.evaluation.total, found.evaluation.proved) == (total, True)


def test_a_checkpoint_moves_from_one_machine_to_a_cluster_and_back(cluster: Cluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    problem = make_problem("4x6d")
    search_optimal(problem, checkpoint=here)
    there.write_text("".join(here.read_text().splitlines(keepends=True)[:20]))
    assert cluster.search_optimal(problem, checkpoint=there).evaluation.total == 1446
    assert search_optimal(problem, checkpoint=there).evaluation.total == 1446


def test_a_proof_moves_from_one_machine_to_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    problem, there = make_problem("4x9d"), tmp_path / "there"
    _, written = prove(problem, there, None, cluster)
    proof = proof_in(written)
    check_proof(proof)
    # What the workers found has come back, so nothing has to be searched again.
    findings = len(there.read_text().splitlines())
    assert prove(problem, there, None)[1] == written
    assert len(there.read_text().splitlines()) == findings


def test_a_proof_is_completed_though_findings_of_second_guesses_are_missing(tmp_path: Path) -> None:
    problem, kept = make_problem("4x7d"), tmp_path / "kept"
    prove(problem, kept, None)
    head, *lines = kept.read_text().splitlines(keepends=True)
    kept.write_text("".join([head, *(line for line in lines if len(json.loads(line)[0]) == 1)]))
    assert proof_in(prove(problem, kept, None)[1]).total == 3639


def test_a_beam_on_a_cluster(cluster: Cluster) -> None:
    problem = make_problem("4x6")
    optimum = cluster.search_optimal(problem)
    tree = cluster.search_beam(problem, Beam(estimates(optimum.tree, 1296), widths(1296, {20: 50, 1296: 5})))
    assert sum(tree.histogram().values()) == 1296


def test_nobody_at_the_address_is_an_error() -> None:
    with pytest.raises(Unknown) as caught, connected("tcp://127.0.0.1:1", timeout=1):
        pass
    assert caught.value.slug == "cluster-unreachable"
