"""The PettingZoo environments: as PettingZoo wants them, and as the rules of the boxes have it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from keypeg import Deal, Illegal, mark, new, play
from keypeg.core import Call, Guess, Hide
from keypeg.review import review_rows
from keypeg.solve import problem_of
from keypeg_lab.rl import MatchEnv, MatchParallelEnv, match_v0
from keypeg_lab.rl.match import MOST_ILLEGAL

TEXTS = (
    *("challenge", "challenge+beginner:supply=box", "challenge:handicap=1,rows=unlimited", "logic24+two-boards"),
    *("mm44", "mm44:seats=2,boards=2", "mm44:seats=3,marks=counts,calls=secret,rounds=2"),
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("observation", ["array", "text"])
@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")  # masks need a Dict, which it calls unusual
def test_pettingzoo_accepts_it(text: str, observation: Any) -> None:
    api_test(match_v0.env(text, observation=observation), num_cycles=40)
    parallel_api_test(match_v0.parallel_env(text, observation=observation), num_cycles=40)
    seed_test(lambda: match_v0.env(text, observation=observation), num_cycles=20)
    parallel_seed_test(lambda: match_v0.parallel_env(text, observation=observation), num_cycles=20)


def number(env: MatchEnv | MatchParallelEnv, seat: int, code: str | None) -> int:
    actions = env.match.actions[seat]
    return len(actions.texts) if code is None else actions.numbers[code]


def together(env: MatchParallelEnv, *codes: str | None) -> tuple[list[float], dict[str, Any]]:
    """Let every seat act; None passes. Return what each earned, and what each sees."""
    actions = {f"seat_{seat}": number(env, seat, code) for seat, code in enumerate(codes, start=1)}
    observed, earned, *_ = env.step(actions)
    return list(earned.values()), observed


def dealt(text: str, *shares: str, reward: Any = "rows") -> MatchParallelEnv:
    """Return mm44 with this deal, seat 1 beginning."""
    env = MatchParallelEnv(text, reward=reward)
    env.reset(seed=1)
    env.match.state = play(new(env.match.rules), 0, Deal(shares))
    env.match._ask()
    return env


@pytest.mark.parametrize("text", TEXTS)
def test_the_mask_means_legal(text: str) -> None:
    env = MatchEnv(text)
    env.reset(seed=4)
    for name in env.agent_iter(24):
        observed, _, ended, cut, _ = env.last()
        seat = int(name[-1])
        if not (ended or cut):
            actions, ask = env.match.actions[seat], env.match.asked[seat]
            legal = {move.code for move in env.match.legal[seat].only(ask) if isinstance(move, Hide | Guess | Call)}
            mask = observed["action_mask"]
            assert {row for row, may in zip(actions.texts, mask, strict=False) if may} == legal
            assert mask[-1] == (ask is Call)
        env.step(None if ended or cut else env.action_space(name).sample(observed["action_mask"]))
        if not ended and not cut:
            assert env.infos[name]["legal"]


def test_the_first_to_break_wins_and_the_other_pays_for_its_board() -> None:
    env = MatchParallelEnv("challenge:rounds=1")
    env.reset()
    assert together(env, "ROYGB", "NWPBG")[0] == [0, 0]
    assert together(env, "ROYGB", "GBPWN")[0] == [-1, -1]
    earned, _ = together(env, "NWPBG", "RRRRR")
    assert earned == [-1, -1 - 9]  # eleven in all, as for a code that is never broken
    assert not env.agents


def test_a_seat_sees_its_boards_its_code_and_nothing_sealed() -> None:
    seen = []
    for guess in ("ROYGB", "PPPPP"):
        env = MatchEnv("challenge:rounds=1")
        env.reset()
        for seat, code in ((1, "OYGBR"), (2, "NWPBG"), (1, "GBPWN"), (2, "ROYGB"), (1, guess)):
            assert env.agent_selection == f"seat_{seat}"
            env.step(number(env, seat, code))
        seen.append(env.observe("seat_2"))
    assert all(np.array_equal(seen[0][key], seen[1][key]) for key in seen[0])
    lines = seen[0]["observation"]
    assert lines[0].tolist() == [1, 2, 3, 4, 5, *mark("OYGBR", "ROYGB")]  # its own board
    assert lines[10].tolist() == [4, 5, 6, 7, 8, *mark("NWPBG", "GBPWN")]
    assert lines[20, :5].tolist() == [8, 7, 6, 5, 4]  # the code it has hidden
    assert lines[-1, 0] == 2  # to guess


def test_after_each_row_every_seat_calls_or_passes() -> None:
    env = dealt("mm44:first=1", "R....", ".O...", "..Y..", "....B")
    assert list(env.match.asked.items()) == [(1, Guess)]
    earned, observed = together(env, "BOYGR", None, None, None)
    assert earned == [-1, 0, 0, 0]
    assert set(env.match.asked.values()) == {Call}
    assert len(env.match.asked) == 4
    lines = observed["seat_3"]["observation"]
    assert lines[2 * 4].tolist() == [5, 2, 3, 4, 1, 2, 2, 1]  # black, black, white clockwise from seat 1
    together(env, None, "PO.PP", None, None)  # wrong: out
    assert list(env.match.asked.items()) == [(2, Guess)] or list(env.match.asked.items()) == [(3, Guess)]
    earned, observed = together(env, None, "PPPPP", "RRRRR", None)
    assert 2 not in env.match.asked
    assert observed["seat_1"]["observation"][16 + 1 + 1].tolist() == [6, 2, 7, 6, 6, 1, 0, 0]  # seat 2's call, wrong
    earned, _ = together(env, "ROY.B", None, None, None)
    assert earned == [0, -5, -4, -5]  # who did not call it: as many as its board has left, and one more
    assert not env.agents


def test_lots_decide_between_calls_at_the_same_moment() -> None:
    winners = set()
    for seed in range(12):
        env = dealt("mm44:first=1", "R....", ".O...", "..Y..", "....B")
        env.match._random.seed(seed)
        together(env, "BOYGR", None, None, None)
        earned, _ = together(env, "ROY.B", None, "ROY.B", None)
        winners.add(tuple(earned))
    assert winners == {(0, -5, -5, -5), (-4, -5, 0, -5)}


def test_the_last_calls_are_asked_for_once() -> None:
    env = MatchParallelEnv("mm44:seats=2,boards=1,first=1")
    env.reset(seed=2)
    asked = []
    while env.agents:
        asked.append(set(env.match.asked.values()))
        actions = {
            name: number(env, int(name[-1]), None if env.match.asked.get(int(name[-1])) is not Guess else "RRRRR")
            for name in env.agents
        }
        env.step(actions)
    assert asked == [{Guess}, {Call}] * 8


def test_loss_is_that_of_the_review() -> None:
    env = MatchParallelEnv("challenge+beginner:rounds=1", reward="loss")
    env.reset()
    together(env, "ROYG", "BPGY")
    rows = ["RROO", "RRRR", "YGBP"]
    earned = [together(env, row, "RRRR")[0][0] for row in rows]
    reviewed = review_rows(problem_of(env.match.rules), [(row, mark("BPGY", row)) for row in rows])
    assert earned == pytest.approx([-(row.loss or 0) for row in reviewed.rows])
    assert reviewed.rows[1].loss


def test_illegal_actions_cost_one_and_are_asked_for_again() -> None:
    env = MatchParallelEnv("challenge")
    env.reset()
    assert together(env, "RRRRR", "ROYGB")[0] == [-1, 0]  # a code here has no colour twice
    assert list(env.match.asked) == [1]
    cut: dict[str, bool] = {}
    for _ in range(MOST_ILLEGAL - 1):
        *_, cut, infos = env.step({"seat_1": number(env, 1, "RRRRR"), "seat_2": number(env, 2, None)})
        assert infos["seat_1"]["legal"] is False
    assert all(cut.values())
    assert not env.agents


def test_impossible_arguments_are_refused_in_a_sentence() -> None:
    for text in ("togo", "mm44:marking=hand"):
        with pytest.raises(Illegal, match="every seat guesses and the table marks"):
            MatchEnv(text)
    with pytest.raises(Illegal, match="split"):
        MatchEnv("mm44", reward="loss")


def test_boards_are_rendered_for_a_watcher() -> None:
    env = match_v0.env("challenge", render_mode="ansi")
    env.reset()
    env.step(number(env, 1, "ROYGB"))
    env.step(number(env, 2, "NWPBG"))
    assert "? ? ? ? ?" in (env.render() or "")
