"""The best known strategy trees, shipped with the package: list, verify and follow them."""

from keypeg.atlas.atlas import BOXES, Charted, Entry, charted, entries
from keypeg.atlas.guide import guide
from keypeg.atlas.tree import Tree
from keypeg.atlas.verify import Verdict, verify

__all__ = ["BOXES", "Charted", "Entry", "Tree", "Verdict", "charted", "entries", "guide", "verify"]
