"""The questions of an experiment, one file each: what is measured of one game, and of two that are compared."""
