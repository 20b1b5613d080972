"""Metrics of one process in the Prometheus format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import get_args

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from keypeg.server.compute.pool import ComputePool
from keypeg.server.server_time import ServerTime
from keypeg.server.store.failures import Reason
from keypeg.server.store.health import DatabaseHealth
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.registry import Tables

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Upper bounds of the buckets, in seconds."""


class Metrics:
    """Counters and gauges. None of them reveals who played what."""

    def __init__(
        self, tables: Tables, doorbells: Doorbells, pool: ComputePool, health: DatabaseHealth, time: ServerTime
    ) -> None:
        self._registry = CollectorRegistry()
        self._tables, self._doorbells, self._pool = tables, doorbells, pool
        self._health, self._time = health, time
        self._registry.register(self)
        # Plain numbers, because every request is counted: the library's own counters take a lock each time.
        self._answers = [0] * 6
        """By first digit of the status: the number of responses."""
        self._moves = [0] * (len(BUCKETS) + 1)
        """By bucket: the number of moves that took this long."""
        self._seconds = 0.0

    def answered(self, status: int) -> None:
        """Count a response."""
        self._answers[status // 100] += 1

    def moved(self, seconds: float) -> None:
        """Count a move, and how long it took."""
        self._moves[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics with their current values."""
        answers = CounterMetricFamily("keypeg_answers", "Answers by class of status.", labels=["status"])
        for kind in range(1, 6):
            answers.add_metric([f"{kind}xx"], self._answers[kind])
        yield answers
        moves = HistogramMetricFamily("keypeg_move_seconds", "From a move to its answer, which is durable.")
        limits = [*map(str, BUCKETS), "+Inf"]
        moves.add_metric([], list(zip(limits, accumulate(self._moves), strict=True)), self._seconds)
        yield moves
        yield GaugeMetricFamily("keypeg_tables_in_memory", "Tables in memory.", len(self._tables.memory))
        yield GaugeMetricFamily("keypeg_tables_bytes", "Memory they take, estimated.", self._tables.memory.bytes)
        yield GaugeMetricFamily("keypeg_listeners", "Open bells and waiting requests.", len(self._doorbells))
        yield GaugeMetricFamily(
            "keypeg_thinking", "Moves, hints and reviews being computed or queued.", self._pool.busy
        )
        yield GaugeMetricFamily(
            "keypeg_database_up", "1 if the last operation of the database succeeded.", not self._health.reason
        )
        failures = CounterMetricFamily("keypeg_database_failures", "Failures of the database.", labels=["reason"])
        for reason in get_args(Reason):
            failures.add_metric([reason], self._health.failures[reason])
        yield failures
        yield CounterMetricFamily("keypeg_clock_steps", "How often the clock was set.", self._time.steps)

    def text(self) -> bytes:
        return generate_latest(self._registry)
