"""Runs what a test says in an event loop of its own, and waits for conditions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

# Above everything that a test waits for.
_SECONDS_MAX = 20.0


def runs(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine function."""

    def run(*args: Any, **kwargs: Any) -> None:
        async def main() -> None:
            await asyncio.wait_for(test(*args, **kwargs), _SECONDS_MAX)

        asyncio.run(main())

    run.__name__ = test.__name__
    return run


async def ticks(count: int = 10) -> None:
    """Lets everything go on that waits for nothing but its turn."""
    for _ in range(count):
        await asyncio.sleep(0)
