"""The commands, one per file, and how to call them."""

from __future__ import annotations

from keypeg.cli import Command

COMMANDS = {
    "bench": Command(
        "make|score [FILE] [--number N] [--seed SEED] [--kinds KIND,…] [--games RULES,…] "
        "[--language LANGUAGE] [--json]",
        "make --number 40 --seed 7 --games 4x6,5x8d",
        extra="cli,engine",
    ),
    "strategy": Command(
        "RULES [--by STRATEGY,…] [--within N] [--checkpoint FILE] [--plot FILE] [--cluster ADDRESS] [--seat N] "
        "[--json]",
        "4x5 --by optimal --within 5",
        extra="cli,engine",
    ),
    "atlas": Command(
        "[list|verify|build|prove] [RULES] [--proof] [--all] [--out FILE] [--from FILE] [--checkpoint FILE] "
        "[--cluster ADDRESS] [--json]",
        "verify logic24 --proof",
        extra="cli,engine",
    ),
    "prove": Command(
        "RULES [--gpu] [--findings FILE] [--merge FILE,…] [--minutes N] [--out FILE] [--checkpoint FILE] "
        "[--cluster ADDRESS] [--json]",
        "2x3 --out 2x3.tree",
        extra="cli,engine",
    ),
    "completion": Command("bash|zsh|fish", "bash"),
}
