"""Keypeg's benchmark of reasoning as an environment for Verifiers 0.1: `vf-eval keypeg-reasoning`.

The reward is 1 less what an answer loses, so a next row that is nearly the best is nearly as good.
docs/benchmark.md says what is asked and how it is scored.
"""

from __future__ import annotations

from typing import Any

import verifiers as vf
from datasets import Dataset

from keypeg.words import Words
from keypeg_lab.benchmark import GAMES, items, prompt_messages, read_kinds, score


def load_environment(
    number: int = 400, seed: str = "7", kinds: str = "", games: str = "", language: str = "en"
) -> vf.Environment:
    """Make the questions; the options are those of `keypeg-lab bench make`."""
    words = Words(language)
    questions = [
        {
            "question": "\n".join(words.render_all(prompt_messages(each.puzzle))),
            "answer": each.answer,
            "info": {"id": each.id},
        }
        for each in items(number, seed, read_kinds(kinds), games.split(",") if games else GAMES)
    ]
    rubric = vf.Rubric(funcs=[reward, right], weights=[1.0, 0.0])
    return vf.SingleTurnEnv(dataset=Dataset.from_list(questions), rubric=rubric)


def reward(completion: Any, info: dict[str, Any], **_: Any) -> float:
    """Return 1 less the loss."""
    return 1 - score(info["id"], _text(completion)).loss


def right(completion: Any, info: dict[str, Any], **_: Any) -> float:
    """Return 1 for an answer that nothing beats."""
    return float(score(info["id"], _text(completion)).right)


def _text(completion: Any) -> str:
    """Return what the model wrote last."""
    if isinstance(completion, str):
        return completion
    last = completion[-1]
    return str(last["content"] if isinstance(last, dict) else last.content)
