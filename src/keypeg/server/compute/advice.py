"""What a coach says, as data and in sentences: the same at a table and beside a real board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from keypeg import wire
from keypeg.core import Rules
from keypeg.notation import move_text
from keypeg.review.advice import Check, Explanation, Hint
from keypeg.tell.coach import check_message, explanation_messages, hint_messages
from keypeg.words import Words


@dataclass(frozen=True, slots=True)
class Told:
    """What was said, and what a page needs to show it at its place."""

    said: list[str]
    possible: bool | None = None
    rows: list[wire.Against] = field(default_factory=list)
    move: str | None = None


def told_by(words: Words, rules: Rules, names: Mapping[int, str], said: Check | Explanation | Hint) -> Told:
    """A coach's answer in this language."""
    match said:
        case Hint(move=move):
            return Told(list(words.render_all(hint_messages(said))), move=move_text(rules, move) if move else None)
        case Explanation(possible=possible, contradictions=against):
            rows = [
                wire.Against(each.seat, each.board, each.row, each.guess, each.would, each.earned) for each in against
            ]
            return Told(list(words.render_all(explanation_messages(rules, names, said))), possible, rows)
        case Check(possible=possible):
            return Told([words.render(check_message(rules, said))], possible)
