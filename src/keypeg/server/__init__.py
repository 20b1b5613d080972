"""The server: play at a table over HTTP."""
