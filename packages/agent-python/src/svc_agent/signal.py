from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Signal:
    """Aborts once, with a reason. Work under it looks at `aborted`, or guards what takes long."""

    def __init__(self) -> None:
        #: Whether it has aborted.
        self.aborted: bool = False
        #: Why it has aborted; None before.
        self.reason: Exception | None = None
        self._callbacks: dict[object, Callable[[], object]] = {}

    def raise_if_aborted(self) -> None:
        """Raises the reason, if it has aborted."""
        if self.reason is not None:
            # The same exception may be raised in many places, so it does not collect where it has been.
            raise self.reason.with_traceback(None) from None

    async def guard(self, work: Awaitable[T]) -> T:
        """The result of the work. If the signal aborts first, the work is cancelled and the reason raised."""
        me = asyncio.current_task()
        # A task that has swallowed a cancellation counts it still.
        cancelled_before = me.cancelling() if me is not None else 0
        task = asyncio.ensure_future(work)
        forget = self.on_abort(task.cancel)
        try:
            return await task
        except asyncio.CancelledError:
            # Whoever is cancelled itself ends as cancelled.
            if me is None or me.cancelling() == cancelled_before:
                self.raise_if_aborted()
            raise
        finally:
            forget()

    def on_abort(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Calls something when it aborts, or at once if it has. What is returned forgets the callback."""
        if self.aborted:
            callback()

        def forget() -> None:
            self._callbacks.pop(forget, None)

        self._callbacks[forget] = callback
        return forget

    def abort(self, reason: Exception) -> None:
        """For whoever has made it. A second abort does nothing."""
        if not self.aborted:
            self.aborted, self.reason = True, reason
            for callback in list(self._callbacks.values()):
                callback()
