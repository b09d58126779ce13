from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from svc_agent.calls import frame_in
from svc_agent.options import AgentSettings

# A delivery may have so many bytes; the service sends no more than a quarter of it.
_DELIVERY_BYTES_MAX = 8 * 1024 * 1024
# A delivery may be so old, or from so far ahead (interface, "Outbound webhook signing").
_TOLERANCE_SECONDS = 300


@dataclass(frozen=True)
class WebhookAnswer:
    """What a delivery is answered with."""

    #: The HTTP status: 204, 400, 401, 413, 500 or 503.
    status: int
    #: By names in small letters.
    headers: Mapping[str, str]
    #: JSON; empty for 204.
    body: bytes


class Webhook:
    """Receives events where the agent has a ``webhook_url`` and no socket; the agent need not be started.

    Each way checks signature and time on the raw bytes, answers, and only then calls the handlers, in the event
    loop of the caller. What was answered counts as delivered, also if the process dies then.
    """

    def __init__(
        self, settings: AgentSettings, *, take: Callable[[dict[str, Any]], None], is_ready: Callable[[], bool]
    ) -> None:
        self._settings = settings
        self._take = take
        self._is_ready = is_ready

    async def receive(self, raw: bytes, headers: Mapping[str, str]) -> WebhookAnswer:
        """For any framework: hand in the bytes as they came and the headers, and answer what this returns."""
        answer, event = self._checked(raw, headers)
        if event is not None:
            # The answer leaves first: it is written in this turn of the loop or the next.
            asyncio.get_running_loop().call_soon(self._take, event)
        return answer

    def fastapi(self) -> Callable[..., Awaitable[Any]]:
        """A path operation for FastAPI: ``app.post("/events")(agent.webhook.fastapi())``.

        :raises ImportError: where FastAPI is not installed.
        """
        from fastapi import Request, Response
        from starlette.background import BackgroundTask

        async def receive_event(request: Request) -> Response:
            """An event of the agent service. Its signature is checked, it is answered, and then handled."""
            content = bytearray()
            raw: bytearray | None = content
            try:
                # What `request.body()` has read already comes from here as well.
                async for chunk in request.stream():
                    content += chunk
                    if len(content) > _DELIVERY_BYTES_MAX:
                        break
            except RuntimeError:
                # "Stream consumed", by somebody who has not kept it.
                raw = None
            answer, event = self._checked(raw, request.headers)

            async def take() -> None:
                if event is not None:
                    self._take(event)

            # Work begins when the answer is on its way.
            after = BackgroundTask(take)
            return Response(answer.body or None, answer.status, dict(answer.headers), background=after)

        # FastAPI reads the types themselves.
        receive_event.__annotations__ = {"request": Request, "return": Response}
        return receive_event

    def _checked(self, raw: object, headers: Mapping[str, str]) -> tuple[WebhookAnswer, dict[str, Any] | None]:
        """The answer, and the event if it is to be taken. `raw` is no bytes where a parser lost them."""
        by_name = {name.lower(): value for name, value in headers.items()}
        length = by_name.get("content-length", "")
        if not isinstance(raw, (bytes, bytearray, memoryview)) or (not raw and length not in ("", "0")):
            lost = (
                "The body of a webhook delivery was parsed before its signature could be checked. Hand on the bytes as "
                "they came, such as `await request.body()`, and keep middlewares that read bodies away from this path."
            )
            # A mistake of this program, so it is told in full.
            self._settings.log.error(lost)
            return _refusal(500, lost), None
        content = bytes(raw)
        if len(content) > _DELIVERY_BYTES_MAX:
            return _refusal(413, "Too large"), None
        secrets = self._settings.signing_secrets or (self._settings.secret,)
        if unsigned := why_unsigned(content, by_name, secrets, now=self._settings.now()):
            self._settings.log.warning(f"A webhook delivery was refused: {unsigned}.")
            return _refusal(401, "Unauthorized"), None
        event = frame_in(content)
        if event is None:
            return _refusal(400, "Not an event"), None
        if not self._is_ready():
            # The service tries again, in half a minute at the earliest.
            return _refusal(503, "Busy", {"retry-after": "30"}), None
        return WebhookAnswer(204, {}, b""), event


def _refusal(status: int, detail: str, headers: Mapping[str, str] | None = None) -> WebhookAnswer:
    body = json.dumps({"detail": detail}, ensure_ascii=False).encode()
    return WebhookAnswer(status, {"content-type": "application/json", **(headers or {})}, body)


def why_unsigned(raw: bytes, headers: Mapping[str, str], secrets: Sequence[str], *, now: float) -> str | None:
    """Why it does not prove that it comes from the service and is new, if so. An answer should not say it."""
    timestamp = headers.get("x-svc-timestamp") or ""
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        return "it has no X-Svc-Timestamp"
    age = now - int(timestamp)
    if abs(age) > _TOLERANCE_SECONDS:
        return f"it is {round(age)} s old: it is a replay, or the clock of this machine is wrong"
    # While a signing secret is changed, the former one signs in a header of its own.
    names = ("x-svc-signature", "x-svc-signature-previous")
    given = [signature for signature in map(headers.get, names) if signature]
    if not given:
        return "it has no X-Svc-Signature"
    is_proven = False
    for secret in secrets:
        expected = signature_of(raw, secret=secret, timestamp=timestamp).encode()
        # Every pair is compared, whatever the ones before were.
        for signature in given:
            is_proven = hmac.compare_digest(signature.encode(errors="replace"), expected) or is_proven
    if is_proven:
        return None
    return "its signature is of another secret: is AGENT_SECRET the newest one, or has the agent a signing secret?"


def signature_of(raw: bytes, *, secret: str, timestamp: str) -> str:
    """By HMAC-SHA256 over the timestamp, a point and the bytes."""
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + raw, hashlib.sha256).hexdigest()
    return f"sha256={digest}"
