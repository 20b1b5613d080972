"""Link previews for messengers. They run no scripts, so the server writes the head of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from keypeg.api.limits import READS
from keypeg.core import outcome
from keypeg.errors import KeypegError
from keypeg.message import Message, concat, message
from keypeg.server.guests.daily import today
from keypeg.server.guests.shares import picture_link
from keypeg.server.http.request import Request
from keypeg.server.http.responses import words
from keypeg.server.pictures import SIZE
from keypeg.table import Table
from keypeg.tell.at_table import sitter_name
from keypeg.tell.daily import day_message
from keypeg.tell.events import outcome_message
from keypeg.tell.games import game_message, game_of
from keypeg.tell.names import seat_names
from keypeg.words import Words

NAMED = re.compile(r"^/(t|review|r)/([A-Za-z0-9_-]{22})/?$")
DAILY = re.compile(r"^/daily(?:/(\d{4}-\d\d-\d\d))?/?$")
MOVES_IDENTITY = re.compile(r"^/me/?$")
HEAD = re.compile(r"<title>.*?</title>", re.DOTALL)
DESCRIPTION = re.compile(r'\s*<meta name="description"[^>]*>')
GENERAL_PICTURE = "/preview.png"


@dataclass(frozen=True, slots=True)
class Preview:
    """Title, description and picture of a link, in one language. Search engines may index only public pages."""

    title: str
    description: str
    picture: str
    language: str
    public: bool = True


async def preview_of(request: Request, path: str) -> Preview | None:
    """Return the preview of a path of the page; None for a link that moves an identity."""
    if MOVES_IDENTITY.match(path):
        return None
    try:
        if named := NAMED.match(path):
            kind, name = named.groups()
            request.take_of_address(READS, 4)
            found = await (_result(request, name) if kind == "r" else _table(request, name, kind))
            return found or _general(request, public=False)
    except KeypegError:
        return _general(request, public=False)
    if daily := DAILY.match(path):
        return _daily(request, daily[1])
    return _general(request)


def _general(request: Request, *, public: bool = True) -> Preview:
    say = request.words
    title = concat("Keypeg · ", message("web.home.title"))
    return _preview(request, say, title, message("web.home.about"), public=public)


def _daily(request: Request, day: str | None) -> Preview:
    try:
        found = request.services.daily_puzzles.checked(day)
    except KeypegError:
        return _general(request)
    title = message("tell.daily.of", day=day_message(found)) if day else message("web.door.daily")
    about = message("web.door.daily.about" if found == today() else "web.daily.about-late")
    return _preview(request, request.words, title, about)


async def _result(request: Request, share: str) -> Preview:
    stored = await request.services.shares.find(share)
    found = _preview(request, words(stored.language), stored.told.title, stored.told.headline, public=False)
    return Preview(found.title, found.description, picture_link(request.base_url, share), found.language, public=False)


async def _table(request: Request, name: str, kind: str) -> Preview | None:
    async with request.services.tables.held(name) as table:
        if not table.agreed.watch or table.closed:
            return None
        say = words(table.agreed.language) if table.agreed.language else request.words
        title, about = (_replay if kind == "review" or table.over else _invitation)(table)
    return _preview(request, say, title, about, public=False)


def _invitation(table: Table) -> tuple[Message, Message]:
    game = game_message(game_of(table.rules, 1))
    host = next((chair.name for chair in table.chairs if chair.kind == "person" and chair.name), "")
    if not any(chair.kind == "open" for chair in table.chairs):
        return message("tell.preview.match", who=_people(table), game=game), message("tell.preview.watch")
    title = message("tell.preview.invites", who=host, game=game) if host else message("tell.preview.invited", game=game)
    return title, message("tell.preview.join")


def _replay(table: Table) -> tuple[Message, Message]:
    title = message("tell.preview.match", who=_people(table), game=game_message(game_of(table.rules, 1)))
    ended = outcome(table.state)
    return title, outcome_message(table.rules, _names(table), ended) if ended else message("tell.preview.watch")


def _people(table: Table) -> Message:
    return seat_names(_names(table), range(1, table.rules.seats + 1))


def _names(table: Table) -> dict[int, str | Message]:
    return {chair.seat: sitter_name(chair.seat, chair.kind, chair.name, chair.player) for chair in table.chairs}


def _preview(request: Request, say: Words, title: Message, description: Message, *, public: bool = True) -> Preview:
    picture = f"{request.base_url}{GENERAL_PICTURE}"
    return Preview(say.render(title), say.render(description), picture, say.language, public)


def with_head(page: str, preview: Preview | None, address: str) -> str:
    """Return the page with a preview in its head; without a preview, its head has only the name of the program."""
    page = DESCRIPTION.sub("", page)
    if preview is None:
        return HEAD.sub('<title>Keypeg</title>\n    <meta name="robots" content="noindex" />', page, count=1)
    title, about, width, height = escape(preview.title), escape(preview.description), *SIZE
    lines = [
        f"<title>{title}</title>",
        *([] if preview.public else ['<meta name="robots" content="noindex" />']),
        f'<meta name="description" content="{about}" />',
        '<meta property="og:site_name" content="Keypeg" />',
        '<meta property="og:type" content="website" />',
        f'<meta property="og:locale" content="{preview.language}" />',
        f'<meta property="og:title" content="{title}" />',
        f'<meta property="og:description" content="{about}" />',
        f'<meta property="og:url" content="{escape(address)}" />',
        f'<meta property="og:image" content="{escape(preview.picture)}" />',
        f'<meta property="og:image:width" content="{width}" />',
        f'<meta property="og:image:height" content="{height}" />',
        f'<meta property="og:image:alt" content="{about}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
    ]
    return HEAD.sub(lambda _: "\n    ".join(lines), page, count=1)
