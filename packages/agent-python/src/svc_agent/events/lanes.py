"""Work in lanes: in order within one, side by side across."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Lanes:
    """Work of one lane is done in its order, that of several lanes side by side, up to a number at once."""

    def __init__(self, concurrency: int) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._open = 0

    @property
    def open(self) -> int:
        """How much has been added and is not done."""
        return self._open

    def add(self, lane: str, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Adds work, which raises nothing."""
        self._open += 1
        done = asyncio.ensure_future(self._do(lane, work, self._lanes.get(lane)))
        self._lanes[lane] = done
        return done

    async def idle(self) -> None:
        """Returns when nothing is under way."""
        while self._lanes:
            await asyncio.wait(set(self._lanes.values()))

    async def _do(self, lane: str, work: Callable[[], Awaitable[None]], before: asyncio.Task[None] | None) -> None:
        try:
            if before is not None:
                await asyncio.wait({before})
            async with self._slots:
                await work()
        finally:
            self._open -= 1
            if self._lanes.get(lane) is asyncio.current_task():
                del self._lanes[lane]
