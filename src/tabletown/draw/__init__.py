"""The drawing kit: colours, text, pieces, panels, states, sheets and the shell of a table, as SVG. Knows no game.

Every function takes numbers and words and returns a piece of SVG; nothing here keeps state. Colours are CSS custom
properties, so one drawing serves the light and the dark theme. See docs/drawing.md.
"""
