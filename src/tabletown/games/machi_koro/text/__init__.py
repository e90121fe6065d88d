"""How Machi Koro reads: cards, moves, prompts, the log, the reference and the guide."""
