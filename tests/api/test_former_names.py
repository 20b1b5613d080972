"""Names of version 0.2 that docs/python.md listed lead to where they are now."""

from __future__ import annotations

import pytest

from keypeg import wire
from keypeg.api import match, review, tables


def test_what_was_in_wire_can_be_imported_from_there() -> None:
    assert wire.match_to_core is match.match_to_core
    assert wire.review_of is review.review_of
    assert wire.Computer is tables.Computer


def test_what_is_gone_names_the_new_package() -> None:
    with pytest.raises(AttributeError, match=r"see keypeg\.api"):
        _ = wire.api
