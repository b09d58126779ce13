from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import httpx

from svc_agent.calls import ApiCall, Calls, bytes_up_to, new_client
from svc_agent.errors import AgentError
from svc_agent.generated.contract import Message, UserMessageEvent
from svc_agent.outgoing_message import (
    MessageLike,
    OutgoingFile,
    OutgoingMessage,
    QuickReply,
    ReportCard,
    SentMessage,
    TextSource,
    send_message,
    stream_message,
)

# In the class the name `bytes` is taken.
_Bytes: TypeAlias = bytes

_BYTES_MAX = 25 * 1024 * 1024
_DOWNLOAD_SECONDS_MAX = 120.0


@dataclass(frozen=True)
class ReceivedFile:
    """A file that a person has sent."""

    #: A link that needs no authentication, and ends after some days.
    url: str
    #: What its first bytes say, as ``application/pdf``; of images ``image/*``, of recordings ``audio/*``.
    content_type: str
    #: Its name, without a path. Images have none.
    name: str | None = None

    async def bytes(self) -> _Bytes:
        """Downloads it, within two minutes.

        :raises AgentError: `too_much` beyond 25 MiB, `unavailable` if it cannot be had, as when its link has ended.
        """
        try:
            # In a task of its own: libraries on anyio 3 mistake a cancellation by a timeout for theirs.
            return await asyncio.wait_for(asyncio.ensure_future(self._download()), _DOWNLOAD_SECONDS_MAX)
        except (httpx.HTTPError, OSError) as error:
            raise AgentError("unavailable", f"The file could not be had ({error!r}).") from error

    async def text(self) -> str:
        """Downloads it, as UTF-8; it raises as `bytes`. What is no UTF-8 becomes U+FFFD."""
        return (await self.bytes()).decode(errors="replace")

    async def _download(self) -> _Bytes:
        async with new_client() as client, client.stream("GET", self.url, follow_redirects=True) as response:
            if not response.is_success:
                why = f"{response.status_code}: its link may have ended"
                raise AgentError("unavailable", f"The file could not be had ({why}).")
            content = await bytes_up_to(_BYTES_MAX, response)
        if content is None:
            raise AgentError("too_much", f"The file is larger than {_BYTES_MAX} bytes.")
        return content


def files_of(event: UserMessageEvent) -> tuple[ReceivedFile, ...]:
    image, recording = event.get("image_url"), event.get("audio_url")
    pictures = event.get("image_urls") or ([image] if image else [])
    return (
        *(ReceivedFile(url, "image/*") for url in pictures),
        *(ReceivedFile(url, "audio/*") for url in [recording] if url),
        *(ReceivedFile(file["url"], file["content_type"], file["name"]) for file in event.get("files", [])),
    )


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

    def __init__(
        self, event: UserMessageEvent, calls: Calls, send_frame: Callable[[dict[str, Any]], Awaitable[None]]
    ) -> None:
        #: As the service sent it.
        self.event: UserMessageEvent = event
        #: Markdown as the person typed it; of a recording, its transcription. May be empty beside files.
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
        self._calls = calls
        self._send_frame = send_frame

    async def reply(self, message: MessageLike) -> SentMessage:
        """Answers in the same conversation. The message is stored once, however often it had to be sent.

        :raises CallError: if the service refuses it, or cannot be reached as long as calls are tried.
        """
        return await send_message(self._calls, message, conversation_id=self.conversation_id)

    async def stream(
        self,
        source: TextSource,
        *,
        files: Sequence[OutgoingFile] = (),
        quick_replies: Sequence[QuickReply | str] = (),
        report: ReportCard | None = None,
    ) -> SentMessage:
        """Answers with a text that the person sees grow, such as a language model's.

        It is stored once, when the source has ended, with what else it has; if the connection breaks, it begins
        again with what has come so far.

        :param source: gives the pieces of the Markdown text: at most 64 KiB, in ten minutes.
        :raises: what the source raises; then nothing is stored.
        :raises AgentError: `too_much` beyond 64 KiB.
        :raises CallError: as `reply`.
        """
        rest = OutgoingMessage(files=files, quick_replies=quick_replies, report=report)
        return await stream_message(self._calls, source, rest, self.conversation_id)

    async def typing(self) -> None:
        """Shows for some seconds that an answer is being written, if a socket is open."""
        await self._send_frame({"type": "typing", "conversation_id": self.conversation_id})

    async def history(self, *, limit: int | None = None, before: str | None = None) -> list[Message]:
        """The conversation, newest message first.

        :param limit: how many messages at most, 1 to 100. Default 50.
        :param before: the ``created_at`` of a message; older ones are listed.
        :raises CallError: as `reply`.
        """
        path = f"/api/agent/conversations/{self.conversation_id}/messages"
        return await self._calls.call(ApiCall("GET", path, query={"limit": limit, "cursor": before}))
