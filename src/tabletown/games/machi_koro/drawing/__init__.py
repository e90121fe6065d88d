"""How Machi Koro looks."""
