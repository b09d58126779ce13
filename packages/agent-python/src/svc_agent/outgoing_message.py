from __future__ import annotations

import asyncio
import codecs
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from svc_agent.errors import AgentError
from svc_agent.calls import ApiCall, Calls


@dataclass(frozen=True)
class QuickReply:
    """A button under a message."""

    #: What stands on it, and what the person says by pressing it: 1 to 80 characters.
    text: str
    #: What comes back to the agent beside the text, at most 255 bytes.
    value: str | None = None


@dataclass(frozen=True)
class OutgoingFile:
    """A file on its way to a person."""

    #: At most 25 MiB; an image 5 MiB, a recording 10 MiB. Text is sent as UTF-8.
    data: bytes | str
    #: Such as ``orders.csv``. Without a name it has to be an image or a recording, which the chat shows.
    name: str | None = None


@dataclass(frozen=True)
class ReportCard:
    """Shows a message as a report card."""

    #: At most 200 characters.
    title: str
    #: A subtitle, at most 1,000 characters.
    description: str | None = None


@dataclass(frozen=True)
class OutgoingMessage:
    """A message to the person. It needs a text, a file or a report's title."""

    #: Markdown, at most 32,768 characters.
    text: str | None = None
    #: At most ten.
    files: Sequence[OutgoingFile] = ()
    #: At most eight buttons. The person presses one at most, and what it says comes as a ``user_message``.
    quick_replies: Sequence[QuickReply | str] = ()
    #: Shows the message as a report card.
    report: ReportCard | None = None


MessageLike: TypeAlias = "OutgoingMessage | str"
"""A text in Markdown, or more than that."""


@dataclass(frozen=True)
class SentMessage:
    """A message that the service has stored."""

    #: The message, ``msg_…``.
    message_id: str


# Longer than an upload of 25 MiB at the slowest rate that the service takes.
_UPLOAD_SECONDS_MAX = 420.0


async def send_message(
    calls: Calls, message: MessageLike, *, conversation_id: str | None = None, run_id: str | None = None
) -> SentMessage:
    whole = OutgoingMessage(text=message) if isinstance(message, str) else message
    ids = {"conversation_id": conversation_id, "task_run_id": run_id}
    body = {"type": "message", "text": whole.text, **ids, **await beside_text(calls, whole)}
    accepted = await calls.call(ApiCall("POST", "/api/agent/events", body=body))
    return SentMessage(message_id=accepted["message_id"])


async def beside_text(calls: Calls, message: OutgoingMessage) -> dict[str, Any]:
    """Sends the files, one after another."""
    if len(message.files) > 10:
        raise AgentError("configuration", "A message has at most ten files.")
    buttons = [asdict(QuickReply(each) if isinstance(each, str) else each) for each in message.quick_replies]
    # To the service null is the same as nothing.
    return {
        "media_ids": [await _upload(calls, file) for file in message.files] or None,
        "report_title": message.report and message.report.title,
        "report_description": message.report and message.report.description,
        "quick_replies": buttons or None,
    }


async def _upload(calls: Calls, file: OutgoingFile) -> str:
    body = file.data.encode() if isinstance(file.data, str) else bytes(file.data)
    query = {"name": file.name}
    upload = ApiCall("POST", "/api/agent/media", query=query, body=body, answer_seconds_max=_UPLOAD_SECONDS_MAX)
    return str((await calls.call(upload))["media_id"])


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
        # It keeps half a surrogate pair for its other half.
        self._joining = codecs.getincrementaldecoder("utf-16-le")("replace")
        self._changed = asyncio.Event()
        #: Ends with the source. Cancelled where nobody wants the rest.
        self.reading = asyncio.ensure_future(self._read(source))
        self.reading.add_done_callback(lambda _: self._changed.set())

    async def pieces(self) -> AsyncIterator[str]:
        """From the beginning; what comes is joined for a tenth of a second. An empty piece: a silence."""
        at = 0
        while True:
            self._changed.clear()
            piece = self.text[at : at + _PIECE_LENGTH_MAX]
            at += len(piece)
            if piece:
                yield piece
            if at < len(self.text):
                continue
            if self.reading.done():
                break
            if piece:
                await asyncio.wait({self.reading}, timeout=_JOIN_SECONDS)
                continue
            try:
                await asyncio.wait_for(self._changed.wait(), _SILENCE_SECONDS)
            except TimeoutError:
                yield ""
        if self.error is not None:
            raise self.error

    async def _read(self, source: TextSource) -> None:
        # A source may be no generator itself, and be read by one.
        reader: Any = None
        try:
            reader = aiter(source) if isinstance(source, AsyncIterable) else _in_turns(source)
            async for piece in reader:
                self._append(piece)
            self._append("", is_last=True)
        except Exception as error:
            self.error = error
        finally:
            if hasattr(reader, "aclose"):
                await reader.aclose()

    def _append(self, piece: str, *, is_last: bool = False) -> None:
        text = self._joining.decode(piece.encode("utf-16-le", "surrogatepass"), is_last)
        self._bytes += len(text.encode())
        if self._bytes > _TEXT_BYTES_MAX:
            raise AgentError("too_much", "The text of a message has at most 64 KiB.")
        self.text += text
        self._changed.set()


async def _in_turns(source: Iterable[str]) -> AsyncIterator[str]:
    for piece in source:
        yield piece
        # A source that never waits must not keep all others waiting.
        await asyncio.sleep(0)


async def stream_message(
    calls: Calls, source: TextSource, rest: OutgoingMessage, conversation_id: str
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
        for work in (text.reading, ready):
            work.cancel()
        await asyncio.gather(text.reading, ready, return_exceptions=True)


async def _lines_of(text: GrowingText, ready: asyncio.Future[dict[str, Any]]) -> AsyncIterator[dict[str, Any] | None]:
    try:
        async for piece in text.pieces():
            yield {"type": "message_delta", "text": piece} if piece else None
        yield {"type": "message_end", **await asyncio.shield(ready)}
    except Exception:
        # The caller knows why: from the text, or from what was to come with it.
        yield {"type": "message_abort"}
