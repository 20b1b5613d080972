"""What the seats are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from keypeg.core import TABLE
from keypeg.words import Words

Names: TypeAlias = Mapping[int, str]
"""By seat: a name. A seat without one is called by its number."""


def level_words(words: Words, level: str) -> str:
    """How a computer of this level plays, also where a code is split."""
    return f"{words.say(f'player.level.{level}')} {words.say(f'player.split.{level}')}"


def seat_name(words: Words, names: Names, seat: int) -> str:
    if seat == TABLE:
        return words.say("tell.table")
    return names.get(seat) or words.say("tell.seat", seat=seat)


def seat_names(words: Words, names: Names, seats: Iterable[int]) -> str:
    return ", ".join(seat_name(words, names, seat) for seat in sorted(seats))
