"""The ways in which guesses tell codes apart.

A way holds, for each code of a set, the number of its cell, with cells numbered in order of appearance, or WON for the
code that is the guess itself. Guesses that tell a set apart in the same way are worth the same. Ways are compared in
full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from keypeg_lab.reprove.set_memo import FNV, Codes, same

WON = 63
"""The cell of a code that is guessed. There are fewer other cells."""

Ways = NDArray[np.uint8]
"""Cells by way and place, or by place and way."""


class Told(NamedTuple):
    """Distinct ways, those with the most parts first, and their numbers of parts."""

    ways: Ways
    parts: NDArray[np.int32]


@njit(cache=True, nogil=True)
def told_apart(ways: Ways, places: Codes) -> Told:
    """Return the distinct ways in which the codes at these places are told apart."""
    names = np.empty(WON, dtype=np.uint8)
    bits = 4
    while 2**bits < 2 * len(ways):
        bits += 1
    slots = np.full(2**bits, -1, dtype=np.int32)
    found = np.empty((len(ways), len(places)), dtype=np.uint8)
    parts = np.empty(len(ways), dtype=np.int32)
    many = 0
    for way in ways:
        parts[many], hashed = _rename(way, places, names, found[many])
        slot = hashed & (len(slots) - 1)
        while slots[slot] >= 0 and not same(found[slots[slot]], found[many]):
            slot = (slot + 1) & (len(slots) - 1)
        if slots[slot] < 0 and parts[many] > 1:
            slots[slot] = many
            many += 1
    order = np.argsort(-parts[:many], kind="mergesort")
    return Told(found[:many][order], parts[:many][order])


@njit(cache=True, nogil=True)
def _rename(way: Ways, places: Codes, names: Ways, renamed: Ways) -> tuple[int, int]:
    """Write a way for only these places to `renamed`, its cells renumbered by `names`; return its parts and a hash."""
    names[:] = 255
    cells, won = 0, 0
    hashed = np.uint64(0)
    for at in range(len(places)):
        cell = way[places[at]]
        if cell == WON:
            renamed[at] = WON
            won = 1
        else:
            if names[cell] == 255:
                names[cell] = cells
                cells += 1
            renamed[at] = names[cell]
        hashed = (hashed ^ np.uint64(renamed[at] + 1)) * FNV
    return cells + won, int(hashed >> np.uint64(24))
