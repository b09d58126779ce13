from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException

from svc_agent.contract import ServiceFrame
from svc_agent.generated.contract import AuthFrame, AuthOkFrame
from svc_agent.http.refusals import seconds_in
from svc_agent.waiting import within

# To connect and to authenticate may take so long.
_HANDSHAKE_SECONDS_MAX = 15.0
# A goodbye that is not answered.
_CLOSE_SECONDS_MAX = 2.0
# More than any frame of the service has.
_FRAME_BYTES_MAX = 16 * 1024 * 1024
_ABNORMAL = 1006


@dataclass(frozen=True)
class SessionEnd:
    #: The close code; 1006 if there was none.
    code: int
    reason: str
    #: For how long it was open; 0 if it was never authenticated.
    authenticated_seconds: float
    #: Since the socket opened; 0 if it never did.
    open_seconds: float
    #: What the service asked for when it refused the socket.
    retry_after_seconds: float


class Session:
    """A network that drops everything says nothing: it sends pings, and ends after too long a silence."""

    def __init__(
        self,
        url: str,
        *,
        auth: AuthFrame,
        silence_seconds: float,
        on_open: Callable[[AuthOkFrame], None],
        on_frame: Callable[[ServiceFrame], None],
    ) -> None:
        """:param silence_seconds: how long it may be silent before it counts as dead."""
        self._url = url
        self._auth = auth
        self._silence_seconds = silence_seconds
        self._on_open = on_open
        self._on_frame = on_frame
        # Whatever the version of the library: it gives its connections one type or another.
        self._socket: Any = None
        self._connecting: asyncio.Task[Any] | None = None
        self._heard_at = time.monotonic()
        self._opened_at: float | None = None
        self._authenticated_at: float | None = None
        self._retry_after_seconds = 0.0
        self._failure = ""
        self._is_closing = False
        self._pinging: asyncio.Task[None] | None = None
        self._works: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        return self._authenticated_at is not None and self._socket is not None and not self._is_closing

    async def send(self, frame: dict[str, Any]) -> bool:
        """Whether it was handed to the socket, which does not say that it arrived."""
        if not self.is_open:
            return False
        try:
            await self._socket.send(json.dumps(frame))
            return True
        except (WebSocketException, OSError):
            return False

    def close(self) -> None:
        """Says goodbye; the end follows soon, whether the service answers or not."""
        self._is_closing = True
        if self._socket is not None:
            self._spawn(self._say_goodbye())
        elif self._connecting is not None:
            self._connecting.cancel()

    async def live(self) -> SessionEnd:
        handshake_seconds = min(_HANDSHAKE_SECONDS_MAX, self._silence_seconds)
        until = time.monotonic() + 2 * handshake_seconds
        if await self._connect(handshake_seconds):
            loop = asyncio.get_running_loop()
            late = loop.call_later(until - time.monotonic(), self._look_at_authentication)
            pulse = asyncio.ensure_future(self._pulse())
            try:
                await self._read()
            finally:
                late.cancel()
                pulse.cancel()
                for work in [*self._works, *([] if self._pinging is None else [self._pinging])]:
                    work.cancel()
        socket, self._socket = self._socket, None
        code = getattr(socket, "close_code", None)
        reason = getattr(socket, "close_reason", None)
        return SessionEnd(
            code=code or _ABNORMAL,
            reason=reason or self._failure,
            authenticated_seconds=_since(self._authenticated_at),
            open_seconds=_since(self._opened_at),
            retry_after_seconds=self._retry_after_seconds,
        )

    async def _connect(self, seconds_max: float) -> bool:
        self._connecting = asyncio.ensure_future(within(seconds_max, self._shake_hands()))
        try:
            await asyncio.wait({self._connecting})
        finally:
            # Its end is not waited for: the library takes its time for a network that is silent.
            self._connecting.cancel()
        if self._connecting.cancelled():
            return False
        error = self._connecting.exception()
        if error is None:
            self._socket = self._connecting.result()
            self._opened_at = self._heard_at = time.monotonic()
            if self._is_closing:
                self._terminate()
            return True
        self._failure = self._failure or _words_of(error)
        self._retry_after_seconds = _retry_after_of(error)
        return False

    async def _shake_hands(self) -> Any:
        # The library loads it when it is asked for, which type checkers do not see.
        connect: Any = getattr(websockets, "connect")  # noqa: B009
        return await connect(
            self._url,
            open_timeout=None,
            close_timeout=_CLOSE_SECONDS_MAX,
            ping_interval=None,
            max_size=_FRAME_BYTES_MAX,
            compression=None,
        )

    async def _read(self) -> None:
        try:
            await self._socket.send(json.dumps(self._auth))
            while True:
                self._take(await self._socket.recv())
        except ConnectionClosed:
            return

    def _take(self, data: str | bytes) -> None:
        self._heard_at = time.monotonic()
        frame: Any = _frame_of(data)
        if frame is None:
            return
        if frame["type"] != "auth_ok":
            return self._on_frame(frame)
        self._authenticated_at = time.monotonic()
        self._on_open(frame)

    async def _pulse(self) -> None:
        silence = self._silence_seconds
        while True:
            await asyncio.sleep(max(0.1, silence / 3))
            if time.monotonic() - self._heard_at >= silence:
                return self._give_up(f"it was silent for {silence:g} s")
            # A ping waits where the network takes nothing; one is enough then.
            if self._pinging is None or self._pinging.done():
                self._pinging = asyncio.ensure_future(self._ping())

    async def _ping(self) -> None:
        try:
            pong = await self._socket.ping()
            await pong
            self._heard_at = time.monotonic()
        except WebSocketException:
            # The socket has ended, and says so itself.
            return

    def _look_at_authentication(self) -> None:
        if self._authenticated_at is None:
            self._give_up("it did not answer in time")

    def _give_up(self, why: str) -> None:
        self._failure = self._failure or why
        self._terminate()

    def _terminate(self) -> None:
        self._socket.transport.abort()

    async def _say_goodbye(self) -> None:
        socket = self._socket
        try:
            await within(_CLOSE_SECONDS_MAX, socket.close(1000))
        except TimeoutError:
            socket.transport.abort()

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)


def _frame_of(data: str | bytes) -> ServiceFrame | None:
    if isinstance(data, bytes):
        return None
    try:
        frame = json.loads(data)
    except ValueError:
        return None
    return frame if isinstance(frame, dict) and isinstance(frame.get("type"), str) else None


def _since(moment: float | None) -> float:
    return 0.0 if moment is None else time.monotonic() - moment


def _words_of(error: BaseException) -> str:
    status = _status_of(error)
    if status is not None:
        return f"it was refused with HTTP {status}"
    return str(error) or type(error).__name__


def _status_of(error: BaseException) -> int | None:
    """Of an answer that opens no socket; versions of the library keep it in one place or another."""
    response = getattr(error, "response", error)
    status = getattr(response, "status_code", None)
    return status if isinstance(status, int) else None


def _retry_after_of(error: BaseException) -> float:
    headers = getattr(getattr(error, "response", error), "headers", None)
    return 0.0 if headers is None else seconds_in(headers.get("Retry-After"))
