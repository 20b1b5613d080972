"""Find symmetries of a set of codes: swaps of colours, of holes, or of both that map the set to itself.

Guesses that such a swap maps to each other are worth the same, so a guess is skipped if a lesser one is known to be
worth the same. Colours that no row has used can be swapped, and so can colours that are in no code any more.
"""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.kernel import array_kernel, inner_kernel


@inner_kernel
def mix(value):
    """Hash a number (the last step of SplitMix64)."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@inner_kernel
def turn(value, one, other):
    """Return the image of a value if `one` and `other` are swapped, which may be equal."""
    if value == one:
        return other
    return one if value == other else value


@array_kernel
def count_times(arena, codes, rows):
    """Return how often each colour occurs in each hole of these codes."""
    times = np.zeros((arena.counts.shape[0], arena.digits.shape[1]), np.int64)
    for row in rows:
        for hole in range(times.shape[1]):
            times[arena.digits[codes[row], hole], hole] += 1
    return times


@inner_kernel
def is_symmetry(arena, codes, rows, times, hole_a, hole_b, colour_a, colour_b):
    """Return True if swapping two holes and two colours maps these codes to themselves, by comparing sums of hashes."""
    colours, holes = times.shape
    for colour in range(colours):
        for hole in range(holes):
            if times[turn(colour, colour_a, colour_b), turn(hole, hole_a, hole_b)] != times[colour, hole]:
                return False
    total = np.uint64(0)
    for row in rows:
        code = arena.digits[codes[row]]
        plain, image = np.uint64(1), np.uint64(1)
        for hole in range(holes):
            plain = (plain << np.uint64(4)) + np.uint64(code[hole])
            other = turn(np.int64(code[turn(hole, hole_a, hole_b)]), colour_a, colour_b)
            image = (image << np.uint64(4)) + np.uint64(other)
        if plain != image:
            total += mix(plain) - mix(image)
    return total == 0


@inner_kernel
def find_alike(arena, codes, rows, times, lesser):
    """Write for each colour the next lesser one that it can be swapped with, or -1; return True if there is any.

    Unless guesses are distinct, a dead colour (in no code) gets itself, which rules out all guesses that use it: they
    can use the least dead colour instead.
    """
    none = np.int64(0)
    found = False
    for colour in range(times.shape[0]):
        lesser[colour] = -1
        for other in range(colour - 1, -1, -1):
            if is_symmetry(arena, codes, rows, times, none, none, np.int64(colour), np.int64(other)):
                dead = times[colour].sum() == 0
                lesser[colour] = colour if dead and not arena.distinct_guesses else other
                found = True
                break
    return found


@inner_kernel
def find_swaps(arena, codes, rows, times, lesser, swaps):
    """Write swaps of two holes, together with two colours if needed, as (hole, hole, colour, colour); count them.

    Of interchangeable colours only the least is tried: the others would give the same swap.
    """
    colours, holes = times.shape
    found = 0
    for b in range(1, holes):
        for a in range(b):
            fits = False
            for y in range(colours):
                for x in range(y + 1 if y == 0 else y):
                    if fits or lesser[x] >= 0 or lesser[y] >= 0:
                        continue
                    if is_symmetry(arena, codes, rows, times, a, b, x, y):
                        swaps[found, 0], swaps[found, 1], swaps[found, 2], swaps[found, 3] = a, b, x, y
                        found += 1
                        fits = True
    return found


@inner_kernel
def is_least_alike(guess, lesser):
    """Return True if every colour of a guess comes after the next lesser one that it can be swapped with."""
    seen = 0
    for colour in guess:
        if lesser[colour] >= 0 and seen >> lesser[colour] & 1 == 0:
            return False
        seen |= 1 << colour
    return True


@inner_kernel
def is_least_swapped(guess, swaps):
    """Return True if none of the swaps maps a guess to a lesser one."""
    for i in range(swaps.shape[0]):
        a, b, x, y = swaps[i]
        for hole in range(guess.size):
            colour, image = np.int64(guess[hole]), turn(np.int64(guess[turn(hole, a, b)]), x, y)
            if image < colour:
                return False
            if image > colour:
                break
    return True
