"""Loss and luck of every row, hints, and the doctor for impossible marks."""

from keypeg.deduce.suggestion import Basis
from keypeg.review.results import (
    Against,
    BoardReview,
    Review,
    RoundReview,
    RowReview,
    Value,
    contradictions,
    skill,
)
from keypeg.review.review import review, review_rows
from keypeg.review.split_results import Chance, Learned, MissedCall, SplitCall, SplitReview, SplitRow

__all__ = [
    "Against",
    "Basis",
    "BoardReview",
    "Chance",
    "Learned",
    "MissedCall",
    "Review",
    "RoundReview",
    "RowReview",
    "SplitCall",
    "SplitReview",
    "SplitRow",
    "Value",
    "contradictions",
    "review",
    "review_rows",
    "skill",
]
