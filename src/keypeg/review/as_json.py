"""A review as plain data, the same for `keypeg review --json` and the server."""

from __future__ import annotations

from typing import Any

from keypeg.notation import marks_text
from keypeg.review.results import BoardReview, Review, RoundReview, RowReview, Value
from keypeg.review.split import Chance, SplitReview, SplitRow


def review_data(review: Review) -> dict[str, Any]:
    """What `keypeg review --json` says."""
    return {
        "rules": str(review.rules),
        "start": _guesses(review.start),
        "basis": review.start.basis if review.start else None,
        "rounds": [_round(each) for each in review.rounds],
    }


def _round(each: RoundReview) -> dict[str, Any]:
    head = {
        "round": each.round,
        "code": each.code,
        "over": each.over,
        "void": each.void,
        "erred": list(each.erred),
        "codes": [{"seat": seat, "code": code} for seat, code in each.codes],
    }
    if each.split:
        return head | _split(each.split)
    # Row by row, boards side by side, as they were played.
    numbered = sorted((row.number, at) for at, board in enumerate(each.boards) for row in board.rows)
    rows = [_row(each.boards[at], each.boards[at].rows[number - 1]) for number, at in numbered]
    return head | {"rows": rows, "boards": [_board(board) for board in each.boards]}


def _row(board: BoardReview, row: RowReview) -> dict[str, Any]:
    return {
        "seat": board.seat,
        "row": row.number,
        "guess": row.guess,
        "marks": marks_text(row.marks),
        "before": row.before,
        "after": row.after,
        "could_be_code": row.could_be_code,
        "against": [
            {"row": each.row, "would": marks_text(each.would), "earned": marks_text(each.earned)}
            for each in row.against
        ],
        "best": row.best,
        "loss": row.loss,
        "luck": row.luck,
        "skill": row.skill,
        "value_before": _guesses(row.value_before),
        "value_after": _guesses(row.value_after),
        "basis": row.basis,
    }


def _board(board: BoardReview) -> dict[str, Any]:
    return {
        "seat": board.seat,
        "guesses": len(board.rows),
        "measured": len(board.measured),
        "broken": board.broken,
        "start": _guesses(board.start),
        "end": _guesses(board.end),
        "loss": board.loss,
        "luck": board.luck,
        "skill": board.skill,
        "basis": board.basis,
        "contradicted": board.contradicted,
    }


def _split(split: SplitReview) -> dict[str, Any]:
    return {
        "start": [_chance(chance) for chance in split.start],
        "rows": [_split_row(row) for row in split.rows],
        "calls": [
            {"after": call.after, "seat": call.seat, "code": call.code, "right": call.right, "chance": call.chance}
            for call in split.calls
        ],
        "missed": [
            {
                "after": missed.after,
                "seat": missed.seat,
                "code": missed.code,
                "chance": missed.chance,
                "last": missed.last,
            }
            for missed in split.missed
        ],
    }


def _split_row(row: SplitRow) -> dict[str, Any]:
    return {
        "row": row.number,
        "seat": row.seat,
        "guess": row.guess,
        "marks": row.marks,
        "told": [{"seat": told.seat, "bits": told.bits, "expected": told.expected} for told in row.told],
        "chances": [_chance(chance) for chance in row.chances],
    }


def _chance(chance: Chance) -> dict[str, Any]:
    return {"seat": chance.seat, "code": chance.code, "chance": chance.chance}


def _guesses(value: Value | None) -> float | None:
    return value.guesses if value else None
