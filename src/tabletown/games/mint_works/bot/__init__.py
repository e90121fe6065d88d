"""How bots judge a position of Mint Works."""
