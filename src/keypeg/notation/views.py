"""Write a View as a few labelled lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from keypeg.argument_types import checked
from keypeg.core import Attempt, Outcome, Rules, Share, View
from keypeg.notation.codes import row_text
from keypeg.notation.moves import JOIN, seat_text

NOT_THERE = "-"


@checked
def view_text(view: View) -> str:
    """Write the whole View, one fact per line."""
    return "\n".join(view_lines(view))


def view_lines(view: View) -> Iterator[str]:
    """Yield the lines of `view_text`."""
    rules = view.rules
    yield status_text(view)
    if view.shares:
        yield f"codes {codes_text(view.shares)}"
    yield from people_lines(view)
    for board in sorted(view.boards, key=lambda board: (board.breaker, board.number)):
        name = f"{board.breaker}.{board.number}" if rules.boards > 1 else str(board.breaker)
        yield " ".join((f"board {name}:", *(row_text(rules, board, row) for row in board.rows)))
    yield from unfit_lines(view)
    for guess in view.placed:
        yield f"placed {guess}"
    yield from past_lines(rules, view.past)


def people_lines(view: View) -> Iterator[str]:
    """Yield the seats that gave up, those that are out, and the calls."""
    if view.gave_up:
        yield f"gave up {_joined(view.gave_up)}"
    if view.out:
        yield f"out {_joined(view.out)}"
    for called in view.calls:
        verdict = {True: "right", False: "wrong", None: "to be judged"}[called.right]
        said = "".join(f", {seat} says {'yes' if right else 'no'}" for seat, right in called.judged)
        yield f"called {called.seat} {called.code} {verdict}{said}"


def unfit_lines(view: View) -> Iterator[str]:
    """Yield the seats whose marks no code fits."""
    if view.unfit:
        yield f"no code fits the marks of {_joined(view.unfit)}"


def past_lines(rules: Rules, past: Iterable[Attempt]) -> Iterator[str]:
    """Yield the result of each attempt that is over."""
    for attempt in past:
        yield f"past {heading(rules, attempt.round, attempt.code)}: {attempt_text(attempt)}"


def status_text(view: View) -> str:
    """Write the round, the points, and the seats that the match waits for, or the winner."""
    points = f"points {_joined(view.points)}"
    if view.outcome:
        return f"over, {points}, {outcome_text(view.outcome)}"
    waits = f"{' '.join(seat_text(seat) for seat in sorted(view.to_act))} to {view.phase}"
    if not view.round:
        return f"{points}, {waits}"
    codes = view.rules.codes_a_round
    # Rounds beyond the agreed number were added for a tie.
    agreed = f"/{view.rules.rounds}" if view.round <= view.rules.rounds else " extra"
    at = f"round {view.round}{agreed}" + (f" code {view.code}/{codes}" if codes > 1 else "")
    return f"{at}{' again' if view.again else ''}, {points}, {waits}"


def heading(rules: Rules, round: int, code: int) -> str:
    return f"round {round}" + (f" code {code}" if rules.codes_a_round > 1 else "")


def codes_text(shares: Sequence[Share]) -> str:
    """Write the codes by holder: `1=YROB 2=????`, with `-` for a missing code."""
    held: dict[int, list[str]] = {}
    for share in shares:
        held.setdefault(share.holder, []).append(share.code or NOT_THERE)
    return " ".join(f"{holder}={JOIN.join(codes)}" for holder, codes in held.items())


def attempt_text(attempt: Attempt) -> str:
    """Write an attempt that is over: its codes, what happened, and what it adds."""
    return f"codes {codes_text(attempt.shares)}, {result_text(attempt)}"


def result_text(attempt: Attempt) -> str:
    """Write the result of an attempt: `2 broke it in 3, adds 0 3`."""
    verdict = attempt.verdict
    assert verdict is not None, "only an attempt that is over has a result"
    called = [call.seat for call in attempt.calls if call.right][:1]
    if verdict.void:
        happened = ["void", f"{_joined(verdict.erred)} erred" if verdict.erred else "played again"]
    elif verdict.broke:
        happened = [f"{seat} broke it in {row}" for seat, row in verdict.broke]
    elif called:
        happened = [f"{seat} called it" for seat in called]
    elif verdict.winners:
        happened = [f"{seat} wins" for seat in verdict.winners]
    else:
        happened = ["nobody broke it"]
    if verdict.erred and not verdict.void:
        happened.append(f"{_joined(verdict.erred)} erred")
    return ", ".join((*happened, f"adds {_joined(verdict.adds)}"))


def outcome_text(outcome: Outcome) -> str:
    """Write an outcome: `1 wins`, or `draw`."""
    return "draw" if outcome.winner is None else f"{outcome.winner} wins"


def _joined(values: Iterable[object]) -> str:
    return " ".join(map(str, values))
