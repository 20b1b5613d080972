"""Invites as QR codes, to be scanned from one screen with another."""

from __future__ import annotations

from io import BytesIO

import segno
from litestar import Response, Router, post
from litestar.params import JSONBody

from keypeg import wire

SVG = "image/svg+xml"


# A link goes in a body: invites are secrets, and addresses end up in logs.
@post("/qr", status_code=200, media_type=SVG, summary="A link as a QR code, in SVG", sync_to_thread=False)
def qr(data: JSONBody[wire.NewQr]) -> Response[bytes]:
    drawn = BytesIO()
    segno.make(data.text, error="m", micro=False).save(
        drawn, kind="svg", border=4, scale=8, dark="#17110c", light="#fff"
    )
    return Response(drawn.getvalue(), media_type=SVG, headers={"cache-control": "no-store"})


ROUTER = Router("/", route_handlers=[qr], tags=["questions"])
