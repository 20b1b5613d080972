"""PNG pictures for link previews."""

from keypeg.server.pictures.draw import SIZE, Told, picture

__all__ = ["SIZE", "Told", "picture"]
