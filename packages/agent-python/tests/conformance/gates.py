"""What handlers wait for until the runner opens it."""

from __future__ import annotations

import asyncio

from svc_agent import Signal


class Gates:
    def __init__(self) -> None:
        self._open: set[str] = set()
        self._opened = asyncio.Condition()

    async def open(self, name: str) -> None:
        self._open.add(name)
        async with self._opened:
            self._opened.notify_all()

    async def pass_by(self, name: str, signal: Signal | None = None) -> None:
        waiting = self._wait(name)
        await (waiting if signal is None else signal.guard(waiting))

    async def _wait(self, name: str) -> None:
        async with self._opened:
            await self._opened.wait_for(lambda: name in self._open)
