from __future__ import annotations

import asyncio
import os
import signal
import weakref
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_Stop: TypeAlias = Callable[[], Awaitable[None]]


class SignalGuard:
    """At the first signal all agents of a loop stop, and then the process ends. A second ends it at once."""

    def __init__(self) -> None:
        self._stops: list[_Stop] = []
        self._previous: dict[signal.Signals, Any] = {}
        self._ending: asyncio.Task[None] | None = None

    def add(self, stop: _Stop) -> None:
        if not self._stops:
            self._install()
        self._stops.append(stop)

    def forget(self, stop: _Stop) -> None:
        self._stops = [each for each in self._stops if each != stop]
        # While the agents are being stopped, a second signal is to end the process at once.
        if not self._stops and self._ending is None:
            for name in list(self._previous):
                self._give_back(name)

    async def ended(self) -> None:
        """Does not return if a signal is ending the process: who goes on then might end it in another way."""
        if self._ending is not None:
            await asyncio.shield(self._ending)

    def _install(self) -> None:
        for name in _SIGNALS:
            previous = signal.getsignal(name)
            # Somebody else, such as uvicorn, ends the process in another way, and calls `agent.stop()` then.
            if not _is_default(previous):
                continue
            try:
                asyncio.get_running_loop().add_signal_handler(name, self._on_signal, name)
            except (ValueError, RuntimeError, NotImplementedError):
                # Only the main thread hears signals, and Windows has none.
                return
            self._previous[name] = previous

    def _on_signal(self, name: signal.Signals) -> None:
        self._give_back(name)
        self._ending = asyncio.ensure_future(self._end(name))

    async def _end(self, name: signal.Signals) -> None:
        await asyncio.wait({asyncio.ensure_future(stop()) for stop in self._stops})
        # As it would have ended without us.
        os.kill(os.getpid(), name)

    def _give_back(self, name: signal.Signals) -> None:
        asyncio.get_running_loop().remove_signal_handler(name)
        signal.signal(name, self._previous.pop(name))


_guards: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, SignalGuard] = weakref.WeakKeyDictionary()


def signal_guard() -> SignalGuard:
    """That of the running event loop."""
    return _guards.setdefault(asyncio.get_running_loop(), SignalGuard())


def _is_default(handler: Any) -> bool:
    if handler in (signal.SIG_DFL, signal.default_int_handler):
        return True
    # What `asyncio.run` has put there itself.
    owner = getattr(getattr(handler, "func", None), "__self__", None)
    return isinstance(owner, asyncio.Runner)
