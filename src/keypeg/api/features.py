"""All features, and with them all endpoints."""

from __future__ import annotations

from typing import Any

from keypeg.api import (
    boxes,
    coach,
    daily,
    doctor,
    home_board,
    identity,
    moves,
    open_tables,
    operation,
    own_data,
    own_tables,
    puzzles,
    qr,
    records,
    review,
    seats,
    shares,
    stats,
    tables,
    tools,
    view,
    words,
)
from keypeg.api.endpoint import Endpoint

PREFIX = "/api/v1"
FEATURES = (
    tables,
    seats,
    view,
    moves,
    open_tables,
    records,
    coach,
    doctor,
    review,
    shares,
    boxes,
    tools,
    home_board,
    puzzles,
    words,
    qr,
    daily,
    identity,
    own_tables,
    stats,
    own_data,
    operation,
)
API: dict[str, Endpoint[..., Any, Any]] = {
    each.name: each
    for feature in FEATURES
    for each in vars(feature).values()
    if isinstance(each, Endpoint) and each.function.__module__ == feature.__name__
}
"""All endpoints by name."""
