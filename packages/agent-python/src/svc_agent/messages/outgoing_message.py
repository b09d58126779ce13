from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from svc_agent.errors import AgentError
from svc_agent.http.calls import ApiCall, Calls
from svc_agent.signal import Signal


@dataclass(frozen=True)
class QuickReply:
    """A button under a message."""

    #: What stands on it, and what the person says by pressing it: 1 to 80 characters.
    text: str
    #: What comes back to the agent beside the text, at most 255 bytes. Default: nothing.
    value: str | None = None


@dataclass(frozen=True)
class OutgoingFile:
    """A file on its way to a person."""

    #: At most 25 MiB; an image 5 MiB, a recording 10 MiB. Text is sent as UTF-8.
    data: bytes | str
    #: What it is called, such as ``orders.csv``. Without a name it has to be an image or a recording, which the chat shows.
    name: str | None = None


@dataclass(frozen=True)
class ReportCard:
    """Shows a message as a report card."""

    #: At most 200 characters.
    title: str
    #: A subtitle, at most 1,000 characters. Default: none.
    description: str | None = None


@dataclass(frozen=True)
class OutgoingMessage:
    """A message to the person. It needs a text, a file or a report's title."""

    #: Markdown, at most 32,768 characters. Default: none.
    text: str | None = None
    #: At most ten. Default: none.
    files: Sequence[OutgoingFile] = ()
    #: At most eight buttons; a text stands for a button without a value. The person presses one at most, and what it
    #: says comes as a ``user_message``. Default: none.
    quick_replies: Sequence[QuickReply | str] = ()
    #: Shows the message as a report card. Default: as a text.
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
    calls: Calls,
    message: MessageLike,
    *,
    conversation_id: str | None = None,
    run_id: str | None = None,
    signal: Signal | None = None,
) -> SentMessage:
    whole = OutgoingMessage(text=message) if isinstance(message, str) else message
    beside = await beside_text(calls, whole, run_id=run_id, signal=signal)
    body = {"type": "message", "text": whole.text, "conversation_id": conversation_id, **beside}
    accepted = await calls.call(ApiCall("POST", "/api/agent/events", body=body, signal=signal))
    return SentMessage(message_id=accepted["message_id"])


async def beside_text(
    calls: Calls, message: OutgoingMessage, *, run_id: str | None = None, signal: Signal | None = None
) -> dict[str, Any]:
    """Sends the files, one after another."""
    if len(message.files) > 10:
        raise AgentError("configuration", "A message has at most ten files.")
    # To the service null is the same as nothing.
    return {
        "task_run_id": run_id,
        "media_ids": [await _upload(calls, file, signal) for file in message.files] or None,
        "report_title": message.report and message.report.title,
        "report_description": message.report and message.report.description,
        "quick_replies": [_as_button(reply) for reply in message.quick_replies] or None,
    }


async def _upload(calls: Calls, file: OutgoingFile, signal: Signal | None) -> str:
    body = file.data.encode() if isinstance(file.data, str) else bytes(file.data)
    bounds: Any = {"signal": signal, "answer_seconds_max": _UPLOAD_SECONDS_MAX}
    received = await calls.call(ApiCall("POST", "/api/agent/media", query={"name": file.name}, body=body, **bounds))
    return str(received["media_id"])


def _as_button(reply: QuickReply | str) -> dict[str, str | None]:
    return {"text": reply} if isinstance(reply, str) else {"text": reply.text, "value": reply.value}
