from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

from svc_agent.connection import Connection
from svc_agent.options import AgentSettings
from svc_agent.waiting import remember

# By its id an event is known again, and those of one conversation are handled in their order.
_ID_AND_ORDER = {
    "user_message": ("message_id", "conversation_id"),
    "decision_resolved": ("decision_id", "conversation_id"),
    "run_cancelled": ("run_id", "run_id"),
}


class Intake:
    """Leaves out repeats, and works on events: in order within a conversation, side by side across."""

    def __init__(
        self,
        settings: AgentSettings,
        connection: Connection,
        *,
        work: Callable[[dict[str, Any]], Awaitable[object]],
        on_error: Callable[[Exception, str], None],
    ) -> None:
        self._settings = settings
        self._connection = connection
        self._work = work
        self._on_error = on_error
        self._slots = asyncio.Semaphore(settings.concurrency)
        # A lock lets those in who wait, in their order. It is there as long as it is taken or waited for.
        self._conversations: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._known: dict[str, None] = {}
        self._works: set[asyncio.Task[None]] = set()
        self.is_full = False

    def take(self, event: dict[str, Any]) -> None:
        """In the order of the calls."""
        kind = str(event.get("type"))
        try:
            if kind in ("task_due", "task_trigger"):
                about = f"the run {event['run_id']}"
                self._begin(self._work(event), about)
            elif kind in _ID_AND_ORDER:
                event_id, order = (event[name] for name in _ID_AND_ORDER[kind])
                about = f"{kind} {event_id}"
                if about not in self._known:
                    conversation = self._conversations.setdefault(order, asyncio.Lock())
                    self._begin(self._in_order(conversation, self._work(event)), about)
                remember(self._known, about, None)
            else:
                self._settings.log.debug("An event of an unknown type came; this package is older than the service.")
        except (KeyError, TypeError) as error:
            # One event that this package does not understand must not keep the others from coming.
            self._on_error(error, f"an event of the type {kind}")

    async def idle(self) -> None:
        while self._works:
            await asyncio.wait(self._works)

    async def _in_order(self, conversation: asyncio.Lock, work: Awaitable[object]) -> None:
        async with conversation, self._slots:
            await work

    def _begin(self, work: Awaitable[object], about: str) -> None:
        async def to_the_end() -> None:
            try:
                await work
            except Exception as error:
                self._on_error(error, about)

        task = asyncio.ensure_future(to_the_end())
        self._works.add(task)
        task.add_done_callback(self._end)
        if not self.is_full and len(self._works) >= self._settings.backlog:
            self.is_full = True
            self._settings.log.warning(
                f"{len(self._works)} events wait in this process: it disconnects until half of them are done."
            )
            self._connection.rest()

    def _end(self, task: asyncio.Task[None]) -> None:
        self._works.discard(task)
        if self.is_full and len(self._works) <= self._settings.backlog / 2:
            self.is_full = False
            self._connection.resume()
