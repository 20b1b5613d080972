#!/usr/bin/env python3
"""A small engine for Keypeg that needs nothing but Python: it places rows that may still be the code, and never calls.

keypeg match togo --seats "engine:python3 examples/engine.py,club" --matches 10
"""

import random
import sys
import time


def marks(code, guess):
    exact = sum(a == b for a, b in zip(code, guess, strict=True))
    return exact, sum(min(code.count(peg), guess.count(peg)) for peg in set(guess)) - exact


def some(space):
    holes, pegs, repeats = space.split()
    return "".join(random.sample(pegs, int(holes)) if repeats == "distinct" else random.choices(pegs, k=int(holes)))


def next_row(match, position, seconds):
    rows = [row.split() for row in position.get("row", []) if row.split()[0] == match["seat"]]
    placed = [guess for _, _, guess, _ in rows]
    known = [] if "shares" in match else [(row, tuple(map(int, said.split(",")))) for _, _, row, said in rows]
    most = float(match["supply"].replace("unlimited", "inf"))
    began = time.monotonic()
    while (spent := time.monotonic() - began) < 0.8 * seconds:
        guess = some(match["breaks"] if spent < 0.4 * seconds else match["places"])  # after a while, any row will do
        may_be = spent > 0.4 * seconds or all(marks(guess, row) == earned for row, earned in known)
        if may_be and guess not in placed and all("".join([*placed, guess]).count(peg) <= most for peg in guess):
            return f"guess {guess}"
    return "give-up"


def answer(match, position, seconds):
    phase, rows = position["phase"][0], [row.split() for row in position.get("row", [])]
    own = [share.split()[1] for share in position.get("share", []) if share.split()[0] == match["seat"]]
    if phase == "hide":
        return f"hide {some(match['hides'])}"
    if phase == "guess":
        return next_row(match, position, seconds)
    if phase == "mark" and "shares" not in match:
        return "mark {},{}".format(*next(marks(own[0], guess) for _, _, guess, said in rows if said == "?"))
    return {"call": "pass", "decide": "accept"}.get(phase, "give-up")


match, position, facts = {}, {}, {}
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "keypeg":
        print("id name Example\nid version 1\nkeypegok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word in ("newmatch", "position"):
        facts = {}
        match, position = (facts, {}) if word == "newmatch" else (match, facts)
    elif word == "go":
        known = {name: values[0] for name, values in match.items()}
        seconds = float(rest.split()[1]) / 1000 if rest.startswith("movetime") else 5.0
        print("bestmove", answer(known, position, seconds), flush=True)
    elif word == "quit":
        break
    else:
        facts.setdefault(word, []).append(rest)
