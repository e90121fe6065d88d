"""Mass simulation, arena and ratings. Knows games through the registry only."""
