"""A match on a real board with Keypeg as its referee: all players sit around one screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from keypeg.core import HIDDEN, TABLE, Call, Deal, Guess, Move, Phase, Reveal, Share, View
from keypeg.errors import Illegal, KeypegError
from keypeg.message import Message, message
from keypeg.review.advice import CoachLevel
from keypeg.table import Referee, save
from keypeg.tell.at_table import status_message
from keypeg.terminal.match.session import Advice, Company


class RefereeSession:
    """A session with a referee. Everyone sees the real board but never a code, and looks away while one is entered."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.rules = referee.rules
        self.here = frozenset(range(1, self.rules.seats + 1))
        self.names: Mapping[int, str] = {}
        self.live = False
        self.open = True
        self.file: Path | None = None
        self.company: Company | None = None
        self._dealt: dict[int, tuple[str, ...]] = {}
        """By seat: the shares entered so far, until all are in."""
        referee.go_on()

    @property
    def dealing(self) -> bool:
        """True while the shares dealt on the real board are being entered, seat by seat."""
        return TABLE in self.referee.waits_for

    def view(self, seat: int | None) -> View:
        view = self.referee.table.view(seat)
        if self.dealing:
            view = replace(view, phase=Phase.REVEAL, to_act=self.here - self._dealt.keys())
        return replace(view, shares=tuple(map(self._covered, view.shares)), placed=())

    def _covered(self, share: Share) -> Share:
        """Hide a share. Nothing at all is shown of a split code, so that any row and any call may be entered."""
        return Share(share.holder, None if self.rules.split or share.code is None else HIDDEN * len(share.code))

    def status(self, seat: int | None) -> Message:
        if self.dealing:
            return message("terminal.asks.deal")
        return status_message(self.view(seat), self.names, ())

    def play(self, seat: int, move: Move) -> None:
        if self.dealing and isinstance(move, Reveal):
            self._deal(seat, move.shares)
            return
        try:
            self.referee.play(seat, move)
        except KeypegError as error:
            # The original message would show everyone what one seat holds.
            raise Illegal("home-call-own") if error.slug == "call-own-share" else error from None

    def _deal(self, seat: int, shares: tuple[str, ...]) -> None:
        self._dealt[seat] = shares
        if self._dealt.keys() != self.here:
            return
        dealt, self._dealt = self._dealt, {}
        try:
            self.referee.play(TABLE, Deal(tuple(share for each in sorted(self.here) for share in dealt[each])))
        except KeypegError:
            raise Illegal("home-deal-wrong") from None

    def may_undo(self, seat: int) -> bool:
        return seat in self.here and (bool(self._dealt) or self.referee.may_undo)

    def undo(self, seat: int) -> None:  # noqa: ARG002 (people here agree)
        """Take back the last entry of any seat."""
        if self._dealt:
            self._dealt.popitem()
        else:
            self.referee.undo()

    def correct(self, seat: int, number: int, code: str) -> int:
        """Change the pegs of a row; return how many later entries had to be dropped."""
        return self.referee.correct(seat, number, code)

    def check(self, seat: int, move: Guess | Call) -> Advice:  # noqa: ARG002 (a session has it)
        raise _no_coach(seat, CoachLevel.CHECK)

    def hint(self, seat: int) -> Advice:
        raise _no_coach(seat, CoachLevel.HINT)

    def call_time(self) -> float | None:
        """Return None: without computers there is no call window."""
        return None

    def decline_call(self) -> None:
        """Do nothing."""

    def extend(self, seat: int) -> None:
        """Do nothing."""

    def step(self) -> bool:
        """Return False: there is nobody elsewhere to wait for."""
        return False

    def trouble(self) -> KeypegError | None:
        return None

    def record(self) -> str:
        return save(self.referee.table)

    def close(self) -> None:
        """Do nothing."""


def _no_coach(seat: int, asked: CoachLevel) -> KeypegError:
    """Return the error for a question to the coach: a referee takes no sides."""
    return Illegal("coach-off", seat=seat, level=CoachLevel.OFF, asked=asked)
