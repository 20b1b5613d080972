"""Players of a split code: rows, calls and bluffs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import log2
from random import Random
from statistics import mean

import pytest

from keypeg import Call, Guess, Pass, State, new, outcome, play, read_move, rules, view
from keypeg.core import earned
from keypeg.players import Level, read_player
from keypeg.players.search.deal_arrays import DealArrays, own_deals, public_deals
from keypeg.players.search.split_odds import sums
from keypeg.players.search.split_reading import read, steps
from keypeg.players.search.split_rows import Asked, bits_less_leaks, own_bits
from keypeg.players.split.choose import NOTICES, next_row
from keypeg.players.split.deals import deck_of
from keypeg.players.split.facts import Answers, facts_of
from keypeg.players.split.knowledge import known_to
from keypeg.table import Table, seat_seed, series

FIRST = "mm44:seats=3,blanks=any,first=1"


def _dealt(text: str, shares: str, *rows: str) -> State:
    """Return the state after a deal, and rows placed in turn."""
    state = play(new(rules(text)), 0, read_move(rules(text), f"deal {shares}"))
    for at, row in enumerate(rows):
        state = play(state, at % state.rules.seats + 1, Guess(row))
    return state


def _finished(text: str, players: list[str], seed: str) -> State:
    seated = {seat: read_player(name, seat_seed(seed, seat)) for seat, name in enumerate(players, start=1)}
    table = Table(rules(text), seated, seed=seed)
    table.run()
    return table.state


@pytest.mark.parametrize("level", [Level.CLUB, Level.EXPERT, Level.PERFECT])
def test_a_player_certain_of_the_code_calls_at_once_even_in_another_seats_turn(level: Level) -> None:
    # Two seats: the other's share is exact in its hole, and every other colour and hole is ruled out.
    state = _dealt("mm44:seats=2,blanks=any,first=1", "R.... .O...", ".O...", "RRRRR")
    assert view(state, 1).to_act == {1}
    assert read_player(level).interject(view(state, 1)) == Call("RO...")


@pytest.mark.parametrize("level", Level)
def test_nobody_calls_before_the_first_row(level: Level) -> None:
    assert read_player(level).interject(view(_dealt(FIRST, "R.... .O... ..Y.."), 1)) is None


@pytest.mark.parametrize("seed", range(12))
def test_no_call_contradicts_what_is_public(seed: int) -> None:
    state = _finished("mm44:rounds=2", ["novice", "club", "expert", "perfect"], str(seed))
    for attempt in state.past:
        rows = [(board, row) for board in attempt.boards for row in board.rows]
        for call in attempt.calls:
            own = next(share.code for share in attempt.shares if share.holder == call.seat)
            assert own is not None
            for board, row in rows:
                if board.breaker != call.seat:
                    continue
                # The caller's own row: every answer must be one that some hole of the call would give.
                answers = [answer for answer in row.marks if answer is not None]
                holes = [hole for hole, peg in enumerate(call.code) if peg != "." and own[hole] == "."]
                lone = ["." * hole + call.code[hole] + "." * (4 - hole) for hole in holes]
                given = Counter(answers)
                possible = Counter(earned(state.rules, share, row.guess) for share in lone)
                assert given == possible


@pytest.mark.parametrize("level", [Level.NOVICE, Level.CLUB])
def test_clubs_and_novices_call_only_when_certain(level: Level) -> None:
    for seed in range(15):
        state = _finished("mm44", [level] * 4, str(seed))
        assert all(call.right for attempt in state.past for call in attempt.calls)


def test_a_novice_looks_at_its_own_board_only_and_others_at_some_rows_of_others() -> None:
    state = _dealt(FIRST, "R.... .O... ..Y..", "ROYGB", "BBPPG", "YYRRO")
    knowledge = known_to(view(state, 1), ("R....",))
    own, others = knowledge.facts[:1], knowledge.facts[1:]
    assert set(NOTICES) == set(Level) - {Level.PERFECT}
    assert {knowledge.noticing(*NOTICES[Level.NOVICE], Random(seed)).facts for seed in range(30)} == {own}
    for level in (Level.CLUB, Level.EXPERT):
        seen = {knowledge.noticing(*NOTICES[level], Random(seed)).facts for seed in range(150)}
        assert seen == {own, (*own, others[0]), (*own, others[1]), (*own, *others)}


def test_a_novice_always_keeps_its_latest_row_and_those_with_the_most_marks() -> None:
    rows = ("BBBBB", "GGGGG", "ROYGB", "PPPPP", "PPPPG", "GGGGB", "BBBBG", "PPGGP", "BGBGB")
    state = _dealt(FIRST, "R.... .O... ..Y..", *rows)
    knowledge = known_to(view(state, 1), ("R....",))
    mine = [fact for fact in knowledge.facts if isinstance(fact, Answers) and fact.row in ("BBBBB", "PPPPP", "BBBBG")]
    assert [fact.row for fact in mine] == ["BBBBB", "PPPPP", "BBBBG"]
    kept = {knowledge.noticing(0.0, 0.0, Random(seed)).facts for seed in range(10)}
    assert all(facts[-1] == mine[-1] for facts in kept)


@pytest.mark.parametrize("level", [Level.NOVICE, Level.CLUB])
def test_no_row_is_repeated_at_a_split_code(level: Level) -> None:
    for seed in range(10):
        for attempt in _finished("mm44", [level] * 4, str(seed)).past:
            for board in attempt.boards:
                assert len({row.guess for row in board.rows}) == len(board.rows)


def test_a_wrong_call_of_another_seat_is_no_row_of_ones_own() -> None:
    state = play(_dealt(FIRST, "R.... .O... ..Y..", "ROYGB"), 2, Call(".OG.R"))
    assert len(known_to(view(state, 1), ("R....",)).facts) == 2
    assert len(known_to(view(state, 1), ("R....",)).noticing(1.0, 0.0, Random(1)).facts) == 1


@pytest.mark.long
def test_the_weaker_the_players_the_longer_a_deal_lasts() -> None:
    rows = {level: sum(_rows(_finished("mm44", [level] * 4, str(seed))) for seed in range(60)) for level in Level}
    assert rows[Level.NOVICE] > rows[Level.CLUB] > rows[Level.EXPERT] > rows[Level.PERFECT]


def _rows(state: State) -> int:
    return sum(len(board.rows) for attempt in state.past for board in attempt.boards)


def test_in_the_last_round_of_calls_an_expert_calls_and_an_uncertain_club_passes() -> None:
    state = _dealt("mm44:seats=2,first=1", "R.... .O...", *["RRRRR"] * 8)
    assert view(state, 1).phase == "call"
    assert isinstance(read_player("expert").choose(view(state, 1)), Call)
    assert read_player("club").choose(view(state, 1)) == Pass()


def test_the_own_hole_is_used_for_bluffing() -> None:
    state = _dealt(FIRST, "R.... .O... ..Y..")
    pegs = set()
    for seed in range(30):
        move = read_player("club", str(seed)).choose(view(state, 1))
        assert isinstance(move, Guess)
        pegs.add(move.code[0])
    assert len(pegs) > 3


def test_rows_of_an_expert_tell_more_than_those_of_a_club() -> None:
    state = _dealt("mm44:first=1", "R.... .O... ..Y.. ...G.")
    mine, asked = own_deals(known_to(view(state, 1), ("R....",))), Asked((1, 2, 3), counts_only=False)
    bits = {
        level: own_bits(mine, asked, Random(1))([_row(level, str(seed), state) for seed in range(60)])
        for level in (Level.CLUB, Level.EXPERT)
    }
    assert bits[Level.EXPERT].mean() > bits[Level.CLUB].mean() + 0.1
    assert bits[Level.EXPERT].min() > bits[Level.CLUB].mean(), "every row, not only most of them"


def _row(level: Level, seed: str, state: State) -> str:
    move = read_player(level, seed).choose(view(state, 1))
    assert isinstance(move, Guess)
    return move.code


def test_the_best_player_takes_what_a_row_tells_the_others_into_account() -> None:
    state = _dealt("mm44:first=1", "R.... .O... ..Y.. ...G.", "RROOY", "GGBBP", "YYRRO", "BBPPG")
    knowledge, asked = known_to(view(state, 1), ("R....",)), Asked((1, 2, 3), counts_only=False)
    public = public_deals(knowledge.deck, knowledge.facts)
    rows = ["ROYGB", "RRRRR", "PPOO.", "....."]
    told, weighed = (
        bits_less_leaks(public, knowledge.shares, others, asked, Random(1))(rows) for others in ((), knowledge.others)
    )
    assert (weighed <= told + 1e-9).all()
    assert (weighed[:3] < told[:3]).all()
    assert weighed[-1] == pytest.approx(0)


@pytest.mark.parametrize("text", ["mm44:first=1", "mm44:first=1,blanks=any"])
def test_rows_of_the_best_player_do_not_depend_on_its_share(text: str) -> None:
    # None of these shares of seat 1 would answer exact or near to a row of the others.
    hands = ["...G.", "....B", "...P.", "....G"]
    for placed in ([], ["GGBBP", "ROYRO", "OYROY", "YYRRO"]):
        for seed in "12":
            states = {hand: _dealt(text, f"{hand} R.... .O... ..Y..", *placed) for hand in hands}
            rows = {next_row(Level.PERFECT, view(state, 1), (hand,), seed) for hand, state in states.items()}
            assert len(rows) == 1


def test_the_best_player_reads_shares_from_rows() -> None:
    """An expert's row makes its true share likelier, on average over many deals."""
    gains = []
    for seed in range(30):
        state = _until_rows("mm44:first=1", "expert", seed, 1)
        found = read(public_deals(deck_of(state.rules), ()), view(state, 2), 2)
        held = view(state, 1).own_shares[0].code
        assert held is not None
        ours = found.states[:, 0] == found.deck.state(held)
        gains.append(log2(found.weights[ours].sum() / found.weights.sum() * 30))
    assert mean(gains) > 0.01


def test_no_first_row_makes_the_best_player_think_a_share_much_less_likely() -> None:
    """A player that trusted rows more would be misled by one that points away from the share of its seat."""
    random = Random(1)
    for _ in range(30):
        state = _dealt("mm44:first=1", "R.... .O... ..Y.. ...G.", "".join(random.choices("ROYGBP", k=5)))
        public = public_deals(deck_of(state.rules), ())
        found = read(public, view(state, 2), 2)
        chances = sums(found.states[:, 0], found.weights) / found.weights.sum()
        assert chances.min() * 30 > 0.8


def test_a_share_that_would_have_told_its_holder_the_code_is_unlikely_if_no_call_came() -> None:
    """Compared with a seat that gave up, and so could not call, only its silence makes the difference."""
    sure = unsure = 0
    for seed in range(5):
        random = Random(seed)
        rows = ["".join(random.choices("ROYGBP", k=5)) for _ in range(5)]
        seen = view(_dealt("mm44:first=1", "R.... .O... ..Y.. ...G.", *rows), 1)
        deck, facts = deck_of(seen.rules), facts_of(seen)
        public = public_deals(deck, facts)
        factors = read(public, seen, 1).weights / read(public, replace(seen, out=(4,)), 1).weights
        known = [public_deals(deck, facts[:many]) for many in range(1, 5)]
        for share in set(public.states[:, 3].tolist()):
            chance = max(_chance(deals, share) for deals in known)
            (factor,) = set(factors[public.states[:, 3] == share].round(9).tolist())
            if chance <= 0.2:
                unsure += 1
                assert factor == 1
            elif chance >= 0.4:
                sure += 1
                assert factor < 0.3
    assert min(sure, unsure) > 2


def _chance(deals: DealArrays, share: int) -> float:
    """Return the chance of the likeliest code for seat 4, if it holds this share."""
    held = deals.states[:, 3] == share
    by_code: Counter[int] = Counter()
    for code, weight in zip(deals.codes[held].tolist(), deals.weights[held].tolist(), strict=True):
        by_code[code] += weight
    return max(by_code.values()) / sum(by_code.values())


def test_a_seat_that_has_called_or_given_up_counts_as_silent_no_more() -> None:
    state = _dealt(FIRST, "R.... .O... ..Y..", "ROYGB", "BBPPG")
    assert [step.silent for step in steps(view(state, 3))] == [(), (1, 2, 3)]
    state = play(play(state, 1, Call("RBB..")), 3, Guess("YYRRO"))
    assert [step.silent for step in steps(view(state, 3))] == [(), (1, 2, 3), (2, 3)]


def _until_rows(text: str, level: str, seed: int, many: int) -> State:
    """Return a deal in which players of this level have placed this many rows."""
    players = {seat: read_player(level, seat_seed(str(seed), seat)) for seat in range(1, 5)}
    table = Table(rules(text), players, seed=str(seed))
    while sum(len(board.rows) for board in view(table.state, 1).boards) < many:
        table.step()
    return table.state


@pytest.mark.long
def test_one_expert_wins_two_fifths_against_three_clubs() -> None:
    results = list(series(rules("mm44"), ["expert", "club", "club", "club"], 4000, "7"))
    assert sum(result.seats[0].won for result in results) >= 1600


@pytest.mark.long
def test_one_club_wins_three_quarters_against_three_novices() -> None:
    results = list(series(rules("mm44"), ["club", "novice", "novice", "novice"], 1000, "7"))
    assert sum(result.seats[0].won for result in results) >= 750


@pytest.mark.long
def test_perfect_wins_far_more_than_its_share_against_three_experts() -> None:
    results = list(series(rules("mm44"), ["perfect", "expert", "expert", "expert"], 2000, "7"))
    share = sum(result.seats[0].won for result in results) / len(results)
    assert share - 1.96 * (share * (1 - share) / len(results)) ** 0.5 > 0.35


def test_a_match_between_all_levels_ends() -> None:
    assert outcome(_finished("mm44", ["novice", "club", "expert", "perfect"], "all")) is not None
