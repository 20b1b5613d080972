"""The server, on a real socket and a real SQLite database."""
