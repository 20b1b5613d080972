"""What must hold in every position of every rules text."""

from __future__ import annotations

import pickle
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg import (
    TABLE,
    Deal,
    Hide,
    Illegal,
    KeypegError,
    Rules,
    State,
    legal,
    move_text,
    new,
    outcome,
    play,
    read_move,
    read_record,
    rules,
    to_act,
    view,
    view_text,
    write_record,
)
from keypeg.core import Attempt, Phase, Share, fitting, fitting_deals, joined, legal_in, refusal
from keypeg.core.phases import begin
from keypeg.core.rows import pegs_in_all
from tests.properties.random_play import TEXTS, final
from tests.properties.strategies import Drawn, matches

everywhere = pytest.mark.parametrize("text", TEXTS)
drawn = given(data=st.data())
"""The rules come from the test's parameter, so the match is drawn inside of it."""
SOME = 5


@everywhere
@drawn
def test_a_record_reads_back_to_the_same_match(text: str, data: st.DataObject) -> None:
    state = data.draw(matches(text)).end
    record = write_record(state)
    assert read_record(record).state == state
    assert write_record(read_record(record)) == record


@everywhere
@drawn
def test_every_move_is_legal_and_reads_back(text: str, data: st.DataObject) -> None:
    for state, seat, move in data.draw(matches(text)).positions:
        assert move in legal(state, seat)
        assert read_move(state.rules, move_text(state.rules, move)) == move


@everywhere
@drawn
def test_no_position_is_illegal(text: str, data: st.DataObject) -> None:
    match = data.draw(matches(text))
    for state in (*(state for state, _, _ in match.positions), match.end):
        _check_position(state)


@everywhere
@drawn
def test_an_illegal_move_is_refused_and_changes_nothing(text: str, data: st.DataObject) -> None:
    positions = data.draw(matches(text)).positions
    moves = [(seat, move) for _, seat, move in positions]
    for at, (state, _, _) in enumerate(positions):
        before = pickle.dumps(state)
        for seat, move in moves[at % SOME :: max(1, len(moves) // SOME)]:
            if refusal(state, seat, move) is None:
                assert move in legal(state, seat)
                continue
            assert move not in legal(state, seat)
            with pytest.raises(KeypegError) as refused:
                play(state, seat, move)
            assert not str(refused.value).startswith("error.")
        assert pickle.dumps(state) == before


@everywhere
@drawn
def test_a_view_says_itself_what_is_legal(text: str, data: st.DataObject) -> None:
    for state, seat, move in data.draw(matches(text)).positions:
        if seat != TABLE:
            assert move in legal_in(view(state, seat))


@everywhere
@drawn
def test_views_do_not_depend_on_what_their_owner_may_not_know(text: str, data: st.DataObject) -> None:
    """Swap the secret for any other that fits: nobody but its holder can tell."""
    positions = [state for state, _, _ in data.draw(matches(text)).positions]
    for after in positions[:: max(1, len(positions) // SOME)]:
        other = _with_other_secret(after, Drawn(data.draw))
        if other is None:
            continue
        changed, holder = other
        for viewer in (None, *range(1, after.rules.seats + 1)):
            if viewer != holder:
                seen, seen_otherwise = view(after, viewer), view(changed, viewer)
                assert seen == seen_otherwise
                assert view_text(seen) == view_text(seen_otherwise)
                assert write_record(seen) == write_record(seen_otherwise)
                assert pickle.dumps(seen) == pickle.dumps(seen_otherwise)


def _check_position(state: State) -> None:
    waited = to_act(state)
    assert bool(waited) is (outcome(state) is None)
    for seat in waited:
        assert len(legal(state, seat)) > 0
    assert len(view(state, None).points) == state.rules.seats
    for attempt in state.past[-1:]:
        _check_boards(state.rules, attempt)
    now = state.now
    if now is not None:
        assert now.verdict is None
        assert now.phase is not Phase.OVER
        _check_boards(state.rules, now)


def _check_boards(rules: Rules, attempt: Attempt) -> None:
    for board in attempt.boards:
        space = rules.guesses[board.breaker - 1]
        assert rules.rows is None or len(board.rows) <= rules.rows
        for row in board.rows:
            assert len(row.guess) == space.holes
            assert len(row.marks) == len(attempt.answering(board))
            assert all(marks is None or sum(marks) <= space.holes for marks in row.marks)
        if rules.supply is not None and rules.marking != "home":
            on_board = "".join(row.guess for row in board.rows)
            supply = pegs_in_all(rules) or {}
            assert all(on_board.count(peg) <= supply[peg] for peg in space.pegs if peg != ".")
        if rules.fresh_guesses:
            guesses = [row.guess for row in board.rows]
            assert len(set(guesses)) == len(guesses)


def _with_other_secret(state: State, random: Random) -> tuple[State, int] | None:
    """The same match with one holder's secret exchanged for another that earned the same marks so far."""
    now = state.now
    if now is None or any(share.code is None for share in now.shares) or state.rules.marking == "home":
        return None
    if now.absent or now.phase is Phase.DECIDE:  # the table answers truly for an absent seat; a decision needs the code
        return None
    holder = random.choice([share.holder for share in now.shares])
    # Marks that are given by hand need not be true, so they rule no secret out.
    boards = () if state.rules.marking == "hand" else now.boards
    if state.rules.split:
        known = [share if share.holder != holder else Share(holder) for share in now.shares]
        # A call that was wrong must stay wrong, or the match would have gone another way.
        calls = {called.code for called in now.calls}
        deals = (deal for deal in fitting_deals(state.rules, known, boards) if joined(deal) not in calls)
        return _replayed(state, Deal(random.choice(list(islice(deals, 100)))), holder)
    rows = [(row.guess, row.total) for board in boards if board.breaker != holder for row in board.rows if row.total]
    codes = list(islice(fitting(state.rules.code_hidden_by(holder), rows), 100))
    return _replayed(state, Hide(random.choice(codes)), holder)


def _replayed(state: State, secret: Deal | Hide, holder: int) -> tuple[State, int] | None:
    """The running attempt played again with this secret, unless its holder could not have moved so with it."""
    assert state.now is not None
    hider = TABLE if isinstance(secret, Deal) else holder
    changed = begin(State(state.rules, state.first, state.past))
    for seat, move in state.now.log:
        made = secret if seat == hider and type(move) is type(secret) else move
        if seat == holder and refusal(changed, seat, made):
            return None
        changed = play(changed, seat, made)
    return changed, holder


def test_a_finished_match_takes_no_move() -> None:
    state = final("1x2:marking=table", 1)
    with pytest.raises(Illegal, match="over"):
        play(state, 1, Hide("R"))


def test_there_is_no_seat_beyond_the_last() -> None:
    with pytest.raises(KeypegError, match="no seat 3"):
        play(new(rules("togo")), 3, Hide("ROYG"))
