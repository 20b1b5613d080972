"""An agent that learns to break codes from marks alone: nobody tells it which codes fit.

What a row says about a guess is one number for the marks and for the shape of the two: where they have the same
colours, whichever these are. The agent adds these numbers up and draws a guess. When it has broken a code, that code
becomes likelier after each of the rows before. It begins with two colours and takes one more when it breaks most codes.
`python examples/learn_to_break.py 4x6 600` learns for 600 seconds of CPU time.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np

from keypeg_lab.rl import BreakerVectorEnv

BOARDS, ROWS, RATE, GOOD = 128, 12, 0.3, 0.85
Placed = tuple[np.ndarray, np.ndarray]
"""Of a row on every board: how likely each guess was, and the weights that it gives to guesses after it."""


def shapes(rows: np.ndarray) -> np.ndarray:
    """Return a number for every two rows: the same for two others whose colours are the same in the same places."""
    both = np.concatenate(np.broadcast_arrays(rows[:, None], rows[None]), axis=2)
    holes = both.shape[2]
    same = both[..., :, None] == both[..., None, :]
    return same.argmax(axis=2) @ holes ** np.arange(holes)  # by hole: the first that has its colour


class Agent:
    """Numbers by marks and shape, `says`; the same for any number of colours."""

    def __init__(self, holes: int, colours: int, seed: int) -> None:
        self.holes, self.random = holes, np.random.default_rng(seed)
        found = np.unique(shapes(self.board(colours).board.digits))
        self.known = {int(shape): at for at, shape in enumerate(found)}
        self.says = np.zeros(((holes + 1) ** 2, len(found)), dtype=np.float32)
        self.moved = np.full_like(self.says, 1e-2)

    def board(self, colours: int) -> BreakerVectorEnv:
        return BreakerVectorEnv(BOARDS, f"{self.holes}x{colours}", rows=ROWS)

    def begin(self, colours: int) -> None:
        """Break codes of this many colours from now on."""
        self.env = self.board(colours)
        self.env.reset(seed=colours)
        found, at = np.unique(shapes(self.env.board.digits), return_inverse=True)
        known = np.array([self.known[int(shape)] for shape in found], dtype=np.int32)
        self.shape = known[at].reshape(len(self.env.board.texts), -1)

    def play(self, *, learn: bool) -> tuple[float, float]:
        """Break a code on every board; return the mean number of rows and the share of codes broken."""
        env, every = self.env, np.arange(BOARDS)
        env.reset()
        said = np.zeros((BOARDS, len(self.shape)), dtype=np.float32)
        running, broken = np.ones(BOARDS, dtype=bool), np.full(BOARDS, -1)
        placed: list[Placed] = []
        rows = np.zeros(BOARDS)
        while running.any():
            up_to = np.exp(said - said.max(axis=1, keepdims=True)).cumsum(axis=1)
            chosen = (up_to < self.random.random((BOARDS, 1)) * up_to[:, -1:]).sum(axis=1)  # as likely as exp(said)
            observed, _, ended, _, _ = env.step(chosen)
            exact, near = observed[every, len(placed), -2:].T.astype(np.int64)
            broken[running & (exact == self.holes)] = chosen[running & (exact == self.holes)]
            rows += running
            running = running & ~ended
            weights = self._weights(exact * (self.holes + 1) + near, chosen)
            placed.append((np.diff(up_to / up_to[:, -1:], axis=1, prepend=np.float32(0)), weights))
            said += self.says.ravel()[weights]
        if learn:
            self._learn(placed, rows, broken)
        return float(rows.mean()), float((broken >= 0).mean())

    def _weights(self, marks: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """Return the numbers of the weights that a row on every board gives to each guess after it."""
        return marks.astype(np.int32)[:, None] * np.int32(self.says.shape[1]) + self.shape[chosen]

    def _learn(self, placed: list[Placed], rows: np.ndarray, broken: np.ndarray) -> None:
        """Make the codes that were broken likelier after every row but the last, which shows them."""
        push = np.zeros(self.says.size)
        wanted = np.zeros((BOARDS, len(self.shape)), dtype=np.float32)  # by how much guesses should be likelier
        for number in range(len(placed) - 1, 0, -1):
            which = np.flatnonzero((broken >= 0) & (rows > number))
            wanted[which] -= placed[number][0][which]
            wanted[which, broken[which]] += 1
            push += np.bincount(placed[number - 1][1][which].ravel(), wanted[which].ravel(), push.size)
        step = (push / BOARDS).reshape(self.says.shape)
        self.moved += step**2
        self.says += RATE * step / np.sqrt(self.moved)


def main(rules: str = "3x4", seconds: str = "60") -> None:
    holes, most = map(int, rules.split("x"))
    agent = Agent(holes, most, seed=1)
    agent.begin(most)
    print(f"random: {np.mean([agent.play(learn=False)[0] for _ in range(4)]):.2f} rows", flush=True)
    began, report, colours = process_time(), float(seconds) / 20, 2
    agent.begin(colours)
    means: list[float] = []  # since the last report
    while process_time() - began < float(seconds):
        mean, broken = agent.play(learn=True)
        means.append(mean)
        if process_time() - began > report:
            print(f"{process_time() - began:5.0f} s: {colours} colours, {np.mean(means):.2f} rows", flush=True)
            report += float(seconds) / 20
            means.clear()
        if broken > GOOD and colours < most:
            colours += 1
            agent.begin(colours)
            means.clear()
    agent.begin(most)
    rows, broken = np.mean([agent.play(learn=False) for _ in range(80)], axis=0)
    print(f"learned: {rows:.2f} rows, {broken:.3f} broken")


if __name__ == "__main__":
    main(*sys.argv[1:])
