"""What the page of a table shows, drawn and packed once for each kind of viewer."""
