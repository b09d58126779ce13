from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from svc_agent.contract import ServiceFrame
from svc_agent.errors import AgentError
from svc_agent.options import AgentSettings
from svc_agent.webhook.signature import verify_delivery

# A delivery may have so many bytes; the service sends no more than a quarter of it.
DELIVERY_BYTES_MAX = 8 * 1024 * 1024


@dataclass(frozen=True)
class WebhookAnswer:
    """What a delivery is answered with."""

    #: The HTTP status: 204, 400, 401, 413, 500 or 503.
    status: int
    #: By names in small letters.
    headers: Mapping[str, str]
    #: JSON; empty for 204.
    body: bytes


@dataclass(frozen=True)
class Received:
    answer: WebhookAnswer
    #: Takes the event; to be called after the answer. What it returns ends when its handlers are done.
    process: Callable[[], Awaitable[None]]


class DeliveryReceiver:
    def __init__(
        self, settings: AgentSettings, *, take: Callable[[ServiceFrame], Awaitable[None]], is_ready: Callable[[], bool]
    ) -> None:
        self._settings = settings
        self._take = take
        self._is_ready = is_ready

    async def receive(self, raw: bytes, headers: Mapping[str, str]) -> Received:
        if len(raw) > DELIVERY_BYTES_MAX:
            return refused(413, "Too large")
        by_name = {name.lower(): value for name, value in headers.items()}
        length = by_name.get("content-length", "")
        if raw == b"" and length.isdecimal() and int(length) > 0:
            return self.lost_body()
        secrets = self._settings.signing_secrets or (await self._settings.secret(),)
        try:
            verify_delivery(raw, by_name, secrets, now=self._settings.now())
        except AgentError as error:
            self._settings.log.warning(str(error))
            return refused(401, "Unauthorized")
        event = _event_in(raw)
        if event is None:
            return refused(400, "Not an event")
        if not self._is_ready():
            # The service tries again, in half a minute at the earliest.
            return refused(503, "Busy", {"retry-after": "30"})
        taken = event
        return Received(WebhookAnswer(204, {}, b""), lambda: self._take(taken))

    def lost_body(self) -> Received:
        """Something has parsed the body before it came here. That is a mistake of this program, so it is told in full."""
        error = AgentError(
            "body_consumed",
            "The body of a webhook delivery was parsed before its signature could be checked. Hand on the bytes as they "
            "came, such as `await request.body()`, and keep middlewares that read bodies away from this path.",
        )
        self._settings.log.error(str(error))
        return refused(500, str(error))


def refused(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Received:
    body = json.dumps({"detail": detail}, ensure_ascii=False).encode()
    more = {"content-type": "application/json", **(headers or {})}
    return Received(WebhookAnswer(status, more, body), _nothing)


async def _nothing() -> None:
    return None


def _event_in(raw: bytes) -> ServiceFrame | None:
    try:
        event = json.loads(raw.decode())
    except ValueError:
        return None
    return event if isinstance(event, dict) and isinstance(event.get("type"), str) else None
