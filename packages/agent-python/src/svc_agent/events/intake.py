from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from svc_agent.contract import ServiceFrame
from svc_agent.errors import AgentError
from svc_agent.events.middleware import EventContext, Middleware, through_all
from svc_agent.events.registration import Handlers
from svc_agent.messages.incoming_message import IncomingMessage, MessageParts
from svc_agent.options import AgentSettings
from svc_agent.runs.run import Run
from svc_agent.runs.run_book import RunBook
from svc_agent.waiting import called


class KeyedQueue:
    """Work of one key is done in its order, that of several keys side by side, up to a number at once."""

    def __init__(self, concurrency: int) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._last: dict[str, asyncio.Task[None]] = {}
        self._open = 0

    @property
    def open(self) -> int:
        return self._open

    def add(self, key: str, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Adds work, which raises nothing."""
        self._open += 1
        done = asyncio.ensure_future(self._do(key, work, self._last.get(key)))
        self._last[key] = done
        return done

    async def idle(self) -> None:
        while self._last:
            await asyncio.wait(set(self._last.values()))

    async def _do(self, key: str, work: Callable[[], Awaitable[None]], before: asyncio.Task[None] | None) -> None:
        try:
            if before is not None:
                await asyncio.wait({before})
            async with self._slots:
                await work()
        finally:
            self._open -= 1
            if self._last.get(key) is asyncio.current_task():
                del self._last[key]


@dataclass(frozen=True)
class IntakeParts:
    settings: AgentSettings
    handlers: Handlers
    middlewares: Sequence[Middleware]
    runs: RunBook
    message: MessageParts
    on_error: Callable[[Exception, str], None]
    #: Too many events wait: no more should come until half of them are done.
    on_full: Callable[[], None]
    on_capacity: Callable[[], None]


class KnownKeys:
    def __init__(self, most: int = 10_000) -> None:
        self._keys: dict[str, None] = {}
        self._most = most

    def add(self, key: str) -> bool:
        """Whether the key is new; it is known from then on."""
        is_new = key not in self._keys
        self._keys.pop(key, None)
        self._keys[key] = None
        if len(self._keys) > self._most:
            del self._keys[next(iter(self._keys))]
        return is_new


class Intake:
    """Leaves out repeats, and calls the handlers: in order within a conversation, side by side across."""

    def __init__(self, parts: IntakeParts) -> None:
        self._parts = parts
        self._queue = KeyedQueue(parts.settings.concurrency)
        self._known = KnownKeys()
        self._is_full = False
        self._works: set[asyncio.Task[None]] = set()

    @property
    def is_full(self) -> bool:
        return self._is_full

    def take(self, event: ServiceFrame, channel: Literal["socket", "webhook"]) -> Awaitable[None]:
        """In the order of the calls. What is returned ends when its handlers do, whatever they raise."""
        try:
            return self._take(event, channel)
        except (KeyError, TypeError) as error:
            # One event that this package does not understand must not keep the others from coming.
            self._parts.on_error(error, f"an event of the type {event.get('type')}")
            return _nothing()

    async def idle(self) -> None:
        await self._queue.idle()

    def _take(self, event: ServiceFrame, channel: Literal["socket", "webhook"]) -> Awaitable[None]:
        kind = str(event.get("type"))
        context = EventContext(type=kind, event=cast(Any, event), channel=channel)
        if kind == "user_message":
            return self._once(f"message {event['message_id']}", event["conversation_id"], context)
        if kind == "decision_resolved":
            return self._once(f"decision {event['decision_id']}", event["conversation_id"], context)
        if kind == "run_cancelled":
            self._parts.runs.cancelled(event["run_id"])
            return self._once(f"cancelled {event['run_id']}", event["run_id"], context)
        if kind in ("task_due", "task_trigger"):
            return self._work(event, context)
        self._parts.settings.log.debug("An event of an unknown type came; this package is older than the service.")
        return _nothing()

    def _once(self, repeat_key: str, key: str, context: EventContext) -> Awaitable[None]:
        if not self._known.add(repeat_key):
            return _nothing()

        async def work() -> None:
            try:
                await self._handle(context)
            except Exception as error:
                self._parts.on_error(error, repeat_key)

        done = self._queue.add(key, work)
        done.add_done_callback(lambda _: self._check_backlog())
        self._check_backlog()
        # Whoever waits for it may leave; the work goes on.
        return asyncio.shield(done)

    async def _handle(self, context: EventContext) -> None:
        handlers = self._parts.handlers

        async def innermost() -> None:
            event: Any = context.event
            if context.type == "user_message":
                message = IncomingMessage(event, self._parts.message)
                for handler in handlers.of("user_message"):
                    await called(handler, message)
            elif context.type == "decision_resolved":
                for handler in handlers.of("decision_resolved"):
                    await called(handler, event)
            elif context.type == "run_cancelled":
                for handler in handlers.of("run_cancelled"):
                    await called(handler, event)

        await through_all(self._parts.middlewares, context, innermost)

    def _work(self, event: ServiceFrame, context: EventContext) -> Awaitable[None]:
        handler = self._parts.handlers.for_task(event["task_name"]) or _unknown_task

        async def around(run: Run) -> str | None:
            summary: Any = None

            async def innermost() -> None:
                nonlocal summary
                summary = await called(handler, run)

            await through_all(self._parts.middlewares, context, innermost)
            return summary if isinstance(summary, str) else None

        worked = self._parts.runs.offered(event, around)
        self._check_backlog()

        async def to_the_end() -> None:
            try:
                await worked
            except Exception as error:
                self._parts.on_error(error, f"the run {event['run_id']}")
            finally:
                self._check_backlog()

        # The loop itself keeps no task from being collected.
        task = asyncio.ensure_future(to_the_end())
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        return asyncio.shield(task)

    def _check_backlog(self) -> None:
        backlog = self._parts.settings.backlog
        open_works = self._queue.open + self._parts.runs.size
        if not self._is_full and open_works >= backlog:
            self._is_full = True
            self._parts.on_full()
        elif self._is_full and open_works <= backlog / 2:
            self._is_full = False
            self._parts.on_capacity()


def _unknown_task(run: Run) -> None:
    """The person sees why nothing was done."""
    raise AgentError("configuration", f'This agent has no handler for the task "{run.task_name}".')


def _nothing() -> Awaitable[None]:
    """Ended already, for whoever waits for it; and nobody need."""
    nothing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    nothing.set_result(None)
    return nothing
