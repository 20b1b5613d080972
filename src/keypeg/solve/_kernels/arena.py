"""The arrays that kernels work on: two layouts, and a cache of guesses by live colours.

Colours that are in no candidate are interchangeable: none of them gets a mark. So for every set of live colours the
book has a page with the least guess of each kind, as a layout, so that a code can be marked against all of them at
once. Pages are written when first needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.problem import Problem
from keypeg.solve._kernels.kernel import inner_kernel
from keypeg.solve.layout import codes_as_guesses, guesses_of_codes, layout_of

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]


class Arena(NamedTuple):
    """Read-only arrays; see `layout`. `code_of[guess]` is its index as a code or -1, `guess_of[code]` the reverse."""

    rows: Bytes
    counts: Bytes
    digits: Bytes
    needs: Bytes
    guess_digits: Bytes
    guess_needs: Bytes
    code_of: Ints
    guess_of: Ints
    distinct_guesses: int


class Book(NamedTuple):
    """`starts[mask]` and `lengths[mask]` locate a page in the other arrays; a page of length -1 is not yet written."""

    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    used: NDArray[np.int64]
    ids: Ints
    rows: Bytes
    counts: Bytes


PAGES = 6_000_000
"""The most guesses in a book; only pages that are written take memory."""


def arena_of(problem: Problem) -> Arena:
    """Return the arena of a problem."""
    codes, guesses = layout_of(problem.codes), layout_of(problem.guesses)
    code_of = codes_as_guesses(problem.codes, problem.guesses)
    guess_of = guesses_of_codes(problem.codes, problem.guesses)
    return Arena(
        codes.rows, codes.counts, codes.digits, codes.needs, guesses.digits, guesses.needs, code_of, guess_of,
        int(problem.guesses.distinct),
    )  # fmt: skip


def empty_book(arena: Arena) -> Book:
    """Return a book without pages. Kernels write to it, so every thread needs its own."""
    holes, colours = arena.rows.shape[0], arena.counts.shape[0]
    room = min(PAGES, max(len(arena.code_of), 1) * 2**colours) + len(arena.code_of)
    return Book(
        np.zeros(2**colours, np.int64), np.full(2**colours, -1, np.int64), np.zeros(1, np.int64),
        np.empty(room, np.int32), np.empty((holes, room), np.uint8), np.empty((colours, room), np.uint8),
    )  # fmt: skip


@inner_kernel
def mark_by(arena, code, guess):
    """Return the mark id that a guess gets against a code."""
    total = 0
    for hole in range(arena.digits.shape[1]):
        colour = arena.guess_digits[guess, hole]
        total += arena.digits[code, hole] == colour
        total += min(arena.counts[colour, code], arena.guess_needs[guess, hole])
    return total


@inner_kernel
def live_colours(arena, codes):
    """Return the mask of colours that occur in at least one of the codes."""
    mask = 0
    for code in codes:
        for hole in range(arena.digits.shape[1]):
            mask |= 1 << arena.digits[code, hole]
    return mask


@inner_kernel
def is_least_of_its_kind(guess, mask, distinct):
    """Return True if the dead colours of a guess are the least that could be used in their place."""
    least = 0
    for hole in range(guess.size):
        colour = guess[hole]
        if mask >> colour & 1 == 0:
            while mask >> least & 1:
                least += 1
            if colour != least:
                return False
            if distinct:
                least += 1
    return True


@inner_kernel
def page(arena, book, mask):
    """Return the page for these live colours, as (start, length); write it if needed."""
    if book.lengths[mask] >= 0:
        return book.starts[mask], book.lengths[mask]
    start = book.used[0]
    if start + arena.guess_digits.shape[0] > book.ids.size:
        start = 0
        for other in range(book.lengths.size):
            book.lengths[other] = -1
    size = 0
    holes = arena.guess_digits.shape[1]
    for guess in range(arena.guess_digits.shape[0]):
        if is_least_of_its_kind(arena.guess_digits[guess], mask, arena.distinct_guesses):
            at = start + size
            book.ids[at] = guess
            for colour in range(book.counts.shape[0]):
                book.counts[colour, at] = 0
            for hole in range(holes):
                colour = arena.guess_digits[guess, hole]
                book.rows[hole, at] = colour
                book.counts[colour, at] += holes
            size += 1
    book.starts[mask] = start
    book.lengths[mask] = size
    book.used[0] = start + size
    return start, size
