"""Messages whose text grows while it is written."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from svc_agent.http.api_call import ApiCall
from svc_agent.http.calls import Calls
from svc_agent.messages.growing_text import GrowingText, TextSource
from svc_agent.messages.outgoing_message import OutgoingMessage, SentMessage, beside_text, upload_all
from svc_agent.signal import void
from svc_agent.socket.socket_streams import SocketStreams


@dataclass(frozen=True)
class StreamParts:
    calls: Calls
    streams: SocketStreams


async def stream_message(
    parts: StreamParts,
    source: TextSource,
    rest: OutgoingMessage,
    *,
    conversation_id: str | None = None,
) -> SentMessage:
    """Sends a message whose text comes from a source, while it comes.

    Over the socket if one is open, else by a call. If that breaks off, the message begins again by a call, with what has
    come so far, and goes on. Both ways have one key, under which the service stores it once.

    :raises: what the source raises; the message is given up then. `CallError` if the service refuses it, or cannot be
        reached for as long as calls are tried.
    """
    text = GrowingText(source)
    key = str(uuid.uuid4())
    ready = asyncio.ensure_future(_beside(parts.calls, rest))
    try:
        message_id = None
        if conversation_id is not None:
            message_id = await _by_socket(parts.streams, text, ready, conversation_id, key)
        if message_id is None:
            message_id = await _by_call(parts.calls, text, ready, conversation_id, key)
        return SentMessage(message_id)
    finally:
        text.leave()
        ready.cancel()
        ready.add_done_callback(lambda done: void(done.cancelled() or done.exception()))


async def _beside(calls: Calls, rest: OutgoingMessage) -> dict[str, Any]:
    media_ids = await upload_all(calls, rest.files, None)
    return beside_text(rest, media_ids=media_ids, run_id=None)


async def _by_socket(
    streams: SocketStreams,
    text: GrowingText,
    ready: asyncio.Future[dict[str, Any]],
    conversation_id: str,
    key: str,
) -> str | None:
    """The message's id, or None if it broke off or no socket is open."""
    stream = await streams.begin(conversation_id, key)
    if stream is None:
        return None
    try:
        async for piece in text.pieces(stream.signal):
            if piece != "":
                await stream.append(piece)
        if stream.signal.aborted:
            return None
        # The call has the same key, so it may be made although nobody knows whether the message was stored.
        return await stream.end(await ready)
    finally:
        await stream.abort()


async def _by_call(
    calls: Calls, text: GrowingText, ready: asyncio.Future[dict[str, Any]], conversation_id: str | None, key: str
) -> str:
    answer = await calls.call(
        ApiCall(
            "POST",
            "/api/agent/messages/stream",
            query={"conversation_id": conversation_id},
            lines=lambda: _lines_of(text, ready),
            idempotency_key=key,
        )
    )
    if answer["status"] == "ok":
        return str(answer["message_id"])
    await asyncio.shield(ready)
    raise text.error or RuntimeError("The message was given up.")


async def _lines_of(text: GrowingText, ready: asyncio.Future[dict[str, Any]]) -> AsyncIterator[dict[str, Any] | None]:
    try:
        async for piece in text.pieces():
            yield None if piece == "" else {"type": "message_delta", "text": piece}
        yield {"type": "message_end", **await asyncio.shield(ready)}
    except Exception:
        # The caller knows why: from the text, or from what was to come with it.
        yield {"type": "message_abort"}
