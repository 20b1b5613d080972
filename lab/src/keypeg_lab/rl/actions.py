"""Encode what a seat of a match can do as numbers: actions and masks."""

from __future__ import annotations

from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from keypeg.core import BLANK, Call, Guess, Hide, Legal, Rules, Space
from keypeg_lab.rl.rows import MOST_LISTED

Ask: TypeAlias = type[Hide] | type[Guess] | type[Call]
"""The kind of move that a seat is asked for. Asked for a call, it may also pass."""


class SeatActions:
    """The actions of a seat: its rows and codes in palette order, and last of all, a pass."""

    def __init__(self, rules: Rules, seat: int) -> None:
        guesses, codes = rules.guesses[seat - 1], rules.code_hidden_by(seat)
        if rules.split:
            guesses = codes = Space(guesses.holes, guesses.pegs + BLANK)
        self.holes: dict[type, int] = {Guess: guesses.holes, Call: guesses.holes, Hide: codes.holes}
        self.pegs = max(guesses.pegs, codes.pegs, key=len)
        self.listed = len(guesses) + len(codes) <= 2 * MOST_LISTED
        self.texts = list(dict.fromkeys(chain(guesses, codes))) if self.listed else []
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        most = max(guesses.holes, codes.holes)
        self.space: spaces.Discrete | spaces.MultiDiscrete = (
            spaces.Discrete(len(self.texts) + 1) if self.listed else spaces.MultiDiscrete([2, *[len(self.pegs)] * most])
        )
        self._masks: dict[object, NDArray[np.int8]] = {}

    def text(self, action: Any, ask: Ask) -> str | None:
        """Return the row or code that an action stands for; None for a pass."""
        if self.listed:
            return None if int(action) == len(self.texts) else self.texts[int(action)]
        passes, *colours = map(int, action)
        return None if passes else "".join(self.pegs[colour] for colour in colours[: self.holes[ask]])

    def mask(self, ask: Ask | None, legal: Legal, key: object) -> NDArray[np.int8]:
        """Return 1 for every legal action, else 0. A mask is cached by `key`, unless that is None."""
        kept = self._masks.get((ask, key)) if key is not None else None
        if kept is None:
            kept = np.zeros(len(self.texts) + 1, dtype=np.int8)
            if ask is not None:
                codes = (move.code for move in legal.only(ask) if isinstance(move, Hide | Guess | Call))
                kept[[self.numbers[code] for code in codes]] = 1
            if ask in (None, Call):
                kept[-1] = 1
            if key is not None:
                self._masks[ask, key] = kept
        return kept.copy()
