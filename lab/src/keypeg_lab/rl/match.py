"""A match in which every seat is an agent: what each is asked, what it observes, and its rewards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, Literal

from gymnasium import spaces

from keypeg.core import (
    TABLE,
    Attempt,
    Call,
    Deal,
    Draw,
    Guess,
    Hide,
    Legal,
    Marking,
    Pass,
    Rules,
    View,
    legal_in,
    new,
    play,
    rows_beside,
    to_act,
    view,
)
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import EXACT_LIMIT, problem_of
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.notation import view_text
from keypeg.solve import worth
from keypeg_lab.rl.actions import Ask, SeatActions
from keypeg_lab.rl.rows import UNLIMITED
from keypeg_lab.rl.views import ViewLines

MOST_ILLEGAL = 20
"""A match is truncated after this many illegal actions."""


class Match:
    """A match under rules by which every seat breaks. After each row of a split code every seat calls or passes."""

    def __init__(
        self, rules: str | Rules, observation: Literal["array", "text"], reward: Literal["rows", "loss"]
    ) -> None:
        read = read_rules(rules) if isinstance(rules, str) else rules
        if not read.all_break or read.marking is not Marking.TABLE:
            raise Illegal("match-env-rules", rules=str(read))
        self.rules = read if read.rows else replace(read, rows=UNLIMITED)
        self.seats = range(1, read.seats + 1)
        self.observation, self.reward = observation, reward
        self.actions = {seat: SeatActions(self.rules, seat) for seat in self.seats}
        self.lines = ViewLines(self.rules)
        if reward == "loss":
            for problem in [problem_of(self.rules, seat) for seat in self.seats]:
                if not problem.is_exact:
                    raise Illegal("space-too-large", codes=len(problem.codes), most=EXACT_LIMIT)
        self._random = Random()
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """Start a new match. A seed makes lots, deals and the order of calls reproducible."""
        if seed is not None:
            self._random.seed(seed)
        self.illegal = 0
        self.state = new(self.rules)
        self._calling = False
        self._ask()

    @property
    def over(self) -> bool:
        return not to_act(self.state)

    def play(self, actions: Mapping[int, Any]) -> tuple[dict[int, float], dict[int, bool]]:
        """Play the actions of all seats that are asked. Return each seat's reward, and whether its action was legal."""
        earned, legal = dict.fromkeys(self.seats, 0.0), dict.fromkeys(self.seats, True)
        done, order = len(self.state.past), list(self.asked)
        if self._calling:  # all call at the same moment, so lots decide who is heard first
            self._random.shuffle(order)
        placed = False
        for seat in order:
            if len(self.state.past) > done:
                break
            ask = self.asked[seat]
            code = self.actions[seat].text(actions[seat], ask)
            move = Pass() if code is None else ask(code)
            legal[seat] = (code is None and ask is Call) or move in self.legal[seat]
            if not legal[seat]:
                self.illegal += 1
                earned[seat] -= 1
                move = Pass()
            elif isinstance(move, Guess):
                earned[seat] += self._row(seat, move.code)
                placed = True
            if not isinstance(move, Pass) or Pass() in self.legal[seat]:
                self.state = play(self.state, seat, move)
        ended = self.state.past[done:]
        if self.reward == "rows":
            for attempt in ended:
                for seat in self.seats:
                    earned[seat] -= self._unbroken(attempt, seat)
        self._calling = self.rules.split and placed and not ended
        self._ask()
        return earned, legal

    def _ask(self) -> None:
        """Let the table draw lots and deal, and set what each seat is asked for."""
        while TABLE in to_act(self.state):
            chance = legal_in(view(self.state, None), TABLE).only(Draw, Deal)
            self.state = play(self.state, TABLE, chance.sample(self._random))
        self.views = {seat: view(self.state, seat) for seat in self.seats}
        self.legal: dict[int, Legal] = {seat: legal_in(self.views[seat]) for seat in self.seats}
        kinds: tuple[Ask, ...] = (Call,) if self._calling else (Hide, Guess)
        self.asked: dict[int, Ask] = {
            seat: kind for seat in self.seats for kind in kinds if kind in self.legal[seat].types
        }

    def observation_space(self, seat: int) -> spaces.Dict:
        found: dict[str, spaces.Space[Any]] = (
            {"observation": self.lines.space} if self.observation == "array" else {"text": self.lines.text_space}
        )
        if self.actions[seat].listed:
            found["action_mask"] = spaces.MultiBinary(len(self.actions[seat].texts) + 1)
        return spaces.Dict(found)

    def observed(self, seat: int) -> dict[str, Any]:
        """Return what a seat observes: its View, and a mask of what it may do."""
        seen, ask, actions = self.views[seat], self.asked.get(seat), self.actions[seat]
        observed: dict[str, Any] = (
            {"observation": self.lines.array(seen, ask)}
            if self.observation == "array"
            else {"text": f"{view_text(seen)}\nasked {_asked_text(ask)}"}
        )
        if actions.listed:
            observed["action_mask"] = actions.mask(ask, self.legal[seat], self._key(seen))
        return observed

    def _key(self, seen: View) -> object:
        """Return what a mask depends on, as a cache key; None if it depends on every row."""
        if self.rules.supply is not None or self.rules.fresh_guesses:
            return None
        return tuple(share.code for share in seen.own_shares) if self.rules.split else ()

    def _row(self, seat: int, guess: str) -> float:
        """Return the reward for a row that is about to be placed."""
        if self.reward == "rows":
            return -1.0
        seen = self.views[seat]
        rows = [(row.guess, row.total) for row in seen.board.rows if row.total is not None] if seen.board else []
        placing = placing_of(self.rules, rows_beside(self.rules, seen.boards, seat))
        return -(worth(problem_of(self.rules, seat), guess, rows, placing).behind or 0.0)

    def _unbroken(self, attempt: Attempt, seat: int) -> int:
        """Return one more than the rows that a seat left free if it has not broken the code, else 0."""
        verdict = attempt.verdict
        assert verdict is not None
        if seat in {*dict(verdict.broke), *verdict.winners, *(call.seat for call in attempt.calls if call.right)}:
            return 0
        used = sum(len(board.rows) for board in attempt.boards if board.breaker == seat)
        return self.rules.most_rows * self.rules.boards - used + 1


def _asked_text(ask: Ask | None) -> str:
    return "pass" if ask is None else "call or pass" if ask is Call else ask.name
