from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar, overload

from svc_agent.errors import AgentError
from svc_agent.generated.contract import (
    DecisionResolvedEvent,
    RunCancelledEvent,
    TaskDueEvent,
    TaskTriggerEvent,
    UserMessageEvent,
)
from svc_agent.incoming_message import IncomingMessage
from svc_agent.run import Run, RunHandler
from svc_agent.waiting import called, of_handler

AgentEvent: TypeAlias = "UserMessageEvent | DecisionResolvedEvent | TaskDueEvent | TaskTriggerEvent | RunCancelledEvent"
"""An event, as it comes over the socket or by the webhook."""


@dataclass(frozen=True)
class EventContext:
    """What a middleware sees."""

    #: As the service sent it.
    event: AgentEvent


Next: TypeAlias = Callable[[], Awaitable[None]]
"""Goes on with the next middleware, or with the handler. It may be called once."""

Middleware: TypeAlias = Callable[[EventContext, Next], Awaitable[None]]
"""Runs around every handler. Without a call of ``next`` the handler does not run; ``next`` raises its error."""

OnMessage = TypeVar("OnMessage", bound=Callable[[IncomingMessage], object])
OnDecision = TypeVar("OnDecision", bound=Callable[[DecisionResolvedEvent], object])
OnCancelled = TypeVar("OnCancelled", bound=Callable[[RunCancelledEvent], object])
OnText = TypeVar("OnText", bound=Callable[[str], object])
OnError = TypeVar("OnError", bound=Callable[[Exception, str], object])
OnRun = TypeVar("OnRun", bound=Callable[[Run], object])
OnEvent = TypeVar("OnEvent", bound=Middleware)


class Registration:
    """What an agent does when something happens."""

    def __init__(self) -> None:
        self._handlers: defaultdict[str, list[Callable[..., object]]] = defaultdict(list)
        self._task_handlers: dict[str, RunHandler] = {}
        self._any_task_handler: RunHandler = _unknown_task
        self._middlewares: list[Middleware] = []

    @overload
    def on(self, name: Literal["user_message"]) -> Callable[[OnMessage], OnMessage]: ...

    @overload
    def on(self, name: Literal["decision_resolved"]) -> Callable[[OnDecision], OnDecision]: ...

    @overload
    def on(self, name: Literal["run_cancelled"]) -> Callable[[OnCancelled], OnCancelled]: ...

    @overload
    def on(self, name: Literal["connected", "disconnected"]) -> Callable[[OnText], OnText]: ...

    @overload
    def on(self, name: Literal["error"]) -> Callable[[OnError], OnError]: ...

    def on(self, name: str) -> Callable[[Any], Any]:
        """Says what is done when something happens: ``@agent.on("user_message")``.

        Handlers of one event run one after another, once for an event in a process; the next event of its
        conversation waits for them. What one raises goes to the handlers of ``error``, or to the log.

        - ``user_message(message)``: a person wrote. Messages of one conversation come one after another.
        - ``decision_resolved(event)``: a person answered a question. `ask` and ``run.ask`` hear it too.
        - ``run_cancelled(event)``: a person cancelled a run, and the agent has the feature of that name.
        - ``connected(agent_name)``, ``disconnected(reason)``: the agent connects again by itself.
        - ``error(error, about)``: a handler failed, or the agent cannot go on. Without one the log tells.
        """

        def add(handler: Callable[..., object]) -> Callable[..., object]:
            self._handlers[name].append(handler)
            return handler

        return add

    @overload
    def task(self, name: str) -> Callable[[OnRun], OnRun]: ...

    @overload
    def task(self, name: OnRun) -> OnRun: ...

    def task(self, name: str | RunHandler) -> Any:
        """Says how a task is worked on, whether it is due or was triggered: ``@agent.task("Weekly report")``.

        What the handler returns is the run's summary (Markdown); a text over 1,000 characters is sent as a
        report. If it raises, the run has failed, with the error's message. If the process is stopped, the run
        stays open. Without a name (``@agent.task``) it is for all tasks that have no handler of their own.
        """
        if not isinstance(name, str):
            self._any_task_handler = name
            return name
        task_name = name

        def add(handler: RunHandler) -> RunHandler:
            self._task_handlers[task_name] = handler
            return handler

        return add

    def use(self, middleware: OnEvent) -> OnEvent:
        """Runs something around every handler, the first middleware outermost. Also as ``@agent.use``."""
        self._middlewares.append(middleware)
        return middleware

    async def _handle(self, event: AgentEvent, handlers: Sequence[Callable[..., object]], argument: object) -> object:
        """Calls handlers through all middlewares. What the last has returned."""
        returned: object = None

        async def innermost() -> None:
            nonlocal returned
            for handler in handlers:
                returned = await called(handler, argument)

        call_next: Next = innermost
        for middleware in reversed(self._middlewares):
            call_next = partial(middleware, EventContext(event), _once(call_next))
        await of_handler(call_next())
        return returned


def _once(call_next: Next) -> Next:
    left = [call_next]

    async def go_on() -> None:
        if not left:
            raise RuntimeError("A middleware called next() twice.")
        await left.pop()()

    return go_on


def _unknown_task(run: Run) -> None:
    """The person sees why nothing was done."""
    raise AgentError("configuration", f'This agent has no handler for the task "{run.task_name}".')
