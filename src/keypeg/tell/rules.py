"""The rules of every box as prose: sections of paragraphs and drawn examples.

rules.toml lists the paragraphs once for all languages; the catalogues hold their texts as `rules.KEY`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from keypeg.message import Message, Render, Text, Value, message

FREE = "free"
"""The page with the rules of all free forms, such as 4x6."""

_FILE = Path(__file__).with_name("rules.toml")


@dataclass(frozen=True, slots=True)
class Example:
    """A code, a guess and its marks, to draw; for a split code the marks are b, w or - hole by hole."""

    rules: str
    """The variants and options of the example, such as `+blanks`; empty for the box as printed."""
    code: str
    guess: str
    marks: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences, and the settings that they are about."""

    key: str
    text: Text
    ours: bool
    """True if we decided this, because the printed rules are silent or disagree."""
    ours_in: tuple[str, ...]
    """Languages in which this is our decision although the sheets of other languages print it."""
    settings: tuple[str, ...]
    """Variants, options and values that it explains, as in a rules text: `+blanks`, `rows`, `tie=two-more`."""
    example: Example | None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its paragraphs."""

    id: str
    title: Text
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one box."""

    box: str
    title: Text
    sections: tuple[Section, ...]

    def rendered(self, render: Render, language: str) -> RulesPage:
        """Return the page with texts instead of messages; `ours` then holds for this language."""
        sections = tuple(
            replace(
                section,
                title=render(section.title),
                paragraphs=tuple(
                    replace(each, text=render(each.text), ours=each.ours or language in each.ours_in)
                    for each in section.paragraphs
                ),
            )
            for section in self.sections
        )
        return replace(self, title=render(self.title), sections=sections)


def rules_pages() -> tuple[str, ...]:
    """Return the ids of the boxes that have their rules as prose, and `free`."""
    return tuple(_structure()["boxes"])


def rules_page(box: str) -> RulesPage:
    """Return the rules of a box, or of the free forms; `box` is one of `rules_pages()`."""
    sections = (
        Section(name, message(f"rules.section.{name}"), tuple(_paragraph(box, key) for key in keys))
        for name, keys in _sections(box)
    )
    return RulesPage(box, message(f"box.{box}"), tuple(sections))


def _paragraph(box: str, key: str) -> Paragraph:
    structure = _structure()
    like = structure["boxes"][box].get("like", box)
    ours_in = structure["ours_in"].get(key) or structure["ours_in"].get(f"{like}/{key}", ())
    numbers: dict[str, Value] = {name: fact["codes"] for name, fact in structure["facts"].items()}
    drawn = structure["examples"].get(key)
    return Paragraph(
        key=key,
        text=Message(f"rules.{key}", numbers),
        ours=key in structure["ours"],
        ours_in=tuple(ours_in),
        settings=tuple(structure["settings"].get(key, ())),
        example=Example(drawn.get("rules", ""), drawn["code"], drawn["guess"], drawn["marks"]) if drawn else None,
    )


def _sections(box: str) -> Iterator[tuple[str, list[str]]]:
    boxes = _structure()["boxes"]
    own = boxes[box]
    like = boxes[own["like"]] if "like" in own else {}
    for section in _structure()["sections"]:
        yield section, own.get(section) or like[section]


@cache
def _structure() -> Mapping[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
