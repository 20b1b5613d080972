"""An agent that learns to break codes, from marks alone: nobody tells it which codes fit.

What a row says about a guess is one number for every row, marks and guess; the agent adds them up and draws a guess.
REINFORCE moves the numbers. `python examples/learn_to_break.py 3x4 300` learns for 300 seconds.
"""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np

from keypeg.rl import BreakerVectorEnv

BOARDS, RATE, ROWS = 1024, 1.0, 12


class Agent:
    """Adds up what rows say: `says` has a line for every row with its marks, `first` is said by the empty board."""

    def __init__(self, env: BreakerVectorEnv) -> None:
        self.env, self.holes = env, env.board.holes
        self.guesses = int(env.single_action_space.n)
        self.first = np.zeros(self.guesses)
        self.says = np.zeros((self.guesses * (self.holes + 1) ** 2, self.guesses))
        self.moved = [np.full_like(each, 1e-2) for each in (self.first, self.says)]

    def play(self, *, learn: bool) -> float:
        """Break a code on every board; return the mean number of rows."""
        env, every = self.env, np.arange(BOARDS)
        observed, _ = env.reset()
        running, rows = np.ones(BOARDS, dtype=bool), np.zeros(BOARDS)
        said = np.tile(self.first, (BOARDS, 1))
        steps, placed = [], np.zeros((BOARDS, 0), dtype=np.int64)
        while running.any():
            chances = np.exp(said - said.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            drawn = (chances.cumsum(axis=1) < env.np_random.random((BOARDS, 1))).sum(axis=1)
            actions = np.minimum(drawn if learn else chances.argmax(axis=1), self.guesses - 1)
            steps.append((chances, actions, running.copy(), placed))
            observed, _, ended, _, _ = env.step(actions)
            rows += running
            exact, near = observed[every, len(steps) - 1, -2:].T.astype(np.int64)
            keys = (actions * (self.holes + 1) + exact) * (self.holes + 1) + near
            placed = np.column_stack((placed, keys))
            running &= ~ended
            said += self.says[keys]
        if learn:
            self._learn(steps, rows)
        return float(rows.mean())

    def _learn(self, steps: list[tuple[np.ndarray, ...]], rows: np.ndarray) -> None:
        """Make likelier what needed fewer rows than the mean from the same row on."""
        first, says = np.zeros_like(self.first), np.zeros_like(self.says)
        for chances, actions, running, placed in steps:
            which = np.flatnonzero(running)
            better = rows[which].mean() - rows[which]
            push = -chances[which]
            push[np.arange(len(which)), actions[which]] += 1
            push *= better[:, None] / BOARDS
            first += push.sum(axis=0)
            for keys in placed[which].T:
                np.add.at(says, keys, push)
        for at, (numbers, by) in enumerate(((self.first, first), (self.says, says))):
            self.moved[at] += by**2
            np.add(numbers, RATE * by / np.sqrt(self.moved[at]), out=numbers)


def main(rules: str = "3x4", seconds: str = "300") -> None:
    env = BreakerVectorEnv(BOARDS, rules, rows=ROWS)
    env.reset(seed=1)
    agent = Agent(env)
    print(f"random: {agent.play(learn=True):.2f} rows", flush=True)
    began, report = perf_counter(), 0.0
    while perf_counter() - began < float(seconds):
        mean = agent.play(learn=True)
        if perf_counter() - began > report:
            print(f"{perf_counter() - began:5.0f} s: {mean:.2f} rows", flush=True)
            report += float(seconds) / 10
    print(f"learned: {np.mean([agent.play(learn=False) for _ in range(20)]):.2f} rows")


if __name__ == "__main__":
    main(*sys.argv[1:])
