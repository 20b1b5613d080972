"""A client of the API, synchronous and asynchronous, over HTTP or to a host in the same process.

    with Client("http://localhost:5397") as client:
        made = client.make_table("togo", seats=[Me(), Computer("club")])
        for view in client.watch(made.table):
            if view.you in view.to_act:
                client.move(made.table, choose(view), view.version)

`AsyncClient` has the same methods. Answers are structs of `keypeg.api`; `keypeg.api.match.match_to_core` converts a
View to a View of the core. An error from the host is raised as the same KeypegError, with its slug and fields.
"""

from keypeg.api.tables import Computer, Me, Open
from keypeg.client.client import AsyncClient, Client
from keypeg.client.link import Link, parse_link

__all__ = ["AsyncClient", "Client", "Computer", "Link", "Me", "Open", "parse_link"]
