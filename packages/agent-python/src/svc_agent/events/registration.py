from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, TypeVar, overload

from svc_agent.events.middleware import Middleware
from svc_agent.generated.contract import DecisionResolvedEvent, RunCancelledEvent
from svc_agent.messages.incoming_message import IncomingMessage
from svc_agent.runs.run import Run, RunHandler

HandlerName: TypeAlias = Literal[
    "user_message", "decision_resolved", "run_cancelled", "connected", "disconnected", "error"
]
Handler: TypeAlias = Callable[..., object]


class Handlers:
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


OnMessage = TypeVar("OnMessage", bound=Callable[[IncomingMessage], object])
OnDecision = TypeVar("OnDecision", bound=Callable[[DecisionResolvedEvent], object])
OnCancelled = TypeVar("OnCancelled", bound=Callable[[RunCancelledEvent], object])
OnText = TypeVar("OnText", bound=Callable[[str], object])
OnError = TypeVar("OnError", bound=Callable[[Exception, str], object])
OnRun = TypeVar("OnRun", bound=Callable[[Run], object])
OnEvent = TypeVar("OnEvent", bound=Middleware)


class Registration:
    def __init__(self) -> None:
        self._handlers = Handlers()
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

    def on(self, name: HandlerName) -> Callable[[Any], Any]:
        """Says what is done when something happens: ``@agent.on("user_message")``.

        Several handlers of one event run one after another. What a handler raises goes to the handlers of ``error``, or
        to the log; it never ends the process. A repeated event calls a handler once in a process.

        - ``user_message(message)``: a person wrote. Messages of one conversation come one after another, those of several
          side by side.
        - ``decision_resolved(event)``: a person answered a question. `ask` and ``run.ask`` hear of it by themselves.
        - ``run_cancelled(event)``: a person cancelled a run, and the agent has the feature of that name. The run's signal
          has aborted already.
        - ``connected(agent_name)``, ``disconnected(reason)``: the agent connects again by itself.
        - ``error(error, about)``: a handler failed, or the agent cannot go on. Without such a handler the log tells.

        :param name: one of these.
        :returns: what takes the handler, which may be a coroutine function; the next event of its conversation waits for it.
        """

        def add(handler: Callable[..., object]) -> Callable[..., object]:
            self._handlers.on(name, handler)
            return handler

        return add

    @overload
    def task(self, name: str) -> Callable[[OnRun], OnRun]: ...

    @overload
    def task(self, name: OnRun) -> OnRun: ...

    def task(self, name: str | RunHandler) -> Any:
        """Says how a task is worked on, whether it is due or was triggered: ``@agent.task("Weekly report")``.

        What the handler returns is the run's summary (Markdown); a text over 1,000 characters is sent as a report, and its
        beginning is the summary. If it raises, the run has failed, with the error's message. If the process is stopped,
        the run stays open.

        Without a name (``@agent.task``) it is for all tasks that have no handler of their own. The run of a task without
        any handler fails.

        :param name: the name of a task, or the handler.
        """
        if not isinstance(name, str):
            self._handlers.on_task(None, name)
            return name
        task_name = name

        def add(handler: RunHandler) -> RunHandler:
            self._handlers.on_task(task_name, handler)
            return handler

        return add

    def use(self, middleware: OnEvent) -> OnEvent:
        """Runs something around every handler of events and tasks, the first middleware outermost. Also as ``@agent.use``.

        :param middleware: calls ``next`` to go on.
        """
        self._middlewares.append(middleware)
        return middleware
