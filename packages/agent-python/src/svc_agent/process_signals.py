"""What SIGTERM and SIGINT do to agents."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class _Guard:
    """The handlers of one event loop, for all its agents."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.stops: dict[object, Callable[[], Awaitable[None]]] = {}
        self._previous: dict[signal.Signals, Any] = {}
        self._ending: asyncio.Task[None] | None = None

    def install(self) -> None:
        for name in _SIGNALS:
            previous = signal.getsignal(name)
            # Somebody else, such as uvicorn, ends the process in another way, and calls `agent.stop()` then.
            if not _is_default(previous):
                continue
            try:
                self.loop.add_signal_handler(name, self._on_signal, name)
            except (ValueError, RuntimeError, NotImplementedError):
                # Only the main thread hears signals, and Windows has none.
                return
            self._previous[name] = previous

    def remove(self) -> None:
        # While the agents are being stopped, a second signal is to end the process at once.
        if self._ending is None:
            for name in list(self._previous):
                self._give_back(name)

    async def ended(self) -> None:
        """Does not return if a signal is ending the process: whoever goes on then might end it in another way first."""
        if self._ending is not None:
            await asyncio.shield(self._ending)

    def _on_signal(self, name: signal.Signals) -> None:
        self._give_back(name)
        self._ending = asyncio.ensure_future(self._end(name))

    async def _end(self, name: signal.Signals) -> None:
        await asyncio.wait({asyncio.ensure_future(stop()) for stop in list(self.stops.values())})
        # As it would have ended without us.
        os.kill(os.getpid(), name)

    def _give_back(self, name: signal.Signals) -> None:
        self.loop.remove_signal_handler(name)
        signal.signal(name, self._previous.pop(name))


_guards: dict[int, _Guard] = {}


class SignalWatch:
    """At the first signal all agents are stopped, and then the process ends as it would have without. A second one ends it at once."""

    def __init__(self, stop: Callable[[], Awaitable[None]]) -> None:
        self._guard = _guard_of(asyncio.get_running_loop())
        if not self._guard.stops:
            self._guard.install()
        self._guard.stops[self] = stop

    def forget(self) -> None:
        self._guard.stops.pop(self, None)
        if not self._guard.stops:
            self._guard.remove()

    async def ended(self) -> None:
        """Does not return if a signal is ending the process."""
        await self._guard.ended()


def _guard_of(loop: asyncio.AbstractEventLoop) -> _Guard:
    guard = _guards.get(id(loop))
    # Another loop may have had this place in memory.
    if guard is None or guard.loop is not loop:
        guard = _guards[id(loop)] = _Guard(loop)
    return guard


def _is_default(handler: Any) -> bool:
    if handler in (signal.SIG_DFL, signal.default_int_handler):
        return True
    # What `asyncio.run` has put there itself.
    owner = getattr(getattr(handler, "func", None), "__self__", None)
    return isinstance(owner, asyncio.Runner)
