from __future__ import annotations

import asyncio
import functools
import json
import math
import random
import ssl
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import httpx

from svc_agent.errors import AgentError, CallError
from svc_agent.generated.contract import Message
from svc_agent.http.refusals import refusal_of
from svc_agent.options import AgentSettings
from svc_agent.signal import Signal
from svc_agent.waiting import BackoffLimits, backoff_seconds, sleep

#: A call that is tried for as long as the process lives.
FOR_EVER = math.inf

# An answer with more is not the service's.
_ANSWER_BYTES_MAX = 32 * 1024 * 1024
_WAITS = BackoffLimits(first_seconds=0.25, most_seconds=15.0)
# A try with lines for longer had reached the service, which ends silent ones: the time begins anew.
_REACHED_SECONDS = 60.0


@dataclass(frozen=True)
class ApiCall:
    """A call of the agent API. `path` has the ids in it, such as ``/api/agent/tasks/tsk_1``."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    query: Mapping[str, str | int | None] | None = None
    #: Sent as JSON; bytes are sent as they are.
    body: object = None
    #: JSON lines, sent as they come, made anew for each try; None is a blank line. The answer comes last.
    lines: Callable[[], AsyncIterator[object | None]] | None = None
    #: Ends the call, and all its tries.
    signal: Signal | None = None
    #: How long the service may take to answer one try, when all is sent.
    answer_seconds_max: float = 30.0
    #: How long it is tried again, of one with lines from its first failure. Default: the agent's `retry_calls`.
    retry_seconds: float | None = None


class Calls:
    """Without an answer, or room, a call is made again with its ``Idempotency-Key``: it is done once."""

    def __init__(self, settings: AgentSettings) -> None:
        self._settings = settings
        self._client: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def call(self, call: ApiCall) -> Any:
        """:raises CallError: `call_refused`, or `unavailable` if there is no service for too long."""
        key = str(uuid.uuid4())
        retry_seconds = self._settings.retry_calls_seconds if call.retry_seconds is None else call.retry_seconds
        end = FOR_EVER if call.lines is not None else time.monotonic() + retry_seconds
        failures = 0
        while True:
            if call.signal is not None:
                call.signal.raise_if_aborted()
            started = time.monotonic()
            result, error, wait = await self._attempt(call, key)
            if error is None:
                return result
            if call.signal is not None:
                call.signal.raise_if_aborted()
            failures += 1
            wait = max(wait, backoff_seconds(failures, _WAITS, random.random()))
            if call.lines is not None and time.monotonic() - started > _REACHED_SECONDS:
                end = FOR_EVER
            end = min(end, time.monotonic() + retry_seconds)
            if time.monotonic() + wait > end:
                raise error
            self._settings.log.debug(f"{call.method} {call.path} is tried again: {error}")
            await sleep(wait, call.signal)

    async def close(self) -> None:
        """Ends the connections. A later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _attempt(self, call: ApiCall, key: str) -> tuple[Any, CallError | None, float]:
        """The result; or what went wrong, and how many seconds to wait at least until another try."""
        secret = await self._settings.secret()
        late = Signal()
        reason = TimeoutError(f"it took more than {call.answer_seconds_max:g} s")
        timers: list[asyncio.TimerHandle] = []

        def on_sent() -> None:
            loop = asyncio.get_running_loop()
            timers.append(loop.call_later(call.answer_seconds_max, late.abort, reason))

        request = late.guard(self._send(call, key, secret, on_sent))
        try:
            response, content = await (request if call.signal is None else call.signal.guard(request))
        except (httpx.HTTPError, httpx.StreamError, OSError) as error:
            # TimeoutError is an OSError.
            return None, _unreachable(call, error), 0.0
        finally:
            for timer in timers:
                timer.cancel()
        if response.is_success:
            return _parsed(call, content), None, 0.0
        what = f"{call.method} {call.path}"
        refusal, wait = refusal_of(what, response.status_code, response.headers, content)
        if wait is None:
            raise refusal
        return None, refusal, wait

    async def _send(
        self, call: ApiCall, key: str, secret: str, on_sent: Callable[[], None]
    ) -> tuple[httpx.Response, bytes]:
        headers = {"x-svc-agent-id": self._settings.agent_id, "x-svc-secret": secret, **_headers_of(call, key)}
        content = _content_of(call, on_sent)
        query = {name: str(value) for name, value in (call.query or {}).items() if value is not None}
        url = httpx.URL(self._settings.url).join(call.path[1:])
        client = self._open_client()
        async with client.stream(call.method, url, params=query, headers=headers, content=content) as response:
            body = await bytes_up_to(_ANSWER_BYTES_MAX, response)
            if body is None:
                message = f"{call.method} {call.path} was answered with too many bytes."
                raise CallError("bad_answer", message, status=response.status_code, detail="")
            return response, body

    def _open_client(self) -> httpx.AsyncClient:
        # A program that runs one event loop after another, such as a suite of tests, needs a client for each.
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._client, self._loop = new_client(), loop
        return self._client


async def read_history(
    calls: Calls, conversation_id: str, *, limit: int | None = None, before: str | None = None
) -> list[Message]:
    path = f"/api/agent/conversations/{conversation_id}/messages"
    messages: list[Message] = await calls.call(ApiCall("GET", path, query={"limit": limit, "cursor": before}))
    return messages


def _headers_of(call: ApiCall, key: str) -> dict[str, str]:
    headers: dict[str, str] = {}
    if call.lines is not None:
        headers["content-type"] = "application/x-ndjson"
    elif call.body is not None:
        headers["content-type"] = "application/octet-stream" if isinstance(call.body, bytes) else "application/json"
    if call.method == "POST":
        headers["idempotency-key"] = key
    return headers


def _content_of(call: ApiCall, on_sent: Callable[[], None]) -> bytes | AsyncIterator[bytes] | None:
    if call.lines is not None:
        return _encoded(call.lines(), on_sent)
    on_sent()
    if call.body is None:
        return None
    return call.body if isinstance(call.body, bytes) else json_bytes(call.body)


async def _encoded(lines: AsyncIterator[object | None], on_sent: Callable[[], None]) -> AsyncIterator[bytes]:
    async for line in lines:
        yield (b"" if line is None else json_bytes(line)) + b"\n"
    on_sent()


def json_bytes(value: object) -> bytes:
    """:raises AgentError: `configuration`, if something cannot be said in JSON."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError) as error:
        raise AgentError("configuration", f"This cannot be sent as JSON: {error}") from error


def _parsed(call: ApiCall, content: bytes) -> Any:
    if content == b"":
        return None
    try:
        return json.loads(content)
    except ValueError as error:
        detail = content[:200].decode(errors="replace")
        message = (
            f"{call.method} {call.path} was answered by something that is not the service. Look at AGENT_SERVICE_URL."
        )
        raise CallError("bad_answer", message, status=200, detail=detail) from error


def _unreachable(call: ApiCall, cause: Exception) -> CallError:
    reason = str(cause) or type(cause).__name__
    message = f"{call.method} {call.path}: the service was not reached ({reason})."
    error = CallError("unavailable", message, status=0, detail=reason)
    error.__cause__ = cause
    return error


def new_client() -> httpx.AsyncClient:
    """Without time-outs of its own: its callers bound what they do, and waits for a person are long."""
    return httpx.AsyncClient(
        timeout=None,
        verify=_certificates(),
        # Every question that is open holds a connection.
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=20),
    )


async def bytes_up_to(most: int, response: httpx.Response) -> bytes | None:
    """The bytes of a body, or None if there are more than that. What is beyond is not read."""
    chunks: list[bytes] = []
    length = 0
    async for chunk in response.aiter_bytes():
        length += len(chunk)
        if length > most:
            return None
        chunks.append(chunk)
    return b"".join(chunks)


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Read once: it takes longer than a call."""
    return httpx.create_ssl_context()
