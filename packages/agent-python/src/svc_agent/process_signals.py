"""At the first signal all agents stop, and then the process ends as it would have without them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

_Stop: TypeAlias = Callable[[], Awaitable[None]]

# An agent is stopped in its own loop; other threads have others, which hear no signals.
_stops: list[tuple[asyncio.AbstractEventLoop, _Stop]] = []
# What was there before us, and the loop that hears the signal instead.
_previous: dict[signal.Signals, tuple[asyncio.AbstractEventLoop, Any]] = {}
_ending: asyncio.Task[None] | None = None


def stop_at_signals(stop: _Stop) -> None:
    """In the main thread: others hear no signals."""
    loop = asyncio.get_running_loop()
    _stops.append((loop, stop))
    for name in (signal.SIGTERM, signal.SIGINT):
        previous = signal.getsignal(name)
        # A program with a handler of its own, such as uvicorn, ends otherwise, and calls `agent.stop()` then.
        if _is_default(previous):
            try:
                loop.add_signal_handler(name, _on_signal, name)
            except (ValueError, RuntimeError, NotImplementedError):
                # This is another thread, or Windows.
                return
            _previous[name] = (loop, previous)


def forget(stop: _Stop) -> None:
    loop = asyncio.get_running_loop()
    if (loop, stop) in _stops:
        _stops.remove((loop, stop))
    # While the agents are being stopped, a second signal is to end the process at once.
    if not _stops_of(loop) and _ending is None:
        for name, (hears, _) in list(_previous.items()):
            if hears is loop:
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
    await asyncio.wait({asyncio.ensure_future(stop()) for stop in _stops_of(asyncio.get_running_loop())})
    # As it would have ended without us.
    os.kill(os.getpid(), name)


def _give_back(name: signal.Signals) -> None:
    loop, previous = _previous.pop(name)
    loop.remove_signal_handler(name)
    signal.signal(name, previous)


def _stops_of(loop: asyncio.AbstractEventLoop) -> list[_Stop]:
    return [stop for its_loop, stop in _stops if its_loop is loop]


def _is_default(handler: Any) -> bool:
    # `asyncio.run` puts there something itself.
    of_asyncio = isinstance(getattr(getattr(handler, "func", None), "__self__", None), asyncio.Runner)
    return of_asyncio or handler in (signal.SIG_DFL, signal.default_int_handler)
