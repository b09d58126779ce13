"""Messages of a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from svc_agent.generated.contract import Message, UserMessageEvent
from svc_agent.http.calls import Calls, read_history
from svc_agent.messages.growing_text import TextSource
from svc_agent.messages.outgoing_message import (
    MessageLike,
    OutgoingFile,
    OutgoingMessage,
    QuickReply,
    ReportCard,
    SentMessage,
    send_message,
)
from svc_agent.messages.received_file import ReceivedFile, files_of
from svc_agent.messages.streamed_message import stream_message


@dataclass(frozen=True)
class MessageParts:
    calls: Calls
    #: Hands a frame to the socket, if one is open.
    send_frame: Callable[[dict[str, Any]], Awaitable[bool]]


@dataclass(frozen=True)
class PressedButton:
    """The button that the person has pressed."""

    #: The agent's message that the button stands under.
    message_id: str
    #: Which of its buttons, from 0.
    index: int
    #: What the agent has given with the button; None if it has given nothing.
    value: str | None


class IncomingMessage:
    """A message of a person, and what can be done about it."""

    def __init__(self, event: UserMessageEvent, parts: MessageParts) -> None:
        #: As the service told it.
        self.event: UserMessageEvent = event
        #: Markdown as the person typed it; of a recording, its transcription. May be empty if there are files.
        self.text: str = event["text"]
        #: The name of the person, as others see it.
        self.sender_name: str = event["sender_name"]
        #: The conversation, ``conv_…``.
        self.conversation_id: str = event["conversation_id"]
        #: The message, ``msg_…``.
        self.message_id: str = event["message_id"]
        pressed = event.get("quick_reply")
        #: The button that the person has pressed, if the message came from one.
        self.quick_reply: PressedButton | None = (
            None if pressed is None else PressedButton(pressed["message_id"], pressed["index"], pressed["value"])
        )
        #: Images, recordings and files of any kind.
        self.files: tuple[ReceivedFile, ...] = files_of(event)
        self._parts = parts

    async def reply(self, message: MessageLike) -> SentMessage:
        """Answers in the same conversation. The message is stored once, however often it had to be sent.

        :param message: a text in Markdown, or more than that.
        :raises CallError: if the service refuses it, or cannot be reached for as long as calls are tried.
        """
        return await send_message(self._parts.calls, message, conversation_id=self.conversation_id)

    async def stream(
        self,
        source: TextSource,
        *,
        files: Sequence[OutgoingFile] = (),
        quick_replies: Sequence[QuickReply | str] = (),
        report: ReportCard | None = None,
    ) -> SentMessage:
        """Answers in the same conversation with a text that the person sees grow, such as that of a language model.

        It is stored once, when the source has ended; if the connection breaks meanwhile, it begins again with what has
        come so far. At most 64 KiB, in ten minutes. Files, buttons and a report card appear at the end.

        :param source: gives the pieces of the Markdown text.
        :raises: what the source raises; then nothing is stored.
        :raises AgentError: `too_much` beyond 64 KiB.
        :raises CallError: as for `reply`.
        """
        rest = OutgoingMessage(files=files, quick_replies=quick_replies, report=report)
        return await stream_message(self._parts.calls, source, rest, conversation_id=self.conversation_id)

    async def typing(self) -> None:
        """Shows the person for some seconds that an answer is being written. Nothing happens if no socket is open."""
        await self._parts.send_frame({"type": "typing", "conversation_id": self.conversation_id})

    async def history(self, *, limit: int | None = None, before: str | None = None) -> list[Message]:
        """The conversation, newest message first.

        :param limit: how many messages at most, 1 to 100. Default 50.
        :param before: the ``created_at`` of a message; older ones are listed. Default: from the newest on.
        :raises CallError: as for `reply`.
        """
        return await read_history(self._parts.calls, self.conversation_id, limit=limit, before=before)
