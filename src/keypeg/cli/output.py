"""What the command line prints: an answer on stdout, a complaint on stderr, in the person's language or as JSON."""

from __future__ import annotations

import json as jsonlib
import os
import sys
from collections.abc import Iterable
from functools import cache

from keypeg.errors import KeypegError
from keypeg.words import UnknownLanguage, Words, choose_language, printable

DONE = 0
NO = 1
"""The question was understood, and the answer is no: a record is not right."""
BAD_INPUT = 2
FAULT = 70
"""A fault of Keypeg itself."""
INTERRUPTED = 130


@cache
def words() -> Words:
    """All words in the language of this terminal."""
    return Words(choose_language(None, os.environ))


def in_terminal() -> bool:
    """Whether an app can be seen and heard: it draws on standard error, with escapes that a dumb terminal lacks."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return os.environ.get("TERM") != "dumb" and all(stream.isatty() for stream in streams)


def answer(data: object, lines: Iterable[str], *, json: bool) -> None:
    """Print the answer: `data` as JSON, or the lines for a person."""
    print(jsonlib.dumps(data, ensure_ascii=False) if json else "\n".join(lines))


def notice(said: str) -> None:
    """Tell something besides the answer."""
    print(said, file=sys.stderr, flush=True)


def complain(error: KeypegError | UnknownLanguage, *, json: bool) -> None:
    """Say what is wrong, in one sentence; as JSON with the slug and fields of the error."""
    message = printable(sentence(error))
    if json:
        message = jsonlib.dumps({"error": error.slug, "message": message, **error.fields}, ensure_ascii=False)
    print(message, file=sys.stderr)


def sentence(error: KeypegError | UnknownLanguage) -> str:
    """The error in the person's language."""
    try:
        return words().render(error.message)
    except UnknownLanguage:
        return Words().render(error.message)
