"""Places for work that may go on at once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from svc_agent.signal import Signal

T = TypeVar("T")


class Slots:
    """Who comes first gets the next free place."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self, signal: Signal | None = None) -> None:
        """Returns when a place is free; it is taken then. If the signal aborts before, its reason is raised."""
        if signal is not None:
            signal.raise_if_aborted()
        if self._free > 0:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        forget = None if signal is None else signal.on_abort(lambda: None if turn.done() else turn.set_result(None))
        try:
            await turn
        except asyncio.CancelledError:
            self._leave(turn)
            raise
        finally:
            if forget is not None:
                forget()
        if signal is not None and signal.aborted:
            self._leave(turn)
            signal.raise_if_aborted()

    def give(self) -> None:
        """Gives a place back."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _leave(self, turn: asyncio.Future[None]) -> None:
        """Whoever leaves has either still been waiting, or hands on the place that was just given."""
        if turn in self._waiting:
            self._waiting.remove(turn)
        elif not turn.cancelled():
            self.give()


class Place:
    """A place that somebody has taken, and may let go of while it only waits for others."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._is_held = True
        self._has_left = False
        self._waits = 0

    async def without(self, wait: Callable[[], Awaitable[T]]) -> T:
        """Waits without the place. Several waits may go on side by side."""
        self._waits += 1
        self._let_go()
        try:
            return await wait()
        finally:
            self._waits -= 1
            await self._take_again()

    def leave(self) -> None:
        """Gives it back for good."""
        self._has_left = True
        self._let_go()

    def _let_go(self) -> None:
        if not self._is_held:
            return
        self._is_held = False
        self._slots.give()

    async def _take_again(self) -> None:
        if self._is_not_needed():
            return
        await self._slots.take()
        # Another wait may have begun meanwhile, or the work may have ended.
        if self._is_not_needed():
            self._slots.give()
        else:
            self._is_held = True

    def _is_not_needed(self) -> bool:
        return self._waits > 0 or self._has_left or self._is_held
