from __future__ import annotations

import asyncio
import inspect
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_tasks: set[asyncio.Task[None]] = set()


def in_background(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """A task that nobody need keep: the event loop itself keeps none from being collected."""
    task = asyncio.ensure_future(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def backoff_seconds(failures: int, first: float, most: float) -> float:
    """Twice as long after each failure; jittered, since agents must not all come back at one instant."""
    return min(most, first * 2.0 ** min(failures - 1, 30)) * random.uniform(0.5, 1.0)


async def called(function: Callable[..., object], *arguments: object) -> Any:
    """It may be a coroutine function or a plain one."""
    result = function(*arguments)
    return await result if inspect.isawaitable(result) else result


async def of_handler(work: Awaitable[T]) -> T:
    """A cancellation that nobody has asked the current task for is a failure: otherwise nobody would hear of it."""
    try:
        return await work
    except asyncio.CancelledError as error:
        me = asyncio.current_task()
        if me is None or me.cancelling():
            raise
        raise RuntimeError("Something that the handler waited for was cancelled.") from error


def remember(kept: dict[str, T], key: str, value: T, most: int = 10_000) -> None:
    """As the newest; the oldest is forgotten where there are too many."""
    if key in kept:
        del kept[key]
    kept[key] = value
    if len(kept) > most:
        del kept[next(iter(kept))]
