"""Find guesses that are the same up to the names of holes and colours.

Renaming holes and colours does not change marks. A renaming that maps every earlier guess to itself therefore maps the
candidates to themselves, and two guesses that it maps to each other are worth the same. One guess of each kind is kept:
the least, so that the tie rule takes the same guess as it would among all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from keypeg.core.space import Space
from keypeg.solve.layout import Bytes, kept, layout_of

Digits = tuple[int, ...]


@kept(256)
def kinds(space: Space, history: tuple[Digits, ...], *, turned: bool = False) -> NDArray[np.intp]:
    """Return the least guess of each kind after these guesses, in a whole space. The guesses' marks do not matter.

    Pass `turned` if all of them have the same mark: their order does not matter then, so it may be reversed too.
    """
    return least_of_each_kind(layout_of(space).digits, history, len(space.pegs), turned=turned)


def least_of_each_kind(
    guesses: Bytes, history: Sequence[Digits], colours: int, *, turned: bool = False
) -> NDArray[np.intp]:
    """Return the guesses (colours by hole, ascending) that no symmetry of the history maps to a lesser one."""
    holes = guesses.shape[1]
    if not history:
        return _opening_kinds(guesses)
    powers = colours ** np.arange(holes - 1, -1, -1, dtype=np.int64)
    alive = np.arange(len(guesses))
    ranks = guesses.astype(np.int64) @ powers
    # The identity comes first: renaming colours alone leaves few guesses to try the other permutations on.
    found = _symmetries(tuple(history))
    if turned:
        found = found + _symmetries(tuple(history), tuple(reversed(history)))
    for order, names in found:
        images = _least_images(guesses[alive][:, order], names, colours)
        alive = alive[images @ powers >= ranks[alive]]
    return alive


def _opening_kinds(guesses: Bytes) -> NDArray[np.intp]:
    """Return the kinds of a first guess, for which only counts of colours matter: 0001, 0011, 0012, …"""
    steps = guesses[:, 1:].astype(np.int8) - guesses[:, :-1].astype(np.int8)
    fine = (guesses[:, 0] == 0) & ((steps == 0) | (steps == 1)).all(axis=1)
    found = np.flatnonzero(fine)
    runs = [np.bincount(guesses[at]).tolist() for at in found]
    return found[[sorted(run, reverse=True) == run for run in runs]]


def least_of_kind(space: Space, history: tuple[Digits, ...], guess: int) -> int:
    """Return the least guess of the same kind as this one after these guesses."""
    layout = layout_of(space)
    digits = layout.digits[guess : guess + 1]
    if not history:
        counts = sorted(np.unique(digits, return_counts=True)[1].tolist(), reverse=True)
        return layout.index("".join(peg * count for peg, count in zip(space.pegs, counts, strict=False)))
    colours = len(space.pegs)
    images = (_least_images(digits[:, order], names, colours)[0].tolist() for order, names in _symmetries(history))
    return layout.index("".join(space.pegs[colour] for colour in min(images)))


@lru_cache(maxsize=256)
def _symmetries(
    history: tuple[Digits, ...], images: tuple[Digits, ...] | None = None
) -> list[tuple[list[int], dict[int, int]]]:
    """Return the symmetries of these guesses: permutations of holes, each with the renaming of colours that it forces.

    Given `images`, return those that map the guesses to the images instead of to themselves.
    """
    ours, theirs = list(zip(*history, strict=True)), list(zip(*(images or history), strict=True))
    found: list[tuple[list[int], dict[int, int]]] = [([], {})]
    for column in theirs:
        found = [
            ([*order, hole], more)
            for order, names in found
            for hole in range(len(ours))
            if hole not in order and (more := _more_names(names, ours[hole], column)) is not None
        ]
    return found


def _more_names(names: dict[int, int], colours: Sequence[int], new: Sequence[int]) -> dict[int, int] | None:
    """Return the names with these added, or None if a colour would have two names, or two colours the same."""
    more = dict(names)
    for colour, name in zip(colours, new, strict=True):
        if more.setdefault(colour, name) != name:
            return None
    return more if len(set(more.values())) == len(more) else None


def _least_images(guesses: Bytes, renaming: dict[int, int], colours: int) -> NDArray[np.int64]:
    """Rename every guess; colours without a forced name get the least free names, in order of appearance."""
    free = np.array([c for c in range(colours) if c not in renaming] + [0], dtype=np.int64)
    names = np.full((len(guesses), colours), -1, dtype=np.int64)
    for colour, name in renaming.items():
        names[:, colour] = name
    given = np.zeros(len(guesses), dtype=np.intp)
    lines = np.arange(len(guesses))
    images = np.empty(guesses.shape, dtype=np.int64)
    for hole in range(guesses.shape[1]):
        here = guesses[:, hole]
        new = names[lines, here] < 0
        names[lines[new], here[new]] = free[given[new]]
        given += new
        images[:, hole] = names[lines, here]
    return images
