"""Set up a match and play it: in this process, at a server, or beside a real board."""
