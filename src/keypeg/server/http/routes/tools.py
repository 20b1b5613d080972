"""Questions that need no table: rules, marks, what fits, what to guess, which marks are wrong."""

from __future__ import annotations

from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

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
from keypeg.server.http.error_responses import language_of, words
from keypeg.server.http.request import Asking, address, answer, guest_of, services_of
from keypeg.server.rate_limits import TOOLS
from keypeg.tell.doctor import doctor_messages
from keypeg.tell.names import level_message
from keypeg.words import PSEUDO, languages, messages

NAMES = {Marks(1, 0): "black", Marks(0, 1): "white", Marks(0, 0): "none"}


@get("/players", summary="The levels of computers")
async def players(request: Asking) -> Response[wire.Computers]:
    said = words(language_of(request.headers.get("accept-language", "")))
    levels = [wire.Level(level, said.render(level_message(level))) for level in Level]
    hiding = [wire.Level(hiding, said.say(f"player.hiding.{hiding}")) for hiding in Hiding]
    return answer(wire.Computers(levels, hiding), [])


@get("/words/{language:str}", summary="All sentences in a language, as ICU messages")
async def sentences(language: FromPath[str]) -> Response[dict[str, str]]:
    if language not in (*languages(), PSEUDO):
        raise Unknown("language-unknown", language=language, known=", ".join(languages()))
    return Response(dict(messages(language)), headers={"cache-control": "public, max-age=300"})


@post("/tools/mark", status_code=200, summary="What a guess earns")
async def mark(data: JSONBody[wire.AskMark]) -> Response[wire.Marked]:
    found = read_rules(data.rules)
    if data.seat > found.seats:
        raise Unknown("seat-unknown", seat=data.seat, seats=found.seats)
    code, guess = read_code(found, data.code), read_code(found, data.guess)
    wrong = code_refusal(found, data.seat, code) or row_refusal(found, data.seat, guess)
    if wrong:
        raise wrong
    if found.split:
        by_hole = [None if marks is None else NAMES[marks] for marks in marks_by_hole(found, code, guess)]
        return answer(wire.Marked(by_hole=by_hole), [])  # type: ignore[arg-type]
    marks = mark_code(code, guess)
    return answer(wire.Marked(marks.exact, marks.near), [])


@post("/tools/check", status_code=200, summary="Which codes fit")
async def check(data: JSONBody[wire.AskCheck], request: Asking) -> Response[wire.Fitting]:
    await _count(request)
    fit = await services_of(request).pool.slow(jobs.check, data.rules, data.rows, data.seat, data.first)
    return answer(wire.Fitting(fit.codes, fit.candidates, fit.deals), [])


@post("/tools/suggest", status_code=200, summary="What to guess next")
async def suggest(data: JSONBody[wire.AskRows], request: Asking) -> Response[wire.Suggested]:
    await _count(request)
    return answer(await services_of(request).pool.slow(jobs.suggest, data.rules, data.rows, data.seat), [])


@post("/tools/doctor", status_code=200, summary="Which marks are wrong")
async def doctor(data: JSONBody[wire.AskRows], request: Asking) -> Response[wire.Diagnosis]:
    await _count(request)
    found = await services_of(request).pool.slow(jobs.doctor, data.rules, data.rows, data.seat)
    return answer(diagnosis_of(found, request), [])


@post("/tools/home", status_code=200, summary="Beside a real board: what is left, what to place, what is wrong")
async def home(data: JSONBody[wire.AskHome], request: Asking) -> Response[wire.HomeAdvice]:
    await _count(request)
    found = await services_of(request).pool.slow(jobs.home, data)
    rules, advice = read_rules(data.rules), found.advice
    say = words(language_of(request.headers.get("accept-language", "")))
    if isinstance(advice, Check | Explanation | Hint):
        told = told_by(say, rules, {}, advice)
    else:
        told = Told([], move=move_text(rules, advice) if advice else None)
    answered = wire.HomeAdvice(
        broken=found.broken,
        full=found.full,
        diagnosis=diagnosis_of(found.diagnosed, request),
        candidates=found.candidates,
        said=told.said,
        possible=told.possible,
        rows=told.rows,
        move=told.move,
    )
    return answer(answered, [])


def diagnosis_of(found: jobs.Diagnosed, request: Asking) -> wire.Diagnosis:
    """A diagnosis as data and in sentences."""
    diagnosis: Diagnosis = found.diagnosis
    said = words(language_of(request.headers.get("accept-language", ""))).render_all(
        doctor_messages(diagnosis, found.rows)
    )
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
        said=said,
    )


async def _count(request: Asking) -> None:
    guest = await guest_of(request)
    services = services_of(request)
    services.limits.take(TOOLS, guest.id if guest else address(request))
    services.pool.admit()


ROUTER = Router("/", route_handlers=[players, sentences, mark, check, suggest, doctor, home], tags=["questions"])
