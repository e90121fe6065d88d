"""Reviews of finished games on the server: worked out in a process of their own, stored, shown as they come."""
