"""The inference over deals is exact: it agrees with the slow but obvious enumeration of the core."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import prod

import pytest

from keypeg import Call, Guess, Move, View, new, play, read_move, rules, view
from keypeg.core import fitting_deals, joined
from keypeg.players.search.deal_arrays import own_deals, public_deals
from keypeg.players.search.split_odds import best_in, own_groups
from keypeg.players.split.deals import deck_of
from keypeg.players.split.deals import fitting_deals as fast_deals
from keypeg.players.split.facts import facts_of
from keypeg.players.split.knowledge import known_to
from tests.properties.random_play import match

TEXTS = (
    "mm44:seats=2",
    "mm44:seats=3",
    "mm44:seats=2,boards=2",
    "mm44:seats=3,marks=counts",
    "mm44:seats=3,marking=hand",
)


def _weight(deal: tuple[str, ...], chips: int) -> int:
    """Return the number of ways to draw the chips of a deal; chips of the same colour count as different."""
    counts = Counter("".join(deal).replace(".", ""))
    return prod(chips - taken for count in counts.values() for taken in range(count))


@pytest.mark.parametrize("text", TEXTS)
def test_deals_that_fit_and_their_weights_are_those_of_the_core(text: str) -> None:
    for state, _, _ in islice(match(text, seed=3), 2, 30, 3):
        seen = view(state, 1)
        if not seen.shares or seen.calls or any(share.code is None for share in seen.shares):
            continue
        own = tuple(share.code for share in seen.own_shares if share.code)
        mine = known_to(seen, own).mine
        slow = Counter[str]()
        for deal in fitting_deals(state.rules, seen.shares, seen.boards):
            slow[joined(deal)] += _weight(deal, state.rules.chips)
        assert {mine.deck.text(code): weight for code, weight in mine.codes().items()} == +slow


@pytest.mark.parametrize("text", TEXTS)
def test_deals_as_arrays_are_the_same_deals_in_the_same_order(text: str) -> None:
    for state, _, _ in islice(match(text, seed=4), 2, 40, 4):
        seen = view(state, 1)
        if not seen.shares or any(share.code is None for share in seen.shares):
            continue
        knowledge = known_to(seen, tuple(share.code for share in seen.own_shares if share.code))
        mine, arrays = knowledge.mine, own_deals(knowledge)
        deals, weights = mine.listed()
        assert [mine.table.code(deal) for deal in deals] == arrays.codes.tolist()
        assert weights == arrays.weights.tolist()


def test_a_watcher_of_four_seats_faces_155520_deals_and_a_seat_5184() -> None:
    deck = deck_of(rules("mm44"))
    every = public_deals(deck, ())
    assert len(every) == len(fast_deals(deck, (), ())) == 155_520
    assert len(every.holding((0,), (7,))) == len(fast_deals(deck, ((0, 7),), ())) == 5184
    assert every.weights.max() / every.weights.min() == 256 / 24


def _after(shares: str, *rows: tuple[int, str]) -> View:
    state = play(new(rules("mm44:seats=3,first=1")), 0, _deal(shares))
    for seat, row in rows:
        state = play(state, seat, Guess(row))
    return view(state, 1)


def _deal(shares: str) -> Move:
    return read_move(rules("mm44:seats=3"), f"deal {shares}")


def test_a_wrong_call_tells_that_it_holds_the_callers_share_and_is_not_the_code() -> None:
    seen = _after("R.... .O... ..Y..", (1, "RRRRR"))
    state = play(new(rules("mm44:seats=3,first=1")), 0, _deal("R.... .O... ..Y.."))
    state = play(play(state, 1, Guess("RRRRR")), 2, Call("GO.B."))
    told = view(state, 1)
    before, after = (known_to(each, ("R....",)).mine for each in (seen, told))
    assert len(after) < len(before)
    codes = [after.deck.text(code) for code in after.codes()]
    assert "GO.B." not in codes
    # Seat 1 holds the first hole itself, so the caller's share is the second or the fourth.
    assert all(code[1] == "O" or code[3] == "B" for code in codes)


def test_the_thoughts_ascribed_to_another_seat_are_those_it_would_have_itself() -> None:
    state = play(new(rules("mm44:seats=3,blanks=any,first=1")), 0, _deal("R.... .O... ..Y.."))
    for seat, row in ((1, "ROYGB"), (2, "OORRY"), (3, "YYBB.")):
        state = play(state, seat, Guess(row))
    knowledge = known_to(view(state, 1), ("R....",))
    public = public_deals(knowledge.deck, knowledge.facts)
    thought = best_in(public, own_groups(public, (1,)))
    real = known_to(view(state, 2), (".O...",)).mine
    here = (public.states[:, 1] == 7).nonzero()[0]
    assert thought.chance[here] == pytest.approx([real.likeliest()[1]] * len(here))
    assert {public.deck.text(int(code)) for code in public.codes[here][thought.right[here]]} == {real.likeliest()[0]}


def test_facts_are_the_same_for_every_seat() -> None:
    state = play(new(rules("mm44:seats=3,first=1")), 0, _deal("R.... .O... ..Y.."))
    state = play(state, 1, Guess("ROYGB"))
    assert len({facts_of(view(state, seat)) for seat in (1, 2, 3)}) == 1
