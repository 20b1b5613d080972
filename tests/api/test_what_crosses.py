"""Which types cross to a client. Only what a View may hold is among them, so nothing is published by accident."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from keypeg import core, message, notation, review, table
from keypeg.api.features import API
from keypeg.api.view import Bell, View
from keypeg.drawing import chart_layout

AS_THEY_ARE: dict[type, tuple[str, ...]] = {
    core.Space: ("holes", "pegs", "distinct"),
    core.Share: ("holder", "code"),
    core.Called: ("seat", "code", "right", "judged"),
    core.Outcome: ("points", "winner"),
    table.Rematch: ("table", "by"),
    review.Learned: ("seat", "bits", "expected"),
    review.Chance: ("seat", "code", "chance"),
    review.SplitCall: ("after", "seat", "code", "right", "chance"),
    review.MissedCall: ("after", "seat", "code", "chance", "last"),
    message.Message: ("key", "fields"),
}
"""The values that cross as they are, with their fields. A field added to one must be public, and added here."""
OF_A_MATCH = [kind for kind in AS_THEY_ARE if kind.__module__.startswith("keypeg.core")]
SECRET = (
    core.State,
    core.Attempt,
    review.Review,
    review.RoundReview,
    core.View,
    core.Rules,
    core.Board,
    core.Row,
    notation.Record,
    table.Table,
)
"""Types that hold secrets, or hold more than clients are told."""


def _types(kind: Any, seen: set[Any]) -> Iterator[type]:
    """Yield every class that a value of this type may contain."""
    if kind in seen or kind is Any:
        return
    seen.add(kind)
    for part in get_args(kind):
        yield from _types(part, seen)
    if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, msgspec.Struct)):
        yield kind
        for hint in get_type_hints(kind, include_extras=True).values():
            yield from _types(hint, seen)


def _crossing() -> set[type]:
    seen: set[Any] = set()
    return {each for kind in (*(endpoint.response for endpoint in API.values()), Bell) for each in _types(kind, seen)}


def test_only_these_values_cross_as_they_are() -> None:
    drawn = {each for each in _crossing() if each.__module__ == chart_layout.__name__}
    crossing = {each for each in _crossing() if is_dataclass(each)} - drawn
    assert {each: tuple(field.name for field in fields(each)) for each in crossing} == AS_THEY_ARE


def test_what_holds_secrets_does_not_cross() -> None:
    assert _crossing().isdisjoint(SECRET)


def test_all_others_are_structs_of_the_api() -> None:
    structs = {each for each in _crossing() if issubclass(each, msgspec.Struct)}
    assert {each.__module__.rpartition(".")[0] for each in structs} <= {"keypeg.api", "keypeg.drawing"}


@pytest.mark.parametrize("kind", OF_A_MATCH, ids=lambda kind: kind.__name__)
def test_a_value_of_the_core_is_part_of_a_view(kind: type) -> None:
    assert kind in set(_types(View, set()))
