"""Whole matches of all boxes, by keys."""

from __future__ import annotations

import pytest

from keypeg.terminal.screens.start import StartScreen
from tests.terminal.driving import SMALL, match_app, play_out

MATCHES = [
    ("logic24", "you,club"),
    ("togo:marking=hand,rounds=1,parity=any", "you,club"),
    ("challenge:rounds=1", "you,club"),
    ("mm44:marking=hand", "you,you=Bo,club,club"),
    ("4x5b:rows=6", "you,you"),
]

MORE = [
    ("logic12+blanks", "club,you"),
    ("logic24+two-boards", "you,you=Bo"),
    ("logic24:marking=home", "you,you"),
    ("togo", "you,you"),
    ("togo:marking=hand-checked", "you,you"),
    ("challenge:rounds=1,marking=hand", "you,club"),
    ("challenge:rounds=1,marking=home", "you,you"),
    ("challenge+beginner:rounds=1", "you,you"),
    ("challenge+doubles:rounds=1,handicap=1", "you,expert"),
    ("mm44", "you,club,club,club"),
    ("mm44:seats=3,marks=counts,calls=secret", "you,club,club"),
    ("mm44:seats=2,boards=2", "you,you"),
    ("mm44:seats=2,marking=home", "you,you"),
    ("8x15d", "you,club"),
]


@pytest.mark.parametrize(
    ("rules", "seats"), [*MATCHES, *(pytest.param(*more, marks=pytest.mark.long) for more in MORE)]
)
async def test_a_whole_match_by_keys(rules: str, seats: str) -> None:
    app, session = match_app(rules, seats)

    async with app.run_test(size=SMALL) as pilot:
        await play_out(pilot)
        assert isinstance(app.screen, StartScreen)
    assert session.table.outcome is not None
