"""The web page itself."""

from __future__ import annotations

from typing import Annotated

from litestar import HttpMethod, Response, route
from litestar.params import Parameter

from keypeg.errors import Unknown
from keypeg.server.http.request import Asking
from keypeg.server.http.static_files import INDEX, Pages

PATHS = ["/", "/{path:path}"]


@route(PATHS, http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, sync_to_thread=False)
def page(request: Asking, path: Annotated[str, Parameter(max_length=400)] = "") -> Response[bytes]:
    """Answer with a file of the page; every screen's address with the page."""
    pages: Pages = request.app.state.pages
    file = None if path.startswith("/api/") else pages.find(path)
    if file is None:
        raise Unknown("page-unbuilt" if pages.find(INDEX) is None and not path.startswith("/api/") else "page-unknown")
    headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(content=b"", status_code=304, headers=headers)
    body = file.body
    if file.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.small
        headers["content-encoding"] = "gzip"
    return Response(content=body, media_type=file.kind, headers=headers)
