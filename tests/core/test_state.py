"""Values of the core."""

from dataclasses import fields, replace

from keypeg import Guess, Hide, new, play, rules
from keypeg.core.state import altered


def test_an_attempt_is_changed_as_any_dataclass_is() -> None:
    state = play(play(new(rules("togo:first=1")), 1, Hide("RYGB")), 2, Guess("ROYG"))
    attempt = state.now
    assert attempt is not None
    for each in fields(attempt):
        other = "another value"
        assert altered(attempt, **{each.name: other}) == replace(attempt, **{each.name: other})  # type: ignore[arg-type]
    assert altered(attempt) == attempt
    assert altered(attempt) is not attempt
