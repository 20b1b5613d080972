"""Look back at a match, or get help where there is nobody to mind: record, review, result, doctor, suggestion."""

from __future__ import annotations

from dataclasses import replace

from keypeg.api.coach import Advice
from keypeg.api.doctor import Diagnosis, diagnosis_of
from keypeg.api.review import Review as SentReview
from keypeg.api.review import Shared, SplitReview
from keypeg.api.review import review_of as review_structs
from keypeg.api.sentences import reader_of
from keypeg.core import State, View
from keypeg.errors import Illegal
from keypeg.notation import Record, Seen, write_record
from keypeg.review import Review
from keypeg.review.advice import Grade, Hint
from keypeg.review.coach import hint
from keypeg.review.doctor import diagnose_view, rows_seen
from keypeg.service.advice import advice_of
from keypeg.service.moves import seat_for
from keypeg.service.view import may_see
from keypeg.table import Table
from keypeg.table.saved import hosted_headers
from keypeg.tell.daily import daily_title
from keypeg.tell.share import share_review


def record(table: Table, who: str | None, asked: int | None) -> str:
    """Return the record of a table, limited to what this person may know."""
    _, seat = may_see(table, who, asked)
    headers = hosted_headers(table)
    if table.over:  # or closed: nothing is hidden any more
        return write_record(Record(table.state, headers, table.seals))
    return write_record(Seen(table.view(seat), headers, table.public_seals))


def reviewed_state(table: Table, who: str | None) -> State:
    """Return the match for a review, limited to what this person's View shows.

    With a split code, the running attempt is left out: its review would tell what each seat could know, and so what
    each seat holds.
    """
    mine, _ = may_see(table, who, None)
    refuse_help(table, who)
    state = table.state
    if state.now is None:
        return state
    if state.rules.split:
        return replace(state, now=None)
    seen = table.view(mine[0] if mine else None)
    return replace(state, now=replace(state.now, shares=seen.shares, boards=seen.boards, placed=(), log=()))


def review_of(table: Table, review: Review, who: str | None) -> SentReview | SplitReview:
    """Return a review with its sentences, addressed to this person."""
    mine, seat = may_see(table, who, None)
    return review_structs(review, reader_of(seat, table.chairs, mine))


def share(table: Table, review: Review, seat: int | None) -> Shared:
    """Return the result of a seat as lines to share, which do not give the code away."""
    day = table.agreed.daily
    title = daily_title(day) if day is not None else None
    shared = share_review(table.names, review, seat, title=title)
    return Shared(list(shared.lines))


def helped_view(table: Table, who: str | None, asked: int | None) -> View:
    """Return the View of a person who needs no agreement to get help; refuse the others."""
    seat = seat_for(table, who, asked)
    refuse_help(table, who)
    return table.view(seat)


def diagnose(view: View) -> Diagnosis:
    """Find the wrong marks. May take seconds."""
    return diagnosis_of(diagnose_view(view), [row.guess for _, row in rows_seen(view)])


def best_hint(view: View) -> Hint:
    """Return the best hint for what to do next. May take seconds."""
    return hint(view, Grade.BEST)


def suggestion(table: Table, best: Hint) -> Advice:
    """Return the best hint as advice; it is not counted as a use of the coach."""
    return advice_of(table, best, Grade.BEST, table.version)


def refuse_help(table: Table, who: str | None) -> None:
    """Refuse help that nobody agreed on, unless the match is over, or nobody else plays (but not in a daily puzzle)."""
    if table.over:
        return
    people = [chair for chair in table.chairs if chair.kind != "computer"]
    alone = len(people) == 1 and people[0].guest == who and who is not None
    if not alone or table.agreed.daily is not None:
        raise Illegal("help-not-agreed")
