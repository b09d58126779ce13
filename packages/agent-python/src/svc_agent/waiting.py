from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from svc_agent.signal import Signal, void

T = TypeVar("T")


async def sleep(seconds: float, signal: Signal | None = None) -> None:
    """Returns after the time, or at once when the signal aborts; it raises nothing."""
    if signal is None:
        await asyncio.sleep(max(0.0, seconds))
    elif seconds > 0 and not signal.aborted:
        waiting = asyncio.ensure_future(signal.wait())
        try:
            await asyncio.wait({waiting}, timeout=seconds)
        finally:
            waiting.cancel()


async def within(seconds: float, work: Awaitable[T]) -> T:
    """In a task of its own: libraries on anyio 3 mistake a cancellation by `asyncio.timeout` for theirs.

    :raises TimeoutError: if it takes longer; the work is cancelled then, and not waited for.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if not task.done():
            raise TimeoutError(f"it took more than {seconds:g} s")
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            task.add_done_callback(lambda done: void(done.cancelled() or done.exception()))


@dataclass(frozen=True)
class BackoffLimits:
    """The first wait at most, and any wait at most, in seconds."""

    first_seconds: float
    most_seconds: float


def backoff_seconds(failures: int, limits: BackoffLimits, random: float) -> float:
    """Jittered: agents do not all come back at one instant. `failures` from 1, `random` from 0 to 1."""
    whole = min(limits.most_seconds, limits.first_seconds * 2 ** min(failures - 1, 30))
    return float(whole * (0.5 + random / 2))


async def called(function: Callable[..., object], *arguments: object) -> Any:
    """It may be a coroutine function or a plain one."""
    result = function(*arguments)
    return await result if inspect.isawaitable(result) else result
