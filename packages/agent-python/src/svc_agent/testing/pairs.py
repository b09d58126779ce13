"""Connections of an agent, each with the one to the service behind it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

# How the first bytes of a WebSocket's connection look (RFC 6455, section 1.3).
_UPGRADE = re.compile(rb"GET [^\r\n]*\r\n(?:[^\r\n]+\r\n)*upgrade: *websocket\r\n", re.IGNORECASE)


class Pairs:
    def __init__(self) -> None:
        self.target_port = 0
        self.is_frozen = False
        self.delay_seconds = 0.0
        self._is_refusing = False
        self._open: set[Pair] = set()
        self._server: asyncio.Server | None = None

    async def listen(self) -> int:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Side(Pair(self)), "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def end(self, fits: Callable[[Pair], bool]) -> None:
        for pair in [pair for pair in self._open if fits(pair)]:
            pair.end()

    def freeze(self) -> None:
        self.is_frozen = True
        for pair in self._open:
            pair.hold()

    def delay(self, seconds: float) -> None:
        self.delay_seconds = seconds

    def refuse(self) -> None:
        self._is_refusing = True
        self.end(lambda _: True)

    def heal(self) -> None:
        self.is_frozen, self._is_refusing, self.delay_seconds = False, False, 0.0
        for pair in list(self._open):
            pair.release()

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.is_frozen = False
        self.end(lambda _: True)

    def opened(self, pair: Pair) -> bool:
        """Whether it may stay."""
        if self._is_refusing:
            return False
        self._open.add(pair)
        return True

    def closed(self, pair: Pair) -> None:
        self._open.discard(pair)


class Pair:
    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self.is_websocket = False
        self.client: _Side | None = None
        self.upstream: _Side | None = None
        self._early: list[bytes] = []
        # What came though reading was paused: a loop begins to read a new connection whatever it was told.
        self._held: list[tuple[_Side, bytes]] = []
        self._is_over = False
        self._connecting: asyncio.Task[None] | None = None

    def begin(self, client: _Side) -> None:
        self.client = client
        if not self.pairs.opened(self):
            return self.end()
        if self.pairs.is_frozen:
            self.hold()
        self._connecting = asyncio.ensure_future(self._connect())

    def take(self, side: _Side, data: bytes) -> None:
        if side is self.client and _UPGRADE.match(data):
            self.is_websocket = True
        if self.pairs.is_frozen:
            self._held.append((side, data))
        elif self.pairs.delay_seconds == 0:
            self._pass(side, data)
        else:
            # Timers of one length end in the order in which they began.
            asyncio.get_running_loop().call_later(self.pairs.delay_seconds, self._pass, side, data)

    def lost(self) -> None:
        self._is_over = True
        if not self.pairs.is_frozen:
            self.end()

    def hold(self) -> None:
        for side in self._sides():
            side.hold()

    def release(self) -> None:
        if self._is_over:
            return self.end()
        held, self._held = self._held, []
        for side, data in held:
            self._pass(side, data)
        for side in self._sides():
            side.release()

    def end(self) -> None:
        self._is_over = True
        self.pairs.closed(self)
        for side in self._sides():
            side.abort()

    async def _connect(self) -> None:
        try:
            loop = asyncio.get_running_loop()
            _, self.upstream = await loop.create_connection(
                lambda: _Side(self), "127.0.0.1", self.pairs.target_port
            )
        except OSError:
            return self.end()
        if self._is_over and not self.pairs.is_frozen:
            return self.end()
        early, self._early = self._early, []
        for data in early:
            self.upstream.write(data)

    def _pass(self, side: _Side, data: bytes) -> None:
        to = self.upstream if side is self.client else self.client
        if to is None:
            self._early.append(data)
        else:
            to.write(data)

    def _sides(self) -> list[_Side]:
        return [side for side in (self.client, self.upstream) if side is not None]


class _Side(asyncio.Protocol):
    """One of the two connections."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._pair.client is None:
            self._pair.begin(self)
        elif self._pair.pairs.is_frozen:
            self.hold()

    def data_received(self, data: bytes) -> None:
        self._pair.take(self, data)

    def connection_lost(self, error: Exception | None) -> None:
        self._pair.lost()

    def write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def hold(self) -> None:
        if self._transport is not None and self._transport.is_reading():
            self._transport.pause_reading()

    def release(self) -> None:
        if self._transport is not None and not self._transport.is_reading():
            self._transport.resume_reading()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()
