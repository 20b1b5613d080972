"""How a code ended, in sentences."""

from __future__ import annotations

from keypeg import Guess, Hide, new, play, rules
from keypeg.tell import verdict_messages
from keypeg.words import Words


def test_who_break_in_the_same_turn_share_the_round() -> None:
    match = new(rules("challenge"))
    for seat, move in ((1, Hide("ROYGB")), (2, Hide("NWPBG")), (1, Guess("NWPBG")), (2, Guess("ROYGB"))):
        match = play(match, seat, move)
    said = list(Words("en").render_all(verdict_messages(match.rules, {1: "Ada", 2: "Bo"}, match.past[0])))
    assert said[-1] == "Ada, Bo share the round."
    assert not any("wins" in sentence for sentence in said)
