import asyncio
from collections.abc import Callable
from typing import Any, cast

from waiting import runs

from svc_agent import OutgoingMessage
from svc_agent.http.api_call import ApiCall
from svc_agent.http.calls import Calls
from svc_agent.messages.streamed_message import StreamParts, stream_message
from svc_agent.socket.socket_streams import SocketStreams


class Trial:
    """A message that grows, is complete, and has no receipt."""

    def __init__(self, ends: Callable[[SocketStreams, str], object]) -> None:
        self.keys: set[object] = set()
        self.said: list[str] = []
        self._ends = ends
        self._streams = SocketStreams(self._send)

    async def message_id(self) -> str:
        parts = StreamParts(cast(Calls, self), self._streams)
        sent = await stream_message(parts, ["Hello"], OutgoingMessage(text=""), conversation_id="cnv_1")
        return sent.message_id

    async def call(self, call: ApiCall) -> Any:
        self.said.append(call.method)
        self.keys.add(call.idempotency_key)
        return {"status": "ok", "message_id": "msg_by_call"}

    async def _send(self, frame: dict[str, Any]) -> bool:
        self.said.append(frame["type"])
        if frame["type"] == "message_start":
            self.keys.add(frame.get("idempotency_key"))
        if frame["type"] == "message_end":
            asyncio.get_running_loop().call_soon(self._ends, self._streams, frame["ref"])
        return True


def lost(streams: SocketStreams, _ref: str) -> None:
    streams.lost()


def refused(streams: SocketStreams, ref: str) -> None:
    frame: Any = {"type": "error", "ref": ref, "detail": "Temporarily unavailable"}
    streams.take(frame)


@runs
async def test_a_message_that_grew_whole_is_sent_again_under_its_key() -> None:
    for ends in (lost, refused):
        trial = Trial(ends)
        assert await trial.message_id() == "msg_by_call"
        assert trial.said.count("POST") == 1
        assert len(trial.keys) == 1
