"""Who wants to hear of what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from svc_agent.runs.run import RunHandler

HandlerName: TypeAlias = Literal[
    "user_message", "decision_resolved", "run_cancelled", "connected", "disconnected", "error"
]
Handler: TypeAlias = Callable[..., object]


class Handlers:
    """The handlers of an agent, by the names that `Agent.on` and `Agent.task` take."""

    def __init__(self) -> None:
        self._lists: dict[str, list[Handler]] = {}
        self._tasks: dict[str | None, RunHandler] = {}

    def on(self, name: HandlerName, handler: Handler) -> None:
        self._lists.setdefault(name, []).append(handler)

    def of(self, name: HandlerName) -> list[Handler]:
        return list(self._lists.get(name, []))

    def on_task(self, name: str | None, handler: RunHandler) -> None:
        """`name` is None for all tasks that have no handler of their own."""
        self._tasks[name] = handler

    def for_task(self, name: str) -> RunHandler | None:
        return self._tasks.get(name) or self._tasks.get(None)
