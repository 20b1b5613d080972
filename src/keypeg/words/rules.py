"""The rules of every box as people read them: sections of paragraphs and drawn examples, in any language.

rules.toml states once for all languages which paragraphs there are; the catalogues hold their texts as `rules.KEY`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from keypeg.words.catalogue import ENGLISH
from keypeg.words.rendering import Words

FREE = "free"
"""The page that tells the rules of all free forms, such as 4x6."""

_FILE = Path(__file__).with_name("rules.toml")


@dataclass(frozen=True, slots=True)
class Example:
    """A code, a guess and its marks, to be drawn; of a split code the marks are b, w or - hole by hole."""

    rules: str
    """What the box has to be played with, such as `+blanks`; empty for the box as it is."""
    code: str
    guess: str
    marks: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences, and what they speak of."""

    key: str
    text: str
    ours: bool
    """A ruling of ours, where the printed rules are silent or disagree."""
    settings: tuple[str, ...]
    """Variants, options and values that it tells of, as a rules text has them: `+blanks`, `rows`, `tie=two-more`."""
    example: Example | None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it."""

    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one box in one language."""

    box: str
    language: str
    title: str
    sections: tuple[Section, ...]


def rules_pages() -> tuple[str, ...]:
    """Return the boxes whose rules are written down for people, and `free`."""
    return tuple(_structure()["boxes"])


def rules_page(box: str, language: str = ENGLISH) -> RulesPage:
    """Return the rules of one of these, with the texts that the language lacks in English."""
    words = Words(language)
    sections = (
        Section(name, words.say(f"rules.section.{name}"), tuple(_paragraph(words, key) for key in keys))
        for name, keys in _sections(box)
    )
    return RulesPage(box, language, words.say(f"box.{box}"), tuple(sections))


def _paragraph(words: Words, key: str) -> Paragraph:
    structure = _structure()
    numbers = {name: fact["codes"] for name, fact in structure["facts"].items()}
    drawn = structure["examples"].get(key)
    return Paragraph(
        key=key,
        text=words.say(f"rules.{key}", **numbers),
        ours=key in structure["ours"],
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
