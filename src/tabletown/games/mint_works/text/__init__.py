"""What Mint Works says: labels, prompts, the log, the cards, the guide and the reference."""
