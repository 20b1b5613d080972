"""`keypeg rules`: the rules of a box as a page to read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict
from shutil import get_terminal_size
from textwrap import wrap
from typing import Annotated

from keypeg.boxes import box as find_box
from keypeg.cli.options import Allowed, Json
from keypeg.cli.output import answer
from keypeg.notation import read_choice
from keypeg.tell import box_rules
from keypeg.tell.rows import written_marks
from keypeg.tell.rules import Paragraph, RulesPage
from keypeg.words import Words, choose_language, languages

WIDEST = 88
OURS = "*"


def rules(
    box: str, /, *, language: Annotated[str | None, Allowed(", ".join(languages()))] = None, json: Json = False
) -> None:
    """Print the rules of a box, or of the box of a rules text with variants and options."""
    words = Words(choose_language(language, os.environ))
    page = box_rules(find_box(read_choice(box).box)).rendered(words.render, words.language)
    data = _data(page)
    answer({"box": data.pop("box"), "language": words.language, **data}, _lines(words, page), json=json)


def _data(page: RulesPage) -> dict[str, object]:
    """Return the page as data, without `ours_in`: `ours` already holds for this language."""
    data = asdict(page)
    for section in data["sections"]:
        for paragraph in section["paragraphs"]:
            del paragraph["ours_in"]
    return data


def _lines(words: Words, page: RulesPage) -> Iterator[str]:
    yield words.render(page.title)
    for section in page.sections:
        yield from ("", words.render(section.title))
        for paragraph in section.paragraphs:
            yield from _paragraph(words, paragraph)
    yield from ("", f"{OURS} {words.say('rules.ours')}")


def _paragraph(words: Words, paragraph: Paragraph) -> Iterator[str]:
    if paragraph.example:
        drawn = paragraph.example
        yield "    " + words.say("rules.drawn", code=drawn.code, guess=drawn.guess, marks=written_marks(drawn.marks))
    text = words.render(paragraph.text)
    if paragraph.settings:
        text += f" [{' '.join(paragraph.settings)}]"
    first, rest = (f"  {OURS} " if paragraph.ours else "    "), "    "
    width = min(get_terminal_size().columns, WIDEST)
    yield from wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
