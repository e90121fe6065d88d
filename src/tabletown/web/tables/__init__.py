"""Tables and who sits at them: creating, joining, playing, bots, and lists of tables."""
