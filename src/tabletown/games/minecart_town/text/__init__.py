"""Words: labels, prompts, the log, the guide and the reference."""
