from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException

from svc_agent.calls import frame_in, seconds_in
from svc_agent.errors import AgentError, AgentErrorCode
from svc_agent.options import AgentSettings
from svc_agent.waiting import backoff_seconds, in_background

# An older socket than ten others of the agent was closed (docs/errors.md, "Sockets").
_TOO_MANY_SOCKETS = 1008
# There was no goodbye.
_ABNORMAL = 1006

# The service refuses every connection until the owner changes something (docs/errors.md, "Sockets").
_FINAL: dict[int, tuple[AgentErrorCode, str]] = {
    4001: (
        "not_authenticated",
        "The service did not understand the first frame. Is AGENT_SERVICE_URL the address of the service, and is the "
        "secret shorter than 200 characters?",
    ),
    4003: (
        "invalid_secret",
        "The secret is wrong. Set AGENT_SECRET to what was shown when the agent was made, or rotate the secret in the "
        "console and use the new one.",
    ),
    4004: (
        "agent_not_found",
        "There is no agent with this id. Look at AGENT_ID, and whether AGENT_SERVICE_URL is the right installation.",
    ),
    4010: (
        "credentials_revoked",
        "The secret was rotated, the key has expired or was revoked, or the agent was deleted. Set AGENT_SECRET to the "
        "new secret, and start again.",
    ),
    4011: (
        "scope_missing",
        'The key does not open sockets. Use the agent’s secret, or a key with the scope "events".',
    ),
}

_CONNECT_SECONDS_MAX = 15.0
# The service waits for 10 s for the first frame, and says then that it has not understood it.
_AUTHENTICATION_SECONDS_MAX = 9.0
# Each step of a goodbye that is not answered.
_CLOSE_SECONDS_MAX = 1.0
# More than any frame of the service has.
_FRAME_BYTES_MAX = 16 * 1024 * 1024
# A connection that held for so long has not failed.
_STEADY_SECONDS = 5.0
# With ten newer sockets open, to come back at once would close one, which would come back at once.
_CROWDED_SECONDS = 30.0


def final_error_of(code: int) -> AgentError | None:
    """Why no other try makes sense, or None if one does."""
    if code not in _FINAL:
        return None
    error_code, advice = _FINAL[code]
    return AgentError(error_code, f"The service closed the connection with {code}. {advice}")


class Connection:
    """The agent's socket, which is opened again for as long as the service lets the agent in."""

    def __init__(
        self,
        settings: AgentSettings,
        *,
        on_connected: Callable[[str], None],
        on_disconnected: Callable[[str], None],
        on_frame: Callable[[dict[str, Any]], None],
    ) -> None:
        self._settings = settings
        self._on_connected = on_connected
        self._on_disconnected = on_disconnected
        self._on_frame = on_frame
        #: Set when the service has let the agent in for the first time.
        self.has_been_open = asyncio.Event()
        # Authenticated. Whatever the version of the library: it gives its connections one type or another.
        self._socket: Any = None
        self._may_be_open = asyncio.Event()
        self._may_be_open.set()
        self._is_stopped = False
        self._failures = 0

    async def run(self) -> None:
        """Until `stop`. :raises AgentError: once the service lets this agent in no more."""
        while True:
            await self._may_be_open.wait()
            code, reason, retry_after_seconds = await self._session()
            if self._is_stopped:
                return
            if final := final_error_of(code):
                raise final
            if self._may_be_open.is_set():
                await self._wait_after(code, reason, retry_after_seconds)

    def rest(self) -> None:
        """Disconnects until `resume`: the service keeps what comes meanwhile."""
        self._may_be_open.clear()
        self._say_goodbye()

    def stop(self) -> bool:
        """Whether `run` ends by itself: without an open socket it is to be cancelled."""
        self._is_stopped = True
        return self._say_goodbye()

    def resume(self) -> None:
        self._may_be_open.set()

    async def send(self, frame: dict[str, Any]) -> None:
        """Hands it to the socket, if one is open. Nobody is told whether it arrives."""
        if self._socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                await self._socket.send(json.dumps(frame))

    def _say_goodbye(self) -> bool:
        """The socket is read to its end: what the library has of it, the service takes for received."""
        if self._socket is None:
            return False
        in_background(self._socket.close())
        return True

    async def _session(self) -> tuple[int, str, float]:
        """One socket, from handshake to end: the close code, why, and the wait that the service asks for.

        A network that drops everything is silent, which the library's pings notice.
        """
        settings = self._settings
        silence = settings.silence_seconds
        # The library loads it when it is asked for, which type checkers do not see.
        connect: Any = getattr(websockets, "connect")  # noqa: B009
        connecting = connect(
            f"ws{settings.url.removeprefix('http')}ws/agent/{settings.agent_id}",
            open_timeout=min(_CONNECT_SECONDS_MAX, silence),
            ping_interval=silence / 3,
            ping_timeout=silence * 2 / 3,
            close_timeout=_CLOSE_SECONDS_MAX,
            max_size=_FRAME_BYTES_MAX,
            compression=None,
        )
        # Without `resume` triggers and due tasks that wait would stay with their polls.
        auth = {"type": "auth", "agent_id": settings.agent_id, "secret": settings.secret, "resume": True}
        socket: Any = None
        opened_at: float | None = None
        failure: Exception | None = None
        try:
            async with connecting as socket, asyncio.timeout(min(_AUTHENTICATION_SECONDS_MAX, silence)) as late:
                await socket.send(json.dumps(auth))
                async for data in socket:
                    frame = frame_in(data)
                    if frame is not None and frame["type"] == "auth_ok":
                        late.reschedule(None)
                        opened_at = time.monotonic()
                        self._socket = socket
                        self.has_been_open.set()
                        self._on_connected(frame["agent_name"])
                        if not self._may_be_open.is_set():
                            self._say_goodbye()
                    elif frame is not None:
                        self._on_frame(frame)
        except (WebSocketException, OSError, EOFError) as error:
            failure = error
        finally:
            self._socket = None
            # What the service says after our own time-out is no verdict on this agent.
            closed = None if isinstance(failure, TimeoutError) else socket
            code = getattr(closed, "close_code", None) or _ABNORMAL
            reason = getattr(closed, "close_reason", None) or _words_of(failure, silence)
            if opened_at is not None:
                self._on_disconnected(f"{code}{f': {reason}' if reason else ''}")
        if opened_at is not None and time.monotonic() - opened_at >= _STEADY_SECONDS:
            self._failures = 0
        return code, reason, _retry_after_of(failure)

    async def _wait_after(self, code: int, reason: str, retry_after_seconds: float) -> None:
        self._failures += 1
        is_crowded = code == _TOO_MANY_SOCKETS
        least = _CROWDED_SECONDS if is_crowded else retry_after_seconds
        wait = max(least, backoff_seconds(self._failures, *self._settings.reconnect))
        log = self._settings.log
        # The service closes sockets with 1012 while it drains, and one loss is no news.
        say = log.warning if self._failures > 1 or is_crowded else log.info
        host = urlsplit(self._settings.url).netloc
        why = reason or f"closed with {code}"
        say(f"There is no connection to {host} ({why}); trying again in {wait:.1f} s.")
        if is_crowded:
            log.warning("More than ten processes are connected as this agent. Give each program an agent of its own.")
        await asyncio.sleep(wait)


def _words_of(failure: Exception | None, silence_seconds: float) -> str:
    if isinstance(failure, ConnectionClosed) and failure.rcvd is None and failure.sent is not None:
        return f"it was silent for {silence_seconds:g} s"
    if isinstance(failure, TimeoutError):
        return "it did not answer in time"
    return str(failure or "")


def _retry_after_of(failure: Exception | None) -> float:
    """Of an answer that opens no socket; versions of the library keep it in one place or another."""
    headers = getattr(getattr(failure, "response", failure), "headers", None)
    return 0.0 if headers is None else seconds_in(headers.get("Retry-After"))
