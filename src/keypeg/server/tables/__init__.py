"""Tables in memory: their state, the clients that wait for them, and the single path by which they change."""
