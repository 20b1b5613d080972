"""Questions that need no table: marks, candidates, suggestions, wrong marks and puzzles; also QR codes."""

from __future__ import annotations

from io import BytesIO

import segno

from keypeg import service, wire
from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.server.compute.work import Work
from keypeg.server.http.computed import hint
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import READS, TOOLS
from keypeg.wire import api, parameters
from keypeg.words import find_language, languages, messages

QR_BYTES = 100
"""Bytes in a picture that cost as much as another question."""


async def players(_: Request[None, None]) -> wire.Computers:
    return service.computers()


async def sentences(request: Request[parameters.InLanguage, None]) -> dict[str, str]:
    asked = request.parameters.language
    language = find_language(asked)
    if language is None:
        raise Unknown("language-unknown", language=asked, known=", ".join(languages()))
    request.response_headers["cache-control"] = "public, max-age=300"
    return dict(messages(language))


async def mark(request: Request[None, wire.AskMark]) -> wire.Marked:
    return service.mark(request.body)


async def check(request: Request[None, wire.AskCheck]) -> wire.Fitting:
    return await hint(request, read_rules(request.body.rules), service.check, request.body)


async def suggest(request: Request[None, wire.AskSuggest]) -> wire.Suggested:
    return await hint(request, read_rules(request.body.rules), service.suggest, request.body)


async def doctor(request: Request[None, wire.AskRows]) -> wire.Diagnosis:
    return await hint(request, read_rules(request.body.rules), service.doctor, request.body)


async def home(request: Request[None, wire.AskHome]) -> wire.HomeAdvice:
    return await hint(request, read_rules(request.body.rules), service.home, request.body)


async def puzzle(request: Request[parameters.OfPuzzle, None]) -> wire.Puzzle:
    asked, pool = request.parameters, request.services.pool
    return await pool.run(Work.LONG_HINT, await request.client(), service.puzzle, asked.kind, asked.level, asked.seed)


async def answer_puzzle(request: Request[parameters.OfPuzzle, wire.PuzzleAnswer]) -> wire.PuzzleVerdict:
    asked, pool, answer = request.parameters, request.services.pool, request.body.answer
    return await pool.run(
        Work.LONG_HINT, await request.client(), service.puzzle_verdict, asked.kind, asked.level, asked.seed, answer
    )


# The link is in the body, because invites are secrets, and URLs end up in logs.
async def qr(request: Request[None, wire.NewQr]) -> bytes:
    text = request.body.text
    await request.take(TOOLS, len(text.encode()) / QR_BYTES)
    return await request.services.qr_codes.run(_drawn, text)


def _drawn(text: str) -> bytes:
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=4, scale=8, dark="#17110c", light="#fff")
    return drawn.getvalue()


ROUTES = (
    Route(api.PLAYERS, players, READS),
    Route(api.WORDS, sentences, READS, 2),
    Route(api.MARK, mark, READS),
    Route(api.CHECK, check, TOOLS),
    Route(api.SUGGEST, suggest, TOOLS),
    Route(api.DOCTOR, doctor, TOOLS),
    Route(api.HOME, home, TOOLS),
    Route(api.PUZZLE, puzzle, TOOLS, 2),
    Route(api.ANSWER_PUZZLE, answer_puzzle, TOOLS, 2),
    Route(api.QR, qr, TOOLS),
)
