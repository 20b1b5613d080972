"""Proofs that no tree needs fewer guesses than the atlas's: read and write them, and check that they are complete."""

from keypeg_lab.proofs.check_proof import check_proof
from keypeg_lab.proofs.proof import Proof, Row, proof_in, proof_of, proved_shapes, written

__all__ = ["Proof", "Row", "check_proof", "proof_in", "proof_of", "proved_shapes", "written"]
