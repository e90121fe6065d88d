"""The table as pictures."""
