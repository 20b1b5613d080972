"""Read and write the file of a tree: a few lines of text, an empty one, then the nodes, compressed.

    Keypeg-Tree: 1
    shape: 4x6
    total: 5625
    worst: 6
    proved: yes
    bound: 5625

The nodes are stored level by level, with the children of a node together: first all guesses (two bytes each, low byte
first, the index of the guess in palette order), then all marks that lead to a node (one byte each,
holes · (exact + near) + exact), then for each node the number of its children, plus 128 if its guess may be the code,
plus 64 if it is proved that nothing needs fewer guesses from there on (which a proved tree need not repeat).
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile

from keypeg.errors import Malformed, Unknown

MAGIC = "Keypeg-Tree: 1"
WINS, PROVED = 128, 64


@dataclass(frozen=True, slots=True)
class Head:
    """The readable lines of a tree's file; `bound` is a proved lower bound of the total."""

    shape: str
    total: int
    worst: int
    proved: bool
    bound: int


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes in the format of the file; see the module's docstring."""

    guesses: array[int]
    marks: bytes
    children: bytes


def folder() -> Traversable:
    """Return the folder of the trees."""
    return files("keypeg.atlas") / "trees"


def shapes() -> list[str]:
    """List the shapes for which there is a tree."""
    return sorted(item.name.removesuffix(".tree") for item in folder().iterdir() if item.name.endswith(".tree"))


def read(shape: str) -> bytes:
    """Read the file of a shape's tree."""
    file = folder() / f"{shape}.tree"
    if not file.is_file():
        raise Unknown("tree-unknown", shape=shape)
    return file.read_bytes()


def head_of(data: bytes) -> Head:
    """Parse the readable lines of a file."""
    try:
        says = fields_in(data, MAGIC)
        return Head(says["shape"], int(says["total"]), int(says["worst"]), says["proved"] == "yes", int(says["bound"]))
    except (KeyError, ValueError) as error:
        raise Malformed("tree-unreadable") from error


def nodes_of(data: bytes) -> Nodes:
    """Parse the nodes of a file."""
    try:
        body = body_in(data)
    except (ValueError, zlib.error) as error:
        raise Malformed("tree-unreadable") from error
    count = len(body) // 4
    guesses = array("H", body[: 2 * count])
    if array("H", [1]).tobytes() != b"\x01\x00":
        guesses.byteswap()
    return Nodes(guesses, body[2 * count : 3 * count], body[3 * count :])


def write(head: Head, guesses: bytes, marks: bytes, children: bytes) -> bytes:
    """Return the content of a tree's file."""
    says = {"shape": head.shape, "total": head.total, "worst": head.worst}
    says |= {"proved": "yes" if head.proved else "no", "bound": head.bound}
    return joined(MAGIC, says, guesses + marks + children)


def fields_in(data: bytes, magic: str) -> dict[str, str]:
    """Return the fields in the readable lines of a file of the atlas. Raise ValueError unless `magic` comes first."""
    first, *lines = takewhile(bool, (line.decode("ascii") for line in data[:400].split(b"\n")))
    if first != magic:
        raise ValueError(first)
    return dict(line.split(": ", 1) for line in lines)


def body_in(data: bytes) -> bytes:
    """Return what follows the readable lines of a file. Raise ValueError or zlib.error if it cannot be read."""
    return zlib.decompress(data[data.index(b"\n\n") + 2 :])


def joined(magic: str, fields: Mapping[str, object], body: bytes) -> bytes:
    """Return the content of a file of the atlas with these fields and this body."""
    text = "\n".join([magic, *(f"{name}: {value}" for name, value in fields.items())])
    return text.encode("ascii") + b"\n\n" + zlib.compress(body, 9)
