"""Measure the steps a second of the vectorised environment for 4x6, and of Gymnasium's own CartPole in the same run.

The two take turns in short slices, measured in CPU time, so that other programs on the machine slow both alike.
"""

from __future__ import annotations

from statistics import median, quantiles
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import keypeg_lab.rl  # noqa: F401  registers its environments

BOARDS, SLICES, STEPS = 1024, 40, 128


def steps_a_second(env: Any, actions: list[Any]) -> float:
    began = process_time()
    for action in actions:
        env.step(action)
    return len(actions) * BOARDS / (process_time() - began)


def main() -> None:
    names = {"keypeg 4x6": ("keypeg/Breaker-v0", {"rules": "4x6"}), "CartPole": ("CartPole-v1", {})}
    envs, actions = [], []
    for name, options in names.values():
        env = gymnasium.make_vec(name, BOARDS, vectorization_mode="vector_entry_point", **options)
        env.reset(seed=1)
        env.action_space.seed(1)
        envs.append(env)
        actions.append([env.action_space.sample() for _ in range(STEPS)])
    found = np.array([[steps_a_second(*each) for each in zip(envs, actions, strict=True)] for _ in range(SLICES)])
    for name, figures in zip(names, found.T, strict=True):
        print(f"{name}: {median(figures):,.0f} steps a second, {BOARDS} side by side, median of {SLICES} slices")
    low, middle, high = quantiles(found[:, 0] / found[:, 1], n=4)
    print(f"keypeg against CartPole: {middle:.2f} times as many (half of the slices: {low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
