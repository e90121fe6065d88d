"""Puzzles on the server: lists without answers, a frame, and what is said to a try. Nothing is stored."""
