"""One server for all tests in a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from keypeg.server.settings import Settings
from tests.server.running import Person, serving


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=2)) as found:
        yield found


@pytest.fixture
def person(address: str) -> Iterator[Callable[[], Person]]:
    people: list[Person] = []

    def somebody() -> Person:
        people.append(Person(address))
        return people[-1]

    yield somebody
    for each in people:
        each.http.close()
