from __future__ import annotations

import asyncio
import functools
import itertools
import json
import math
import ssl
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx

from svc_agent.errors import AgentError, CallError
from svc_agent.options import AgentSettings
from svc_agent.waiting import backoff_seconds

#: A call that is tried for as long as the process lives.
FOR_EVER = math.inf

# An answer with more is not the service's.
_ANSWER_BYTES_MAX = 32 * 1024 * 1024
_BACKOFF_SECONDS = (0.25, 15.0)
# A try with lines for longer had reached the service, which ends silent ones: the time begins anew.
_REACHED_SECONDS = 60.0
# The service asks for more time only while it starts or has no room.
_RETRY_AFTER_SECONDS_MAX = 60.0


@dataclass(frozen=True)
class ApiCall:
    """A call of the agent API. `path` has the ids in it, such as ``/api/agent/tasks/tsk_1``."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    #: Sent as JSON; bytes are sent as they are.
    body: object = None
    #: JSON lines, sent as they come, made anew for each try; None is a blank line. The answer comes last.
    lines: Callable[[], AsyncIterator[object | None]] | None = None
    #: How long the service may take to answer one try when all is sent, and the network to take a part of it.
    answer_seconds_max: float = 30.0
    #: How long it is tried again, from its first failure. Default: the agent's `retry_calls`.
    retry_seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


class _Passing(Exception):
    """Another try is worth it, after this many seconds at least."""

    def __init__(self, error: CallError, seconds: float = 0.0) -> None:
        super().__init__(error)
        self.error = error
        self.seconds = seconds


class Calls:
    """Without an answer, or room, a call is made again with its ``Idempotency-Key``: it is done once."""

    def __init__(self, settings: AgentSettings) -> None:
        self._settings = settings
        self._client: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def call(self, call: ApiCall) -> Any:
        """:raises CallError: `call_refused`, or `unavailable` if there is no service for too long."""
        # In a task of its own: libraries on anyio 3 mistake a cancellation by a timeout for theirs.
        return await asyncio.ensure_future(self._call(call))

    async def close(self) -> None:
        """Ends the connections. A later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _call(self, call: ApiCall) -> Any:
        key = str(uuid.uuid4())
        retry_seconds = self._settings.retry_calls_seconds if call.retry_seconds is None else call.retry_seconds
        end = FOR_EVER
        for failures in itertools.count(1):
            started = time.monotonic()
            try:
                return await self._attempt(call, key)
            except _Passing as passing:
                wait = max(passing.seconds, backoff_seconds(failures, *_BACKOFF_SECONDS))
                if call.lines is not None and time.monotonic() - started > _REACHED_SECONDS:
                    end = FOR_EVER
                end = min(end, time.monotonic() + retry_seconds)
                if time.monotonic() + wait > end:
                    raise passing.error from passing.__cause__
                self._settings.log.debug(f"{call} is tried again: {passing.error}")
            await asyncio.sleep(wait)

    async def _attempt(self, call: ApiCall, key: str) -> Any:
        headers = {"x-svc-agent-id": self._settings.agent_id, "x-svc-secret": self._settings.secret}
        if call.method == "POST":
            headers["idempotency-key"] = key
        content: AsyncIterator[bytes] | bytes | None = None
        if call.lines is not None:
            headers["content-type"] = "application/x-ndjson"
            content = _encoded(call.lines())
        elif isinstance(call.body, bytes):
            headers["content-type"] = "application/octet-stream"
            content = call.body
        elif call.body is not None:
            headers["content-type"] = "application/json"
            content = json_bytes(call.body)
        try:
            async with self._open_client().stream(
                call.method,
                httpx.URL(self._settings.url).join(call.path[1:]),
                params={name: str(value) for name, value in call.query.items() if value is not None},
                headers=headers,
                content=content,
                timeout=httpx.Timeout(call.answer_seconds_max, pool=None),
            ) as response:
                answer = await bytes_up_to(_ANSWER_BYTES_MAX, response)
        except (httpx.HTTPError, httpx.StreamError, OSError) as cause:
            reason = str(cause) or type(cause).__name__
            message = f"{call}: the service was not reached ({reason})."
            raise _Passing(CallError("unavailable", message, status=0, detail=reason)) from cause
        if answer is None:
            message = f"{call} was answered with too many bytes."
            raise CallError("bad_answer", message, status=response.status_code, detail="")
        if not response.is_success:
            raise refusal_of(str(call), response, answer)
        try:
            return json.loads(answer) if answer else None
        except ValueError as cause:
            raise CallError(
                "bad_answer",
                f"{call} was answered by something that is not the service. Look at AGENT_SERVICE_URL.",
                status=response.status_code,
                detail=_beginning_of(answer),
            ) from cause

    def _open_client(self) -> httpx.AsyncClient:
        # A program that runs one event loop after another, such as a suite of tests, needs a client for each.
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._client, self._loop = new_client(), loop
        return self._client


async def _encoded(lines: AsyncIterator[object | None]) -> AsyncIterator[bytes]:
    async for line in lines:
        yield (b"" if line is None else json_bytes(line)) + b"\n"


def json_bytes(value: object) -> bytes:
    """:raises AgentError: `configuration`, if something cannot be said in JSON."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError) as error:
        raise AgentError("configuration", f"This cannot be sent as JSON: {error}") from error


def frame_in(data: str | bytes) -> dict[str, Any] | None:
    """What the service sends by itself is an object with a ``type``."""
    try:
        frame = json.loads(data)
    except ValueError:
        return None
    return frame if isinstance(frame, dict) and isinstance(frame.get("type"), str) else None


def new_client() -> httpx.AsyncClient:
    """Without time-outs of its own: its callers bound what they do, and waits for a person are long."""
    return httpx.AsyncClient(
        timeout=None,
        verify=_certificates(),
        # Every question that is open holds a connection.
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=20),
    )


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Read once: it takes longer than a call."""
    return httpx.create_ssl_context()


async def bytes_up_to(most: int, response: httpx.Response) -> bytes | None:
    """The bytes of a body, or None if there are more than that. What is beyond is not read."""
    content = bytearray()
    async for chunk in response.aiter_bytes():
        content += chunk
        if len(content) > most:
            return None
    return bytes(content)


def refusal_of(what: str, response: httpx.Response, content: bytes) -> CallError | _Passing:
    """What a call raises that is answered like this."""
    try:
        said: Any = json.loads(content)
        detail, fields = str(said["detail"]), said.get("errors", [])
        more = "; ".join([f"{each['path']} {each['message']}" for each in fields] or [str(said.get("request_id", ""))])
    except (ValueError, TypeError, KeyError, AttributeError):
        # A proxy's page.
        detail, fields, more = _beginning_of(content), [], ""
    status = response.status_code
    is_passing = status in (408, 429) or status >= 500
    message = f"{what} was refused with {status}: {detail}{f' ({more})' if more else ''}."
    code: Literal["unavailable", "call_refused"] = "unavailable" if is_passing else "call_refused"
    error = CallError(code, message, status=status, detail=detail, fields=fields)
    # The service has no room, starts or drains, or a proxy before it has lost it. A quota does not pass.
    is_quota = status == 429 and "quota" in detail.lower()
    return _Passing(error, seconds_in(response.headers.get("retry-after"))) if is_passing and not is_quota else error


def seconds_in(retry_after: str | None) -> float:
    """What a ``Retry-After`` asks for, within reason; 0 if it asks for nothing."""
    if retry_after is None or not retry_after.isdecimal():
        return 0.0
    return min(float(retry_after), _RETRY_AFTER_SECONDS_MAX)


def _beginning_of(content: bytes) -> str:
    return content[:200].decode(errors="replace")
