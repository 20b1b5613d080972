"""`keypeg rules`: the rules of a box as a page to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from shutil import get_terminal_size
from textwrap import wrap

from keypeg.boxes import box as find_box
from keypeg.cli.options import Json
from keypeg.cli.output import answer, words
from keypeg.notation import read_choice
from keypeg.tell import box_rules
from keypeg.tell.rules import Paragraph, RulesPage

WIDEST = 88
OURS = "*"


def rules(box: str, /, *, json: Json = False) -> None:
    """Print the rules of a box; for rules with variants and options, those of their box."""
    page = box_rules(find_box(read_choice(box).box))
    data = asdict(page.rendered(words().render))
    answer({"box": data.pop("box"), "language": words().language, **data}, _lines(page), json=json)


def _lines(page: RulesPage) -> Iterator[str]:
    yield words().render(page.title)
    for section in page.sections:
        yield from ("", words().render(section.title))
        for paragraph in section.paragraphs:
            yield from _paragraph(paragraph)
    yield from ("", f"{OURS} {words().say('rules.ours')}")


def _paragraph(paragraph: Paragraph) -> Iterator[str]:
    if paragraph.example:
        drawn = paragraph.example
        yield "    " + words().say("rules.drawn", code=drawn.code, guess=drawn.guess, marks=drawn.marks)
    text = words().render(paragraph.text)
    if paragraph.settings:
        text += f" [{' '.join(paragraph.settings)}]"
    first, rest = (f"  {OURS} " if paragraph.ours else "    "), "    "
    width = min(get_terminal_size().columns, WIDEST)
    yield from wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
