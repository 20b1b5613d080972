"""Parse and write the ICU patterns of the catalogues: text, arguments, and the branches of plural and select.

The parser accepts only the syntax that ICU and the browser agree on: no ASCII apostrophe (ICU quotes with it; write ’),
no stray brace, and no argument that is both printed as it is and formatted as a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

BRANCHING = frozenset({"plural", "select", "selectordinal"})
NUMERIC = frozenset({"number", "plural", "selectordinal"})
KINDS = frozenset({"", "number", "date", "time"}) | BRANCHING

_TEXT = re.compile(r"[^{}]+")
_HEAD = re.compile(r"\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?:,\s*([a-z]+)\s*)?")
_STYLE = re.compile(r",\s*([^{}]+?)\s*(?=\})")
_OFFSET = re.compile(r"\s*(offset:\d+)")
_SELECTOR = re.compile(r"\s*(=\d+|[A-Za-z][A-Za-z0-9_-]*)\s*\{")
_END = re.compile(r"\s*\}")


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text; a `#` in a plural branch stands for the number."""

    text: str


@dataclass(frozen=True, slots=True)
class Argument:
    """A field of the pattern: `{name}` (kind ""), `{name, kind, style}`, or with branches."""

    name: str
    kind: str = ""
    style: str = ""
    branches: tuple[tuple[str, Pattern], ...] = ()


Pattern = tuple[Text | Argument, ...]


@cache
def parse(source: str) -> Pattern:
    """Parse a pattern into its parts; raise a ValueError that says what is wrong with it, and where."""
    if "'" in source:
        raise ValueError(f"use ’, not an ASCII apostrophe: {source!r}")
    parts, end = _parse_parts(source, 0)
    if end != len(source):
        raise _wrong("a closing brace without its opening one", source, end)
    for name, kinds in usage(parts).items():
        if "" in kinds and kinds & NUMERIC:
            raise ValueError(f"{{{name}}} is printed as it is and also as a number: {source!r}")
    return parts


def write(pattern: Pattern) -> str:
    """Return the source of a pattern: `parse(write(p)) == p`."""
    return "".join(part.text if isinstance(part, Text) else _write_argument(part) for part in pattern)


def placeholders(source: str) -> frozenset[str]:
    """Return the names of all fields of a pattern, including those inside branches."""
    return frozenset(usage(parse(source)))


def is_simple(pattern: Pattern) -> bool:
    """Return True if the pattern is text and `{name}` only, so that formatting it needs no ICU."""
    return all(isinstance(part, Text) or not part.kind for part in pattern)


def fill(pattern: Pattern, fields: Mapping[str, object]) -> str:
    """Return a simple pattern with its fields filled in. A missing field stays visible as `{name}`."""
    return "".join(
        part.text if isinstance(part, Text) else str(fields.get(part.name, f"{{{part.name}}}")) for part in pattern
    )


def usage(pattern: Pattern) -> dict[str, set[str]]:
    """Return, for every field, the kinds of arguments that it is used as."""
    kinds: dict[str, set[str]] = {}
    for argument in arguments(pattern):
        kinds.setdefault(argument.name, set()).add(argument.kind)
    return kinds


def arguments(pattern: Pattern) -> Iterator[Argument]:
    """Yield every argument of the pattern and of its branches."""
    for part in pattern:
        if isinstance(part, Argument):
            yield part
            for _, branch in part.branches:
                yield from arguments(branch)


def _write_argument(argument: Argument) -> str:
    fields = [field for field in (argument.name, argument.kind, argument.style) if field]
    head = ", ".join(fields)
    if not argument.branches:
        return f"{{{head}}}"
    branches = " ".join(f"{selector} {{{write(branch)}}}" for selector, branch in argument.branches)
    separator = " " if argument.style else ", "
    return f"{{{head}{separator}{branches}}}"


def _parse_parts(source: str, at: int) -> tuple[Pattern, int]:
    parts: list[Text | Argument] = []
    while at < len(source) and source[at] != "}":
        if text := _TEXT.match(source, at):
            parts.append(Text(text.group()))
            at = text.end()
        else:
            argument, at = _parse_argument(source, at)
            parts.append(argument)
    return tuple(parts), at


def _parse_argument(source: str, at: int) -> tuple[Argument, int]:
    head = _HEAD.match(source, at)
    if head is None:
        raise _wrong("not a field name", source, at)
    name, kind = head.group(1), head.group(2) or ""
    if kind not in KINDS:
        raise _wrong(f"unknown kind {kind!r}", source, at)
    if kind in BRANCHING:
        style, branches, at = _parse_branches(source, head.end())
    else:
        style, branches, at = _parse_style(source, head.end(), kind)
    end = _END.match(source, at)
    if end is None:
        raise _wrong("a field without its closing brace", source, at)
    return Argument(name, kind, style, branches), end.end()


def _parse_style(source: str, at: int, kind: str) -> tuple[str, tuple[tuple[str, Pattern], ...], int]:
    style = _STYLE.match(source, at) if kind else None
    return (style.group(1), (), style.end()) if style else ("", (), at)


def _parse_branches(source: str, at: int) -> tuple[str, tuple[tuple[str, Pattern], ...], int]:
    if source[at : at + 1] != ",":
        raise _wrong("branches are missing", source, at)
    at += 1
    offset = _OFFSET.match(source, at)
    if offset:
        at = offset.end()
    branches: list[tuple[str, Pattern]] = []
    while selector := _SELECTOR.match(source, at):
        branch, at = _parse_parts(source, selector.end())
        if source[at : at + 1] != "}":
            raise _wrong("a branch without its closing brace", source, at)
        branches.append((selector.group(1), branch))
        at += 1
    if "other" not in dict(branches):
        raise _wrong("the branch `other` is missing", source, at)
    return offset.group(1) if offset else "", tuple(branches), at


def _wrong(what: str, source: str, at: int) -> ValueError:
    return ValueError(f"{what} at {at}: {source!r}")
