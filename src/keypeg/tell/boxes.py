"""The name of a box, and its rules."""

from __future__ import annotations

from keypeg.boxes import Box, is_free_form
from keypeg.errors import Unknown
from keypeg.message import Text, message
from keypeg.tell.rules import FREE, RulesPage, rules_page, rules_pages


def box_name(box: Box) -> Text:
    """Return the name from the catalogues; for a box added by a user, the one in its file."""
    page = _page(box)
    return message(f"box.{page}") if page in rules_pages() else box.name


def box_rules(box: Box) -> RulesPage:
    """Return the rules of a box, or of the free forms, as prose; Unknown if there are none."""
    page = _page(box)
    if page not in rules_pages():
        raise Unknown("rules-untold", box=box.id, known=", ".join(rules_pages()))
    return rules_page(page)


def _page(box: Box) -> str:
    return FREE if is_free_form(box) else box.id
