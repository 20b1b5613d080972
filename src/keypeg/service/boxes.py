"""List what can be played and against which computers: boxes, rules, computer levels."""

from __future__ import annotations

from keypeg import wire
from keypeg.boxes import box, boxes
from keypeg.message import message
from keypeg.notation import rules as read_rules
from keypeg.players import Hiding, Level
from keypeg.tell.boxes import box_rules
from keypeg.tell.names import level_message

FREE = "4x6"
"""One free form that stands for all of them: it has the variants and options that every free form has."""


def all_boxes() -> list[wire.Box]:
    """Return all boxes, with a single entry for the free forms."""
    return [wire.box_of(each) for each in (*boxes(), box(FREE))]


def rules_facts(text: str) -> wire.Rules:
    """Return the facts of the rules that `text` names."""
    return wire.rules_of(read_rules(text))


def rules_for_people(box_id: str) -> wire.RulesPage:
    """Return the rules of a box as messages; every client renders them in its own language."""
    return wire.rules_page_of(box_rules(box(box_id)))


def computers() -> wire.Computers:
    """Return the computer levels, and the ways in which computers hide codes."""
    return wire.Computers(
        levels=[wire.Level(level, level_message(level)) for level in Level],
        hiding=[wire.Level(hiding, message(f"player.hiding.{hiding}")) for hiding in Hiding],
    )
