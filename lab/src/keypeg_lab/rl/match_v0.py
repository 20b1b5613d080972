"""PettingZoo environments of whole matches: `env` asks one seat after the other, `parallel_env` all at once."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from keypeg.argument_types import checked
from keypeg.core import Rules
from keypeg_lab.rl.match import MOST_ILLEGAL, Match

Observation: TypeAlias = dict[str, Any]


class _Seats:
    """The common base of both environments: a match, and agents named after its seats."""

    @checked
    def __init__(
        self,
        rules: str | Rules = "challenge",
        *,
        observation: Literal["array", "text"] = "array",
        reward: Literal["rows", "loss"] = "rows",
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(rules, observation, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in self.match.seats]
        self.agents: list[str] = []
        self.observation_spaces = {name: self.match.observation_space(_seat(name)) for name in self.possible_agents}
        self.action_spaces = {name: self.match.actions[_seat(name)].space for name in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return the boards as a watcher sees them."""
        return str(self.match.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is no window."""


class MatchParallelEnv(_Seats, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All seats act at once; those that are not asked pass."""

    metadata: dict[str, Any] = {"name": "keypeg_match_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start another match; `options` are not used."""
        self.match.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observed(), {name: {"legal": True} for name in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the actions of all seats that are asked, and ignore those of other seats."""
        earned, legal = self.match.play({_seat(name): action for name, action in actions.items()})
        names, over = self.agents, self.match.over
        truncated = not over and self.match.illegal >= MOST_ILLEGAL
        observed = self._observed()
        if over or truncated:
            self.agents = []
        return (
            observed,
            {name: earned[_seat(name)] for name in names},
            dict.fromkeys(names, over),
            dict.fromkeys(names, truncated),
            {name: {"legal": legal[_seat(name)]} for name in names},
        )

    def _observed(self) -> dict[str, Observation]:
        return {name: self.match.observed(_seat(name)) for name in self.agents}


class MatchEnv(_Seats, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The seats that are asked act one after the other; none sees the others' actions until all have acted."""

    metadata: dict[str, Any] = {"name": "keypeg_match_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start another match; `options` are not used."""
        self.match.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {"legal": True} for name in self.agents}
        self._given: dict[int, Any] = {}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        return self.match.observed(_seat(agent))

    def step(self, action: Any) -> None:
        """Take the action of the selected agent. It is played once all seats that are asked have acted."""
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        self._clear_rewards()
        self._given[_seat(name)] = action
        if len(self._given) == len(self.match.asked):
            earned, legal = self.match.play(self._given)
            over = self.match.over
            truncated = not over and self.match.illegal >= MOST_ILLEGAL
            self.rewards = {each: earned[_seat(each)] for each in self.agents}
            self.infos = {each: {"legal": legal[_seat(each)]} for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self._given = {}
            self._accumulate_rewards()
        self.agent_selection = self._next()
        self._deads_step_first()

    def _next(self) -> str:
        """Return the next seat that is asked and has not acted; the first when the match is over."""
        waiting = [seat for seat in self.match.asked if seat not in self._given]
        return f"seat_{waiting[0]}" if waiting else self.agents[0]


def _seat(name: str) -> int:
    return int(name.removeprefix("seat_"))


env, parallel_env = MatchEnv, MatchParallelEnv
"""The names that PettingZoo's own environments use."""
