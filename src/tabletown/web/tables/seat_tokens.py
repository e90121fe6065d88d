"""Secrets of browsers, seats and invites: 192 random bits, stored as hashes, compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

BYTES = 24
_SECRET = re.compile(r"[A-Za-z0-9_-]{22,64}")
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_secret() -> str:
    return secrets.token_urlsafe(BYTES)


def looks_like_a_secret(text: str | None) -> bool:
    return text is not None and _SECRET.fullmatch(text) is not None


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def same(known: str | None, given: str | None) -> bool:
    """Whether two hashes are equal; takes the same time wherever they differ."""
    return known is not None and given is not None and hmac.compare_digest(known, given)


def invitation(host: str, table: str, seat: int) -> str:
    """The invite to a seat. It follows from the host's own secret, so only the host's browser can show it again."""
    digest = hmac.digest(host.encode(), f"invite {table} {seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:BYTES]).decode()


def derived(key: str, purpose: str, table: str, seat: int) -> str:
    """A secret that follows from another, such as the key of a request: the same request gets the same secrets."""
    digest = hmac.digest(key.encode(), f"{purpose} {table} {seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:BYTES]).decode()


def new_table_id() -> str:
    """An id that is short enough to read aloud and long enough not to be guessed."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))
