"""Messages that grow over the agent's socket."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from svc_agent.contract import ServiceFrame
from svc_agent.events.known_keys import KnownKeys
from svc_agent.signal import Signal

# How long the service may take to say that a message is stored.
_ACK_SECONDS_MAX = 30.0

SendFrame = Callable[[dict[str, Any]], Awaitable[bool]]


@dataclass(frozen=True)
class SocketStreamEnd:
    """How a message that grew over the socket ended.

    If it was stored, `message_id` is set. If it was not, `was_ending` says whether it was complete: then nobody knows
    whether it was stored. `was_refused`: the service said so, and stores it no more.
    """

    message_id: str | None = None
    was_ending: bool = False
    was_refused: bool = False


class SocketStreams:
    """Messages that grow over the agent's socket. Each lives on the socket on which it began, and ends with it."""

    def __init__(self, send: SendFrame, takes_keys: Callable[[], bool]) -> None:
        """:param takes_keys: whether the service behind the open socket heeds keys."""
        #: The messages that were stored, so that none is taken for another.
        self.stored = KnownKeys()
        self._send = send
        self._takes_keys = takes_keys
        self._growing: dict[str, SocketStream] = {}

    async def begin(self, conversation_id: str, key: str) -> SocketStream | None:
        """None if no socket is open.

        :param key: the message's, under which the service stores it once, if it heeds keys.
        """
        ref = str(uuid.uuid4())
        is_keyed = self._takes_keys()
        # Known before it begins: an error may come at once.
        stream = self._growing[ref] = SocketStream(ref, self._send, is_keyed=is_keyed)
        stream.signal.on_abort(lambda: self._forget(ref))
        start = {"type": "message_start", "ref": ref, "conversation_id": conversation_id}
        if await self._send({**start, "idempotency_key": key} if is_keyed else start):
            return stream
        self._forget(ref)
        return None

    def take(self, frame: ServiceFrame) -> bool:
        """Whether the frame was about a message that grows."""
        stream = self._growing.get(str(frame.get("ref")))
        if frame["type"] == "message_ack":
            if stream is not None:
                stream.over(SocketStreamEnd(message_id=str(frame["message_id"])))
            return True
        if frame["type"] != "error" or stream is None:
            return False
        stream.refuse()
        return True

    def lost(self) -> None:
        """The socket is gone, and so is what grew on it."""
        for stream in list(self._growing.values()):
            stream.break_off()

    def _forget(self, ref: str) -> None:
        self._growing.pop(ref, None)


class SocketStream:
    """A message that grows over a socket."""

    def __init__(self, ref: str, send: SendFrame, *, is_keyed: bool) -> None:
        #: Aborts when the message is stored, broken off or given up.
        self.signal = Signal()
        #: Whether the service stores it once under its key.
        self.is_keyed = is_keyed
        self._ref = ref
        self._send = send
        self._end = SocketStreamEnd()
        self._is_ending = False
        self._is_to_abort = False

    async def append(self, text: str) -> None:
        if not self.signal.aborted:
            await self._send({"type": "message_delta", "ref": self._ref, "text": text})

    async def end(self, rest: dict[str, Any]) -> SocketStreamEnd:
        """Says that it is complete, and waits until it is stored or broken off."""
        if not self.signal.aborted:
            self._is_ending = True
            late = asyncio.get_running_loop().call_later(_ACK_SECONDS_MAX, self.break_off)
            try:
                await self._send({"type": "message_end", "ref": self._ref, **rest})
                await self.signal.wait()
            finally:
                late.cancel()
            if self._is_to_abort:
                await self.abort()
        return self._end

    async def abort(self) -> None:
        if self.signal.aborted and not self._is_to_abort:
            return
        self._is_to_abort = False
        self.break_off()
        await self._send({"type": "message_abort", "ref": self._ref})

    def refuse(self) -> None:
        """The service does not take it. It may keep it, to be ended again, so whoever writes it tells it that nobody will."""
        self._is_to_abort = not self.signal.aborted
        self.over(SocketStreamEnd(was_ending=self._is_ending, was_refused=True))

    def break_off(self) -> None:
        self.over(SocketStreamEnd(was_ending=self._is_ending))

    def over(self, end: SocketStreamEnd) -> None:
        if self.signal.aborted:
            return
        self._end = end
        self.signal.abort(InterruptedError())
