"""Everything that speaks HTTP: the application, the JSON API, live sockets, guards and downloads."""
