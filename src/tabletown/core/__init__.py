"""What a game is: record, rule, move, chance, view, match. Knows no game."""
