"""Messages whose text grows while it is written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from svc_agent.http.calls import ApiCall, Calls
from svc_agent.messages.growing_text import GrowingText, TextSource
from svc_agent.messages.outgoing_message import OutgoingMessage, SentMessage, beside_text
from svc_agent.signal import void


async def stream_message(
    calls: Calls, source: TextSource, rest: OutgoingMessage, *, conversation_id: str | None = None
) -> SentMessage:
    """Sends a message whose text comes from a source, while it comes.

    If that breaks off, the message begins again with what has come so far, and goes on, under one key: the service stores
    it once.

    :raises: what the source raises; the message is given up then. `CallError` if the service refuses it, or cannot be
        reached for as long as calls are tried.
    """
    text = GrowingText(source)
    ready = asyncio.ensure_future(beside_text(calls, rest))
    try:
        path, query = "/api/agent/messages/stream", {"conversation_id": conversation_id}
        answer = await calls.call(ApiCall("POST", path, query=query, lines=lambda: _lines_of(text, ready)))
        if answer["status"] == "ok":
            return SentMessage(answer["message_id"])
        await ready
        raise text.error or RuntimeError("The message was given up.")
    finally:
        text.leave()
        ready.cancel()
        ready.add_done_callback(lambda done: void(done.cancelled() or done.exception()))


async def _lines_of(text: GrowingText, ready: asyncio.Future[dict[str, Any]]) -> AsyncIterator[dict[str, Any] | None]:
    try:
        async for piece in text.pieces():
            yield None if piece == "" else {"type": "message_delta", "text": piece}
        yield {"type": "message_end", **await asyncio.shield(ready)}
    except Exception:
        # The caller knows why: from the text, or from what was to come with it.
        yield {"type": "message_abort"}
