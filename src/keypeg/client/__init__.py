"""A client for a Keypeg server, synchronous and asynchronous.

    with Client("http://localhost:5397") as client:
        made = client.make_table("togo", seats=[Me(), Computer("club")])
        for view in client.watch(made.table):
            if view.you in view.to_act:
                client.move(made.table, choose(view), view.version)

`AsyncClient` has the same methods. Answers are structs of `keypeg.wire`; `keypeg.wire.match_to_core` converts a View to
a View of the core. An error from the server is raised as the same KeypegError, with its slug and fields.
"""

from keypeg.client.async_client import AsyncClient
from keypeg.client.link import Link, parse_link
from keypeg.client.sync_client import Client
from keypeg.wire import Computer, Me, Open

__all__ = ["AsyncClient", "Client", "Computer", "Link", "Me", "Open", "parse_link"]
