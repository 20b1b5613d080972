"""Compute the marks of many guesses against many codes in plain NumPy: for use without kernels, and to test them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import win_id
from keypeg.solve.layout import Bytes, Layout

CHUNK = 2**22
"""The number of marks computed at a time, so that they stay in the CPU cache."""


def mark_ids(rows: Bytes, counts: Bytes, guess: Bytes, needs: Bytes) -> Bytes:
    """Return the mark ids of one guess against all codes of a layout."""
    ids = np.zeros(rows.shape[1], dtype=np.uint8)
    for row, colour, need in zip(rows, guess, needs, strict=True):
        ids += row == colour
        if need:
            ids += np.minimum(counts[colour], need)
    return ids


def cell_sizes(
    codes: Layout, chosen: NDArray[np.integer], guesses: Layout, asked: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Count the chosen codes by mark: one line per guess asked, one column per mark id."""
    width = win_id(codes.space.holes) + 1
    step = max(1, CHUNK // max(1, len(chosen)))
    parts = [
        _cells_of(mark_table(codes, chosen, guesses, asked[lo : lo + step]), width) for lo in range(0, len(asked), step)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, width), dtype=np.int64)


def mark_table(codes: Layout, chosen: NDArray[np.integer], guesses: Layout, asked: NDArray[np.integer]) -> Bytes:
    """Return mark ids: one line per guess asked, one column per code chosen."""
    if len(asked) > len(chosen):
        rows, counts = guesses.rows[:, asked], guesses.counts[:, asked]
        lines = [mark_ids(rows, counts, codes.digits[c], codes.needs[c]) for c in chosen]
        return np.stack(lines, axis=1) if lines else np.zeros((len(asked), 0), dtype=np.uint8)
    rows, counts = codes.rows[:, chosen], codes.counts[:, chosen]
    lines = [mark_ids(rows, counts, guesses.digits[g], guesses.needs[g]) for g in asked]
    return np.stack(lines) if lines else np.zeros((0, len(chosen)), dtype=np.uint8)


def _cells_of(ids: Bytes, width: int) -> NDArray[np.int64]:
    lines = len(ids)
    flat = ids + np.arange(lines, dtype=np.int64)[:, None] * width
    return np.bincount(flat.ravel(), minlength=lines * width).reshape(lines, width)
