"""Decide what happens next at a table without people: a move of chance, or a move of a computer.

Only `due_at` decides who moves next. Its questions are plain values, so that `answer` can run in another process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from keypeg.core import TABLE, Absent, Deal, Draw, Marking, Move, Phase, State, View, legal, to_act, view
from keypeg.errors import KeypegError
from keypeg.players import Interjecting, Player, Unable
from keypeg.table.call_window import CallWindow, callers


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the player at a seat: which move it makes in turn, or whether it wants to act out of turn."""

    seat: int
    player: Player
    view: View
    in_turn: bool


@dataclass(frozen=True, slots=True)
class Due:
    """A move of chance, or the players to ask, in this order, until one moves. Empty if the match waits for people."""

    chance: Move | None = None
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The move that was chosen, if any, and its seat; also the seats that were unable to choose, and why."""

    move: tuple[int, Move] | None = None
    failures: tuple[tuple[int, KeypegError], ...] = ()


def due_at(
    state: State,
    players: Mapping[int, Player],
    random: Random,
    window: CallWindow | None = None,
    now: float | None = None,
) -> Due:
    """Return what happens next in this state. `random` decides chance, and who is asked first out of turn.

    With a call window, computers wait until it is over; `now` is the current time.
    """
    waited = to_act(state)
    if TABLE in waited:
        return Due(legal(state, TABLE).only(Draw, Deal).sample(random))
    if _people_first(state, waited, players, window, now):
        return Due()
    questions = []
    for seat in random.sample(sorted(players), len(players)) if _may_interject(state, players, window) else ():
        player = players[seat]
        if isinstance(player, Interjecting) and len(legal(state, seat)):
            questions.append(Question(seat, player, view(state, seat), in_turn=False))
    next_seat = min(waited & players.keys(), default=None)
    if next_seat is not None:
        questions.append(Question(next_seat, players[next_seat], view(state, next_seat), in_turn=True))
    return Due(questions=tuple(questions))


def asks_players(
    state: State, players: Mapping[int, Player], window: CallWindow | None = None, now: float | None = None
) -> bool:
    """Return True if `due_at` may have questions: a player has the turn, or may act out of turn. Cheap."""
    waited = to_act(state)
    if _people_first(state, waited, players, window, now):
        return False
    asked = not waited.isdisjoint(players) or _may_interject(state, players, window)
    return bool(players) and bool(waited) and asked


def window_waits(state: State, players: Mapping[int, Player], window: CallWindow | None) -> frozenset[int]:
    """Return the people who may call before computers do and have not gone on. The window's time may be up."""
    if window is None or state.now is None or state.now.phase is not Phase.GUESS:
        return frozenset()
    return callers(state, players) - window.done


def _people_first(
    state: State, waited: frozenset[int], players: Mapping[int, Player], window: CallWindow | None, now: float | None
) -> bool:
    """Return True if computers must wait: in a call window, or until people call or pass in the last round of calls."""
    if state.now is not None and state.now.phase is Phase.CALL:
        return not waited <= players.keys()
    waits = window_waits(state, players, window)
    return window is not None and bool(waits) and window.is_open(waits, now)


def _may_interject(state: State, players: Mapping[int, Player], window: CallWindow | None) -> bool:
    """Return True if computers may act out of turn. They may not while a row is being marked if a window follows."""
    answering = state.now is not None and state.now.phase is Phase.MARK
    return may_interject(state) and not (window and answering and callers(state, players))


def may_interject(state: State) -> bool:
    """Return True if seats may act out of turn: call a split code, or claim that no code fits."""
    return bool(to_act(state)) and (state.rules.split or state.rules.marking is Marking.HOME)


def answer(questions: Sequence[Question]) -> Answer:
    """Ask players one after another until one moves."""
    failures = []
    for question in questions:
        move = None
        try:
            if question.in_turn:
                move = question.player.choose(question.view)
            elif isinstance(question.player, Interjecting):
                move = question.player.interject(question.view)
        except Unable as unable:
            failures.append((question.seat, unable.reason))
        if move is not None:
            return Answer((question.seat, move), tuple(failures))
        if question.in_turn:
            # A player that cannot choose counts as absent: the rules decide what becomes of its code.
            return Answer((TABLE, Absent(question.seat)), tuple(failures))
    return Answer(failures=tuple(failures))
