"""The first rows that the atlas marks as proved in 5x8 are those that the proof of its bound says to be best."""

from __future__ import annotations

from keypeg.atlas import charted
from keypeg_lab.proofs.proof import proof_of


def test_first_rows_are_proved_where_bound_and_tree_meet() -> None:
    chart, proof = charted("5x8"), proof_of("5x8")
    assert chart
    tree = chart.tree
    for child in tree.children_of(0):
        codes, total, _ = tree.worths[child]
        least = proof.firsts[tree.guesses[0], tree.marks[child]]
        assert least <= total
        assert bool(tree.proved[child]) == (least == total), codes
