"""Where a request comes from, as far as limits are concerned."""

from __future__ import annotations

import ipaddress

UNKNOWN = "unknown"


def network_of(host: str) -> str:
    """What counts as one visitor. A home has a whole network of IPv6 addresses (/64), so that counts as one."""
    if ":" not in host:
        return host
    try:
        return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False).network_address)
    except ValueError:
        return host
