"""`keypeg suggest`: what to guess next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

from cyclopts import Parameter

from keypeg.cli.options import Allowed, Effort, Json, Seat, seat_of, whole_number
from keypeg.cli.output import answer, words
from keypeg.core import Rules
from keypeg.core.deals import lone
from keypeg.deduce import ask
from keypeg.deduce.suggestion import Option, Suggestion
from keypeg.errors import Illegal, Malformed
from keypeg.notation import read_code
from keypeg.notation import rules as read_rules
from keypeg.review.split_suggestion import SplitSuggestion, suggest_split
from keypeg.table import HomeBoard


def suggest(
    rules: str,
    /,
    *rows: str,
    top: Annotated[int, Parameter(name="--top", converter=whole_number), Allowed("1–100")] = 1,
    effort: Effort = 1,
    share: Annotated[str, Parameter(name="--share")] = "",
    seat: Seat = 1,
    json: Json = False,
) -> None:
    """Suggest the next guess after these rows."""
    found = read_rules(rules)
    seat = seat_of(found, seat)
    if found.split:
        if top != 1 or effort != 1:
            raise Illegal("split-options")
        split = suggest_split(_board(found, rows, seat, share).view)
        answer(asdict(split), _split_lines(split), json=json)
        return
    if share:
        raise Illegal("share-not-split")
    suggestion = ask.suggest(found, rows, seat=seat, top=top, effort=effort)
    lines = [*_lines(suggestion), *rows_left_lines(found, len(rows), suggestion.worst)]
    answer(_data(suggestion), lines, json=json)


def rows_left_lines(rules: Rules, placed: int, worst: int | None) -> Iterator[str]:
    """Say that the rows left on the board are not taken into account, if they may not be enough."""
    if rules.rows is not None and (worst is None or placed + worst > rules.rows):
        yield words().say("cli.suggest.rows-left", rows=max(0, rules.rows - placed))


def _board(rules: Rules, rows: tuple[str, ...], seat: int, share: str) -> HomeBoard:
    """Return the board of a split code as a seat sees it; `share` must name the shares that the seat holds."""
    if not share:
        example = lone(rules.codes[0].holes, 2, rules.palette[0])
        raise Malformed("share-missing", example="+".join([example] * rules.boards))
    board = HomeBoard(rules, seat, [read_code(rules, each) for each in share.split("+")])
    for text in rows:
        board.enter(text)
    return board


def _data(suggestion: Suggestion) -> dict[str, Any]:
    data = asdict(suggestion)
    return data if suggestion.top else {name: data[name] for name in data if name not in ("top", "complete")}


def _lines(suggestion: Suggestion) -> Iterator[str]:
    say = words().say
    yield suggestion.guess
    if suggestion.candidates is not None:
        yield say("cli.check", codes=suggestion.candidates)
    if suggestion.candidates != 1:
        yield from _figures(suggestion)
    if suggestion.top:
        yield ""
        yield from _table(suggestion.top)
        yield say("cli.suggest.complete" if suggestion.complete else "cli.suggest.incomplete")


def _figures(suggestion: Suggestion) -> Iterator[str]:
    say = words().say
    if suggestion.partition is not None:
        sizes = suggestion.partition.values()
        yield say("cli.suggest.parts", parts=len(sizes), largest=max(sizes))
    yield say("tell.suggest.may-be-code" if suggestion.is_candidate else "tell.suggest.cannot-be-code")
    if suggestion.expected is not None and suggestion.worst is not None:
        yield say("tell.suggest.expected", expected=suggestion.expected, worst=suggestion.worst)
    yield say(f"tell.suggest.{suggestion.basis}")


def _table(options: tuple[Option, ...]) -> Iterator[str]:
    say = words().say
    head = [say(f"cli.suggest.head.{column}") for column in ("guess", "expected", "worst", "basis")]
    rows = [
        [
            option.guess,
            "–" if option.expected is None else say("cli.suggest.figure", figure=option.expected),
            "–" if option.worst is None else str(option.worst),
            say(f"cli.suggest.known.{option.basis}"),
        ]
        for option in options
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for guess, expected, worst, basis in (head, *rows):
        yield f"{guess:{widths[0]}}  {expected:>{widths[1]}}  {worst:>{widths[2]}}  {basis}"


def _split_lines(suggestion: SplitSuggestion) -> Iterator[str]:
    say = words().say
    if suggestion.guess is not None:
        yield suggestion.guess
    yield say("cli.check", codes=suggestion.codes)
    yield say("cli.check.deals", deals=suggestion.deals)
    if suggestion.bits is not None:
        yield say("cli.suggest.tells", bits=suggestion.bits)
    for call in suggestion.calls:
        yield say("cli.suggest.call", code=call.code, chance=call.chance)
    if not suggestion.calls:
        yield say("cli.suggest.no-call")
