"""What keypeg_reasoning.yaml asks for: the questions, and the score of an answer."""

from __future__ import annotations

from typing import Any

from datasets import Dataset, DatasetDict

from keypeg.words import Words
from keypeg_lab.benchmark import GAMES, items, prompt_messages, read_kinds, score


def dataset(
    number: int = 400, seed: str = "7", kinds: str = "", games: str = "", language: str = "en", **_: Any
) -> DatasetDict:
    """Make the questions; the options are those of `keypeg-lab bench make`."""
    words = Words(language)
    questions = [
        {"id": each.id, "prompt": "\n".join(words.render_all(prompt_messages(each.puzzle))), "answer": each.answer}
        for each in items(number, seed, read_kinds(kinds), games.split(",") if games else GAMES)
    ]
    return DatasetDict(test=Dataset.from_list(questions))


def scores(question: dict[str, Any], answers: list[str]) -> dict[str, float]:
    """Score what a model wrote: whether it is right, what it loses, and whether it could not be read."""
    told = score(question["id"], answers[0])
    return {"right": float(told.right), "loss": told.loss, "unreadable": float(told.read is None)}
