"""A benchmark of reasoning: questions about positions, each with an exact answer, and the score of answers to them."""

from keypeg_lab.benchmark.prompt import prompt_messages
from keypeg_lab.benchmark.questions import GAMES, VERSION, Item, Scored, item, items, read_answer, read_kinds, score

__all__ = [
    "GAMES",
    "VERSION",
    "Item",
    "Scored",
    "item",
    "items",
    "prompt_messages",
    "read_answer",
    "read_kinds",
    "score",
]
