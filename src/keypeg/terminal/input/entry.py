"""A row of pegs or marks being entered, before they become a move."""

from __future__ import annotations

from dataclasses import dataclass, field

from keypeg.core import BLANK, Marks, Space

ANSWERS = {"B": 2, "W": 1, "-": 0}
"""Keys for black, white and nothing, as the values of an answer."""


@dataclass
class RowEntry:
    """A row of pegs with a cursor."""

    space: Space
    may_be_empty: frozenset[int] = frozenset()
    """Holes that may stay empty: there an untouched hole does not count as missing."""
    most_empty: int = 0
    holes: list[str] = field(init=False)
    """A peg, a deliberate blank, or "" if untouched."""
    at: int = 0
    held: set[int] = field(default_factory=set)
    """Holes whose pegs are kept for the next row."""

    def __post_init__(self) -> None:
        self.holes = [""] * self.space.holes

    @property
    def missing(self) -> int:
        """The number of holes that still need a peg. An untouched row needs one even if all may stay empty."""
        empty = {hole for hole, peg in enumerate(self.holes) if not peg}
        untouched = len(empty) == len(self.holes)
        return max(len(empty - self.may_be_empty), len(empty) - self.most_empty, int(untouched), 0)

    @property
    def code(self) -> str:
        return "".join(peg or BLANK for peg in self.holes)

    def place(self, peg: str) -> None:
        """Place a peg at the cursor, and advance to the next hole that is not held."""
        self.holes[self.at] = peg
        self.held.discard(self.at)
        self._go_on()

    def erase(self) -> None:
        """Take out the peg at the cursor, or the one before it if there is none."""
        if not self.holes[self.at] and self.at:
            self.at -= 1
        self.holes[self.at] = ""
        self.held.discard(self.at)

    def move(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), self.space.holes - 1)

    def turn(self, by: int) -> None:
        """Switch the hole at the cursor to the next colour."""
        pegs, now = self.space.pegs, self.holes[self.at]
        self.holes[self.at] = pegs[(pegs.index(now) + by) % len(pegs)] if now else pegs[min(0, by)]
        self.held.discard(self.at)

    def fill(self) -> None:
        """Put the peg at the cursor (or the last one before it) into every hole that has none."""
        before = [peg for peg in self.holes[: self.at + 1] if peg] or [peg for peg in self.holes if peg]
        if before:
            self.holes = [peg or before[-1] for peg in self.holes]
            self.at = self.space.holes - 1

    def copy(self, code: str) -> None:
        """Copy another row, except for holes that are held."""
        for hole, peg in enumerate(code[: self.space.holes]):
            if hole not in self.held:
                self.holes[hole] = peg if peg in self.space.pegs else ""

    def hold(self) -> None:
        """Hold the peg at the cursor, or release it."""
        if self.at in self.held:
            self.held.discard(self.at)
        elif self.holes[self.at]:
            self.held.add(self.at)

    def clear(self) -> None:
        """Begin the next row, keeping held pegs."""
        self.holes = [peg if hole in self.held else "" for hole, peg in enumerate(self.holes)]
        self.at = next((hole for hole, peg in enumerate(self.holes) if not peg), 0)

    def _go_on(self) -> None:
        later = [hole for hole in range(self.at + 1, self.space.holes) if hole not in self.held]
        self.at = later[0] if later else self.at


@dataclass
class MarksEntry:
    """Marks with a cursor: two numbers for a whole code, or one answer for each own share of a split code."""

    holes: int
    shares: int = 0
    """The number of own shares of a split code; 0 if the code is whole."""
    values: list[int] = field(init=False)
    """Exact and near; for a split code one value per share: 2 for black, 1 for white, 0 for nothing."""
    at: int = 0

    def __post_init__(self) -> None:
        self.values = [0] * (self.shares or 2)

    @property
    def marks(self) -> tuple[Marks, ...]:
        if self.shares:
            return tuple((Marks(0, 0), Marks(0, 1), Marks(1, 0))[value] for value in self.values)
        return (Marks(*self.values),)

    def type(self, key: str, character: str) -> bool:
        """Handle a key; return True if it was one for marks."""
        if character.isdigit():
            self.set(int(character))
        elif self.shares and character in ANSWERS:
            self.set(ANSWERS[character])
        elif key in ("left", "right", "tab"):
            self.move(-1 if key == "left" else 1)
        elif key in ("up", "down"):
            self.add(1 if key == "up" else -1)
        else:
            return False
        return True

    def set(self, value: int) -> None:
        """Enter a number, and advance to the next field."""
        self.values[self.at] = min(value, 2 if self.shares else self.holes)
        self.move(1)

    def add(self, by: int) -> None:
        self.values[self.at] = min(max(self.values[self.at] + by, 0), 2 if self.shares else self.holes)

    def move(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), len(self.values) - 1)
