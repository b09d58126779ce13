"""At the first signal all agents stop, and then the process ends as it would have without them."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

_Stop: TypeAlias = Callable[[], Awaitable[None]]

# Of the agents in the main thread: others hear no signals.
_stops: list[_Stop] = []
# What was there before us.
_previous: dict[signal.Signals, Any] = {}
_ending: asyncio.Task[None] | None = None


def stop_at_signals(stop: _Stop) -> None:
    if threading.current_thread() is not threading.main_thread():
        return
    _stops.append(stop)
    for name in (signal.SIGTERM, signal.SIGINT):
        previous = signal.getsignal(name)
        # A program with a handler of its own, such as uvicorn, ends otherwise, and calls `agent.stop()` then.
        if _is_default(previous):
            try:
                asyncio.get_running_loop().add_signal_handler(name, _on_signal, name)
            except NotImplementedError:
                # On Windows.
                return
            _previous[name] = previous


def forget(stop: _Stop) -> None:
    if stop in _stops:
        _stops.remove(stop)
        # While the agents are being stopped, a second signal is to end the process at once.
        if not _stops and _ending is None:
            for name in list(_previous):
                _give_back(name)


async def process_ended() -> None:
    """Does not return if a signal is ending the process: who goes on then might end it in another way."""
    if _ending is not None and _ending.get_loop() is asyncio.get_running_loop():
        await asyncio.shield(_ending)


def _on_signal(name: signal.Signals) -> None:
    global _ending
    _give_back(name)
    _ending = asyncio.ensure_future(_end(name))


async def _end(name: signal.Signals) -> None:
    await asyncio.wait({asyncio.ensure_future(stop()) for stop in _stops})
    # As it would have ended without us.
    os.kill(os.getpid(), name)


def _give_back(name: signal.Signals) -> None:
    asyncio.get_running_loop().remove_signal_handler(name)
    signal.signal(name, _previous.pop(name))


def _is_default(handler: Any) -> bool:
    # `asyncio.run` puts there something itself.
    of_asyncio = isinstance(getattr(getattr(handler, "func", None), "__self__", None), asyncio.Runner)
    return of_asyncio or handler in (signal.SIG_DFL, signal.default_int_handler)
