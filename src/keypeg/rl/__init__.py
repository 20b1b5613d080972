"""Environments for reinforcement learning: break codes in Gymnasium. See docs/rl.md.

`gymnasium.make("keypeg/Breaker-v0", rules="togo")` and `gymnasium.make_vec("keypeg/Breaker-v0", num_envs=1024,
rules="4x6")` work once this package is imported.
"""

from gymnasium.envs.registration import register

from keypeg.rl.breaker import BreakerEnv
from keypeg.rl.vector import BreakerVectorEnv

register(
    id="keypeg/Breaker-v0",
    entry_point="keypeg.rl.breaker:BreakerEnv",
    vector_entry_point="keypeg.rl.vector:BreakerVectorEnv",
)

__all__ = ["BreakerEnv", "BreakerVectorEnv"]
