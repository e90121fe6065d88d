"""A push message as its service takes it: encrypted for one browser (RFC 8291) and signed by this server (RFC 8292).

What it loads takes a while, so it is imported when the first message is made.
"""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tabletown.web.refusals import Invalid

_CURVE = ec.SECP256R1()
_TOKEN_SECONDS = 12 * 3600
_SIZE = 32
_AUTH = 16


@dataclass(frozen=True)
class Subscription:
    """Where a browser may be reached, and the keys that only it can read with."""

    endpoint: str
    p256dh: str
    auth: str


def new_private_key() -> str:
    """A key that names this server to push services, as text."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return _encoded(number.to_bytes(_SIZE, "big"))


def public_key(private: str) -> str:
    """What browsers subscribe with, so that nobody else can send to them."""
    return _encoded(_point(_private(private)))


def checked(subscription: Subscription) -> Subscription:
    """Refuse keys that nothing can be encrypted for."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, _decoded(subscription.p256dh))
        good = len(_decoded(subscription.auth)) == _AUTH
    except ValueError:
        good = False
    if not good:
        raise Invalid("These are not the keys of a browser's subscription.")
    return subscription


def encrypted(text: str, subscription: Subscription) -> bytes:
    """A text that only the subscribed browser can read."""
    once = ec.generate_private_key(_CURVE)
    receiver, auth = _decoded(subscription.p256dh), _decoded(subscription.auth)
    sealed: bytes = http_ece.encrypt(
        text.encode(), private_key=once, dh=receiver, auth_secret=auth, version="aes128gcm"
    )
    return sealed


def authorization(endpoint: str, private: str, contact: str) -> str:
    """The header by which a push service knows who sends."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + _TOKEN_SECONDS, "sub": contact}
    said = ".".join(_encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    key = _private(private)
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(SHA256())))
    signature = _encoded(r.to_bytes(_SIZE, "big") + s.to_bytes(_SIZE, "big"))
    return f"vapid t={said}.{signature}, k={_encoded(_point(key))}"


def _private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_decoded(text), "big"), _CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def headers(topic: str, seconds: int, **more: Any) -> dict[str, str]:
    """How long a service keeps a message for a browser that is not there; a later one of a topic replaces it."""
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Topic": topic,
        "Urgency": "high",
        **more,
    }
