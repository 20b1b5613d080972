"""The coach at a table: how much help was agreed on for each seat, and every use of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from keypeg.core import Call, Guess, View
from keypeg.errors import Illegal, Malformed, Unknown
from keypeg.review import coach
from keypeg.review.advice import Check, CoachLevel, Explanation, Grade, Hint

LEVELS = tuple(CoachLevel)
USE = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9}):([a-z]+)")


@dataclass(frozen=True, slots=True)
class Use:
    """A question to the coach, before a row of a code."""

    round: int
    code: int
    row: int
    kind: str
    """`check`, `explain`, or the grade of a hint."""


KINDS = (CoachLevel.CHECK, CoachLevel.EXPLAIN, *Grade)


@dataclass(frozen=True, slots=True)
class Coaching:
    """The level of help agreed on for a seat, and the uses it has made of it."""

    level: CoachLevel
    uses: tuple[Use, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """The number of uses of each kind, unused kinds left out."""
        asked = Counter(use.kind for use in self.uses)
        return {kind.value: asked[kind] for kind in KINDS if asked[kind]}


def uses_text(uses: tuple[Use, ...]) -> str:
    """Write uses for a record: `1.2.3:nudge` is a nudge before row 3 of the second code of round 1."""
    return " ".join(f"{use.round}.{use.code}.{use.row}:{use.kind}" for use in uses)


def read_coaching(level: str, uses: str = "") -> Coaching:
    """Read the level and the uses from the texts of a record."""
    return Coaching(read_level(level), read_uses(uses))


def read_uses(text: str) -> tuple[Use, ...]:
    """Read uses as `uses_text` writes them."""
    return tuple(map(_read_use, text.split()))


def read_level(text: str) -> CoachLevel:
    """Return the level of this name."""
    if text not in list(CoachLevel):
        raise Unknown("coach-level-unknown", level=text, known=", ".join(CoachLevel))
    return CoachLevel(text)


def _read_use(text: str) -> Use:
    found = USE.fullmatch(text)
    if not found or found[4] not in KINDS:
        raise Malformed("coach-use-unreadable", use=text)
    return Use(int(found[1]), int(found[2]), int(found[3]), found[4])


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach of one seat. A question that is refused is not counted as a use."""

    view: View
    coaching: Coaching
    keep: Callable[[Coaching, str], None]
    """Called after every use with the new coaching and the kind of help."""

    def check(self, move: Guess | Call) -> Check:
        """Say whether this guess or call can still be right."""
        self._allow(CoachLevel.CHECK)
        answer = coach.check(self.view, move)
        self._count(CoachLevel.CHECK)
        return answer

    def explain(self, move: Guess | Call) -> Explanation:
        """Say which rows rule out this guess or call."""
        self._allow(CoachLevel.EXPLAIN)
        answer = coach.explain(self.view, move)
        self._count(CoachLevel.EXPLAIN)
        return answer

    def hint(self, grade: Grade | None = None) -> Hint:
        """Give a hint of this grade; by default, of the next grade not yet given before this row."""
        self._allow(CoachLevel.HINT)
        grade = grade or next_grade(self.view, self.coaching)
        answer = coach.hint(self.view, grade)
        self._count(grade)
        return answer

    def _allow(self, asked: CoachLevel) -> None:
        level = self.coaching.level
        if LEVELS.index(level) < LEVELS.index(asked):
            slug = "coach-off" if level is CoachLevel.OFF else "coach-level-too-low"
            raise Illegal(slug, seat=self.view.seat or 0, level=level, asked=asked)

    def _count(self, kind: str) -> None:
        self.keep(replace(self.coaching, uses=(*self.coaching.uses, _use(self.view, kind))), kind)


def next_grade(view: View, coaching: Coaching) -> Grade:
    """Return the grade of the next hint before this row, from a nudge to the best."""
    here = _use(view, "")
    given = {use.kind for use in coaching.uses if replace(use, kind="") == here}
    return next((grade for grade in Grade if grade not in given), Grade.BEST)


def _use(view: View, kind: str) -> Use:
    rows = sum(len(board.rows) for board in view.own_boards)
    return Use(view.round, view.code, rows + 1, kind)
