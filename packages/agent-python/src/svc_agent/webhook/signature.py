from __future__ import annotations

import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence

from svc_agent.errors import AgentError

# A delivery may be so old, or from so far ahead (interface, "Outbound webhook signing").
_TOLERANCE_SECONDS = 300


def verify_delivery(
    raw: bytes, headers: Mapping[str, str], secrets: Sequence[str], *, now: float | None = None
) -> None:
    """Proves that a delivery comes from the service and is new: at most 300 seconds old, or from as far ahead.

    :param raw: exactly what was sent.
    :param headers: by names in small letters, or in a mapping to which letters are all the same.
    :param secrets: all that may have signed it: during a rotation the new one and the former one.
    :param now: what time it is, in seconds since the Unix epoch. Default: the machine's time.
    :raises AgentError: `unsigned`. The message says to the log why; an unauthenticated caller should not learn it.
    """
    timestamp = headers.get("x-svc-timestamp") or ""
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise _unsigned("it has no X-Svc-Timestamp")
    age = (time.time() if now is None else now) - int(timestamp)
    if abs(age) > _TOLERANCE_SECONDS:
        when = "ago" if age > 0 else "ahead"
        raise _unsigned(
            f"it was sent {round(abs(age))} s {when}: it is a replay, or the clock of this machine is wrong"
        )
    # While a signing secret is changed, the former one signs in a header of its own.
    names = ("x-svc-signature", "x-svc-signature-previous")
    given = [signature for signature in map(headers.get, names) if signature]
    if not given:
        raise _unsigned("it has no X-Svc-Signature")
    is_proven = False
    for secret in secrets:
        expected = signature_of(raw, secret=secret, timestamp=timestamp).encode()
        # Every pair is compared, whatever the ones before were.
        for signature in given:
            is_proven = hmac.compare_digest(signature.encode(errors="replace"), expected) or is_proven
    if not is_proven:
        raise _unsigned(
            "its signature is of another secret: is AGENT_SECRET the newest one, or has the agent a signing secret?"
        )


def signature_of(raw: bytes, *, secret: str, timestamp: str) -> str:
    """How the service signs a delivery: by HMAC-SHA256 over the timestamp, a point and the bytes.

    :param raw: exactly what is sent.
    :param secret: what signs.
    :param timestamp: the value of ``X-Svc-Timestamp``, in seconds since the Unix epoch.
    :returns: the value of ``X-Svc-Signature``: ``sha256=`` and the MAC in hex.
    """
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + raw, hashlib.sha256).hexdigest()
    return f"sha256={digest}"


def _unsigned(why: str) -> AgentError:
    return AgentError("unsigned", f"A webhook delivery was refused: {why}.")
