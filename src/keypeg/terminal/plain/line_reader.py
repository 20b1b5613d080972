"""Read a typed line as a move: written out, or just the input that the match waits for."""

from __future__ import annotations

import re

from keypeg.core import BLANK, Accept, Call, Claim, Guess, Hide, Judge, Mark, Move, Reveal, Rules, View, lone
from keypeg.errors import Malformed
from keypeg.notation import read_answers, read_marks, read_move, read_typed_row
from keypeg.notation.moves import READERS
from keypeg.tell.rows import peg_names
from keypeg.terminal.input.task import Task, task_of
from keypeg.words import Words

YES, NO = ("yes", "y"), ("no", "n")


def read_line(view: View, line: str, words: Words) -> Move:
    """Return the move of a line. `guess RYGB` is always understood; the move that is asked for needs no first word."""
    word = line.partition(" ")[0].lower()
    if word in READERS:
        return read_move(view.rules, word + line[len(word) :])
    text = line.lower()
    match task_of(view):
        case Task.HIDE:
            return Hide(read_row(view.rules, line, words))
        case Task.GUESS:
            return Guess(read_row(view.rules, line, words))
        case Task.CALL:
            return Call(read_row(view.rules, line, words))
        case Task.REVEAL:
            return Reveal(_shares(view, read_row(view.rules, line, words)))
        case Task.MARK:
            return Mark((read_marks(re.sub(r"[\s,;]+", ",", text)),))
        case Task.ANSWER:
            return Mark(read_answers(re.sub(r"[\s,;]+", "", text)))
        case Task.JUDGE if text in (*YES, *NO):
            return Judge(text in YES)
        case Task.DECIDE if text in (*YES, *NO):
            return Accept() if text in YES else Claim()
        case Task.JUDGE | Task.DECIDE:
            raise Malformed("plain-yes-or-no", said=line)
        case Task.NOTHING:
            raise Malformed("plain-unknown", said=line)


def read_row(rules: Rules, text: str, words: Words) -> str:
    """Read a row by the words and letters of its pegs."""
    return read_typed_row(rules, text, {peg: words.render(name) for peg, name in peg_names(rules.palette)})


def _shares(view: View, code: str) -> tuple[str, ...]:
    if not view.rules.split:
        return (code,)
    return tuple(lone(len(code), hole, peg) for hole, peg in enumerate(code) if peg != BLANK)
