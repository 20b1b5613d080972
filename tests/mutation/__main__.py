"""Change core, boxes and notation in thousands of small ways, and list the changes that no test notices.

`python -m tests.mutation [PATTERN …]` tries the mutants whose names match, all of them by default. What an earlier run
has found out is not tried again: a kill holds until its function changes. Remove mutants/ to start over.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from fnmatch import fnmatch

import pytest
from hypothesis import settings

from tests.mutation import trampoline
from tests.mutation.mutants import FOLDER, PACKAGES, SOURCES, Mutant, digest_of_sources, write_mutants
from tests.mutation.run import STATUSES, Mutation, Result, load, save

TESTS = (
    "tests/core",
    "tests/rules",
    "tests/boxes/test_bad_boxes.py",
    "tests/boxes/test_boxes.py",
    "tests/notation",
    "tests/test_playthroughs.py",
    "tests/test_refusals.py",
    # Left out are tests that try very many cases: slow, and what they kill is killed by others too.
    "--deselect=tests/core/test_marks.py::test_all_pairs",
    "--deselect=tests/core/test_marks.py::test_a_hundred_thousand_pairs_of_a_share_and_a_row",
    "--deselect=tests/core/test_marks.py::test_a_hundred_thousand_random_pairs",
    "--deselect=tests/rules/test_mm44.py::test_as_many_codes_as_chips_can_make",
    "--deselect=tests/rules/test_mm44_full_rows.py::test_a_blank_proves_the_hole_of_its_seat_to_everybody",
    "--deselect=tests/rules/test_mm44_full_rows.py::test_with_two_boards_two_blanks_prove_both_holes_and_one_proves_one",
    "--deselect=tests/rules/test_unlimited_rows.py::test_unlimited_ends_at_1000_rows_as_unbroken",
)
OPTIONS = ("-q", "-s", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", nargs="*", default=["*"], metavar="PATTERN")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument("--seconds", type=float, default=1, help="of processor time that a test may take")
    parser.add_argument("--tests", nargs="+", metavar="TEST", help="try only these, and remember only what they kill")
    parser.add_argument("--from-import", metavar="MUTANT", help=argparse.SUPPRESS)
    given = parser.parse_args()
    _prepare()
    if given.from_import:
        trampoline.switch_on(given.from_import)
        sys.exit(pytest.main([*OPTIONS, "-x", "--tb=line", *TESTS]))
    listed = write_mutants()
    mutants = [mutant for mutant in listed if any(fnmatch(mutant.name, pattern) for pattern in given.patterns)]
    imported = _reached_by_import()
    sources = digest_of_sources()
    results = load(listed, sources)
    mutation = Mutation(mutants, results, sources, given.jobs, given.seconds)
    try:
        code = pytest.main([*OPTIONS, *(given.tests or TESTS)], [mutation])
        if not code and not given.tests:
            _try_from_import([mutant for mutant in mutants if mutant.function in imported], results)
    finally:
        save({name: result for name, result in results.items() if result.status == "killed" or not given.tests})
    if code:
        sys.exit(code)
    _report(listed, results)


def _prepare() -> None:
    """Import keypeg from mutants/src, and let Hypothesis draw the same examples every time."""
    sys.path.insert(0, str(SOURCES.absolute()))
    settings.register_profile("mutation", derandomize=True, database=None, deadline=None, max_examples=5)
    os.environ["HYPOTHESIS_PROFILE"] = "mutation"


def _reached_by_import() -> set[str]:
    """Return the functions that run while keypeg is imported, before a mutant can be switched on."""
    import keypeg.notation

    assert str(SOURCES) in keypeg.notation.__file__, "keypeg must come from mutants/src"
    return set(trampoline.reached)


def _try_from_import(mutants: list[Mutant], results: dict[str, Result]) -> None:
    """Try survivors again in new processes, which switch them on before they import keypeg."""
    for mutant in mutants:
        if results[mutant.name].status != "killed":
            command = [sys.executable, "-m", "tests.mutation", "--from-import", mutant.name]
            if subprocess.run(command, capture_output=True, check=False).returncode:
                results[mutant.name] = Result("killed", mutant.digest, "from import on")


def _report(mutants: list[Mutant], results: dict[str, Result]) -> None:
    """Print the figures by package, and write the changes that were not killed to mutants/survivors.diff."""
    print("package", "mutants", *STATUSES, "not tried", "killed or endless", sep=" | ")
    for package in (*PACKAGES, ""):
        found = [results.get(each.name) for each in mutants if package in ("", each.package)]
        counts = [sum(result is not None and result.status == status for result in found) for status in STATUSES]
        rate = f"{100 * sum(counts[:2]) / len(found):.1f} %"
        print(package or "together", len(found), *counts, found.count(None), rate, sep=" | ")
    with (FOLDER / "survivors.diff").open("w", encoding="utf-8") as file:
        for mutant in mutants:
            result = results.get(mutant.name)
            if result and result.status != "killed":
                print(f"{mutant.name}: {result.status} {result.test}\n{mutant.diff}\n", file=file)


if __name__ == "__main__":
    main()
