"""The names under which the server answers. A page of another site can have its name lead here (DNS rebinding); its
requests then carry that name, and are refused."""

from __future__ import annotations

import ipaddress
import re
import socket

from starlette.requests import HTTPConnection
from starlette.types import Scope

from tabletown.web.refusals import Refusal
from tabletown.web.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_EVERYWHERE = ("0.0.0.0", "::", "")
_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9_.-]+))(?::\d{1,5})?")


class WrongHost(Refusal):
    status = 400


class Hosts:
    def __init__(self, settings: Settings) -> None:
        given = [name.lower() for name in settings.hosts]
        own = [socket.gethostname().lower()] if settings.host in _EVERYWHERE else [settings.host.lower()]
        self._names = {*LOOPBACK, *own, *(name for name in given if not name.startswith("*"))}
        self._endings = tuple(name[1:] for name in given if name.startswith("*."))
        self._any = "*" in given
        self._any_address = settings.host in _EVERYWHERE
        """Listening everywhere, the server answers to every number: only names can be made to lead here."""

    def check(self, scope: Scope) -> None:
        """Refuse a request for another name."""
        given = ",".join(HTTPConnection(scope).headers.getlist("host"))
        if not self._any and not self._knows(given):
            raise WrongHost(
                f"This server does not answer to the name {given[:80]!r}; its operator can add it to the setting HOSTS."
            )

    def _knows(self, given: str) -> bool:
        found = _HOST.fullmatch(given)
        if not found:
            return False
        name = (found[1] or found[2]).lower().rstrip(".")
        return name in self._names or name.endswith(self._endings) or (self._any_address and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
