"""A link as a QR code."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.host import needs_server
from keypeg.api.limits import TOOLS


class NewQr(Struct, frozen=True, forbid_unknown_fields=True):
    """A link to make a QR code of."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


SVG = "image/svg+xml"


@endpoint("POST", "/qr", "Draw a link as a QR code, in SVG", "questions", TOOLS, media_type=SVG)
def qr(asked: NewQr) -> str:
    """Draw a link as a QR code, in SVG."""
    raise needs_server()
