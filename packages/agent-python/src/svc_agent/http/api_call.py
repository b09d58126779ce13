"""What a call is, and how it is said in HTTP."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from svc_agent.errors import AgentError
from svc_agent.signal import Signal

#: A call that is tried for as long as the process lives.
FOR_EVER = math.inf

_ANSWER_SECONDS_MAX = 30.0


@dataclass(frozen=True)
class ApiCall:
    """A call of the agent API.

    `path` has the ids in it, such as ``/api/agent/tasks/tsk_1``. `body` is sent as JSON; bytes are sent as they are.
    `lines` is a body of
    JSON lines that is sent as it comes, made anew for each try; None is a blank line, and the service answers when it has
    ended. `signal` ends the call, and all its tries. `answer_seconds_max` is how long the service may take to answer one
    try, when all is sent. `retry_seconds` is how long it is tried again; by default the agent's
    `retry_calls`. Of a call with lines it is counted from the first failure. `idempotency_key` is a key by which the service knows a repetition; by default a new one for each POST.
    """

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    query: Mapping[str, str | int | None] | None = None
    body: object = None
    lines: Callable[[], AsyncIterator[object | None]] | None = None
    signal: Signal | None = None
    answer_seconds_max: float = _ANSWER_SECONDS_MAX
    retry_seconds: float | None = None
    idempotency_key: str | None = None


class Countdown:
    """Aborts its signal after a time that begins when it is told."""

    def __init__(self, seconds: float) -> None:
        self.signal = Signal()
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        reason = TimeoutError(f"it took more than {self._seconds:g} s")
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self.signal.abort, reason)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


def headers_of(call: ApiCall, key: str) -> dict[str, str]:
    """The headers that a call's body and method ask for."""
    headers: dict[str, str] = {}
    if call.lines is not None:
        headers["content-type"] = "application/x-ndjson"
    elif call.body is not None:
        headers["content-type"] = "application/octet-stream" if isinstance(call.body, bytes) else "application/json"
    if call.method == "POST":
        headers["idempotency-key"] = key
    return headers


def content_of(call: ApiCall, late: Countdown) -> bytes | AsyncIterator[bytes] | None:
    """The body. `late` begins when it is sent, as far as one knows."""
    if call.lines is not None:
        return _encoded(call.lines(), late)
    late.start()
    if call.body is None:
        return None
    return call.body if isinstance(call.body, bytes) else json_bytes(call.body)


async def _encoded(lines: AsyncIterator[object | None], late: Countdown) -> AsyncIterator[bytes]:
    async for line in lines:
        yield (b"" if line is None else json_bytes(line)) + b"\n"
    late.start()


def json_bytes(value: object) -> bytes:
    """JSON as the service takes it: UTF-8, without numbers that JSON does not know.

    :raises AgentError: `configuration`, if something cannot be said in JSON.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError) as error:
        raise AgentError("configuration", f"This cannot be sent as JSON: {error}") from error
