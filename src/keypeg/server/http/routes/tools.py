"""Questions that need no table: marks, what fits, what to guess, which marks are wrong; a link as a picture."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import msgspec
import segno

from keypeg import wire
from keypeg.core import Marks, code_refusal, row_refusal
from keypeg.core import mark as mark_code
from keypeg.errors import Unknown
from keypeg.notation import marks_by_hole, move_text, read_code
from keypeg.notation import rules as read_rules
from keypeg.players import Hiding, Level
from keypeg.review.advice import Check, Explanation, Hint
from keypeg.review.doctor import Diagnosis
from keypeg.server.compute import jobs
from keypeg.server.compute.advice import Told, told_by
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import TOOLS
from keypeg.tell.doctor import doctor_messages
from keypeg.tell.names import level_message
from keypeg.wire import api
from keypeg.words import PSEUDO, Words, languages, messages

NAMES = {Marks(1, 0): "black", Marks(0, 1): "white", Marks(0, 0): "none"}


async def players(request: Request[None, None]) -> wire.Computers:
    levels = [wire.Level(level, request.words.render(level_message(level))) for level in Level]
    hiding = [wire.Level(hiding, request.words.say(f"player.hiding.{hiding}")) for hiding in Hiding]
    return wire.Computers(levels, hiding)


async def sentences(request: Request[api.InLanguage, None]) -> dict[str, str]:
    language = request.parameters.language
    if language not in (*languages(), PSEUDO):
        raise Unknown("language-unknown", language=language, known=", ".join(languages()))
    request.response_headers["cache-control"] = "public, max-age=300"
    return dict(messages(language))


async def mark(request: Request[None, wire.AskMark]) -> wire.Marked:
    asked = request.body
    rules = read_rules(asked.rules)
    if asked.seat > rules.seats:
        raise Unknown("seat-unknown", seat=asked.seat, seats=rules.seats)
    code, guess = read_code(rules, asked.code), read_code(rules, asked.guess)
    wrong = code_refusal(rules, asked.seat, code) or row_refusal(rules, asked.seat, guess)
    if wrong:
        raise wrong
    if rules.split:
        by_hole = [None if marks is None else NAMES[marks] for marks in marks_by_hole(rules, code, guess)]
        return wire.Marked(by_hole=by_hole)  # type: ignore[arg-type]
    marks = mark_code(code, guess)
    return wire.Marked(marks.exact, marks.near)


async def check(request: Request[None, wire.AskCheck]) -> wire.Fitting:
    asked = request.body
    await _admit(request)
    fit = await request.services.pool.slow(jobs.check, asked.rules, asked.rows, asked.seat, asked.first)
    return wire.Fitting(fit.codes, fit.candidates, fit.deals)


async def suggest(request: Request[None, wire.AskRows]) -> wire.Suggested:
    asked = request.body
    await _admit(request)
    found = await request.services.pool.slow(jobs.suggest, asked.rules, asked.rows, asked.seat)
    return msgspec.convert(found, wire.Suggested, from_attributes=True)


async def doctor(request: Request[None, wire.AskRows]) -> wire.Diagnosis:
    asked = request.body
    await _admit(request)
    found = await request.services.pool.slow(jobs.doctor, asked.rules, asked.rows, asked.seat)
    return diagnosis_of(found, request.words)


async def home(request: Request[None, wire.AskHome]) -> wire.HomeAdvice:
    await _admit(request)
    found = await request.services.pool.slow(jobs.home, request.body)
    rules, advice = read_rules(request.body.rules), found.advice
    if isinstance(advice, Check | Explanation | Hint):
        told = told_by(request.words, rules, {}, advice)
    else:
        told = Told([], move=move_text(rules, advice) if advice else None)
    return wire.HomeAdvice(
        broken=found.broken,
        full=found.full,
        diagnosis=diagnosis_of(found.diagnosed, request.words),
        candidates=found.candidates,
        said=told.said,
        possible=told.possible,
        rows=told.rows,
        move=told.move,
    )


def diagnosis_of(found: jobs.Diagnosed, words: Words) -> wire.Diagnosis:
    """Return a diagnosis as data and in sentences."""
    diagnosis: Diagnosis = found.diagnosis
    return wire.Diagnosis(
        fits=diagnosis.fits,
        codes=diagnosis.codes,
        conflicts=[list(rows) for rows in diagnosis.conflicts],
        wrong=diagnosis.wrong,
        corrections=[
            wire.Correction(
                [wire.Change(change.row, change.said, change.marks, change.slip.value) for change in each.changes],
                each.codes,
                each.share,
            )
            for each in diagnosis.corrections
        ],
        others=diagnosis.others,
        exact=diagnosis.exact,
        said=words.render_all(doctor_messages(diagnosis, found.rows)),
    )


async def _admit(request: Request[None, Any]) -> None:
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
    Route(api.QR, qr),
)
