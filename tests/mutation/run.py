"""A plugin for pytest that collects the tests once and forks a process for each mutant, to run them there."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from time import process_time
from types import FrameType
from typing import Literal, NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation import trampoline
from tests.mutation.mutants import FOLDER, Mutant

Status = Literal["killed", "endless", "survived"]
STATUSES: tuple[Status, ...] = ("killed", "endless", "survived")
SLOW = 0.005
"""A test that takes longer, in seconds of processor time, is run on what the quick ones leave alive."""
MOST_MEMORY = 8 << 30


class Endless(BaseException):
    """A test used up its processor time."""


@dataclass(frozen=True)
class Result:
    """What became of a mutant, and which test decided it."""

    status: Status
    digest: str
    """Of what it holds for."""
    test: str = ""


@dataclass
class Mutation:
    """Runs the tests on all mutants that have no result yet; `jobs` mutants at a time."""

    mutants: list[Mutant]
    results: dict[str, Result]
    sources: str
    """The digest of all sources and tests."""
    jobs: int
    seconds: float
    """A test may take so much processor time, and five times what it takes without a mutant."""
    _items: dict[str, pytest.Item] = field(default_factory=dict)
    _took: dict[str, float] = field(default_factory=dict)
    """By test, the quickest first: its processor time."""
    _quick: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By function: the tests that call it, the quickest first."""
    _slow: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The same for slow tests, which are run on what the quick ones leave alive."""
    _running: dict[int, tuple[Mutant, list[str], int]] = field(default_factory=dict)
    """By process: its mutant, its tests and the pipe through which it answers."""
    _ran_out: bool = False
    """Whether the test ran out of processor time or memory."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        """Report no more than whether the test passed: to format a traceback takes longer than most tests."""
        self._ran_out |= bool(call.excinfo and call.excinfo.errisinstance((Endless, MemoryError)))
        outcome: Literal["passed", "failed"] = "failed" if call.excinfo else "passed"
        assert call.when != "collect"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("tests could not be collected")
        self._items = {item.nodeid: item for item in session.items}
        self._measure()
        gc.freeze()
        try:
            self._run([mutant for mutant in self.mutants if mutant.name not in self.results], self._quick)
            self._run([mutant for mutant in self.mutants if self.results[mutant.name].status == "survived"], self._slow)
        finally:
            for process in self._running:
                os.kill(process, signal.SIGKILL)
        return True

    def _measure(self) -> None:
        """Run every test once, in a process of its own so that no cache is filled here."""
        measured = FOLDER / "tests.json"
        _clear_caches()
        if not (process := os.fork()):
            _in_child(lambda: measured.write_text(json.dumps(dict(self._measurements()))) and 0)
        if os.waitpid(process, 0)[1]:
            raise pytest.UsageError("without a mutant the tests must pass")
        found = json.loads(measured.read_text())
        self._took = {test: took for test, (took, _) in sorted(found.items(), key=lambda each: each[1])}
        for test, took in self._took.items():
            for function in found[test][1]:
                (self._quick if took < SLOW else self._slow)[function].append(test)

    def _measurements(self) -> Iterator[tuple[str, tuple[float, list[str]]]]:
        for test in self._items:
            trampoline.reached.clear()
            start = process_time()
            if self._fails(test):
                sys.exit(f"{test} fails without a mutant")
            yield test, (process_time() - start, list(trampoline.reached))

    def _fails(self, test: str) -> bool:
        return any(report.failed for report in runtestprotocol(self._items[test], log=False, nextitem=None))

    def _run(self, mutants: list[Mutant], reaching: dict[str, list[str]]) -> None:
        for number, mutant in enumerate(mutants):
            while len(self._running) >= self.jobs:
                self._wait(reaching)
            if number % 100 == 0:
                print(f"{number} of {len(mutants)}", flush=True)
                save(self.results)
            self._start(mutant, list(reaching[mutant.function]))
        while self._running:
            self._wait(reaching)

    def _start(self, mutant: Mutant, tests: list[str]) -> None:
        """Start the tests on a mutant in a process of its own."""
        reading, writing = os.pipe()
        if not (process := os.fork()):
            _in_child(lambda: self._answer(mutant, tests, writing))
        os.close(writing)
        self._running[process] = mutant, tests, reading

    def _answer(self, mutant: Mutant, tests: list[str], writing: int) -> int:
        """Try the tests until one fails, and write which. Runs in the mutant's own process."""
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.signal(signal.SIGPROF, _out_of_time)
        trampoline.switch_on(mutant.name)
        for number, test in enumerate(tests):
            limit = self.seconds + 5 * self._took[test]
            signal.setitimer(signal.ITIMER_PROF, limit, 1)
            resource.setrlimit(resource.RLIMIT_CPU, (int(process_time() + limit) + 5, resource.RLIM_INFINITY))
            failed = self._fails(test)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if failed:
                os.write(writing, str(number).encode())
                return 1 + STATUSES.index("endless" if self._ran_out else "killed")
        return 1 + STATUSES.index("survived")

    def _wait(self, reaching: dict[str, list[str]]) -> None:
        """Take the answer of one process. A test that killed goes first on the next mutant of the same function."""
        process, code = os.wait()
        mutant, tests, reading = self._running.pop(process)
        with os.fdopen(reading) as answer:
            decided = answer.read()
        if os.WIFSIGNALED(code) and os.WTERMSIG(code) == signal.SIGXCPU:
            status: Status = "endless"
        elif os.WIFEXITED(code) and 0 < os.WEXITSTATUS(code) <= len(STATUSES):
            status = STATUSES[os.WEXITSTATUS(code) - 1]
        else:
            raise RuntimeError(f"the tests of {mutant.name} stopped with status {code}: {' '.join(tests[:3])} …")
        test = tests[int(decided)] if decided else ""
        self.results[mutant.name] = Result(status, _holds_for(mutant, status, self.sources), test)
        if status == "killed":
            reaching[mutant.function].remove(test)
            reaching[mutant.function].insert(0, test)
        if status != "killed":
            print(f"{mutant.name}: {status} {test}", flush=True)


def _in_child(work: Callable[[], int]) -> NoReturn:
    """Do the work of a forked process, in silence, and end it with its answer."""
    code = 70
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    try:
        _clear_caches()
        code = work()
    except SystemExit as failure:
        os.write(2, f"{failure}\n".encode())
    finally:
        os._exit(code)


def _clear_caches() -> None:
    """Forget what the unchanged code has answered while the tests were collected."""
    for name, module in list(sys.modules.items()):
        if name.startswith("keypeg"):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()


def _out_of_time(_number: int, _frame: FrameType | None) -> NoReturn:
    raise Endless


def _holds_for(mutant: Mutant, status: Status, sources: str) -> str:
    """A kill holds until the function changes; that nothing kills a mutant, until any source or test does."""
    return mutant.digest if status == "killed" else f"{mutant.digest} {sources}"


RESULTS = FOLDER / "results.json"


def save(results: dict[str, Result]) -> None:
    fresh = RESULTS.with_suffix(".new")
    fresh.write_text(json.dumps({name: vars(result) for name, result in results.items()}, indent=0), "utf-8")
    fresh.replace(RESULTS)


def load(mutants: list[Mutant], sources: str) -> dict[str, Result]:
    """Read the results of earlier runs that still hold."""
    saved = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    found = {mutant.name: (mutant, Result(**saved[mutant.name])) for mutant in mutants if mutant.name in saved}
    return {
        name: result
        for name, (mutant, result) in found.items()
        if result.digest == _holds_for(mutant, result.status, sources)
    }
