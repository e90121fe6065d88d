"""Notifications outside the page (Web Push, RFC 8030): keys, messages, and sending them beside everything else."""
