"""Who sits at a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category, normalize

from msgspec import UNSET

from keypeg.api.tables import Computer, Me, Open, Sitter
from keypeg.core import Rules
from keypeg.errors import Illegal, Malformed
from keypeg.players import check_hiding, player_text, read_player
from keypeg.table import Chair

BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0\U0001d159"), " ")
"""Letters and symbols that are drawn as nothing."""
PILED = re.compile(
    r"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{2})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
"""More than two combining marks on one letter; no language needs that many."""
MOST_MARKS = 3
"""The most combining marks in a row, in any script."""


@dataclass(frozen=True, slots=True)
class Person:
    """The person who makes a request: their id, and the name they go by unless a request gives another."""

    id: str
    name: str = ""


def chairs_of(rules: Rules, sitters: Sequence[Sitter], maker: Person) -> list[Chair]:
    """Return the chairs of a new table. Seats beyond `sitters`: first the maker, unless already seated, then open."""
    if len(sitters) > rules.seats:
        raise Illegal("seats-wrong", seats=rules.seats, given=len(sitters))
    given = list(sitters)
    if not any(isinstance(sitter, Me) for sitter in given) and len(given) < rules.seats:
        given.append(Me())
    given += [Open()] * (rules.seats - len(given))
    chairs = []
    for seat, sitter in enumerate(given, start=1):
        match sitter:
            case Me(own):
                chairs.append(
                    Chair(seat, "person", guest=maker.id, name=maker.name if own is UNSET else given_name(own))
                )
            case Open():
                chairs.append(Chair(seat, "open"))
            case Computer(player):
                computer = read_player(player)
                check_hiding(rules, computer)
                chairs.append(Chair(seat, "computer", player_text(computer)))
    return chairs


def clean_name(name: str) -> str:
    """Return a name on one line, without invisible characters, and without marks that pile up over other lines."""
    seen = "".join(each if each.isprintable() else " " for each in normalize("NFC", name).translate(BLANK))
    cut: list[str] = []
    for each in PILED.sub(r"\1", seen):
        if not (_is_mark(each) and len(cut) >= MOST_MARKS and all(map(_is_mark, cut[-MOST_MARKS:]))):
            cut.append(each)
    return " ".join("".join(cut).split())


def given_name(name: str) -> str:
    """Clean the name that a person gives; refuse one that is not empty but looks empty."""
    cleaned = clean_name(name)
    if name and all(map(_is_mark, cleaned.replace(" ", ""))):
        raise Malformed("name-empty")
    return cleaned


def _is_mark(each: str) -> bool:
    return category(each)[0] == "M"
