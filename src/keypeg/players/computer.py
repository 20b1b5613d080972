"""The computer player: a move for every phase of a match."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from keypeg.core import Accept, Claim, Judge, Move, Pass, Phase, View, joined, legal_in
from keypeg.core.marks import all_marks
from keypeg.players.breaker import next_guess
from keypeg.players.level import Hiding, Level
from keypeg.players.maker import hide, mark_by_hand, own_codes, reveal
from keypeg.players.split.choose import call, next_row


@dataclass(frozen=True, slots=True)
class Computer:
    """A stateless player: the same fields and the same View give the same move."""

    level: Level
    seed: str = ""
    hiding: Hiding = Hiding.FAIR
    errs: float = 0.0
    """The chance that marks given by hand are one off, if nobody checks them; halved every time a code is replayed."""
    effort: int = 1
    """How many times its usual budget `perfect` may search for a guess."""

    def choose(self, view: View) -> Move:
        """Return a legal move in any phase that waits for a seat. Never gives up."""
        if view.phase is not Phase.DECIDE and Claim() in legal_in(view):
            return Claim()
        match view.phase:
            case Phase.HIDE:
                return hide(self.hiding, view, self.seed)
            case Phase.GUESS if view.rules.split:
                return self.interject(view) or next_row(self.level, view, self._own(view), self.seed)
            case Phase.GUESS:
                return next_guess(self.level, view, self.seed, self.effort)
            case Phase.MARK:
                return mark_by_hand(self.hiding, self.errs, view, self.seed)
            case Phase.JUDGE:
                return Judge(joined([*self._own(view), view.calls[-1].code]) == view.calls[-1].code)
            case Phase.CALL:
                return self.interject(view) or Pass()
            case Phase.REVEAL:
                return reveal(self.hiding, view, self.seed)
            case Phase.DECIDE:
                return Accept() if _better_stands(view) else Claim()
            case Phase.DRAW | Phase.DEAL | Phase.OVER:
                raise ValueError(f"a match that is to {view.phase} waits for no seat")

    def interject(self, view: View) -> Move | None:
        """Return a call of the split code, possible at any moment, or a claim if no code fits."""
        legal = legal_in(view)
        if view.phase is not Phase.DECIDE and Claim() in legal:
            return Claim()
        if not view.rules.split:
            return None
        found = call(self.level, view, self._own(view), self.seed)
        return found if found is not None and found in legal else None

    def _own(self, view: View) -> tuple[str, ...]:
        return own_codes(self.hiding, view, self.seed)


def _better_stands(view: View) -> bool:
    """Return True if a code broken despite wrong marks beats a replay: in a race, or with no more rows than usual."""
    rules = view.rules
    if rules.all_break:
        return True
    (board,) = view.boards
    marks = len(all_marks(rules.codes[board.breaker - 1].holes)) - 1
    usual = 1.6 + log(rules.size(board.breaker), marks)
    (code,), rows = [share.code for share in view.shares], [row.guess for row in board.rows]
    return (rows.index(code) + 1 if code in rows else len(rows)) <= usual
