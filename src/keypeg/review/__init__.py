"""Loss and luck of every row, hints, and the doctor for impossible marks."""

from keypeg.review.results import (
    Against,
    Basis,
    BoardReview,
    Review,
    RoundReview,
    RowReview,
    Value,
    contradictions,
    skill,
)
from keypeg.review.review import review, review_rows
from keypeg.review.split import Chance, Missed, SplitCall, SplitReview, SplitRow, Told

__all__ = [
    "Against",
    "Basis",
    "BoardReview",
    "Chance",
    "Missed",
    "Review",
    "RoundReview",
    "RowReview",
    "SplitCall",
    "SplitReview",
    "SplitRow",
    "Told",
    "Value",
    "contradictions",
    "review",
    "review_rows",
    "skill",
]
