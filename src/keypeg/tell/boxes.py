"""What people are told of a box: its name and its rules."""

from __future__ import annotations

from keypeg.boxes import Box, boxes
from keypeg.errors import Unknown
from keypeg.words import FREE, RulesPage, Words, rules_page, rules_pages


def box_name(words: Words, box: Box) -> str:
    """The name in the person's language; of a box that somebody added, as its file has it."""
    page = _page(box)
    return words.say(f"box.{page}") if page in rules_pages() else box.name


def box_rules(words: Words, box: Box) -> RulesPage:
    """The rules of a box, or of the free forms, for people; Unknown where nobody has written them down."""
    page = _page(box)
    if page not in rules_pages():
        raise Unknown("rules-untold", box=box.id, known=", ".join(rules_pages()))
    return rules_page(page, words.language)


def _page(box: Box) -> str:
    return box.id if box in boxes() else FREE
