"""Questions about rules and rows that need no table: marks, codes that fit, the next guess."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

from msgspec import Meta, Struct, convert

from keypeg import core
from keypeg.api.endpoint import endpoint
from keypeg.api.fields import RulesText, SeatNumber
from keypeg.api.limits import READS, TOOLS
from keypeg.api.match import Row, row_of
from keypeg.core import Marks, Rules, Share, code_refusal, joined, row_refusal
from keypeg.core import mark as mark_code
from keypeg.core.state import answering, earned
from keypeg.deduce import ask
from keypeg.errors import Illegal, Unknown
from keypeg.notation import marks_by_hole, read_code
from keypeg.notation import rules as read_rules
from keypeg.notation.fitting import fits

NAMES = {Marks(1, 0): "black", Marks(0, 1): "white", Marks(0, 0): "none"}


class AskMark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which marks does this guess of a seat get against this code, or against the shares that all seats hold?"""

    rules: RulesText
    code: Annotated[str, Meta(max_length=20)] = ""
    guess: Annotated[str, Meta(max_length=20)]
    seat: SeatNumber = 1
    shares: Annotated[list[Share], Meta(max_length=20)] = []
    """Instead of `code`: the shares of an attempt, in its order. The answer is then a row."""


class AskRows(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about rows, such as `RYBG:2,1`."""

    rules: RulesText
    rows: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    seat: SeatNumber = 1


class AskCheck(AskRows, frozen=True, forbid_unknown_fields=True):
    """How many codes fit these rows? The `first` of them are listed."""

    first: Annotated[int, Meta(ge=0, le=1000)] = 10


class AskSuggest(AskRows, frozen=True, forbid_unknown_fields=True):
    """What to guess after these rows? With `top` above 1, that many of the best guesses are listed."""

    top: Annotated[int, Meta(ge=1, le=20)] = 1


class Marked(Struct, frozen=True, omit_defaults=True):
    """The marks of a guess, hole by hole for a split code. Against shares, the complete row instead."""

    exact: int | None = None
    near: int | None = None
    by_hole: list[Literal["black", "white", "none"] | None] | None = None
    row: Row | None = None


class Fitting(Struct, frozen=True, omit_defaults=True):
    """The number of codes that fit (null: too many to count), the first of them, and for a split code the deals."""

    codes: int | None
    candidates: list[str]
    deals: int | None
    impossible: list[int] = []
    """If no code fits: the rows, counted from 1, whose marks are impossible for any code."""


class GuessOption(Struct, frozen=True):
    """A guess, the expected and the greatest number of guesses from here, this one included, and their basis."""

    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Literal["proved", "evaluated", "heuristic", "sampled"]


class Suggested(GuessOption, frozen=True, kw_only=True):
    """The suggested guess."""

    candidates: int | None
    partition: dict[str, int] | None
    """How many candidates would give the guess each mark; null if there are too many to count."""
    top: list[GuessOption] = []
    """The best guesses, if several were asked for; the first is `guess`."""
    complete: bool | None = None
    """True if it is proved that no guess left out of `top` is better than the last one in it."""


@endpoint("POST", "/tools/mark", "Mark a guess", "questions", READS)
def mark(asked: AskMark) -> Marked:
    """Mark a guess, against a code or against shares."""
    rules, seat = read_asked(asked)
    if asked.shares:
        return Marked(row=_row(rules, seat, asked))
    code, guess = read_code(rules, asked.code), read_code(rules, asked.guess)
    wrong = code_refusal(rules, seat, code) or row_refusal(rules, seat, guess)
    if wrong:
        raise wrong
    if rules.split:
        by_hole = [None if marks is None else NAMES[marks] for marks in marks_by_hole(rules, code, guess)]
        return Marked(by_hole=by_hole)  # type: ignore[arg-type]
    marks = mark_code(code, guess)
    return Marked(marks.exact, marks.near)


def _row(rules: Rules, seat: int, asked: AskMark) -> Row:
    """Mark a guess of a seat against the shares that answer it."""
    shares = [Share(share.holder, read_code(rules, share.code or "")) for share in asked.shares]
    board, guess = core.Board(seat), read_code(rules, asked.guess)
    answers = [shares[index].code or "" for index in answering(shares, board)]
    needed = rules.shares - rules.boards if rules.split else 1
    if len(answers) != needed:
        raise Illegal("deal-shares", shares=rules.shares if rules.split else 1)
    whole = joined([share.code or "" for share in shares]) if rules.split else answers[0]
    wrong = code_refusal(rules, seat, whole) or row_refusal(rules, seat, guess)
    if wrong:
        raise wrong
    return row_of(rules, board, core.Row(guess, tuple(earned(rules, answer, guess) for answer in answers)))


def rules_asked(asked: AskMark | AskRows) -> Rules:
    """Return the rules that a question is about."""
    return read_rules(asked.rules)


@endpoint(
    "POST", "/tools/check", "Count and list the codes that fit the rows", "questions", TOOLS, computes=rules_asked
)
def check(asked: AskCheck) -> Fitting:
    """Count the codes that fit the rows, and list the first of them."""
    rules, seat = read_asked(asked)
    found = fits(rules, asked.rows, asked.first, seat)
    return Fitting(found.codes, found.candidates, found.deals, list(found.impossible))


@endpoint("POST", "/tools/suggest", "Suggest the next guess", "questions", TOOLS, computes=rules_asked)
def suggest(asked: AskSuggest) -> Suggested:
    """Suggest the next guess. Needs the engine, which not every transport has."""
    found = ask.suggest(asked.rules, asked.rows, seat=asked.seat, top=asked.top)
    return convert(asdict(found), Suggested)


def read_asked(asked: AskMark | AskRows) -> tuple[Rules, int]:
    """Return the rules of a question and its seat; refuse a seat that they do not have."""
    rules = read_rules(asked.rules)
    if asked.seat > rules.seats:
        raise Unknown("seat-unknown", seat=asked.seat, seats=rules.seats)
    return rules, asked.seat
