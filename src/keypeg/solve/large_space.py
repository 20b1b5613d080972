"""Search spaces too large to list for codes that contradict few rows.

Code prefixes are extended hole by hole, in blocks, and dropped as soon as they contradict the marks of too many rows.
Blocks are shuffled, so that a search that runs out of time has seen codes from all over the space.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from keypeg.core import Marks, Space
from keypeg.solve.layout import Bytes, digits_of

BLOCK = 2048
"""The number of prefixes that are extended together."""


@dataclass(frozen=True, eq=False)
class FoundCodes:
    """Codes as colours by hole; `complete` if there are no others."""

    space: Space
    digits: Bytes
    complete: bool

    def __len__(self) -> int:
        return len(self.digits)

    def codes(self, most: int | None = None) -> list[str]:
        """List the codes, or the first `most` of them."""
        return ["".join(map(self.space.pegs.__getitem__, code)) for code in self.digits[:most].tolist()]


def search(  # noqa: PLR0913, PLR0917
    space: Space,
    rows: Sequence[tuple[str, Marks]],
    wrong: int,
    most: int,
    seconds: float,
    clock: Callable[[], float] = monotonic,
) -> FoundCodes:
    """Return about `most` codes that contradict at most `wrong` rows; at least one if any exists and time allows."""
    until = clock() + seconds
    return _search(space, rows, wrong, most, lambda _: clock() < until)


def search_blocks(space: Space, rows: Sequence[tuple[str, Marks]], most: int, blocks: int) -> FoundCodes:
    """Return about `most` codes that fit, extending at most `blocks` blocks: the same codes on every machine."""
    return _search(space, rows, 0, most, lambda seen: seen < blocks)


def _search(
    space: Space, rows: Sequence[tuple[str, Marks]], wrong: int, most: int, goes_on: Callable[[int], bool]
) -> FoundCodes:
    """Search as long as `goes_on` returns True; it is called with the number of blocks seen."""
    random, seen = np.random.default_rng(0), 0
    guesses = np.array([digits_of(guess, space.pegs) for guess, _ in rows], dtype=np.uint8).reshape(-1, space.holes)
    goal = np.array([marks for _, marks in rows], dtype=np.int8).reshape(-1, 2)
    goal[:, 1] += goal[:, 0]
    stack: list[Bytes] = [np.zeros((1, 0), dtype=np.uint8)]
    whole: list[Bytes] = []
    many = 0
    while stack and many < most and goes_on(seen):
        seen += 1
        longer = _extended(stack.pop(), space)
        longer = longer[_wrong_already(longer, guesses, goal) <= wrong]
        if longer.shape[1] == space.holes:
            whole.append(longer)
            many += len(longer)
            continue
        longer = longer[random.permutation(len(longer))]
        stack += [longer[at : at + BLOCK] for at in range(0, len(longer), BLOCK)]
    return FoundCodes(space, np.concatenate([np.zeros((0, space.holes), dtype=np.uint8), *whole]), not stack)


def _extended(block: Bytes, space: Space) -> Bytes:
    """Extend every prefix by every peg that may follow."""
    colours = np.arange(len(space.pegs), dtype=np.uint8)
    longer = np.hstack([np.repeat(block, len(colours), axis=0), np.tile(colours, len(block))[:, None]])
    if space.distinct and block.shape[1]:
        longer = longer[~(longer[:, :-1] == longer[:, -1:]).any(axis=1)]
    return longer


def _wrong_already(block: Bytes, guesses: Bytes, goal: NDArray[np.int8]) -> NDArray[np.int64]:
    """Count, for every prefix, the rows whose marks it contradicts."""
    laid, holes = block.shape[1], guesses.shape[1]
    count = np.zeros(len(block), dtype=np.int64)
    for guess, (exact, common) in zip(guesses, goal, strict=True):
        so_far = (block == guess[:laid]).sum(axis=1, dtype=np.int8)
        shared = np.zeros(len(block), dtype=np.int8)
        for colour in np.unique(guess):
            most = np.int8((guess == colour).sum())
            shared += np.minimum((block == colour).sum(axis=1, dtype=np.int8), most)
        left = holes - laid
        fine = (so_far <= exact) & (exact <= so_far + left) & (shared <= common) & (common <= shared + left)
        count += ~fine
    return count
