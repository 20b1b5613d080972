"""The Gymnasium environments: as Gymnasium wants them, and as the rules of the boxes have it."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import keypeg_lab.rl
from keypeg import Marks, mark, rules
from keypeg.errors import Illegal
from keypeg.review import review_rows
from keypeg.solve import problem_of
from keypeg_lab.rl import BreakerEnv, BreakerVectorEnv
from keypeg_lab.rl.rows import MOST_LISTED

TEXTS = (
    *("logic24", "logic12", "logic24+blanks:fresh-guesses", "togo", "togo:supply=box,rows=3", "challenge"),
    *("challenge+doubles:supply=box", "challenge:handicap=2", "2x3d:rows=3", "4x6", "5x8", "8x10"),
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("observation", ["array", "text"])
def test_gymnasium_accepts_it(text: str, observation: str) -> None:
    env = gymnasium.make("keypeg/Breaker-v0", rules=text, observation=observation, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("text", TEXTS)
def test_the_mask_means_legal(text: str) -> None:
    env = BreakerEnv(text)
    _, info = env.reset(seed=3)
    env.action_space.seed(3)
    few = len(env.board.problem.guesses) <= MOST_LISTED
    assert ("action_mask" in info) is few
    ended = False
    while not ended:
        action = env.action_space.sample()
        allowed = env.board.placing.rows(
            env.board.problem.guesses, [row.partition(":")[0] for row in info["rows"].split()]
        )
        if few and len(info["action_mask"]) <= 5000:
            assert [row for row, may in zip(env.board.texts, info["action_mask"], strict=True) if may] == list(allowed)
        guess = env.board.text(action)
        _, reward, terminated, truncated, info = env.step(action)
        assert info["legal"] is (guess in allowed)
        assert reward == -1
        ended = terminated or truncated


def test_a_board_is_observed_as_its_rows() -> None:
    env = BreakerEnv("togo", observation="array")
    env.reset(options={"code": "RYGB"})
    observed, *_, info = env.step(env.board.texts.index("ROYG"))
    assert info["rows"] == "ROYG:1,2"
    assert observed.tolist()[:2] == [[1, 2, 3, 4, 1, 2], [0] * 6]  # type: ignore[union-attr]
    observed, reward, terminated, _, info = env.step(env.board.texts.index("RYGB"))
    assert (reward, terminated, info["rows"]) == (-1, True, "ROYG:1,2 RYGB:4,0")


def test_loss_is_that_of_the_review() -> None:
    env = BreakerEnv("4x4", reward="loss")
    env.reset(options={"code": "RYGG"})
    rows = ["RROO", "RRRR", "YYGG"]
    rewards = [env.step(env.board.texts.index(row))[1] for row in rows]
    reviewed = review_rows(problem_of(rules("4x4")), [(row, mark("RYGG", row)) for row in rows])
    assert rewards == pytest.approx([-(row.loss or 0) for row in reviewed.rows])
    assert reviewed.rows[1].loss
    assert reviewed.rows[0].marks == Marks(1, 0)


def test_every_code_is_hidden_as_often() -> None:
    env = BreakerEnv("2x3")
    env.reset(seed=1)
    found = [env._any_code() for _ in range(4500)]
    assert len(set(found)) == 9
    assert all(400 < found.count(code) < 600 for code in set(found))


@pytest.mark.parametrize("text", ["4x6", "togo", "challenge+beginner", "4x5b"])
def test_boards_side_by_side_are_the_same_boards(text: str) -> None:
    many = gymnasium.make_vec("keypeg/Breaker-v0", 16, vectorization_mode="vector_entry_point", rules=text, rows=6)
    side = many.unwrapped
    assert isinstance(side, BreakerVectorEnv)
    observed, _ = side.reset(seed=5)
    side.action_space.seed(5)
    codes = list(side.board.problem.codes)
    alone = [BreakerEnv(text, rows=6) for _ in range(16)]
    for env, hidden in zip(alone, side._hidden, strict=True):
        env.reset(options={"code": codes[hidden]})
    over, endings = np.zeros(16, dtype=bool), 0
    for _ in range(40):
        actions = side.action_space.sample()
        some = side._hidden[::3]  # some boards are broken at once
        actions[::3] = [side.board.texts.index(codes[hidden]) for hidden in some]
        observed, rewards, ended, truncated, _ = side.step(actions)
        assert side.observation_space.contains(observed)
        assert not truncated.any()
        for at, env in enumerate(alone):
            if over[at]:
                seen, _ = env.reset(options={"code": codes[side._hidden[at]]})
                assert (rewards[at], ended[at]) == (0, False)
            else:
                seen, reward, terminated, _, _ = env.step(actions[at])
                assert (rewards[at], ended[at]) == (reward, terminated)
            assert np.array_equal(observed[at], seen)
        over = ended
        endings += int(ended.sum())
    assert endings > 100


def test_impossible_arguments_are_refused_in_a_sentence() -> None:
    with pytest.raises(Illegal, match="split"):
        BreakerEnv("mm44")
    with pytest.raises(Illegal, match="codes"):
        BreakerEnv("8x10", reward="loss")
    boards = BreakerVectorEnv(2, "2x3")
    boards.reset()
    with pytest.raises(AssertionError, match="are not the numbers of 2 rows"):
        boards.step(np.array([0, 9]))
    with pytest.raises(ValueError, match='use vectorization_mode="sync"'):
        BreakerVectorEnv(4, "logic12:fresh-guesses")


def test_names_are_exported() -> None:
    assert all(hasattr(keypeg_lab.rl, name) for name in keypeg_lab.rl.__all__)
