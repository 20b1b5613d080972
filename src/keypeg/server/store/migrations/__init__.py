"""Migrations of the database, run by `keypeg serve` on SQLite and by `keypeg db upgrade` on PostgreSQL."""
