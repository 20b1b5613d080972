"""A Gymnasium environment with one board: break a code that a fair codemaker has hidden."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray

from keypeg.argument_types import checked
from keypeg.core import Marks, Rules, mark
from keypeg.deduce.problem import EXACT_LIMIT
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.solve import worth
from keypeg_lab.rl.rows import BoardRows, rows_text

Observation: TypeAlias = NDArray[np.int8] | str


class BreakerEnv(gymnasium.Env[Observation, Any]):
    """Place rows until the code is broken or the board is full; every code is equally likely.

    The reward is -1 for each row, or with `reward="loss"` minus what the row loses against the best one (0 for a best
    row). A row that is not legal is not placed and costs 1. `info` has the rows as text, whether the last one was
    legal, and `action_mask` if rows are listed: 1 for every legal row, whether it fits or not.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  as Gymnasium declares it

    @checked
    def __init__(
        self,
        rules: str | Rules = "4x6",
        *,
        seat: int = 1,
        rows: int | None = None,
        observation: Literal["array", "text"] = "array",
        reward: Literal["rows", "loss"] = "rows",
        render_mode: str | None = None,
    ) -> None:
        """Set up a board of `rows` rows (by default as many as the rules give it) with a code for `seat` to break."""
        self.rules = read_rules(rules) if isinstance(rules, str) else rules
        self.board = BoardRows(self.rules, seat, rows)
        self.observation, self.reward, self.render_mode = observation, reward, render_mode
        self.action_space = self.board.action_space
        self.observation_space: gymnasium.Space[Any] = (
            self.board.array_space if observation == "array" else self.board.text_space
        )
        if reward == "loss" and not self.board.problem.is_exact:
            raise Illegal("space-too-large", codes=len(self.board.problem.codes), most=EXACT_LIMIT)
        self._code = ""
        self._rows: list[tuple[str, Marks]] = []
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Hide a new code; `options={"code": "RYGB"}` hides this one."""
        super().reset(seed=seed)
        self._code = (options or {}).get("code") or self._any_code()
        self._rows, self._steps = [], 0
        return self._observed(), self._info(legal=True)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Place a row."""
        guess = self.board.text(action)
        placed = [row for row, _ in self._rows]
        legal = guess in self.board.placing.rows(self.board.problem.guesses, placed)
        reward = -1.0
        self._steps += 1
        if legal:
            if self.reward == "loss":
                reward = -(worth(self.board.problem, guess, self._rows, self.board.placing).behind or 0.0)
            self._rows.append((guess, mark(self._code, guess)))
        broken = legal and guess == self._code
        terminated = broken or len(self._rows) == self.board.most
        truncated = not terminated and self._steps >= 2 * self.board.most
        return self._observed(), reward, terminated, truncated, self._info(legal=legal)

    def render(self) -> str | None:
        """Return the rows, one per line."""
        return rows_text(self._rows).replace(" ", "\n") if self.render_mode == "ansi" else None

    def _any_code(self) -> str:
        space = self.board.problem.codes
        if space.distinct:
            return "".join(self.np_random.permutation(list(space.pegs))[: space.holes])
        return "".join(space.pegs[at] for at in self.np_random.integers(len(space.pegs), size=space.holes))

    def _observed(self) -> Observation:
        return self.board.array(self._rows) if self.observation == "array" else rows_text(self._rows)

    def _info(self, *, legal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"rows": rows_text(self._rows), "legal": legal}
        if self.board.listed:
            info["action_mask"] = self.board.mask([row for row, _ in self._rows])
        return info
