"""Questions that need no table: marks, what fits, what to guess, which marks are wrong, puzzles; a QR code."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno

from keypeg import service, wire
from keypeg.errors import Unknown
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import TOOLS
from keypeg.wire import api
from keypeg.words import PSEUDO, languages, messages


async def players(_: Request[None, None]) -> wire.Computers:
    return service.computers()


async def sentences(request: Request[api.InLanguage, None]) -> dict[str, str]:
    language = request.parameters.language
    if language not in (*languages(), PSEUDO):
        raise Unknown("language-unknown", language=language, known=", ".join(languages()))
    request.response_headers["cache-control"] = "public, max-age=300"
    return dict(messages(language))


async def mark(request: Request[None, wire.AskMark]) -> wire.Marked:
    return service.mark(request.body)


async def check(request: Request[None, wire.AskCheck]) -> wire.Fitting:
    await _admit(request)
    return await request.services.pool.slow(service.check, request.body)


async def suggest(request: Request[None, wire.AskRows]) -> wire.Suggested:
    await _admit(request)
    return await request.services.pool.slow(service.suggest, request.body)


async def doctor(request: Request[None, wire.AskRows]) -> wire.Diagnosis:
    await _admit(request)
    return await request.services.pool.slow(service.doctor, request.body)


async def home(request: Request[None, wire.AskHome]) -> wire.HomeAdvice:
    await _admit(request)
    return await request.services.pool.slow(service.home, request.body)


async def puzzle(request: Request[api.OfPuzzle, None]) -> wire.Puzzle:
    await _admit(request)
    asked = request.parameters
    return await request.services.pool.slow(service.puzzle, asked.kind, asked.level, asked.seed)


async def answer_puzzle(request: Request[api.OfPuzzle, wire.PuzzleAnswer]) -> wire.PuzzleVerdict:
    await _admit(request)
    asked = request.parameters
    answer = request.body.answer
    return await request.services.pool.slow(service.puzzle_verdict, asked.kind, asked.level, asked.seed, answer)


async def _admit(request: Request[Any, Any]) -> None:
    """Refuse a question if this client asks too often, or too many wait for an answer already."""
    request.services.limits.take(TOOLS, await request.guest_id() or request.address)
    request.services.pool.admit()


# A link goes in a body: invites are secrets, and addresses end up in logs.
async def qr(request: Request[None, wire.NewQr]) -> bytes:
    drawn = BytesIO()
    segno.make(request.body.text, error="m", micro=False).save(
        drawn, kind="svg", border=4, scale=8, dark="#17110c", light="#fff"
    )
    return drawn.getvalue()


ROUTES = (
    Route(api.PLAYERS, players),
    Route(api.WORDS, sentences),
    Route(api.MARK, mark),
    Route(api.CHECK, check),
    Route(api.SUGGEST, suggest),
    Route(api.DOCTOR, doctor),
    Route(api.HOME, home),
    Route(api.PUZZLE, puzzle),
    Route(api.ANSWER_PUZZLE, answer_puzzle),
    Route(api.QR, qr),
)
