"""Read TOML tables strictly: every value has its type, and no key is left over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeVar

from keypeg.errors import Malformed

Data: TypeAlias = Mapping[str, object]
T = TypeVar("T")


class Reader:
    """Pops typed values from a table. The error for a wrong one names its place."""

    def __init__(self, where: str, data: Data) -> None:
        self.where = where
        self.left = dict(data)

    def one(self, key: str, kind: type[T]) -> T:
        """Return the value of a required key."""
        value = self.maybe(key, kind)
        if value is None:
            raise bad(self.where, f"{key} is missing")
        return value

    def maybe(self, key: str, kind: type[T]) -> T | None:
        value = self.left.pop(key, None)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool)):
            raise bad(self.where, f"{key} must be of type {kind.__name__}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.maybe(key, list) or []
        if not all(isinstance(value, str) for value in values):
            raise bad(self.where, f"{key} must be a list of texts")
        return tuple(values)

    def tables(self, key: str) -> Iterator[tuple[str, Data]]:
        for name, table in (self.maybe(key, dict) or {}).items():
            if not isinstance(table, dict):
                raise bad(self.where, f"{key}.{name} must be a table")
            yield name, table

    def nothing_left(self) -> None:
        if self.left:
            raise bad(self.where, f"unknown: {', '.join(self.left)}")


def bad(where: str, problem: str) -> Malformed:
    """Return an error for the author of a box: what is wrong, and where."""
    return Malformed("box-bad", where=where, problem=problem)
