"""`keypeg engine`: Keypeg as an engine for other programs, by the protocol of docs/engine-protocol.md."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import TextIOWrapper
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import Annotated

from cyclopts import Parameter

from keypeg import __version__
from keypeg.cli.engine_info import Asked, may_inform, tell_of_guesses, tell_of_split
from keypeg.cli.options import Allowed
from keypeg.core import HIDDEN, Marking, Move, Phase, View, legal_in, row_refusal
from keypeg.errors import Illegal, KeypegError, Malformed
from keypeg.notation import PositionReader, move_text, read_code
from keypeg.notation import rules as read_rules
from keypeg.notation.position import SLIPS_ANNUL
from keypeg.notation.versions import SECOND, as_played_in
from keypeg.players import Computer, Level, read_player
from keypeg.players.external import protocol
from keypeg.players.level import SEARCHING

OPTIONS = {"player": "", "seed": "", "top": "1", "effort": "1"}
"""The options that a host can set; the first two are those of the command line."""
LIMITS = {"top": 100, "effort": 1000}
"""The largest values of these options."""
IN_TIME = 0.9
"""The fraction of its time after which the engine answers with the best move found."""
LONGEST = 1_000_000
"""The longest line in bytes."""


def engine(
    *,
    player: Annotated[str, Parameter(name="--player"), Allowed(", ".join(Level))] = Level.PERFECT.value,
    seed: Annotated[str, Parameter(name="--seed")] = "",
) -> None:
    """Speak the engine protocol on standard input and output."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # the host is a program, whatever the locale
    EngineSession({**OPTIONS, "player": player, "seed": seed}).run()


@dataclass(slots=True)
class Search:
    """A move being searched in a thread."""

    view: View
    player: Computer
    interject: bool
    until: float | None
    top: int = 1
    effort: int = 1
    worth: tuple[str, ...] = ()
    """Guesses whose worth was asked for."""
    best: Move | None = None
    """The best move found so far."""
    done: bool = False
    problem: str = ""

    def _inform(self, tell: Callable[[Search | Info], None]) -> None:
        """Report the worth of guesses; with more effort than usual, choose the move again by what was found."""

        def info(text: str) -> None:
            tell(Info(self, text))

        with suppress(KeypegError):  # there is a move even if guesses cannot be evaluated
            if self.view.rules.split:
                tell_of_split(self.view, info)
                return
            tell_of_guesses(self.view, Asked(self.top, self.effort, self.worth), info)
            if self.effort > 1:
                self.best = replace(self.player, effort=self.effort).choose(self.view)

    def think(self, tell: Callable[[Search | Info], None]) -> None:
        """Find a quick answer first, in case time runs out, then the best one."""
        try:
            if self.interject:
                self.best = self.player.interject(self.view)
            else:
                if self.until is not None and self.player.level in SEARCHING:
                    quick = Computer(Level.CLUB, self.player.seed, self.player.hiding, self.player.errs)
                    self.best = quick.choose(self.view)
                self.best = self.player.choose(self.view)
                if self.player.level is Level.PERFECT and may_inform(self.view):
                    self._inform(tell)
        except Exception as error:  # noqa: BLE001 -- a host waits for an answer, whatever it has asked
            self.problem = f"{type(error).__name__}: {error}"
        self.done = True
        tell(self)


@dataclass(frozen=True, slots=True)
class Info:
    """A line of information about a search that is still running."""

    search: Search
    text: str


@dataclass(slots=True)
class EngineSession:
    """One session with a host. Commands run in order; while the engine thinks, only `stop` and `isready` do."""

    options: dict[str, str]
    events: SimpleQueue[str | Search | Info | None] = field(default_factory=SimpleQueue)
    """Lines of input, events of searches, and None at the end of the input."""
    waiting: deque[str | None] = field(default_factory=deque)
    facts: list[str] = field(default_factory=list)
    """The facts of the block that is being read."""
    told: dict[str, list[str]] = field(default_factory=dict)
    """By the first word of a block: the facts of the latest match and the latest position."""
    reader: PositionReader | None = None
    search: Search | None = None
    thread: Thread | None = None

    def run(self) -> None:
        """Run until `quit` or the end of the input."""
        read_player(self.options["player"])
        Thread(target=self._listen, daemon=True).start()
        while True:
            line = self._next()
            if line is None or line.split()[:1] == [protocol.QUIT]:
                break
            self._try(line)
        if self.thread and self.thread.is_alive():
            os._exit(0)  # do not wait for a search that was stopped

    def _listen(self) -> None:
        """Read lines from the file descriptor: a thread blocked in a buffered stream would keep the process alive."""
        rest = b""
        while len(rest) <= LONGEST and (data := os.read(sys.stdin.fileno(), 65_536)):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self.events.put(line.decode(errors="replace").strip())
        self.events.put(None)

    def _next(self) -> str | None:
        """Return the next line to execute; queue the lines that must wait for the end of a search."""
        while self.search or not self.waiting:
            search = self.search
            left = None if search is None or search.until is None else max(0.0, search.until - monotonic())
            try:
                event = self.events.get(timeout=left)
            except Empty:
                self._answer()
                event = ""
            if isinstance(event, Info):
                if event.search is self.search:
                    _say(f"{protocol.INFO} {event.text}")
            elif isinstance(event, Search):
                if event is self.search:
                    self._answer()
            elif self.search and event not in (protocol.STOP, protocol.IS_READY):
                self.waiting.append(event)
            elif event != "":
                return event
        return self.waiting.popleft()

    def _try(self, line: str) -> None:
        try:
            self._obey(line)
        except KeypegError as error:
            _say(f"{protocol.ERROR} {error.slug} {error}")
            if line.split()[:1] == [protocol.GO]:
                _say(f"{protocol.BEST} {protocol.NOTHING}")

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "":
                pass
            case protocol.HELLO:
                if rest.split()[:1] != [str(protocol.VERSION)]:
                    raise Malformed("protocol-version", version=rest, known=protocol.VERSION)
                self._introduce()
            case protocol.SET_OPTION:
                self._set(rest)
            case protocol.IS_READY:
                self._ready()
            case protocol.NEW_MATCH | protocol.POSITION:
                self.facts = self.told[word] = [rest] if rest else []
                if word == protocol.NEW_MATCH:
                    self.reader = None
                    self.told.pop(protocol.POSITION, None)
            case protocol.GO:
                self._go(rest.split())
            case protocol.STOP:
                self._answer()
            case _:  # a fact of a match or position, or a word of a later protocol
                self.facts.append(line)

    def _introduce(self) -> None:
        _say(
            f"{protocol.ID} name Keypeg",
            f"{protocol.ID} version {__version__}",
            f"{protocol.ID} author the Keypeg authors",
        )
        _say(*(f"{protocol.OPTION} name {name} type string default {self.options[name]}".rstrip() for name in OPTIONS))
        _say(f"{protocol.CAN} {protocol.INTERJECT}", protocol.UNDERSTOOD)

    def _set(self, said: str) -> None:
        name, _, value = said.removeprefix("name ").partition(" value ")
        if name.strip() not in OPTIONS:
            raise Malformed("protocol-option", option=name.strip(), known=", ".join(OPTIONS))
        if name.strip() == "player":
            read_player(value.strip())
        for option, most in LIMITS.items():
            if name.strip() == option and value.strip() not in map(str, range(1, most + 1)):
                raise Illegal(f"{option}-range", most=most)
        self.options[name.strip()] = value.strip()

    def _ready(self) -> None:
        if not self.search and protocol.NEW_MATCH in self.told:
            match = self._match()
            if not match.rules.split and self._player().level in SEARCHING:
                from keypeg.solve import warm

                warm()
        _say(protocol.READY)

    def _match(self) -> PositionReader:
        if self.reader is None:
            facts = dict(fact.partition(" ")[::2] for fact in self.told.get(protocol.NEW_MATCH, []))
            if "rules" not in facts:
                raise Illegal("protocol-no-match")
            found, seat = read_rules(facts["rules"]), facts.get("seat", "1")
            if SLIPS_ANNUL in facts:
                found = as_played_in(SECOND, found)
            if seat not in map(str, range(1, found.seats + 1)):
                raise Malformed("seat-unreadable", seat=seat)
            self.reader = PositionReader(found, int(seat))
        return self.reader

    def _player(self) -> Computer:
        facts = dict(fact.partition(" ")[::2] for fact in self.told.get(protocol.NEW_MATCH, []))
        return read_player(self.options["player"], self.options["seed"] or facts.get("seed", ""))

    def _go(self, limits: list[str]) -> None:
        began = monotonic()
        seen = self._match().read(self.told.get(protocol.POSITION, []))
        interject = protocol.INTERJECT in limits
        _check_complete(seen)
        moves, player = legal_in(seen), self._player()
        if not interject and (seen.seat not in seen.to_act or not moves.types):
            raise Illegal("protocol-not-asked")
        until = None
        if protocol.MOVE_TIME in limits:
            said = limits[limits.index(protocol.MOVE_TIME) + 1 :][:1]
            if not said or not said[0].isdecimal():
                raise Malformed("protocol-movetime")
            until = began + int(said[0]) / 1000 * IN_TIME
        top, effort = int(self.options["top"]), int(self.options["effort"])
        self.search = Search(seen, player, interject, until, top, effort, self._guesses(limits, seen))
        if not interject:
            self.search.best = moves.only(moves.types[0]).sample(Random(player.seed))
        self.thread = Thread(target=self.search.think, args=(self.events.put,), daemon=True)
        self.thread.start()

    def _guesses(self, limits: list[str], seen: View) -> tuple[str, ...]:
        """Return the guesses whose worth is asked for: everything after the word `worth`."""
        if protocol.WORTH not in limits:
            return ()
        guesses = limits[limits.index(protocol.WORTH) + 1 :]
        for guess in guesses:
            wrong = row_refusal(seen.rules, seen.seat or 0, read_code(seen.rules, guess))
            if wrong:
                raise wrong
        return tuple(read_code(seen.rules, guess) for guess in guesses)

    def _answer(self) -> None:
        """Answer with the best move found, and drop the search."""
        search, self.search = self.search, None
        if search is None:
            return
        if search.problem:
            _say(f"{protocol.ERROR} engine-failed {' '.join(search.problem.split())}")
        _say(f"{protocol.BEST} {move_text(search.view.rules, search.best) if search.best else protocol.NOTHING}")


def _check_complete(seen: View) -> None:
    """Raise Malformed if a position lacks a fact that its phase needs."""
    due = seen.phase if seen.seat in seen.to_act else None
    lacks = None
    if due is Phase.JUDGE and not seen.calls:
        lacks = "call"
    elif due is Phase.MARK and not any(seen.boards[index].breaker != seen.seat for index in seen.marking):
        lacks = "marking"
    elif due is Phase.MARK and not all(seen.boards[index].rows for index in seen.marking):
        lacks = "row"
    # At a real board a computer draws its own code or share.
    elif seen.rules.marking is not Marking.HOME and (due is Phase.MARK or _may_call(seen)):
        lacks = "share" if any(share.code is None or HIDDEN in share.code for share in seen.own_shares) else None
    if lacks:
        raise Malformed("protocol-lacks", phase=seen.phase, fact=lacks)


def _may_call(seen: View) -> bool:
    return seen.rules.split and seen.phase in (Phase.GUESS, Phase.CALL)


def _say(*lines: str) -> None:
    print("\n".join(lines), flush=True)
