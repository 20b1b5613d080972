"""Pictures for previews of links, as PNG."""

from keypeg.server.pictures.draw import SIZE, Told, picture

__all__ = ["SIZE", "Told", "picture"]
