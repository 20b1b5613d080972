"""Environments for reinforcement learning: Gymnasium to break codes, PettingZoo for whole matches. See docs/rl.md.

`gymnasium.make("keypeg/Breaker-v0", rules="togo")` and `gymnasium.make_vec("keypeg/Breaker-v0", num_envs=1024,
rules="4x6")` work once this package is imported; `match_v0.env("mm44")` and `match_v0.parallel_env("challenge")` make
PettingZoo environments.
"""

from gymnasium.envs.registration import register

from keypeg_lab.rl import match_v0
from keypeg_lab.rl.breaker import BreakerEnv
from keypeg_lab.rl.match_v0 import MatchEnv, MatchParallelEnv
from keypeg_lab.rl.vector import BreakerVectorEnv

register(
    id="keypeg/Breaker-v0",
    entry_point="keypeg_lab.rl.breaker:BreakerEnv",
    vector_entry_point="keypeg_lab.rl.vector:BreakerVectorEnv",
)

__all__ = ["BreakerEnv", "BreakerVectorEnv", "MatchEnv", "MatchParallelEnv", "match_v0"]
