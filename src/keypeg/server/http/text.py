"""Answers with their messages rendered, for clients that show text."""

from __future__ import annotations

from typing import TypeVar

from msgspec import structs

from keypeg import wire
from keypeg.words import Words

Answer = TypeVar("Answer", wire.Advice, wire.Computers, wire.Diagnosis, wire.HomeAdvice, wire.Shared)


def with_text(answer: Answer, words: Words) -> Answer:
    """Return an answer with its messages also as text."""
    match answer:
        case wire.Computers(levels, hiding):
            return structs.replace(
                answer, levels=[_level(each, words) for each in levels], hiding=[_level(each, words) for each in hiding]
            )
        case wire.Shared(lines):
            title, *squares, sentence = rendered = words.render_all(lines)
            return structs.replace(answer, title=title, squares=squares, sentence=sentence, text="\n".join(rendered))
        case wire.HomeAdvice():
            diagnosis = with_text(answer.diagnosis, words)
            return structs.replace(answer, diagnosis=diagnosis, said=words.render_all(answer.messages))
        case _:
            return structs.replace(answer, said=words.render_all(answer.messages))


def _level(level: wire.Level, words: Words) -> wire.Level:
    return structs.replace(level, about=words.render(level.message))
