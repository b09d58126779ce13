from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import Any, TypeAlias

from svc_agent.errors import AgentError
from svc_agent.http.calls import ApiCall, Calls
from svc_agent.messages.outgoing_message import OutgoingMessage, SentMessage, beside_text
from svc_agent.signal import void
from svc_agent.waiting import within

TextSource: TypeAlias = "AsyncIterable[str] | Iterable[str]"
"""What a message that grows may be made of, such as the tokens of a language model."""

# The service takes no more text in one message (docs/decisions/streaming.md), in bytes of UTF-8.
_TEXT_BYTES_MAX = 64 * 1024
# Of one piece. The service takes twice as many, if some are beyond the first 65,536 code points.
_PIECE_LENGTH_MAX = 4_096
# Ten pieces a second look as smooth as a hundred, and cost the agent less of its rate.
_JOIN_SECONDS = 0.1
# A call may be silent for 60 s, and a source may think for longer. Only writing shows that it broke off.
_SILENCE_SECONDS = 5.0


class GrowingText:
    """Kept from its beginning, so that a message which broke off can be sent again."""

    def __init__(self, source: TextSource) -> None:
        self.text = ""
        self.error: Exception | None = None
        self._bytes = 0
        self._half = ""
        self._is_over = False
        self._changed = asyncio.Event()
        self._reading = asyncio.ensure_future(self._read(source))

    def leave(self) -> None:
        """Nobody wants the rest: the source is told to end."""
        self._reading.cancel()
        self._reading.add_done_callback(lambda done: void(done.cancelled() or done.exception()))

    async def pieces(self) -> AsyncIterator[str]:
        """From the beginning; what comes is joined for a tenth of a second. An empty piece: a silence."""
        at = 0
        while True:
            piece = self.text[at : at + _PIECE_LENGTH_MAX]
            at += len(piece)
            if piece != "":
                yield piece
            if at < len(self.text):
                continue
            if self._is_over:
                if self.error is not None:
                    raise self.error
                return
            if piece != "":
                await asyncio.wait({self._reading}, timeout=_JOIN_SECONDS)
            elif not await self._has_news():
                yield ""

    async def _read(self, source: TextSource) -> None:
        iterator: Any = None
        try:
            if isinstance(source, AsyncIterable):
                iterator = aiter(source)
                async for piece in iterator:
                    self._append(piece)
            else:
                for piece in source:
                    self._append(piece)
                    # A source that never waits must not keep all others waiting.
                    await asyncio.sleep(0)
        except Exception as error:
            self.error = error
        finally:
            if self._half != "":
                self.text += "\ufffd"
            self._is_over = True
            self._changed.set()
            close = getattr(iterator, "aclose", None)
            if close is not None:
                await close()

    def _append(self, piece: object) -> None:
        if not isinstance(piece, str):
            kind = type(piece).__name__
            raise AgentError("configuration", f"A stream is made of texts; there was a {kind} in it.")
        whole = self._half + piece
        # Half a surrogate pair waits for its other half.
        self._half = whole[-1:] if "\ud800" <= whole[-1:] <= "\udbff" else ""
        text = _joined(whole.removesuffix(self._half) if self._half else whole)
        self._bytes += len(text.encode())
        if self._bytes > _TEXT_BYTES_MAX:
            raise AgentError("too_much", "The text of a message has at most 64 KiB.")
        self.text += text
        if text != "":
            self._changed.set()

    async def _has_news(self) -> bool:
        """True at the next change, or False after the time of a silence."""
        self._changed.clear()
        try:
            return await within(_SILENCE_SECONDS, self._changed.wait())
        except TimeoutError:
            return False


def _joined(text: str) -> str:
    """With pairs of surrogates as the characters that they are."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


async def stream_message(
    calls: Calls, source: TextSource, rest: OutgoingMessage, *, conversation_id: str | None = None
) -> SentMessage:
    """If it breaks off, it begins again with what has come so far, under one key: it is stored once.

    :raises: what the source raises; the message is given up then.
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
