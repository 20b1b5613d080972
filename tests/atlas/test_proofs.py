"""Recorded proofs: complete, adding up, and their cells proved again by plain code apart from the search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from keypeg.atlas import charted
from keypeg.atlas.check_proof import check_proof
from keypeg.atlas.proof import Proof, proof_in, proof_of, proved_shapes, written
from keypeg.errors import Conflict, Malformed, Unknown
from keypeg.solve.optimal.record_proof import prove_again
from keypeg.solve.prove import problem_of_shape, prove, verify_proof
from tests.atlas.plain_proof import Plain
from tests.solve.slow import Slow, make_problem


def proof_for(shape: str) -> Proof:
    return proof_in(prove(make_problem(shape), None, None)[1])


@pytest.mark.parametrize("shape", ["3x4", "3x4d", "2x5", "3x5d", "3x4c", "4x4d"])
def test_a_small_game_is_proved_and_all_of_it_holds_by_plain_code(shape: str) -> None:
    proof = proof_for(shape)
    check_proof(proof)
    plain = Plain(shape)
    for row, bound in proof.wholes.items():
        assert plain.needs(plain.fitting(row), bound)
    for rows, bound in proof.cells.items():
        assert plain.needs(plain.fitting(*rows), bound)


def test_the_plain_code_agrees_with_brute_force() -> None:
    slow, plain = Slow(make_problem("2x5")), Plain("2x5")
    codes = tuple(range(len(plain.codes)))
    least = slow.least_total()
    table = plain.columns(codes)
    assert plain.least(codes, 10**6, table) == least
    assert Plain("2x5").needs(codes, int(least))
    assert not Plain("2x5").needs(codes, int(least) + 1)


def test_a_proof_survives_its_file() -> None:
    proof = proof_for("3x4")
    assert proof_in(written(proof)) == proof
    for data in (b"", b"Keypeg-Proof: 1\nshape: 3x4\ntotal: 206\n\nnothing", written(proof)[:-20]):
        with pytest.raises(Malformed) as caught:
            proof_in(data)
        assert caught.value.slug == "proof-unreadable"


def test_a_proof_that_leaves_something_out_fails() -> None:
    whole = written(proof_for("4x8d"))
    for name in ("firsts", "seconds", "cells", "wholes"):
        proof = proof_in(whole)
        entries = getattr(proof, name)
        assert entries, name
        # The entry with the greatest bound: without it nothing adds up.
        del entries[max(entries, key=lambda key: entries[key])]
        with pytest.raises(Conflict) as caught:
            check_proof(proof)
        assert caught.value.slug == "proof-fails"


def test_a_proof_that_claims_too_much_fails() -> None:
    proof = proof_for("3x5")
    prove_again(make_problem("3x5"), proof)
    proof.total += 1
    with pytest.raises(Conflict):
        check_proof(proof)
    proof = proof_for("4x8d")
    rows = max(proof.cells, key=lambda rows: proof.cells[rows])
    proof.cells[rows] *= 2
    with pytest.raises(Conflict) as caught:
        prove_again(make_problem("4x8d"), proof)
    assert caught.value.slug == "proof-fails"


def test_an_interrupted_proof_goes_on(tmp_path: Path) -> None:
    problem, file = make_problem("4x8d"), tmp_path / "checkpoint"
    whole = prove(problem, file, None)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[: len(lines) // 2]))
    tree, proof = prove(problem, file, None)
    assert tree[:40] == whole[0][:40]
    check_proof(proof_in(proof))


def test_no_proof_is_an_error() -> None:
    with pytest.raises(Unknown) as caught:
        proof_of("3x3")
    assert caught.value.slug == "proof-unknown"


def check_a_sample(proof: Proof) -> None:
    """Prove some sets again by plain code, others in every run; those of more than 16 codes would take too long."""
    plain = Plain(proof.shape)
    claims = [*proof.cells.items(), *(((row,), bound) for row, bound in proof.wholes.items())]
    for rows, bound in Random().sample(claims, min(12, len(claims))):
        codes = plain.fitting(*rows)
        if len(codes) <= 16:
            assert plain.needs(codes, bound), rows


def test_a_random_sample_of_a_proof_holds_by_plain_code() -> None:
    check_a_sample(proof_for("4x8d"))


@pytest.mark.parametrize("shape", proved_shapes())
def test_a_random_sample_of_a_shipped_proof_holds_by_plain_code(shape: str) -> None:
    proof, chart = proof_of(shape), charted(shape)
    assert chart
    assert chart.head.proved
    assert chart.head.total == proof.total
    check_a_sample(proof)


BIG = ("5x8c", "5x9d")
"""Shapes whose sets take most of an hour to be searched again."""

QUICK = 1200
"""The least total of sets that take many seconds."""


@pytest.mark.long
@pytest.mark.parametrize("shape", sorted({*proved_shapes()} - {*BIG}))
def test_a_shipped_proof_is_complete_and_holds(shape: str) -> None:
    assert problem_of_shape(shape).shape == shape
    verify_proof(proof_of(shape))


@pytest.mark.long
@pytest.mark.parametrize("shape", BIG)
def test_a_big_proof_is_complete_and_some_of_it_holds(shape: str) -> None:
    proof = proof_of(shape)
    check_proof(proof)
    quick = sorted((rows, bound) for rows, bound in proof.cells.items() if bound < QUICK)
    cells = Random().sample(quick, 300)
    prove_again(problem_of_shape(shape), replace(proof, cells=dict(cells)))
