"""Training: a net learns a game by playing against itself, all player counts and options at once. Needs PyTorch."""
