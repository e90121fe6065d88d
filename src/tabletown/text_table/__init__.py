"""What games draw their text tables with: a canvas of characters, named styles, cards, braille curves, a default."""
