"""The list of boxes, what can be agreed on in each, and their rules."""

from __future__ import annotations

from keypeg import service, wire
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import READS
from keypeg.wire import api, parameters


async def all_boxes(_: Request[None, None]) -> list[wire.Box]:
    return service.all_boxes()


async def rules(request: Request[parameters.OfRules, None]) -> wire.Rules:
    return service.rules_facts(request.parameters.text)


async def rules_for_people(request: Request[parameters.OfBox, None]) -> wire.RulesPage:
    return service.rules_for_people(request.parameters.box_id)


ROUTES = (
    Route(api.BOXES, all_boxes, READS, 2),
    Route(api.RULES, rules, READS, 2),
    Route(api.BOX_RULES, rules_for_people, READS, 2),
)
