"""Answer client requests: tables, moves, Views, coach, doctor, home board, rules.

The service uses neither HTTP nor a database and stores nothing. Given a table in memory and a request, it returns the
answer and the log entries; the transport commits the entries, then sends the answer.
"""

from keypeg.service.coach import Question, advice, advise, question
from keypeg.service.daily import (
    BREAKER,
    DAILY_RULES,
    DailyResult,
    archive_days,
    checked_day,
    daily_archive,
    daily_code,
    daily_end,
    daily_plan,
    day_before,
    day_of,
    end_of_day,
)
from keypeg.service.moves import (
    call_window,
    claim,
    leave,
    move,
    refuse,
    resume,
    say,
    seat_for,
    take_seat,
    undo,
)
from keypeg.service.open_tables import check_listing, is_listed, open_table_of
from keypeg.service.phrases import PHRASES
from keypeg.service.seats import Person, given_name
from keypeg.service.shares import same_code, shared_result, shared_seat
from keypeg.service.study import best_hint, diagnose, helped_view, record, review_of, reviewed_state, share, suggestion
from keypeg.service.tables import Plan, new_table, offer_rematch, open_table, read_table, rematch, summary
from keypeg.service.view import may_see, view

__all__ = [
    "BREAKER",
    "DAILY_RULES",
    "PHRASES",
    "DailyResult",
    "Person",
    "Plan",
    "Question",
    "advice",
    "advise",
    "archive_days",
    "best_hint",
    "call_window",
    "check_listing",
    "checked_day",
    "claim",
    "daily_archive",
    "daily_code",
    "daily_end",
    "daily_plan",
    "day_before",
    "day_of",
    "diagnose",
    "end_of_day",
    "given_name",
    "helped_view",
    "is_listed",
    "leave",
    "may_see",
    "move",
    "new_table",
    "offer_rematch",
    "open_table",
    "open_table_of",
    "question",
    "read_table",
    "record",
    "refuse",
    "rematch",
    "resume",
    "review_of",
    "reviewed_state",
    "same_code",
    "say",
    "seat_for",
    "share",
    "shared_result",
    "shared_seat",
    "suggestion",
    "summary",
    "take_seat",
    "undo",
    "view",
]
