"""Questions that need no table: marks, candidates, suggestions, wrong marks and puzzles; also QR codes."""

from __future__ import annotations

from io import BytesIO

import segno

from keypeg.api import qr as qr_api
from keypeg.api import words as words_api
from keypeg.api.limits import TOOLS
from keypeg.errors import Unknown
from keypeg.server.http.request import Request, answers
from keypeg.words import find_language, languages, messages

QR_BYTES = 100
"""Bytes in a picture that cost as much as another question."""


@answers(words_api.words)
async def sentences(request: Request) -> dict[str, str]:
    asked = request.parameters.language
    language = find_language(asked)
    if language is None:
        raise Unknown("language-unknown", language=asked, known=", ".join(languages()))
    request.response_headers["cache-control"] = "public, max-age=300"
    return dict(messages(language))


# The link is in the body, because invites are secrets, and URLs end up in logs.
@answers(qr_api.qr)
async def qr(request: Request) -> bytes:
    text = request.asked.text
    await request.take(TOOLS, len(text.encode()) / QR_BYTES)
    return await request.services.qr_codes.run(_drawn, text)


def _drawn(text: str) -> bytes:
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=4, scale=8, dark="#17110c", light="#fff")
    return drawn.getvalue()
