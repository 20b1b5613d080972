"""The database: its schema and migrations, the log writer, and backups."""
