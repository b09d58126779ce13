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
    """A message that grows, is complete, and has no receipt; time passes only where it is waited for."""

    def __init__(
        self, ends: Callable[[SocketStreams, str], object], stored_at: float, *, takes_keys: bool = False
    ) -> None:
        self.keys: set[object] = set()
        self.said: list[str] = []
        self.waits: list[float] = []
        self._ends = ends
        # At which look the history has it, from 1.
        self._stored_at = stored_at
        self._streams = SocketStreams(self._send, lambda: takes_keys)

    async def message_id(self) -> str:
        parts = StreamParts(cast(Calls, self), self._streams, now=lambda: sum(self.waits), sleep=self._sleep)
        rest = OutgoingMessage(text="")
        sent = await stream_message(parts, ["Hello"], rest, conversation_id="cnv_1", after="msg_0")
        return sent.message_id

    async def call(self, call: ApiCall) -> Any:
        self.said.append("look" if call.method == "GET" else "call")
        if call.method == "POST":
            self.keys.add(call.idempotency_key)
            return {"status": "ok", "message_id": "msg_by_call"}
        is_stored = self.said.count("look") >= self._stored_at
        return [{"id": "msg_by_socket", "sender": "agent", "text": "Hello"}] if is_stored else []

    async def _send(self, frame: dict[str, Any]) -> bool:
        self.said.append(frame["type"])
        if frame["type"] == "message_start":
            self.keys.add(frame.get("idempotency_key"))
        if frame["type"] == "message_end":
            asyncio.get_running_loop().call_soon(self._ends, self._streams, frame["ref"])
        return True

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


def lost(streams: SocketStreams, _ref: str) -> None:
    streams.lost()


def refused(streams: SocketStreams, ref: str) -> None:
    frame: Any = {"type": "error", "ref": ref, "detail": "Temporarily unavailable"}
    streams.take(frame)


@runs
async def test_a_message_is_sent_again_at_once_under_its_key_at_a_service_that_heeds_keys() -> None:
    for ends in (lost, refused):
        trial = Trial(ends, stored_at=float("inf"), takes_keys=True)
        assert await trial.message_id() == "msg_by_call"
        assert (trial.said.count("look"), trial.said.count("call"), trial.waits) == (0, 1, [])
        assert len(trial.keys) == 1


@runs
async def test_a_message_is_not_sent_again_if_it_is_stored_some_seconds_after_its_socket_went_away() -> None:
    trial = Trial(lost, stored_at=5)
    assert await trial.message_id() == "msg_by_socket"
    assert "call" not in trial.said
    assert trial.waits == [1.0] * 4


@runs
async def test_a_message_is_sent_again_when_it_was_not_there_for_twelve_seconds() -> None:
    trial = Trial(lost, stored_at=float("inf"))
    assert await trial.message_id() == "msg_by_call"
    assert (trial.said.count("look"), trial.waits) == (13, [1.0] * 12)


@runs
async def test_a_message_that_the_service_refuses_is_given_up_on_the_socket_and_sent_again_at_once() -> None:
    trial = Trial(refused, stored_at=float("inf"))
    assert await trial.message_id() == "msg_by_call"
    assert trial.said == ["message_start", "message_delta", "message_end", "message_abort", "look", "call"]
