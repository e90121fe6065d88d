"""The table and what lies on it, as pictures."""
