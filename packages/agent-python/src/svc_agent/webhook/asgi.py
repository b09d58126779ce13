"""Deliveries for whatever speaks ASGI."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from svc_agent.waiting import within
from svc_agent.webhook.receiver import DELIVERY_BYTES_MAX, DeliveryReceiver, Received, refused

Scope: TypeAlias = "MutableMapping[str, Any]"
Receive: TypeAlias = "Callable[[], Awaitable[MutableMapping[str, Any]]]"
Send: TypeAlias = "Callable[[MutableMapping[str, Any]], Awaitable[None]]"
AsgiApp: TypeAlias = "Callable[[Scope, Receive, Send], Awaitable[None]]"

# A delivery has to come within this time.
_BODY_SECONDS_MAX = 30.0


def asgi_app(receiver: DeliveryReceiver, begin: Callable[[Received], None]) -> AsgiApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        try:
            received = await _received(receiver, scope, receive)
        except _CallerGone:
            # Nobody would read the answer.
            return
        answer = received.answer
        headers = [(name.encode(), value.encode()) for name, value in answer.headers.items()]
        if answer.status != 204:
            headers.append((b"content-length", str(len(answer.body)).encode()))
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})
        # Work begins when the answer is on its way.
        begin(received)

    return app


class _CallerGone(Exception):
    """The caller has gone before its body was here."""


async def _received(receiver: DeliveryReceiver, scope: Scope, receive: Receive) -> Received:
    if scope["method"] != "POST":
        return refused(405, "Method not allowed", {"allow": "POST"})
    try:
        raw = await within(_BODY_SECONDS_MAX, _body(receive))
    except TimeoutError:
        # A middleware that has read the body leaves nothing that could come.
        return receiver.lost_body()
    if raw is None:
        return refused(413, "Too large")
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    return await receiver.receive(raw, headers)


async def _body(receive: Receive) -> bytes | None:
    """None if there is more than a delivery may have. What is beyond is not read."""
    chunks: list[bytes] = []
    length = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise _CallerGone
        chunk: bytes = message.get("body", b"")
        length += len(chunk)
        if length > DELIVERY_BYTES_MAX:
            return None
        chunks.append(chunk)
        if not message.get("more_body", False):
            return b"".join(chunks)
