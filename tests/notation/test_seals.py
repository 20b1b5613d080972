"""Seals: what a record says cannot be changed afterwards without being found."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg import Hide, Malformed, Record, State, new, play, read_move, read_record, rules, view, write_record
from keypeg.core import Marking
from keypeg.notation import (
    Check,
    Checked,
    Finding,
    Seal,
    Seen,
    hidden_by,
    new_salt,
    public_seals,
    seals_by_attempt,
    verify,
)
from tests.properties.random_play import TEXTS, match

SEALED = [text for text in TEXTS if not text.endswith("marking=home")]
seeds = st.integers(0, 10**9)
many = settings(max_examples=4 * settings().max_examples)
"""Each case is of some rules text, so there are more of them."""


def _salts(seed: int) -> Iterator[str]:
    random = Random(f"salts {seed}")
    while True:
        yield random.randbytes(16).hex()


def _sealed_match(text: str, seed: int) -> Record:
    """A random match with all its codes sealed."""
    state, salts, seals = new(rules(text)), _salts(seed), dict[int, tuple[Seal, ...]]()
    for at, (before, seat, move) in enumerate(match(text, seed)):
        hidden = hidden_by(before.now, seat, move) if before.now else ()
        if hidden:
            seals[at] = tuple(share.sealed(before.rules, next(salts)) for share in hidden)
        state = play(before, seat, move)
    return Record(state, {}, seals)


def test_a_seal_is_the_hash_that_the_documents_promise() -> None:
    state = new(rules("togo:first=1"))
    assert state.now
    (hidden,) = hidden_by(state.now, 1, Hide("RYGB"))
    seal = hidden.sealed(state.rules, "00112233445566778899aabbccddeeff")
    bound = b"00112233445566778899aabbccddeeff:togo:first=1:1:1:RYGB"
    assert seal.seal == hashlib.sha256(bound).hexdigest()


def test_salts_are_new_each_time_and_all_of_one_length() -> None:
    salts = {new_salt() for _ in range(100)}
    assert len(salts) == 100
    assert {len(salt) for salt in salts} == {32}


@many
@given(text=st.sampled_from(SEALED), seed=seeds)
def test_a_sealed_record_reads_back_and_is_verified(text: str, seed: int) -> None:
    record = _sealed_match(text, seed)
    written = write_record(record)
    assert read_record(written) == record
    assert write_record(read_record(written)) == written
    state, checks = verify(written)
    assert state == record.state
    assert all(check.finding is not Finding.MISSING for check in checks)
    hidden = sum(len(seals) for seals in record.seals.values())
    assert sum(check.what is Checked.SEAL for check in checks) == hidden


@many
@given(text=st.sampled_from(SEALED), seed=seeds)
def test_any_single_change_of_a_code_a_seal_a_salt_or_a_mark_of_the_table_is_found(text: str, seed: int) -> None:
    random = Random(seed)
    record = _sealed_match(text, seed)
    written = write_record(record)
    lines = written.splitlines()
    secret = [at for at, line in enumerate(lines) if re.match(r"\d hide |table deal |seal ", line)]
    marked = [at for at, line in enumerate(lines) if re.match(r"\d guess .*:", line)]
    for at in random.sample(secret, min(len(secret), 3)) + random.sample(marked, min(len(marked), 3)):
        changed = _changed(record.state, lines[at], random)
        with pytest.raises(Malformed) as refused:
            verify("\n".join([*lines[:at], changed, *lines[at + 1 :]]))
        assert refused.value.slug == "record-line"
        if changed.startswith("seal") or "guess" in changed:
            assert refused.value.fields["line"] == at + 1


def _changed(state: State, line: str, random: Random) -> str:
    """The line with one letter of its code, seal, salt or marks changed into another that could stand there."""
    palette = state.rules.codes[0].pegs
    if "guess" in line:
        letters, places = ("bw-" if "/" in line else "0123456789"), range(line.index(":") + 1, len(line))
    elif line.startswith("seal"):
        letters, places = "0123456789abcdef", range(line.index(" ", 5) + 1, len(line))
    else:
        letters, places = palette, range(line.rindex(" ") + 1, len(line))
    at = random.choice([place for place in places if line[place] in letters])
    other = random.choice([letter for letter in letters if letter != line[at]])
    return line[:at] + other + line[at + 1 :]


@many
@given(text=st.sampled_from([text for text in TEXTS if text.endswith("=hand-checked")]), seed=seeds)
def test_a_mark_given_by_hand_that_is_changed_is_found_where_marks_are_checked(text: str, seed: int) -> None:
    random = Random(seed)
    lines = write_record(_sealed_match(text, seed)).splitlines()
    marked = [at for at, line in enumerate(lines) if re.match(r"\d mark ", line)]
    for at in random.sample(marked, min(len(marked), 3)):
        last = {"b": "w", "w": "-", "-": "b"}.get(lines[at][-1]) or str((int(lines[at][-1]) + 1) % 5)
        with pytest.raises(Malformed):
            verify("\n".join([*lines[:at], lines[at][:-1] + last, *lines[at + 1 :]]))


def test_a_right_mark_given_by_hand_that_is_made_wrong_changes_the_result_and_is_found() -> None:
    written = write_record(_by_hand("1,1"))
    assert _findings(written) == [Finding.RIGHT] * 4
    with pytest.raises(Malformed) as refused:
        verify(written.replace("1 mark 1,1", "1 mark 0,2"))
    assert "void, 1 erred" in str(refused.value)


def test_a_wrong_mark_given_by_hand_is_told() -> None:
    assert _findings(write_record(_by_hand("0,2"))) == [Finding.RIGHT, Finding.ERRED, Finding.RIGHT, Finding.RIGHT]


def _by_hand(marks: str) -> Record:
    """RYGB is hidden, marked once by hand and then broken."""
    state, seals = new(rules("togo:first=1,marking=hand")), {}
    assert state.rules.marking is Marking.HAND
    said = ["1 hide RYGB", "2 guess RRYY", f"1 mark {marks}", "2 guess RYGB", "1 mark 4,0"]
    for at, line in enumerate(said):
        seat, move = int(line[0]), read_move(state.rules, line[2:])
        if state.now and (hidden := hidden_by(state.now, seat, move)):
            seals[at] = tuple(share.sealed(state.rules, "0f" * 16) for share in hidden)
        state = play(state, seat, move)
    return Record(state, {}, seals)


def _findings(written: str) -> list[Finding]:
    checks: list[Check] = verify(written)[1]
    return [check.finding for check in checks]


def test_what_is_left_out_is_told() -> None:
    written = write_record(_sealed_match("togo:marking=table", 1))
    for pattern, what in [
        (r"^seal .*\n", Checked.SEAL),
        (r"(?<=guess ....):.*$", Checked.MARKS),
        (r"^= .*\n", Checked.RESULT),
        (r"^over.*\n", Checked.OUTCOME),
    ]:
        left = re.sub(pattern, "", written, flags=re.MULTILINE)
        assert left != written
        missing = {check.what for check in verify(left)[1] if check.finding is Finding.MISSING}
        assert missing == {what}


def test_one_of_several_seals_cannot_be_left_out() -> None:
    written = write_record(_sealed_match("mm44:marking=table", 3))
    with pytest.raises(Malformed, match="Seat 4’s seal is missing"):
        verify(re.sub(r"^seal 4 .*\n", "", written, flags=re.MULTILINE))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"^seal 1", "seal 2"),
        (r"^(seal .*)$", r"\1\n\1"),
        (r"^seal (.)", r"seal x"),
        (r"^(seal .*).$", r"\1"),
        (r"^(seal .*).$", r"\1A"),
        (r"^(.* guess .*)$", rf"\1\nseal 1 {'0' * 64} {'0' * 32}"),
    ],
)
def test_a_seal_that_stands_wrongly_is_refused(right: str, wrong: str) -> None:
    written = write_record(_sealed_match("togo:first=1,marking=table", 1))
    with pytest.raises(Malformed, match=r"Line \d+ of the record"):
        verify(re.sub(right, wrong, written, count=1, flags=re.MULTILINE))


@many
@given(text=st.sampled_from(SEALED), seed=seeds)
def test_nobody_sees_the_salt_of_a_code_that_is_still_hidden(text: str, seed: int) -> None:
    seals, salts = dict[int, tuple[Seal, ...]](), _salts(seed)
    for at, (before, seat, move) in enumerate(match(text, seed)):
        if before.now and (hidden := hidden_by(before.now, seat, move)):
            seals[at] = tuple(share.sealed(before.rules, next(salts)) for share in hidden)
        state = play(before, seat, move)
        shown = seals_by_attempt(state, seals)
        assert len(shown) == len(state.past) + (state.now is not None)
        for over in shown[: len(state.past)]:
            assert all(seal.salt for seal in over)
        if state.now:
            assert all(seal.salt is None for seal in shown[-1])
            told = write_record(Seen(view(state, 1), {}, seals))
            assert told.count("seal ") == sum(map(len, shown))
            assert not any(seal.salt and seal.salt in told for seal in _of_the_last(state, seals))


def _of_the_last(state: State, seals: dict[int, tuple[Seal, ...]]) -> list[Seal]:
    """The whole seals of the attempt that is being played."""
    count = len(seals_by_attempt(state, seals)[-1])
    return [seal for made in seals.values() for seal in made][-count:] if count else []


def test_a_record_that_a_view_writes_keeps_its_length_whatever_is_hidden() -> None:
    one, other = (_hidden(code) for code in ("RYGB", "NWPO"))
    assert len(one) == len(other)
    assert re.sub(r"seal 1 \w{64}", "", one) == re.sub(r"seal 1 \w{64}", "", other)
    assert f"seal 1 {'?' * 32}" in re.sub(r"\w{64} ", "", one)


def _hidden(code: str) -> str:
    before = new(rules("togo:first=1"))
    assert before.now
    hidden = hidden_by(before.now, 1, Hide(code))
    state = play(before, 1, Hide(code))
    seals = {0: tuple(share.sealed(before.rules, new_salt()) for share in hidden)}
    assert public_seals(state, seals)[0][0].salt is None
    return write_record(Seen(view(state, 2), {}, seals))


def test_the_seal_in_the_document_is_one() -> None:
    document = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text("utf-8")
    lines = re.findall(r"^(?:round 1|2 hide RYGB|seal .*)\n", document, re.MULTILINE)[-3:]
    state, checks = verify("Keypeg-Record: 2\nRules: togo\n\ntable draw 2\n" + "".join(lines))
    assert [(check.what, check.finding) for check in checks] == [(Checked.SEAL, Finding.RIGHT)]
    assert str(state.rules) == "togo"
    salt = checks[0].text.split()[-1]
    assert f"{salt}:togo:1:2:RYGB" in document
