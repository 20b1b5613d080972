"""The shelf: which boxes there are, what can be agreed on, and what a rules text stands for."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath, Parameter

from keypeg import wire
from keypeg.boxes import Box, box, boxes
from keypeg.notation import rules as read_rules
from keypeg.server.http.error_responses import language_of, words
from keypeg.server.http.request import Asking, answer
from keypeg.tell import box_rules

FREE = "4x6"
"""A free form, for what can be agreed on in all of them."""
Text = Annotated[str, Parameter(min_length=1, max_length=200)]


@get("/boxes", summary="The boxes, and what can be agreed on in each", sync_to_thread=False)
def shelf() -> Response[list[wire.Box]]:
    return answer([wire.box_of(each) for each in (*boxes(), box(FREE))], [])


@get("/rules", summary="What a rules text stands for", sync_to_thread=False)
def facts(text: Text) -> Response[wire.Rules]:
    return answer(wire.rules_of(read_rules(text)), [])


@get(
    "/boxes/{box_id:str}/rules", summary="The rules of a box for people, as Accept-Language asks", sync_to_thread=False
)
def told(request: Asking, box_id: FromPath[str]) -> Response[wire.RulesPage]:
    """Sections of paragraphs and drawn examples; a free form has the page of all free forms."""
    language = language_of(request.headers.get("accept-language", ""))
    page = answer(_rules_page(box(box_id), language), [])
    page.headers |= {"content-language": language, "vary": "accept-language"}
    return page


def _rules_page(box: Box, language: str) -> wire.RulesPage:
    page = box_rules(box).rendered(words(language).render)
    return msgspec.convert({"language": language, **asdict(page)}, wire.RulesPage)


ROUTER = Router("/", route_handlers=[shelf, facts, told], tags=["boxes"])
