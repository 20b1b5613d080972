"""The application: routes, errors as answers, and what is started and stopped with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig

from keypeg import __version__
from keypeg.errors import Busy, KeypegError, Malformed, Unknown
from keypeg.server.http.documented import document_errors
from keypeg.server.http.error_responses import AWAY, body_of, headers_of, language_of
from keypeg.server.http.guard import Guard
from keypeg.server.http.quick import Quick
from keypeg.server.http.routes import bell, boxes, daily, docs, me, ops, page, qr, rematch, study, tables, tools
from keypeg.server.http.static_files import Pages
from keypeg.server.services import Services, close_services, open_services
from keypeg.server.settings import Settings
from keypeg.wire.errors import status_of

API = "/api/v1"
NO_BODY = "data: 'data'"
"""What the framework says where there is nothing to read."""
ROUTERS = (
    tables.ROUTER,
    rematch.ROUTER,
    study.ROUTER,
    boxes.ROUTER,
    tools.ROUTER,
    daily.ROUTER,
    me.ROUTER,
    ops.ROUTER,
    docs.ROUTER,
    qr.ROUTER,
)


def make_app(settings: Settings) -> Guard:
    """The whole server as one ASGI application."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        app.state.pages = Pages()
        app.state.services = services = await open_services(settings)
        try:
            yield
        finally:
            await close_services(services)

    app = Litestar(
        route_handlers=[Router(API, route_handlers=[*ROUTERS, bell.bell]), page.page],
        lifespan=[running],
        exception_handlers={
            KeypegError: told,
            HTTPException: told_by_framework,
            RecursionError: told_too_deep,
            **dict.fromkeys(AWAY, told_away),
        },
        openapi_config=OpenAPIConfig(title="Keypeg", version=__version__, openapi_router=_unserved()),
        request_max_body_size=None,
        logging_config=None,
    )

    document_errors(app)

    def services() -> Services:
        found: Services = app.state.services
        return found

    framework: Any = app
    return Guard(Quick(framework, services), settings, services)


def _unserved() -> Router:
    """Where Litestar would serve its own description of the API, which cannot be turned off: ours is /openapi.json."""

    def nowhere(*_: object) -> None:
        raise Unknown("page-unknown")

    return Router(f"{API}/framework", route_handlers=[], include_in_schema=False, guards=[nowhere])


def told(request: Request[Any, Any, Any], error: KeypegError) -> Response[bytes]:
    """An error of ours, in the language of the client."""
    language = language_of(request.headers.get("accept-language", ""))
    return Response(
        content=body_of(error, language),
        media_type="application/json",
        status_code=status_of(error),
        headers={"cache-control": "no-store", "content-language": language, **headers_of(error)},
    )


def told_away(request: Request[Any, Any, Any], _: Exception) -> Response[bytes]:
    """The database does not answer."""
    return told(request, Busy("database-away", seconds=2))


def told_too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[bytes]:
    """JSON of nothing but brackets."""
    return told(request, Malformed("request-too-deep"))


def told_by_framework(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework refuses, told as we tell errors."""
    if isinstance(error, ValidationException) or error.status_code == 400:
        if _problem(error) == NO_BODY:
            return told(request, Malformed("request-empty"))
        return told(request, Malformed("request-unreadable", problem=_problem(error)))
    if error.status_code == 404:
        return told(request, Unknown("page-unknown"))
    answer = told(request, Malformed("request-refused", problem=error.detail))
    answer.status_code = error.status_code
    return answer


def _problem(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first = extra[0]
        return f"{first.get('key', '')}: {first.get('message', '')}".strip(": ")
    return error.detail
