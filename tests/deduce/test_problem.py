"""The engine's problems are those of the rules."""

from __future__ import annotations

import pytest

from keypeg import rules
from keypeg.atlas import BOXES
from keypeg.errors import Illegal
from keypeg.solve import Placing, placing_of, problem_of


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        *BOXES.items(),
        ("logic12", "4x5"),
        ("togo:distinct-guesses", "4x8d"),
        ("challenge+doubles+beginner", "4x6"),
        ("4x10d", "4x10d"),
        ("4x5b", "4x6"),
    ],
)
def test_every_rules_text_has_its_shape(text: str, shape: str) -> None:
    assert problem_of(rules(text)).shape == shape


def test_a_handicap_gives_the_seats_different_problems() -> None:
    handicapped = rules("challenge:handicap=1")
    assert problem_of(handicapped, 1).shape == "4x6c"
    assert problem_of(handicapped, 2).shape == "5x8c"


def test_supply_and_fresh_guesses_come_from_the_rules() -> None:
    assert placing_of(rules("logic12")) == Placing(supply=dict.fromkeys("YROBG", 12))
    assert placing_of(rules("togo:colours=6,supply=box")).supply == dict(
        zip("ROYGBP", (14, 14, 13, 13, 13, 13), strict=True)
    )
    shared = placing_of(rules("challenge:supply=box"), ["RRROY", "RRRRR"])
    space = rules("challenge").guesses[0]
    assert shared.rows(space, ()).left == dict.fromkeys("ROYGBPWN", 25), "a row beside counts once it lies open"
    assert shared.rows(space, ["RWWWW"]).left == dict.fromkeys("GBPN", 25) | {"R": 21, "O": 24, "Y": 24, "W": 21}
    assert placing_of(rules("logic24:fresh-guesses,supply=unlimited")) == Placing(fresh=True)


def test_a_split_code_is_not_the_engines_business() -> None:
    with pytest.raises(Illegal) as caught:
        problem_of(rules("mm44"))
    assert caught.value.slug == "code-is-split"
