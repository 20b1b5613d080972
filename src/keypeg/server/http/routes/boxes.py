"""The shelf: which boxes there are, what can be agreed on, and what a rules text stands for."""

from __future__ import annotations

from dataclasses import asdict

import msgspec

from keypeg import wire
from keypeg.boxes import box, boxes
from keypeg.notation import rules as read_rules
from keypeg.server.http.request import Request, Route
from keypeg.tell import box_rules
from keypeg.wire import api

FREE = "4x6"
"""A free form, for what can be agreed on in all of them."""


async def shelf(_: Request[None, None]) -> list[wire.Box]:
    return [wire.box_of(each) for each in (*boxes(), box(FREE))]


async def rules(request: Request[api.OfRules, None]) -> wire.Rules:
    return wire.rules_of(read_rules(request.parameters.text))


async def rules_for_people(request: Request[api.OfBox, None]) -> wire.RulesPage:
    words = request.words
    page = box_rules(box(request.parameters.box_id)).rendered(words.render)
    request.response_headers |= {"content-language": words.language, "vary": "accept-language"}
    return msgspec.convert({"language": words.language, **asdict(page)}, wire.RulesPage)


ROUTES = (Route(api.BOXES, shelf), Route(api.RULES, rules), Route(api.BOX_RULES, rules_for_people))
