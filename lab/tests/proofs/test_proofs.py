"""Recorded proofs: they are complete and add up, and plain code apart from the search proves their sets again."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from keypeg.atlas import charted
from keypeg.errors import Conflict, Malformed, Unknown
from keypeg_lab.proofs.check_proof import check_proof
from keypeg_lab.proofs.proof import Proof, proof_in, proof_of, proved_shapes, written
from keypeg_lab.prove import prove
from keypeg_lab.reprove import reprove, verify_proof
from keypeg_lab.reprove.marked_space import MarkedSpace
from keypeg_lab.reprove.set_memo import empty_memo
from keypeg_lab.reprove.verify_proof import claims_of
from tests.solve.slow import make_problem

verifying = import_module("keypeg_lab.reprove.verify_proof")


def proof_for(shape: str) -> Proof:
    return proof_in(prove(make_problem(shape), None, None)[1])


@pytest.mark.parametrize("shape", ["1x1", "3x1", "1x4", "3x4", "3x4d", "2x5", "3x5d", "3x4c", "4x4d", "4x8d"])
def test_a_game_is_proved_and_all_of_it_holds_by_plain_code(shape: str) -> None:
    proof = proof_for(shape)
    check_proof(proof)
    reprove(shape, claims_of(proof))


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
        # Delete the entry with the greatest bound, without which the proof cannot add up.
        del entries[max(entries, key=lambda key: entries[key])]
        with pytest.raises(Conflict) as caught:
            check_proof(proof)
        assert caught.value.slug == "proof-fails"


def test_a_proof_of_too_great_a_total_fails() -> None:
    proof = proof_for("3x5")
    proof.total += 1
    with pytest.raises(Conflict):
        check_proof(proof)


def test_a_bound_that_is_too_great_by_a_guess_fails() -> None:
    proof = proof_of("4x6d")
    row = max(proof.wholes, key=lambda row: proof.wholes[row])
    proof.wholes[row] += 1
    with pytest.raises(Conflict) as caught:
        verify_proof(proof)
    assert caught.value.slug == "proof-fails"
    assert caught.value.fields["where"] == "ABCD:0,3"


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


QUICK, BEARABLE = 400, 1200
"""Sets of a smaller total take half a second, and half a minute at most."""


BIG = ("5x8", "5x8c", "5x9d")
"""Shapes whose proofs take hours."""


@pytest.mark.parametrize(
    "shape", [pytest.param(shape, marks=[pytest.mark.long] * (shape in BIG)) for shape in proved_shapes()]
)
def test_a_random_sample_of_a_shipped_proof_holds_by_plain_code(shape: str) -> None:
    """Every run samples different sets."""
    proof, chart = proof_of(shape), charted(shape)
    assert chart
    assert chart.head.bound == proof.total
    quick = [claim for claim in claims_of(proof) if claim[1] < QUICK]
    reprove(shape, Random().sample(quick, min(20, len(quick))))


def test_a_bound_of_the_big_game_that_is_too_great_fails() -> None:
    claims = [claim for claim in claims_of(proof_of("5x8")) if 100 < claim[1] < QUICK]
    rows, bound = Random().choice(claims)
    with pytest.raises(Conflict) as caught:
        reprove("5x8", [(rows, bound + bound // 8)])
    assert caught.value.slug == "proof-fails"


@pytest.mark.long
def test_big_sets_hold_guess_by_guess() -> None:
    """Some guesses after some rows, those that leave the smallest cells: their cells add up to what is claimed."""
    space, memo, random = MarkedSpace("5x8"), empty_memo(), Random()
    claims = [claim for claim in claims_of(proof_of("5x8")) if claim[1] > BEARABLE]
    for rows, bound in random.sample(claims, 20):
        for guess in random.sample(space.promising(rows, 50), 3):
            assert space.guess_needs(memo, rows, guess, bound), (rows, guess)


def test_of_a_proof_with_many_sets_a_sample_is_proved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "MANY", 100)
    monkeypatch.setattr(verifying, "SAMPLE", 30)
    assert verify_proof(proof_of("4x8d")) == 30
    assert verify_proof(proof_of("4x8d"), every=True) > 100


@pytest.mark.long
@pytest.mark.parametrize("shape", sorted({*proved_shapes()} - {*BIG}))
def test_a_shipped_proof_is_complete_and_holds(shape: str) -> None:
    verify_proof(proof_of(shape))


@pytest.mark.long
@pytest.mark.parametrize("shape", BIG)
def test_a_big_proof_is_complete_and_some_of_it_holds(shape: str) -> None:
    proof = proof_of(shape)
    check_proof(proof)
    bearable = [claim for claim in claims_of(proof) if claim[1] < BEARABLE]
    reprove(shape, Random().sample(bearable, 300))
