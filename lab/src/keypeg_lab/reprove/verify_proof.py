"""Check a whole proof: it is complete, it adds up, and all sets of codes that it rests on need the guesses claimed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from threading import local

from keypeg.atlas.atlas import charted
from keypeg.cores import usable_cores
from keypeg.errors import Conflict
from keypeg_lab.proofs.check_proof import check_proof
from keypeg_lab.proofs.proof import Proof, Row
from keypeg_lab.reprove.marked_space import MarkedSpace
from keypeg_lab.reprove.set_memo import Memo, empty_memo

Claim = tuple[tuple[Row, ...], int]
"""One row or two, and a lower bound on the total of the codes that fit them."""

Tell = Callable[[int, int], None]
"""Called with the number of claims proved so far, and the number of all claims."""

WHOLE = 500
"""Sets of up to so many codes are proved again whole, in a second or two of a core each."""

MANY, SAMPLE = 20_000, 400
"""Of a proof with more claims than this, which would take hours, only so many are proved again."""


def verify_proof(proof: Proof, tell: Tell | None = None, *, every: bool = False) -> int:
    """Check a proof of the atlas, and prove again the claims it rests on. Raise Conflict at the first failure.

    Of a proof with many claims, a random sample of the smaller ones is proved again, unless `every` claim is wanted.
    Return how many have been.
    """
    chart = charted(proof.shape)
    if chart is None or chart.head.bound != proof.total:
        raise Conflict("proof-fails", shape=proof.shape, where=str(proof.total))
    check_proof(proof)
    claims = claims_of(proof)
    if len(claims) > MANY and not every:
        space = MarkedSpace(proof.shape)
        claims = Random().sample(claims, len(claims))
        claims = list(islice((claim for claim in claims if len(space.fitting(*claim[0])) <= WHOLE), SAMPLE))
    reprove(proof.shape, claims, tell)
    return len(claims)


def claims_of(proof: Proof) -> list[Claim]:
    """List the claims that a search has proved, from which the rest of a proof follows by addition."""
    return [*proof.cells.items(), *(((row,), bound) for row, bound in proof.wholes.items())]


def reprove(shape: str, claims: list[Claim], tell: Tell | None = None) -> None:
    """Prove every claim again, on all cores. Raise Conflict if one does not hold."""
    space, own = MarkedSpace(shape), local()

    def holds(claim: Claim) -> bool:
        if not hasattr(own, "memo"):
            own.memo = empty_memo()
        memo: Memo = own.memo
        return space.needs(memo, *claim)

    # The biggest first, so that threads finish at about the same time.
    work = sorted(claims, key=lambda claim: -claim[1])
    with ThreadPoolExecutor(usable_cores()) as pool:
        for done, ((rows, _), fine) in enumerate(zip(work, pool.map(holds, work), strict=True), 1):
            if not fine:
                raise Conflict("proof-fails", shape=shape, where=", ".join(map(space.text, rows)))
            if tell:
                tell(done, len(work))
