"""Read and write the proof that no tree needs fewer guesses than the one in the atlas.

A file has a few lines of text, an empty one, then lines of numbers, compressed. Guesses are indices in palette order,
marks ids as in the file of a tree:

    first OPENING MARK BOUND             the codes after this row need at least BOUND guesses in all
    second OPENING MARK GUESS BOUND      … at least BOUND if GUESS comes next
    whole OPENING MARK BOUND             the same as `first`, proved by a search of the whole set
    cell GUESS MARK GUESS MARK BOUND     the codes that fit these two rows need at least BOUND guesses in all

A search has to prove only `whole` and `cell`. All else follows by addition: see `check_proof`. Rows may be renamed and
swapped before they are looked up, so a cell stands for all cells that are alike.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable

from keypeg.atlas.files import body_in, fields_in, joined
from keypeg.errors import Malformed, Unknown

MAGIC = "Keypeg-Proof: 1"

Row = tuple[int, int]
"""A guess and a mark."""


@dataclass(slots=True)
class Proof:
    """Bounds by the rows that lead to them; `seconds` by a row and the guess after it."""

    shape: str
    total: int
    firsts: dict[Row, int] = field(default_factory=dict)
    seconds: dict[tuple[Row, int], int] = field(default_factory=dict)
    wholes: dict[Row, int] = field(default_factory=dict)
    cells: dict[tuple[Row, Row], int] = field(default_factory=dict)


def written(proof: Proof) -> bytes:
    """Return the content of a proof's file."""
    lines = [f"first {guess} {mark} {bound}" for (guess, mark), bound in proof.firsts.items()]
    lines += [f"whole {guess} {mark} {bound}" for (guess, mark), bound in proof.wholes.items()]
    lines += [f"second {o} {mark} {guess} {bound}" for ((o, mark), guess), bound in proof.seconds.items()]
    lines += [f"cell {a} {m} {b} {n} {bound}" for ((a, m), (b, n)), bound in sorted(proof.cells.items())]
    return joined(MAGIC, {"shape": proof.shape, "total": proof.total}, "\n".join(lines).encode("ascii"))


def proof_in(data: bytes) -> Proof:
    """Read a proof from the content of a file."""
    try:
        says = fields_in(data, MAGIC)
        proof = Proof(says["shape"], int(says["total"]))
        for line in body_in(data).decode("ascii").splitlines():
            _take(proof, line)
    except (KeyError, ValueError, zlib.error) as error:
        raise Malformed("proof-unreadable") from error
    return proof


def _take(proof: Proof, line: str) -> None:
    match line.split():
        case ["first", guess, mark, bound]:
            proof.firsts[int(guess), int(mark)] = int(bound)
        case ["whole", guess, mark, bound]:
            proof.wholes[int(guess), int(mark)] = int(bound)
        case ["second", opening, mark, guess, bound]:
            proof.seconds[(int(opening), int(mark)), int(guess)] = int(bound)
        case ["cell", one, mark, two, other, bound]:
            proof.cells[(int(one), int(mark)), (int(two), int(other))] = int(bound)
        case _:
            raise ValueError(line)


def folder() -> Traversable:
    """Return the folder of the proofs."""
    return files("keypeg_lab.proofs")


def proved_shapes() -> list[str]:
    """List the shapes with a proof."""
    return sorted(item.name.removesuffix(".proof") for item in folder().iterdir() if item.name.endswith(".proof"))


def proof_of(shape: str) -> Proof:
    """Read the proof of a shape."""
    file = folder() / f"{shape}.proof"
    if not file.is_file():
        raise Unknown("proof-unknown", shape=shape)
    return proof_in(file.read_bytes())
