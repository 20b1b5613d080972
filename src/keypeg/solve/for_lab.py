"""What the engine exports for keypeg-lab, besides `keypeg.solve`: pieces to build searches from.

They change with the engine, so keypeg-lab requires one version of it. Everyone else uses `keypeg.solve`.
"""

from keypeg.solve._kernels.bound import bound_of
from keypeg.solve._kernels.marks import histograms
from keypeg.solve._kernels.stack import NEVER, floors
from keypeg.solve._kernels.threads import CORES, KernelPool, in_threads, pool_of
from keypeg.solve.evaluate import Progress, evaluate, grown_branch, summary
from keypeg.solve.layout import Indices, Layout, layout_of
from keypeg.solve.mark_tables import mark_ids
from keypeg.solve.named_strategy import OPTIMAL, proved_in_atlas
from keypeg.solve.strategy import ENTROPY_BONUS, strategy
from keypeg.solve.symmetry import kinds
from keypeg.solve.trees import Branch, joined, total_of, tree_of
from keypeg.solve.workers import SYMMETRIC_FROM, UNLIMITED, Beam, Task, Workers, opens_at, workers_for

__all__ = [
    "CORES",
    "ENTROPY_BONUS",
    "NEVER",
    "OPTIMAL",
    "SYMMETRIC_FROM",
    "UNLIMITED",
    "Beam",
    "Branch",
    "Indices",
    "KernelPool",
    "Layout",
    "Progress",
    "Task",
    "Workers",
    "bound_of",
    "evaluate",
    "floors",
    "grown_branch",
    "histograms",
    "in_threads",
    "joined",
    "kinds",
    "layout_of",
    "mark_ids",
    "opens_at",
    "pool_of",
    "proved_in_atlas",
    "strategy",
    "summary",
    "total_of",
    "tree_of",
    "workers_for",
]
