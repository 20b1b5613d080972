"""Print answers to stdout and errors to stderr, in the person's language or as JSON."""

from __future__ import annotations

import json as jsonlib
import os
import re
import shutil
import sys
from collections.abc import Iterable
from functools import cache

from keypeg.errors import KeypegError
from keypeg.words import UnknownLanguage, Words, choose_language, printable
from keypeg.words.plain import plain

CONTROL = re.compile(r"[\x7f-\x9f]")


@cache
def words() -> Words:
    """Return the catalogue in the language of this terminal."""
    return Words(choose_language(None, os.environ))


def in_terminal() -> bool:
    """Return True if all streams are a terminal that can show an app."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return os.environ.get("TERM") != "dumb" and all(stream.isatty() for stream in streams)


def width() -> int | None:
    """Return the width of the terminal in characters; None if stdout is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def answer(data: object, lines: Iterable[str], *, json: bool) -> None:
    """Print the answer: `data` as JSON, or lines for a person."""
    print(_as_json(data) if json else "\n".join(lines))


def notice(said: str) -> None:
    """Print a remark to stderr."""
    print(said, file=sys.stderr, flush=True)


def complain(error: KeypegError | UnknownLanguage, *, json: bool) -> None:
    """Print an error to stderr in one sentence, or as JSON with its slug and fields."""
    message = printable(sentence(error))
    if json:
        body = {"error": error.slug, "message": message, **error.fields}
        message = _as_json(body)
    print(message, file=sys.stderr)


def _as_json(data: object) -> str:
    """Return JSON in which every control character is escaped; the standard library leaves some as they are."""
    text = jsonlib.dumps(data, ensure_ascii=False, default=plain)
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def sentence(error: KeypegError | UnknownLanguage) -> str:
    """Return the sentence of an error in the person's language."""
    try:
        return words().render(error.message)
    except UnknownLanguage:
        return Words().render(error.message)
