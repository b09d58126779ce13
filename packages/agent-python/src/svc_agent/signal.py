from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Signal:
    """Aborts once, with a reason. Whoever works under it looks at `aborted`, waits for it, or guards what takes long."""

    def __init__(self) -> None:
        self._reason: Exception | None = None
        self._callbacks: dict[object, Callable[[], None]] = {}

    @property
    def aborted(self) -> bool:
        """Whether it has aborted."""
        return self._reason is not None

    @property
    def reason(self) -> Exception | None:
        """Why it has aborted; None before."""
        return self._reason

    def raise_if_aborted(self) -> None:
        """Raises the reason, if it has aborted."""
        if self._reason is not None:
            # The same exception may be raised in many places, so it does not collect where it has been.
            raise self._reason.with_traceback(None)

    async def wait(self) -> None:
        """Returns when it aborts."""
        if self._reason is not None:
            return
        aborted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        forget = self.on_abort(lambda: None if aborted.done() else aborted.set_result(None))
        try:
            await aborted
        finally:
            forget()

    async def guard(self, work: Awaitable[T]) -> T:
        """The result of something awaitable. If the signal aborts first, the work is cancelled and the reason raised."""
        task = asyncio.ensure_future(work)
        try:
            if self._reason is None:
                waiting = asyncio.ensure_future(self.wait())
                try:
                    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    waiting.cancel()
            if not task.done():
                self.raise_if_aborted()
            return await task
        finally:
            _let_go(task)

    def on_abort(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls something when it aborts, or at once if it has. What is returned forgets the callback."""
        if self._reason is not None:
            callback()
            return lambda: None
        key = object()
        self._callbacks[key] = callback
        return lambda: void(self._callbacks.pop(key, None))

    def abort(self, reason: Exception) -> None:
        """For whoever has made it. A second abort does nothing."""
        if self._reason is not None:
            return
        self._reason = reason
        callbacks, self._callbacks = list(self._callbacks.values()), {}
        for callback in callbacks:
            callback()


def void(_value: object) -> None:
    """Where nobody asks for a result."""


def _let_go(task: asyncio.Future[T]) -> None:
    """What is not waited for any more is cancelled, and its end is nobody's affair."""
    if task.done():
        return
    task.cancel()
    task.add_done_callback(lambda done: void(done.cancelled() or done.exception()))
