"""Generate moves to load the server: one guest plays both seats of `togo` and never breaks a code."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

PALETTE, HOLES, ROWS = "ROYGBPWN", 4, 9


def rules(codes: int) -> str:
    """Return rules with this many codes, an even number. Each code takes ten moves."""
    return f"togo:first=1,rounds={codes}"


def moves(codes: int, random: Random) -> Iterator[tuple[int, str]]:
    """Yield the seat and the text of every move."""
    for number in range(codes):
        maker = number % 2 + 1
        code = "".join(random.sample(PALETTE, HOLES))
        yield maker, f"hide {code}"
        for _ in range(ROWS):
            guess = "".join(random.choices(PALETTE, k=HOLES))
            yield 3 - maker, f"guess {guess if guess != code else code[::-1]}"
