"""The database: its schema, the log writer, backups and notifications between processes."""
