"""The best trees known, shipped with the package. `build` grows them again; it needs kernels, so it stands apart."""

from keypeg.solve.atlas.atlas import BOXES, Charted, Entry, charted, entries
from keypeg.solve.atlas.guide import Advice, guide
from keypeg.solve.atlas.verify import Verdict, verify

__all__ = ["BOXES", "Advice", "Charted", "Entry", "Verdict", "charted", "entries", "guide", "verify"]
