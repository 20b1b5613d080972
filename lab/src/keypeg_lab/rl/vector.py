"""Many boards at once in NumPy, equivalent to BreakerEnv with array observations and row rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from keypeg.argument_types import checked
from keypeg.core import Rules
from keypeg.notation import rules as read_rules
from keypeg_lab.rl.rows import BoardRows, counts_of

Array = NDArray[Any]
MOST_IN_TABLE = 10**7
"""Up to this many pairs, the marks of every row against every code are computed in advance."""


class BreakerVectorEnv(VectorEnv[Array, Array, Array]):
    """Boards of one game side by side. A board that has ended is reset by the next step, whatever its action.

    Every row must always be legal under the rules, and there may be at most 10^5 of them. For other rules use
    `gymnasium.make_vec(..., vectorization_mode="sync")`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  as Gymnasium declares it

    @checked
    def __init__(
        self, num_envs: int = 1, rules: str | Rules = "4x6", *, seat: int = 1, rows: int | None = None
    ) -> None:
        """Set up `num_envs` boards of `rows` rows, each with a code for `seat` to break."""
        self.rules = read_rules(rules) if isinstance(rules, str) else rules
        self.board = board = BoardRows(self.rules, seat, rows)
        if not board.listed or board.placing.supply is not None or board.placing.fresh:
            raise ValueError(f'{self.rules} has rows that are not always legal: use vectorization_mode="sync"')
        self.num_envs = num_envs
        self.single_action_space, self.single_observation_space = board.action_space, board.array_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        codes = list(board.problem.codes)
        number = {row: at for at, row in enumerate(board.texts)}
        self._breaks = np.array([number[code] for code in codes])
        """By code: the row that breaks it."""
        self._codes = board.digits_of(codes)
        self._code_counts = counts_of(self._codes, len(board.pegs))
        self._base = np.arange(num_envs) * board.most
        self._hidden = np.zeros(num_envs, dtype=np.int64)
        self._filled = np.zeros(num_envs, dtype=np.int64)
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._boards = np.zeros((num_envs, board.most, board.holes + 2), dtype=np.int8)
        # Lines of a board as single values: NumPy copies one value faster than a row of numbers.
        self._line = np.dtype((np.void, board.holes + 2))
        self._lines = self._boards.view(self._line).reshape(-1)
        self._table: Array | None = None
        if len(board.texts) * len(codes) <= MOST_IN_TABLE:
            every = np.repeat(np.arange(len(board.texts)), len(codes))
            self._table = self._marked(every, np.tile(np.arange(len(codes)), len(board.texts)))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Hide a code behind every board."""
        super().reset(seed=seed, options=options)
        self._clear(np.ones(self.num_envs, dtype=np.bool_))
        return self._boards.copy(), {}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Place a row on every board."""
        assert self.action_space.contains(actions), f"{actions!r} are not the numbers of {self.num_envs} rows"
        filled, before = self._filled, self._ended
        if self._table is None:
            lines = self._marked(actions, self._hidden)
        else:
            lines = self._table.take(actions * len(self._codes) + self._hidden)
        filled[before] = 0  # what is placed on a board that has ended is cleared again below
        self._lines[self._base + filled] = lines
        filled += 1
        ended = (self._breaks.take(self._hidden) == actions) | (filled == self.board.most)
        rewards = np.full(self.num_envs, -1.0)
        if before.any():
            self._clear(before)
            ended[before] = False
            rewards[before] = 0.0
        self._ended = ended
        return self._boards.copy(), rewards, ended.copy(), np.zeros(self.num_envs, dtype=np.bool_), {}

    def _marked(self, guesses: Array, hidden: Array) -> Array:
        """Return these guesses with their marks against these codes, both given by number, as lines of a board."""
        exact = (self.board.digits[guesses] == self._codes[hidden]).sum(axis=1, dtype=np.int8)
        both = np.minimum(self.board.counts[guesses], self._code_counts[hidden]).sum(axis=1, dtype=np.int8)
        lines = np.column_stack((self.board.digits[guesses], exact, both - exact))
        return np.ascontiguousarray(lines).view(self._line).reshape(-1)

    def _clear(self, which: Array) -> None:
        """Hide new codes behind these boards, and empty them."""
        numbers = np.flatnonzero(which)
        self._hidden[numbers] = self.np_random.integers(len(self._codes), size=len(numbers))
        self._filled[numbers] = 0
        self._boards[numbers] = 0
        self._ended = self._ended & ~which
