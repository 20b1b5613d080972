"""The score of a match in words: what it counts, who leads, and once it is over, why it ended as it did."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from keypeg.core import Attempt, Outcome, Rules, Side, View, points
from keypeg.core.points import leader
from keypeg.message import Message, Value, message, spaced, together
from keypeg.tell.events import (
    broke_messages,
    counts_rows,
    ended_call_messages,
    left_messages,
    outcome_message,
    unbroken_messages,
)
from keypeg.tell.names import Names, about, seat_name

CLOSE = 1
"""A loser this far behind was close."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score after the codes so far, for one reader."""

    counts: Message
    """What is counted, and how it decides: “rows, fewer win”."""
    order: tuple[int, ...]
    """The seats, the reader’s first."""
    points: tuple[int | None, ...]
    """By seat; if rows count, None for a seat that has neither rows nor a code behind it yet."""
    leader: int | None
    """None if no seat leads alone, and while one seat has had more codes to break than another."""
    leads: Message | None
    sentence: Message


def score(rules: Rules, past: Sequence[Attempt], names: Names, you: Collection[int] = ()) -> Score | None:
    """Return the score after these attempts; None in a match of a single code."""
    if rules.rounds == 1 and rules.codes_a_round == 1:
        return None
    had = _codes(rules, past)
    level = len(set(had)) == 1
    ahead = leader(rules, past) if level and any(had) else None
    order = _order(rules, you)
    sums = points(rules, past)
    open_rows = counts_rows(rules) and not rules.rounds_won
    shown = tuple(
        None if open_rows and not codes and not total else total for codes, total in zip(had, sums, strict=True)
    )
    unit = "rounds" if rules.rounds_won else "rows" if counts_rows(rules) else "points"
    counts, leads = message(f"tell.score.{unit}"), about("tell.score.leads", names, ahead, you) if ahead else None
    each = tuple(spaced(seat_name(names, seat, you), "–" if (n := shown[seat - 1]) is None else n) for seat in order)
    told = message("tell.score", counts=counts, points=each)
    return Score(
        counts, order, shown, ahead, leads, spaced(told, message("tell.score.end", said=leads)) if leads else told
    )


def _codes(rules: Rules, past: Sequence[Attempt]) -> tuple[int, ...]:
    """Return, by seat, the number of codes that it has had to break; void attempts do not count."""
    breakers = [board.breaker for each in past if each.counts for board in each.boards]
    return tuple(breakers.count(seat) for seat in rules.all_seats)


def ending_title(view: View, outcome: Outcome, names: Names, you: Collection[int] = ()) -> Message:
    """Say who won, in kind words if the reader did not."""
    if outcome.winner is None and not view.rules.split:
        return message("tell.end.draw")
    if you and outcome.winner and outcome.winner not in you:
        return about("tell.end.lost", names, outcome.winner)
    return outcome_message(view.rules, names, outcome, you)


def ending_messages(view: View, names: Names, you: Collection[int] = ()) -> Iterator[Message]:
    """Say why a match ended as it did: how its last code ended, unless the score shows it, and what decided it."""
    rules, last, outcome = view.rules, view.past[-1], view.outcome
    assert outcome is not None, "only a match that is over has an end"
    assert last.verdict is not None, "attempts of the past have their verdict"
    # How a race for a single code ended says it all; points add nothing.
    alone = rules.all_break and rules.rounds == 1 and outcome.points == last.verdict.adds
    yield from left_messages(names, last, you)
    if rules.split:
        yield from ended_call_messages(names, last, you)
        if not last.verdict.winners:
            yield message("tell.verdict.unbroken")
    elif not (counts_rows(rules) and rules.rounds == 1):
        yield from broke_messages(rules, names, last.verdict.broke, you)
        if not last.verdict.broke and not (alone and last.gave_up):
            yield from unbroken_messages(names, last, you)
        if alone and last.verdict.broke and outcome.winner:
            yield message("tell.end.rule.first")
    if alone:
        return
    yield from _totals(rules, view.past, outcome, names, you)
    if outcome.winner and you and outcome.winner not in you:
        behind = min(abs(outcome.points[seat - 1] - outcome.points[outcome.winner - 1]) for seat in you)
        if behind == CLOSE and not rules.rounds_won and rules.rows_to is not Side.NOBODY:
            yield message("tell.end.close")


def _totals(
    rules: Rules, past: Sequence[Attempt], outcome: Outcome, names: Names, you: Collection[int]
) -> Iterator[Message]:
    def each(key: str, **fields: Callable[[int], Value]) -> Message:
        """Join one clause for every seat; each function computes a field from the seat."""
        return together(
            about(key, names, seat, you, **{name: value(seat) for name, value in fields.items()})
            for seat in _order(rules, you)
        )

    def amount(seat: int) -> Message:
        total = outcome.points[seat - 1]
        if rules.rounds_won:
            return message("tell.end.round-count", n=total)
        return message("web.end.rows", rows=total) if counts_rows(rules) else message("web.end.points", points=total)

    by_rows = counts_rows(rules) and not rules.rounds_won
    left = [seat for attempt in past if attempt.verdict for seat in attempt.verdict.unbroken]
    added = any(any(attempt.verdict.adds) for attempt in past if attempt.verdict and attempt.verdict.void)
    needed = by_rows and not left and not added
    plain = each("tell.end.needed", rows=amount) if needed else each("tell.end.has", amount=amount)
    if by_rows and rules.unbroken_decides and len({left.count(seat) for seat in _order(rules, you)}) > 1:
        yield message("tell.end.unbroken", each=each("tell.end.left", n=left.count))
        return
    if outcome.winner is None and rules.seats > 2:
        yield message("tell.end.shared", each=plain)
    elif outcome.winner is None:
        yield (
            message("tell.end.equal-needed", rows=amount(1)) if needed else message("tell.end.equal", amount=amount(1))
        )
    elif not counts_rows(rules) and not rules.rounds_won:
        yield message("tell.end.points", each=plain)
        yield message(f"tell.end.rule.{'split' if rules.split else 'race' if rules.all_break else 'maker'}")
    else:
        yield message("tell.end.rounds" if rules.rounds_won else "tell.end.rows", each=plain)
    if by_rows and left and rules.rows is not None:
        yield message("tell.end.unbroken-counts", rows=message("web.end.rows", rows=rules.rows + rules.unbroken_extra))


def _order(rules: Rules, you: Collection[int]) -> tuple[int, ...]:
    """Return the seats, the reader’s first."""
    return tuple(sorted(rules.all_seats, key=lambda seat: (seat not in you, seat)))
