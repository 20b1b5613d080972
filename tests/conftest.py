"""Settings of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.server.postgres import Postgres, running_postgres

# Random cases are few in `make test` and many in `make test-all`; on a noisy machine a deadline only fails by chance.
settings.register_profile("quick", max_examples=5, deadline=None)
settings.register_profile("thorough", max_examples=25, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# A shell starts background jobs with Ctrl-C ignored, and an ignored signal stays ignored in every child process.
# Tests send Ctrl-C to programs that they start, so it must work however the tests themselves were started.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The loop of async tests and fixtures."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process; each takes a database of its own."""
    with running_postgres() as started:
        yield started
