"""The coach at a table, within the limits agreed on; and the best next move where nobody else plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Key, OwnSeat, Pair, SeatNumber, TableId
from keypeg.api.host import needs_server
from keypeg.api.limits import TOOLS
from keypeg.core import Move, Rules
from keypeg.message import Message
from keypeg.notation import move_text
from keypeg.review.advice import Check, Contradiction, Explanation, Hint
from keypeg.tell.coach import below_row_message, check_message, explanation_messages, hint_messages


class NewQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the coach: about a planned guess or call (`move`), or for a hint (default: of the next grade)."""

    ask: Literal["check", "explain", "hint"]
    key: Key
    move: Annotated[str, Meta(max_length=120, examples=["guess RYBG"])] | None = None
    grade: Literal["nudge", "good", "best"] | None = None
    seat: SeatNumber | None = None


class CoachAnswer(Struct, frozen=True):
    """The coach’s answer: sentences, and the data that a page needs to show them in place."""

    messages: list[Message]
    possible: bool | None
    """For a check or an explanation: true if the guess or call can still be right."""
    rows: list[Against]
    """The rows that rule it out."""
    move: str | None
    """For a hint: the move to make."""


class Advice(CoachAnswer, frozen=True):
    """The coach’s answer at a table, with the version of the table that it is for and the kind of help."""

    version: int
    kind: str


class Against(Struct, frozen=True):
    """A row that would have got other marks if the planned guess were the code."""

    seat: int
    board: int
    row: int
    guess: str
    would: Pair | None
    earned: Pair
    sentence: Message
    """The same in words, to show below the row."""


@endpoint("POST", "/tables/{id}/coach", "Ask the coach for help, within the limits agreed on", "study", TOOLS)
def coach(id: TableId, asked: NewQuestion) -> Advice:
    """Ask the coach for help, within the limits agreed on."""
    raise needs_server()


@endpoint(
    "GET", "/tables/{id}/suggestion", "Suggest your next move at a table where no other person plays", "study", TOOLS
)
def suggestion(id: TableId, seat: OwnSeat = None) -> Advice:
    """Suggest your next move at a table where no other person plays."""
    raise needs_server()


Answer: TypeAlias = Check | Explanation | Hint


def coach_answer(rules: Rules, names: Mapping[int, str], answer: Answer | Move | None) -> CoachAnswer:
    """Convert an answer, or a proposed move, to a struct with its messages."""
    match answer:
        case Hint(move=move):
            named = move_text(rules, move) if move else None
            return CoachAnswer(list(hint_messages(answer)), None, [], named)
        case Explanation(possible=possible, contradictions=against):
            rows = [_against(each) for each in against]
            return CoachAnswer(list(explanation_messages(rules, names, answer)), possible, rows, None)
        case Check(possible=possible):
            return CoachAnswer([check_message(rules, answer)], possible, [], None)
        case None:
            return CoachAnswer([], None, [], None)
        case _:
            return CoachAnswer([], None, [], move_text(rules, answer))


def _against(each: Contradiction) -> Against:
    sentence = below_row_message(each)
    return Against(each.seat, each.board, each.row, each.guess, each.would, each.earned, sentence)
