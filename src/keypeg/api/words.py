"""Every sentence of a language, for clients that render messages themselves."""

from __future__ import annotations

from keypeg.api.endpoint import endpoint
from keypeg.api.host import needs_server
from keypeg.api.limits import READS


@endpoint("GET", "/words/{language}", "Get every sentence in a language, as ICU messages", "questions", READS, 2)
def words(language: str) -> dict[str, str]:
    """Get every sentence in a language, as ICU messages."""
    raise needs_server()
