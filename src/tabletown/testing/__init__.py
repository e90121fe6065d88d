"""Tests that every game gets for free, also for games of other packages."""
