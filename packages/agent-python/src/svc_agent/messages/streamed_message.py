"""Messages whose text grows while it is written."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from svc_agent.contract import Message
from svc_agent.http.api_call import ApiCall
from svc_agent.http.calls import Calls
from svc_agent.messages.growing_text import GrowingText, TextSource
from svc_agent.messages.history import read_history
from svc_agent.messages.outgoing_message import OutgoingMessage, SentMessage, beside_text, upload_all
from svc_agent.signal import void
from svc_agent.socket.socket_streams import SocketStream, SocketStreams
from svc_agent.waiting import sleep

# A page of history, which is more than is written in a conversation while one message grows.
_PAGE = 100
# How long a message without a key may take to be stored though its socket is gone: a hub drains, or its database is slow.
_STORED_SECONDS_MAX = 12.0
_LOOK_EVERY_SECONDS = 1.0


@dataclass(frozen=True)
class StreamParts:
    calls: Calls
    streams: SocketStreams
    #: Time, in seconds from any beginning.
    now: Callable[[], float] = field(default=time.monotonic, kw_only=True)
    sleep: Callable[[float], Awaitable[None]] = field(default=sleep, kw_only=True)


async def stream_message(
    parts: StreamParts,
    source: TextSource,
    rest: OutgoingMessage,
    *,
    conversation_id: str | None = None,
    after: str | None = None,
) -> SentMessage:
    """Sends a message whose text comes from a source, while it comes.

    Over the socket if one is open, else by a call. If that breaks off, the message begins again by a call, with what has
    come so far, and goes on. Both ways have one key, under which the service stores it once. An older service heeds no key
    over its socket, so its history is looked at instead.

    :param after: a message of the conversation that was there before. Default: the newest one.
    :raises: what the source raises; the message is given up then. `CallError` if the service refuses it, or cannot be
        reached for as long as calls are tried.
    """
    text = GrowingText(source)
    key = str(uuid.uuid4())
    ready = asyncio.ensure_future(_beside(parts.calls, rest))
    try:
        message_id = None
        if conversation_id is not None:
            message_id = await _by_socket(parts, text, ready, _Target(conversation_id, after, key))
        if message_id is None:
            message_id = await _by_call(parts.calls, text, ready, conversation_id, key)
        parts.streams.stored.add(message_id)
        return SentMessage(message_id)
    finally:
        text.leave()
        ready.cancel()
        ready.add_done_callback(lambda done: void(done.cancelled() or done.exception()))


@dataclass(frozen=True)
class _Target:
    conversation_id: str
    #: A message that was there before.
    after: str | None
    #: Under which the service stores the message once.
    key: str


async def _beside(calls: Calls, rest: OutgoingMessage) -> dict[str, Any]:
    media_ids = await upload_all(calls, rest.files, None)
    return beside_text(rest, media_ids=media_ids, run_id=None)


async def _by_socket(
    parts: StreamParts,
    text: GrowingText,
    ready: asyncio.Future[dict[str, Any]],
    target: _Target,
) -> str | None:
    """The message's id, or None if it broke off or no socket is open."""
    stream = await parts.streams.begin(target.conversation_id, target.key)
    if stream is None:
        return None
    newest = asyncio.ensure_future(_newest_in(parts.calls, target, stream))
    try:
        async for piece in text.pieces(stream.signal):
            if piece != "":
                await stream.append(piece)
        if stream.signal.aborted:
            return None
        # Without it nobody could say afterwards whether a message without a key is there.
        before = await newest
        end = await stream.end(await ready)
        # The call has the same key, so it may simply be made.
        if end.message_id is not None or not end.was_ending or stream.is_keyed:
            return end.message_id
        last = parts.now() + (0.0 if end.was_refused else _STORED_SECONDS_MAX)
        while True:
            for message in await _history_since(parts.calls, target.conversation_id, before):
                is_ours = message["sender"] == "agent" and message["text"] == text.text
                if is_ours and parts.streams.stored.add(message["id"]):
                    return message["id"]
            if parts.now() >= last:
                return None
            await parts.sleep(_LOOK_EVERY_SECONDS)
    finally:
        newest.cancel()
        newest.add_done_callback(lambda done: void(done.cancelled() or done.exception()))
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


async def _newest_in(calls: Calls, target: _Target, stream: SocketStream) -> str | None:
    if stream.is_keyed or target.after is not None:
        return target.after
    newest = await read_history(calls, target.conversation_id, limit=1)
    return newest[0]["id"] if newest else None


async def _history_since(calls: Calls, conversation_id: str, message_id: str | None) -> list[Message]:
    """What was written since then, newest first."""
    history = await read_history(calls, conversation_id, limit=_PAGE)
    ids = [message["id"] for message in history]
    return history[: ids.index(message_id)] if message_id in ids else history
