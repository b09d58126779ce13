"""A place among the work that may go on at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Place:
    """A place that somebody has taken, and may let go of while it only waits for others."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
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
        self._slots.release()

    async def _take_again(self) -> None:
        if self._is_not_needed():
            return
        await self._slots.acquire()
        # Another wait may have begun meanwhile, or the work may have ended.
        if self._is_not_needed():
            self._slots.release()
        else:
            self._is_held = True

    def _is_not_needed(self) -> bool:
        return self._waits > 0 or self._has_left or self._is_held
