"""The state of a screen that several people share: whose turn it is to look, and the news for each of them."""

from __future__ import annotations

from keypeg.core import Attempt, Outcome, Phase, View
from keypeg.tell import Narrator, phrase_message
from keypeg.terminal.match.session import Session, needs_curtain, waits_here
from keypeg.words import Words


class SharedScreen:
    """One match on one screen."""

    def __init__(self, words: Words, session: Session) -> None:
        self.session = session
        self.seat = next(iter(session.here)) if len(session.here) == 1 else None
        """The seat whose person looks at the screen; with several people, None until it is someone's turn."""
        self.wanted: int | None = None
        """A seat here that wants to act out of turn."""
        self._alone: tuple[int, Phase, int] | None = None
        """The seat, phase and number of past attempts for which the screen was covered last."""
        self._words = words
        self._narrators: dict[int | None, Narrator] = {}
        self._news: dict[int | None, list[str]] = {}
        self._said = 0
        """The number of phrases that have been shown."""
        self._ends = len(session.view(None).past)
        """The number of ends of codes that have been shown."""

    def taken_back(self) -> None:
        """Forget moves that were taken back, so that the moves that replace them count as news."""
        self._ends = min(self._ends, len(self.session.view(None).past))
        for seat in self._narrators:
            self._narrators[seat] = self._narrator()
            self._narrators[seat].news(self.session.view(seat))

    def _narrator(self) -> Narrator:
        return Narrator(self.session.names, rows=False)

    def next_end(self) -> tuple[Attempt, Outcome | None] | None:
        """Return the next code whose end has not been shown, with the outcome if it was the last; mark it as shown."""
        view = self.session.view(None)
        if len(view.past) <= self._ends:
            return None
        attempt = view.past[self._ends]
        self._ends += 1
        return attempt, view.outcome if self._ends == len(view.past) else None

    @property
    def over(self) -> bool:
        """True if the match is over and the ends of all codes have been shown."""
        view = self.session.view(None)
        return view.outcome is not None and self._ends == len(view.past)

    def hand_over(self) -> bool:
        """Switch to the seat that has to act; return True if the screen must be covered until its person is there."""
        waits = waits_here(self.session)
        wanted = self.wanted or (self.seat if self.seat in waits else next(iter(waits), self.seat))
        if wanted is None:
            return False
        came, self.seat = wanted != self.seat, wanted
        view = self.session.view(wanted)
        now = wanted, view.phase, len(view.past)
        # If everyone looks at one screen, cover it before each secret, even one entered by the seat that acted last.
        again = self.session.open and now != self._alone
        covered = (came or again) and needs_curtain(self.session, wanted)
        self._alone = now if covered else self._alone
        return covered

    def follow(self) -> View:
        """Return the View of the seat that looks, and append everything new in it to the news."""
        view = self.session.view(self.seat)
        narrator = self._narrators.setdefault(self.seat, self._narrator())
        narrator.names = self.session.names
        self._news.setdefault(self.seat, []).extend([*self._words.render_all(narrator.news(view)), *self._phrases()])
        return view

    def _phrases(self) -> list[str]:
        """Return the phrases said since the last call."""
        said = self.session.company.said()[self._said :] if self.session.company else ()
        self._said += len(said)
        return [self._words.render(phrase_message(self.session.names, *each)) for each in said]

    @property
    def told(self) -> list[str]:
        """All news of the seat that looks."""
        return self._news.get(self.seat, [])
