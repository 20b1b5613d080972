"""The kernels of `bounds.cu`, compiled when they are first used, for the sets of a game's branches. Needs CuPy."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

import cupy
import numpy as np

from keypeg_lab.gpu.pairs import Branches, Game, Ints, Pair

THREADS = 256
LARGE, LARGEST = 3072, 8192
"""The most codes of a set for kernels that try guesses, in two editions: that for fewer codes runs more blocks."""

ROUNDS = 6
"""How often a set's cells get shares of what is missing before the last gets all of it."""


@dataclass(frozen=True)
class Sets:
    """Sets of codes one after the other on the GPU: those of set k are `codes[starts[k]:starts[k + 1]]`."""

    codes: Any
    starts: Any

    def __len__(self) -> int:
        return len(self.starts) - 1


def sets_of(codes: Any, sizes: Ints) -> Sets:
    """Put sets, one after the other, on the GPU."""
    starts = np.concatenate(([0], np.cumsum(sizes)))
    return Sets(cupy.asarray(codes, dtype=cupy.uint16), cupy.asarray(starts, dtype=cupy.uint64))


class Kernels:
    """The kernels for one game, and its table of marks, a gigabyte for 5x8. `large` is the most codes of a set."""

    def __init__(self, game: Game, large: int = LARGE, planes: Any = None) -> None:
        self.game = game
        source = files("keypeg_lab.gpu").joinpath("bounds.cu").read_text(encoding="ascii")
        options = (f"-DHOLES={game.holes}", f"-DCOLOURS={game.colours}", f"-DLARGE={large}", "--std=c++17")
        self._module = cupy.RawModule(code=source, options=options)
        size = cupy.zeros(1, dtype=cupy.int32)
        self._launch("shared_size", 1, 1, size)
        self._shared = int(size[0])
        self._module.get_function("guesses_of_sets").max_dynamic_shared_size_bytes = self._shared
        self._blocks = 3 * cupy.cuda.Device().attributes["MultiProcessorCount"]
        self._hopes = cupy.asarray(game.hopes, dtype=cupy.int32)
        if planes is None:
            planes = cupy.empty(game.codes * 6 * -(-game.codes // 32), dtype=cupy.uint32)
            self._launch("make_planes", game.codes, THREADS, planes)
        self.planes = planes

    def _launch(self, name: str, blocks: int, threads: int, *args: Any, shared: int = 0) -> None:
        self._module.get_function(name)((blocks,), (threads,), args, shared_mem=shared)

    def one_step(self, sets: Sets) -> Ints:
        """Return the one-step bounds of sets."""
        bounds = cupy.empty(len(sets), dtype=cupy.int32)
        if len(sets):
            self._launch(
                "one_step", len(sets), THREADS, self.planes, sets.codes, sets.starts, np.int32(len(sets)), bounds
            )
        return np.asarray(bounds.get(), dtype=np.int64)

    def by_guesses(self, sets: Sets, limits: Ints, guesses: Any, *, deep: bool, seconds: float) -> Ints:
        """Return the bounds of sets by two steps, `deep` by three, up to their limits; 0 for what time did not allow.

        `guesses` tells, by set and guess, which guesses have to be tried.
        """
        best = cupy.asarray(limits, dtype=cupy.int32)
        by_size = cupy.empty((len(sets), self.game.codes), dtype=cupy.uint16)
        self._launch("sizes_bound", 2 * self._blocks, THREADS, sets.codes, sets.starts, np.int32(len(sets)), by_size)
        set_of, guess_of = (each.astype(cupy.int32) for each in cupy.nonzero(guesses & (by_size < best[:, None])))
        # The most promising guesses first, of all sets alike: the limits of their sets fall soon.
        order = cupy.argsort(by_size[set_of, guess_of].astype(cupy.int32) - best[set_of])
        set_of, guess_of = set_of[order].astype(cupy.uint32), guess_of[order].astype(cupy.uint16)
        following = cupy.zeros(1, dtype=cupy.uint64)
        self._launch(
            "guesses_of_sets", self._blocks, THREADS, self.planes, sets.codes, sets.starts, set_of, guess_of,
            np.uint64(len(set_of)), self._hopes, np.int32(ROUNDS if deep else 0), following, _deadline(seconds), best,
            shared=self._shared,
        )  # fmt: skip
        found = np.asarray(best.get(), dtype=np.int64)
        if (done := int(following.get()[0])) < len(set_of):
            found[cupy.unique(set_of[done:]).get()] = 0
        return found


class Gpu:
    """Computes bounds for the sets of branches on a GPU. Raises RuntimeError if there is none, or what CUDA says."""

    def __init__(self, branches: Branches) -> None:
        self._branches = branches
        self._kernels = Kernels(branches.game)
        self._marks: dict[int, Any] = {}
        self._sorted: dict[Pair, tuple[Any, Ints]] = {}
        self._thirds: dict[Pair, Any] = {}

    @cached_property
    def _large(self) -> Kernels:
        return Kernels(self._branches.game, LARGEST, self._kernels.planes)

    def one_step(self, sets: Ints) -> Ints:
        """Return the one-step bounds of sets."""
        parts = [self._kernels.one_step(self._take(part)) for part in np.array_split(sets, len(sets) // 20_000 + 1)]
        return np.concatenate(parts)

    def raised(self, sets: Ints, limits: Ints, steps: int, seconds: float) -> Ints:
        """Return the bounds of sets by two or three steps, up to their limits; 0 for what time did not allow."""
        sizes = self._branches.sizes[sets]
        bounds = np.ones(len(sets), dtype=np.int64)  # true of sets that are too big, and of no use
        fitting = sizes <= LARGEST
        if (those := sets[fitting]).size:
            kernels = self._large if sizes[fitting].max() > LARGE else self._kernels
            thirds = cupy.stack([self._third_guesses(self._branches.pairs[at]) for at in those.tolist()])
            bounds[fitting] = kernels.by_guesses(
                self._take(those), limits[fitting], thirds, deep=steps > 2, seconds=max(seconds, 0)
            )
        return bounds

    def _take(self, sets: Ints) -> Sets:
        codes = [self._codes(at) for at in sets.tolist()]
        return sets_of(cupy.concatenate(codes) if codes else [], self._branches.sizes[sets])

    def _codes(self, at: int) -> Any:
        """Return the codes of a set."""
        pair, (first, second) = self._branches.pairs[at], self._branches.rows[at]
        width = self._branches.game.win + 1
        if pair not in self._sorted:
            both = self._marks_of(pair[0]) * width + self._marks_of(pair[1])
            ends = np.cumsum(cupy.bincount(both, minlength=width * width).get())
            self._sorted[pair] = cupy.argsort(both).astype(cupy.uint16), np.concatenate(([0], ends))
        codes, starts = self._sorted[pair]
        place = first * width + second
        return codes[starts[place] : starts[place + 1]]

    def _marks_of(self, guess: int) -> Any:
        if guess not in self._marks:
            self._marks[guess] = cupy.asarray(self._branches.game.marks(guess), dtype=cupy.int32)
        return self._marks[guess]

    def _third_guesses(self, pair: Pair) -> Any:
        if pair not in self._thirds:
            self._thirds[pair] = cupy.asarray(self._branches.game.third_guesses(*pair))
        return self._thirds[pair]


def _deadline(seconds: float) -> np.uint64:
    """Return the time in so many seconds on the GPU's clock, which counts nanoseconds since 1970."""
    return np.uint64((time.time() + min(seconds, 1e9)) * 1e9)
