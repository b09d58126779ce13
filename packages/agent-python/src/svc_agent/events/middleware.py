from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from svc_agent.contract import AgentEvent


@dataclass(frozen=True)
class EventContext:
    """What a middleware sees of one event."""

    #: Which event it is, such as ``user_message`` or ``task_due``.
    type: str
    #: As the service sent it.
    event: AgentEvent
    #: Over which channel it came.
    channel: Literal["socket", "webhook"]
    #: For what a middleware wants to hand on to others. Each event has one of its own, empty at first.
    state: dict[str, Any] = field(default_factory=dict)


Next: TypeAlias = Callable[[], Awaitable[None]]
"""Goes on with the next middleware, or with the handler. It may be called once."""

Middleware: TypeAlias = Callable[[EventContext, Next], Awaitable[None]]
"""Runs around every handler of events and tasks.

Without a call of ``next`` the handler does not run; what ``next`` raises is the handler's error.
"""


async def through_all(middlewares: Sequence[Middleware], context: EventContext, innermost: Next) -> None:
    async def at(index: int) -> None:
        if index >= len(middlewares):
            return await innermost()
        has_continued = False

        async def go_on() -> None:
            nonlocal has_continued
            if has_continued:
                raise RuntimeError("A middleware called next() twice.")
            has_continued = True
            await at(index + 1)

        await middlewares[index](context, go_on)

    await at(0)
