"""What tests of several folders share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The loop of async tests and fixtures."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process; each takes a database of its own."""
    with running_postgres() as started:
        yield started
