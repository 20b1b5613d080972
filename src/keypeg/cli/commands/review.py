"""`keypeg review`: how well a recorded match was played, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec import to_builtins

from keypeg.api.review import review_of
from keypeg.cli.files import read_text, write_file
from keypeg.cli.options import Effort, Json
from keypeg.cli.output import answer, notice, width, words
from keypeg.notation import read_record
from keypeg.review import Review
from keypeg.review import review as review_match
from keypeg.tell.layout import text_lines
from keypeg.tell.names import Names
from keypeg.tell.review import record_names, review_messages
from keypeg.tell.share import share_board, share_split


def review(
    record: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    html: Annotated[Path | None, Parameter(name="--html")] = None,
    share: Annotated[bool, Parameter(name="--share", negative=())] = False,
    effort: Effort = 1,
    json: Json = False,
) -> None:
    """Review a record: a file, or - for standard input."""
    found = read_record(read_text(record))
    names = record_names(found)
    reviewed = review_match(found, effort=effort)
    if html is not None:
        from keypeg.drawing.review_page import review_page

        write_file(html, review_page(words().render, words().language, names, reviewed))
        notice(words().say("cli.review.written", file=str(html)))
    told = text_lines(words().render, review_messages(names, reviewed), width())
    lines = _shared(names, reviewed) if share else told
    answer(to_builtins(review_of(reviewed)), lines, json=json)


def _shared(names: Names, review: Review) -> Iterator[str]:
    """Yield the texts to share, one per board or deal, with a blank line between them."""
    rules = review.rules
    found = [
        share
        for each in review.rounds
        if not each.void
        for share in (
            *(share_board(rules, board) for board in each.boards if board.rows),
            *([share_split(rules, names, each.split)] if each.split else []),
        )
    ]
    yield "\n\n".join("\n".join(words().render_all(share.lines)) for share in found) or words().say(
        "tell.review.no-rows"
    )
