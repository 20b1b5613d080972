"""Arguments of a wrong type are refused in a sentence of our own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from keypeg import Malformed
from keypeg_lab.rl import BreakerEnv, BreakerVectorEnv, MatchEnv

WRONG: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (BreakerEnv, (3,), "rules of BreakerEnv must be str | Rules, not 3 (int)."),
    (BreakerVectorEnv, ("2",), "num_envs of BreakerVectorEnv must be int, not '2' (str)."),
    (MatchEnv, (3,), "rules of MatchEnv must be str | Rules, not 3 (int)."),
]


@pytest.mark.parametrize(("call", "arguments", "sentence"), WRONG, ids=[sentence for *_, sentence in WRONG])
def test_a_wrong_type_is_refused_in_a_sentence(call: Callable[..., Any], arguments: Any, sentence: str) -> None:
    with pytest.raises(Malformed) as refused:
        call(*arguments)
    assert str(refused.value) == sentence


def test_options_by_name_are_checked_too() -> None:
    with pytest.raises(Malformed, match=r"^observation of BreakerEnv must be 'array' \| 'text', not 'txt' \(str\)\.$"):
        BreakerEnv("2x3", observation="txt")  # type: ignore[arg-type]
