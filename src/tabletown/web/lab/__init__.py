"""The Lab on the web: questions in a queue, workers of their own, pages."""
