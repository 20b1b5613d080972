"""The server's log: one line per event, with time and level, as text or JSON. No tokens, codes, ids or names."""

from __future__ import annotations

import logging

import structlog
from structlog.typing import Processor

SHARED: list[Processor] = [
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
    structlog.processors.format_exc_info,
]
FIRST = ["time", "level", "event"]

structlog.configure(
    processors=[structlog.stdlib.filter_by_level, *SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)
LOG: structlog.stdlib.BoundLogger = structlog.get_logger("keypeg.server")


def start(form: str) -> None:
    """Log to standard error from now on, as `text` or `json`, along with the logs of libraries."""
    written: Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
    if form == "text":
        written = structlog.processors.LogfmtRenderer(key_order=FIRST, drop_missing=True)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=SHARED, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, written]
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("keypeg").setLevel(logging.INFO)
