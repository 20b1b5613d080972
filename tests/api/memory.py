"""A transport without HTTP and without a database: it keeps the log of one table in a list."""

from __future__ import annotations

from typing import TypeVar

from keypeg.api.moves import Done, NewMove, move
from keypeg.api.seats import Person
from keypeg.api.tables import NewTable, Plan, Sitter, new_table, open_table
from keypeg.api.view import View, may_see, view_of
from keypeg.core import Move
from keypeg.notation import move_text
from keypeg.table import Action, Change, Entry, Setup, Table, answer

T = TypeVar("T")
ME = "me"


class MemoryTransport:
    """One table, with a clock that is set by hand."""

    def __init__(self, plan: Plan, *, id: str = "table", seed: str = "seed") -> None:
        self.plan, self.setup = plan, Setup(id, plan.rules, plan.agreed, seed, 0.0)
        self.table = Table.hosted(self.setup, list(plan.chairs))
        self.log: list[Entry] = list(open_table(self.table, plan, 0.0))
        self.now = 0.0
        self._keys = 0

    @classmethod
    def of(cls, rules: str, *sitters: Sitter, **agreed: object) -> MemoryTransport:
        asked = NewTable(rules, list(sitters), **agreed)  # type: ignore[arg-type]
        return cls(new_table(asked, Person(ME, "Ada")))

    def commit(self, change: Change[T]) -> T:
        """Append the entries to the log, and return the answer."""
        assert [entry.seq for entry in change.entries] == [
            len(self.log) + at for at in range(1, len(change.entries) + 1)
        ]
        self.log += change.entries
        return change.answer

    def move(self, text: str, *, seat: int | None = None, who: str = ME, **fields: object) -> Done:
        """Make a move in answer to the newest version."""
        asked = NewMove(text, **({"version": self.table.version, "key": self.key(), "seat": seat} | fields))  # type: ignore[arg-type]
        return self.commit(move(self.table, who, asked, self.now))

    def play(self, seat: int, move: Move) -> None:
        self.move(move_text(self.table.rules, move), seat=seat)

    def key(self) -> str:
        self._keys += 1
        return str(self._keys)

    def run_computers(self) -> None:
        """Let computers move until it is people's turn. Nobody calls in a call window, so its time passes."""
        while True:
            window = self.table.window
            if window and window.until and self.table.window_open(self.now):
                self.now = window.until
            if not self.table.asks_players(self.now):
                return
            found = answer(self.table.due(self.now).questions).move
            if found is None:
                return
            self.commit(self.table.apply(Action.of_move(self.table.rules, *found), self.now, self.table.version))

    def view(self, seat: int | None = None, who: str | None = ME) -> View:
        mine, shown = may_see(self.table, who, seat)
        return view_of(self.table, shown, mine, {})

    def replayed(self) -> Table:
        """Return the table rebuilt from its log alone, with its current chairs."""
        again = Table.hosted(self.setup, self.table.chairs)
        for entry in self.log:
            again.replay(entry)
        return again
