"""The database: its schema and migrations, the log of events, backups, and notices between processes."""
