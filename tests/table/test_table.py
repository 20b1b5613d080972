"""The table: who moves when, undo, marks by hand, and seals."""

from __future__ import annotations

import pytest

from keypeg import Call, Claim, Guess, Hide, Illegal, Malformed, Mark, Marks, Unknown, read_record, rules, write_record
from keypeg.core import Deal, Phase
from keypeg.notation import new_salt, seal_text
from keypeg.players import read_player
from keypeg.table import Event, Moved, Over, Settled, Table, Undone, load, save


def _breaking(text: str = "togo:first=1", **options: object) -> Table:
    """A person at seat 2 breaks a code of the computer at seat 1."""
    table = Table(rules(text), {1: read_player("expert", "seed")}, seed="s", **options)  # type: ignore[arg-type]
    table.run()
    return table


def test_computers_move_until_a_person_is_waited_for() -> None:
    table = _breaking()
    assert table.waits_for == {2}
    assert [seat for seat, _ in table.moves] == [1]
    table.play(2, Guess("ROYG"))
    table.run()
    assert table.waits_for == {2}


def test_a_player_at_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(Unknown, match="no seat 3"):
        Table(rules("togo"), {3: read_player("club")})


def test_a_match_between_computers_runs_to_its_end() -> None:
    table = Table(rules("mm44"), {seat: read_player("club", f"{seat}") for seat in range(1, 5)}, seed="s")
    table.run()
    assert table.outcome is not None
    assert not table.step()


def test_the_same_seeds_give_the_same_match() -> None:
    def moves(seed: str) -> object:
        table = Table(rules("mm44"), {seat: read_player("expert", f"{seat}") for seat in range(1, 5)}, seed=seed)
        table.run()
        return table.moves

    assert moves("a") == moves("a") != moves("b")


def test_nobody_plays_for_a_computer_or_for_chance() -> None:
    table = Table(rules("mm44"), {1: read_player("club")})
    with pytest.raises(Illegal) as wrong:
        table.play(0, Deal(("R....",)))
    assert wrong.value.slug == "seat-not-yours"
    with pytest.raises(Illegal):
        table.play(1, Guess("ROYGB"))


def test_an_illegal_move_changes_nothing() -> None:
    table = _breaking()
    with pytest.raises(Illegal):
        table.play(2, Hide("ROYG"))
    assert len(table.moves) == 1


def test_listeners_hear_of_everything_and_of_no_secret() -> None:
    heard: list[Event] = []
    table = Table(rules("togo:first=1"), {1: read_player("club", "1"), 2: read_player("club", "2")}, seed="s")
    stop = table.listen(heard.append)
    table.run()
    assert heard[0] == Moved(1, "hide")
    assert sum(isinstance(event, Settled) for event in heard) == 2
    assert heard[-1] == Over(table.outcome)  # type: ignore[arg-type]
    code = next(move.code for _, move in table.moves if isinstance(move, Hide))
    assert code not in str([event for event in heard if not isinstance(event, Over)])
    stop()
    assert not table.step()


def test_rules_and_moves_may_be_text() -> None:
    table = Table("togo:first=1")
    table.play(1, "hide royg")
    table.play(2, "guess RYGB")
    assert table.rules == rules("togo:first=1")
    assert [row.guess for row in table.view(2).boards[0].rows] == ["RYGB"]
    with pytest.raises(Malformed):
        table.play(2, "dance")


# Undo


def test_a_person_may_take_a_row_back_where_computers_are_lenient() -> None:
    table = _breaking()
    table.play(2, Guess("ROYG"))
    assert table.may_undo(2)
    table.undo(2)
    assert table.view(2).boards[0].rows == ()
    table.play(2, Guess("BPWN"))
    assert len(table.view(2).boards[0].rows) == 1


def test_a_strict_computer_lets_nobody_take_a_row_back() -> None:
    table = _breaking(lenient=False)
    table.play(2, Guess("ROYG"))
    with pytest.raises(Illegal) as wrong:
        table.undo(2)
    assert wrong.value.slug == "undo-not-allowed"


def test_without_a_move_there_is_nothing_to_take_back() -> None:
    with pytest.raises(Illegal) as wrong:
        _breaking().undo(2)
    assert str(wrong.value) == "There is nothing to take back."


def test_people_have_to_agree() -> None:
    table = Table(rules("togo:first=1"))
    table.play(1, Hide("ROYG"))
    table.play(2, Guess("BPWN"))
    assert not table.may_undo(2)
    assert table.may_undo(2, agreed={1})


def test_what_is_sealed_may_always_be_changed() -> None:
    table = Table(rules("challenge:rounds=1"))
    table.play(1, Hide("ROYGB"))
    assert table.may_undo(1)
    table.play(2, Hide("BGYOR"))
    assert not table.may_undo(1)  # it would take the other's code back too
    table.play(1, Guess("ROYGB"))
    assert table.may_undo(1)
    table.undo(1)
    table.play(1, Guess("PPWWN"))
    table.play(2, Guess("ROYGB"))
    assert not table.may_undo(1)


def test_a_call_stays_and_so_does_every_move_before_it() -> None:
    table = Table(rules("mm44:seats=3,first=1"), {3: read_player("novice", "s")}, seed="s")
    table.enter(0, Deal(("R....", ".O...", "..Y..")))
    table.play(1, Guess("RRRRR"))
    assert table.may_undo(1, agreed={2})
    table.play(2, Call("RO.G."))
    assert table.view(1).out == (2,)
    for seat in (1, 2):
        assert not table.may_undo(seat, agreed={1, 2})
        with pytest.raises(Illegal, match="cannot take back"):
            table.undo(seat, agreed={1, 2})
    table.run()
    table.play(1, Guess("ROYGB"))
    assert table.may_undo(1, agreed={2}), "what was placed after the call may be taken back"
    table.undo(1, agreed={2})
    assert [call.seat for call in table.view(1).calls] == [2]


def test_a_code_that_lies_open_is_not_hidden_again() -> None:
    table = _breaking("togo:first=1,rows=1")
    table.play(2, Guess("ROYG"))
    assert table.view(2).past
    assert not table.may_undo(2)


def test_undo_is_an_event() -> None:
    table, heard = _breaking(), list[Event]()
    table.play(2, Guess("ROYG"))
    table.listen(heard.append)
    table.undo(2)
    assert heard == [Undone(2)]


def test_nobody_undoes_before_moving() -> None:
    assert not _breaking().may_undo(2)


# Marks by hand


def test_a_computer_claims_out_of_turn_when_no_code_fits() -> None:
    table = Table(rules("togo:first=1,marking=home"), {2: read_player("expert", "seed")}, seed="s")
    for _ in range(12):
        table.run()
        if table.view(1).phase is not Phase.MARK or table.view(1).past:
            break
        table.play(1, Mark((Marks(0, 0),)))
    assert (2, Claim()) in table.moves


# Seals


def _duel(**options: object) -> Table:
    return Table(rules("togo:first=1"), salt=new_salt, **options)  # type: ignore[arg-type]


def test_a_code_is_sealed_when_it_is_hidden_and_its_salt_shown_when_it_is_over() -> None:
    table = _duel()
    assert table.public_seals == {}
    table.play(1, Hide("ROYG"))
    (hidden,) = table.public_seals[0]
    assert hidden.salt is None
    table.play(2, Guess("ROYG"))
    (shown,) = table.public_seals[0]
    assert shown.seal == hidden.seal == seal_text(shown.salt or "", table.rules, 1, 1, "ROYG")


def test_a_code_that_is_hidden_again_gets_a_new_seal() -> None:
    table = _duel()
    table.play(1, Hide("ROYG"))
    before = table.seals
    table.undo(1)
    assert table.seals == {}
    table.play(1, Hide("ROYG"))
    assert table.seals[0] != before[0]


def test_a_split_code_has_a_seal_for_each_share_in_every_deal() -> None:
    players = {seat: read_player("club", f"{seat}") for seat in range(1, 5)}
    table = Table(rules("mm44:rounds=2"), players, seed="s", salt=new_salt)
    table.run()
    assert [[seal.seat for seal in seals] for seals in table.seals.values()] == [[1, 2, 3, 4]] * 2
    assert len({seal.salt for seals in table.seals.values() for seal in seals}) == 8


def test_seals_are_saved_and_a_table_goes_on_sealing() -> None:
    table = _duel()
    table.play(1, Hide("ROYG"))
    again = load(save(table))
    assert again.seals == table.seals
    again.play(2, Guess("ROYG"))
    again.play(2, Hide("ROYG"))
    assert len(again.seals) == 2
    assert read_record(save(again)).seals == again.seals


def test_without_salts_nothing_is_sealed() -> None:
    table = Table(rules("togo:first=1"))
    table.play(1, Hide("ROYG"))
    assert table.seals == {}
    assert "seal" not in save(table)


def test_what_a_seat_is_told_as_a_record_holds_seals_and_no_salt() -> None:
    table = _duel()
    table.headers = {"Seat-1": "Ada"}
    table.play(1, Hide("ROYG"))
    told = write_record(table.seen(2))
    ((seal,),) = table.seals.values()
    assert f"seal 1 {seal.seal} {'?' * 32}" in told
    assert "Seat-1: Ada" in told
    assert "ROYG" not in told
