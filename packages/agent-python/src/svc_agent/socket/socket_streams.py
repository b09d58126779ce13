"""Messages that grow over the agent's socket."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from svc_agent.contract import ServiceFrame
from svc_agent.signal import Signal

# How long the service may take to say that a message is stored.
_ACK_SECONDS_MAX = 30.0

SendFrame = Callable[[dict[str, Any]], Awaitable[bool]]


class SocketStreams:
    """Messages that grow over the agent's socket. Each lives on the socket on which it began, and ends with it."""

    def __init__(self, send: SendFrame) -> None:
        self._send = send
        self._growing: dict[str, SocketStream] = {}

    async def begin(self, conversation_id: str, key: str) -> SocketStream | None:
        """None if no socket is open.

        :param key: the message's, under which the service stores it once.
        """
        ref = str(uuid.uuid4())
        # Known before it begins: an error may come at once.
        stream = self._growing[ref] = SocketStream(ref, self._send)
        stream.signal.on_abort(lambda: self._forget(ref))
        about = {"conversation_id": conversation_id, "idempotency_key": key}
        if await self._send({"type": "message_start", "ref": ref, **about}):
            return stream
        self._forget(ref)
        return None

    def take(self, frame: ServiceFrame) -> bool:
        """Whether the frame was about a message that grows."""
        stream = self._growing.get(str(frame.get("ref")))
        if frame["type"] == "message_ack":
            if stream is not None:
                stream.over(str(frame["message_id"]))
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

    def __init__(self, ref: str, send: SendFrame) -> None:
        #: Aborts when the message is stored, broken off or given up.
        self.signal = Signal()
        self._ref = ref
        self._send = send
        self._message_id: str | None = None
        self._is_to_abort = False

    async def append(self, text: str) -> None:
        if not self.signal.aborted:
            await self._send({"type": "message_delta", "ref": self._ref, "text": text})

    async def end(self, rest: dict[str, Any]) -> str | None:
        """Says that it is complete, and waits until it is stored, which gives it its id, or broken off."""
        if not self.signal.aborted:
            late = asyncio.get_running_loop().call_later(_ACK_SECONDS_MAX, self.break_off)
            try:
                await self._send({"type": "message_end", "ref": self._ref, **rest})
                await self.signal.wait()
            finally:
                late.cancel()
            if self._is_to_abort:
                await self.abort()
        return self._message_id

    async def abort(self) -> None:
        if self.signal.aborted and not self._is_to_abort:
            return
        self._is_to_abort = False
        self.break_off()
        await self._send({"type": "message_abort", "ref": self._ref})

    def refuse(self) -> None:
        """The service does not take it. It may keep it, to be ended again, so whoever writes it tells it that nobody will."""
        self._is_to_abort = not self.signal.aborted
        self.over(None)

    def break_off(self) -> None:
        self.over(None)

    def over(self, message_id: str | None) -> None:
        if self.signal.aborted:
            return
        self._message_id = message_id
        self.signal.abort(InterruptedError())
