"""The push services that messages are sent to. A browser names the address, so it could name any machine that this one
can reach: only known services are asked, over TLS, and no redirect is followed."""

from __future__ import annotations

import http.client
import ipaddress
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

GONE = (404, 410)
"""What a service answers when a browser does not want messages any more."""
_SECONDS = 5.0
_TLS = 443


def is_known(endpoint: str, services: Sequence[str]) -> bool:
    """Whether an address belongs to one of the services: `push.example`, `*.push.example`; for tests on one machine
    also `http://127.0.0.1:PORT`."""
    try:
        parts = urlsplit(endpoint)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return False
    if parts.username is not None or not endpoint.isascii() or any(char.isspace() for char in endpoint):
        return False
    if parts.scheme == "http":
        return f"http://{parts.netloc}" in services and _is_loopback(host)
    named = any(host == name or (name.startswith("*.") and host.endswith(name[1:])) for name in services)
    return parts.scheme == "https" and port in (None, _TLS) and named


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def deliver(endpoint: str, headers: Mapping[str, str], body: bytes) -> int:
    """Hand a message to its service; the status that it answers. Raises OSError or HTTPException if it doesn't."""
    parts = urlsplit(endpoint)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=_SECONDS)
    try:
        path = parts.path or "/"
        connection.request("POST", f"{path}?{parts.query}" if parts.query else path, body, dict(headers))
        return connection.getresponse().status
    finally:
        connection.close()
