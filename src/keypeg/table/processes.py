"""Run tasks in other processes, which end with this one and do not run its script again."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from types import ModuleType
from typing import TypeVar

from keypeg.players.external.process import end_all

Task = TypeVar("Task")
Answer = TypeVar("Answer")
MAIN = "__main__"


def can_travel(value: object) -> bool:
    """Return True if other processes can read this: nothing in it is defined in a script or notebook."""
    try:
        return MAIN.encode() not in pickle.dumps(value)
    except (AttributeError, TypeError, pickle.PicklingError):
        return False


def in_processes(
    work: Callable[[Task], Answer], tasks: Sequence[Task], workers: int, prepare: Callable[[], None]
) -> Iterator[Answer]:
    """Yield the answer to each task as it completes. If interrupted, end all workers."""
    others = set(active_children())
    # Kernel threads do not survive a fork, so workers are spawned.
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin, initargs=(prepare,)) as pool:
        # A worker inherits the signal mask. Otherwise Ctrl-C would end it with a traceback during its imports.
        with interrupts_blocked(), _without_main():
            running = [pool.submit(work, task) for task in tasks]
        try:
            for task in as_completed(running):
                yield task.result()
        except BaseException:
            # Do not wait for running tasks. Once its workers are gone, the pool drops the rest and shuts down. Do wait
            # for that: a pool that is still closing while the interpreter exits prints a traceback (Python 3.11).
            for worker in set(active_children()) - others:
                worker.terminate()
            raise


@contextmanager
def _without_main() -> Iterator[None]:
    """Keep new workers from importing the main module: a script without a `__main__` guard would run again there."""
    main = sys.modules[MAIN]
    sys.modules[MAIN] = ModuleType(MAIN)
    try:
        yield
    finally:
        sys.modules[MAIN] = main


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in the `with` block. Do nothing on Windows, which cannot."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in this process, which was started with it blocked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _begin(prepare: Callable[[], None]) -> None:
    """Prepare a worker. It ignores Ctrl-C, since its parent ends it, and its engines must not outlive it."""
    ignore_interrupts()
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_leave_with_parent, daemon=True).start()
    prepare()


def _leave_with_parent() -> None:
    """Exit when the parent process ends: a parent that was killed cannot end its workers."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        _leave(signal.SIGTERM, None)


def _leave(number: int, _frame: object) -> None:
    end_all()
    os._exit(128 + number)
