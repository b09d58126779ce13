from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar, Unpack

from svc_agent.contract import ServiceFrame
from svc_agent.decisions.decisions import Question, ask
from svc_agent.generated.contract import Decision
from svc_agent.http.calls import Calls
from svc_agent.messages.outgoing_message import (
    MessageLike,
    OutgoingFile,
    OutgoingMessage,
    QuickReply,
    ReportCard,
    SentMessage,
    send_message,
)
from svc_agent.runs.run_context import RunContext
from svc_agent.runs.run_lease import RunAttempt
from svc_agent.signal import Signal

T = TypeVar("T")


@dataclass(frozen=True)
class RunOffer:
    """What began a run. `event` is None if the agent began it itself."""

    run_id: str
    task_id: str
    task_name: str
    prompt: str
    schedule: str | None = None
    payload: dict[str, Any] | None = None
    event: ServiceFrame | None = None


class WithoutSlot(Protocol):
    """Lets go of the run's slot while something waits."""

    def __call__(self, wait: Callable[[], Awaitable[T]], /) -> Awaitable[T]: ...


@dataclass(frozen=True)
class RunParts:
    calls: Calls
    offer: RunOffer
    attempt: int
    signal: Signal
    #: Aborts the signal, because the service says that the run is not this attempt's any more.
    on_over: Callable[[str], None]
    fail: Callable[[str], Awaitable[None]]
    complete: Callable[[str], Awaitable[None]]
    without_slot: WithoutSlot


class Run:
    """A run of a task, while this process works on it."""

    def __init__(self, parts: RunParts) -> None:
        offer = parts.offer
        #: The run, ``run_…``.
        self.id: str = offer.run_id
        #: The task, ``tsk_…``.
        self.task_id: str = offer.task_id
        #: The name of the task.
        self.task_name: str = offer.task_name
        #: The task's instructions, as its owner wrote them.
        self.prompt: str = offer.prompt
        #: The cron expression of a scheduled task, or ``once``; None if a trigger or the agent began the run.
        self.schedule: str | None = offer.schedule
        #: What the trigger URL was called with; None if the run has no trigger.
        self.payload: dict[str, Any] | None = offer.payload
        #: Of the call of the trigger URL, those headers that the task names in ``trigger_headers``, in lower case; ``{}``
        #: without.
        self.headers: dict[str, str] = (offer.event or {}).get("headers", {})
        #: From 1. A run that was lost or took too long is offered again, if its task has a ``retry``.
        self.attempt: int = parts.attempt
        #: Aborts when the work on the run is to end: a person cancelled it, another attempt has taken its place, or the
        #: process is stopping. Put what takes long under it: ``await run.signal.guard(fetch())``. An abort that leads out
        #: of the handler is no failure of the run.
        self.signal: Signal = parts.signal
        attempt = RunAttempt(parts.calls, self.id, parts.attempt, parts.signal, parts.on_over)
        #: The run's scratchpad, which outlives this process.
        self.context: RunContext = RunContext(parts.calls, run_id=self.id, signal=parts.signal, attempt=attempt)
        self._attempt = attempt
        self._parts = parts

    async def report(
        self,
        *,
        title: str,
        description: str | None = None,
        text: str | None = None,
        files: Sequence[OutgoingFile] = (),
        quick_replies: Sequence[QuickReply | str] = (),
    ) -> SentMessage:
        """Sends a report card that belongs to this run, in a new conversation with the agent's owner.

        In a run that may be retried, put it into `RunContext.once`.

        :param title: at most 200 characters.
        :param description: a subtitle, at most 1,000 characters. Default: none.
        :param text: Markdown, at most 32,768 characters. Default: none.
        :param files: at most ten. Default: none.
        :param quick_replies: at most eight buttons. Default: none.
        :raises: as `send`.
        """
        card = ReportCard(title, description)
        return await self.send(OutgoingMessage(text=text, files=files, quick_replies=quick_replies, report=card))

    async def send(self, message: MessageLike) -> SentMessage:
        """Sends a message that belongs to this run, in a new conversation with the agent's owner.

        In a run that may be retried, put it into `RunContext.once`.

        :param message: a text in Markdown, or more than that.
        :raises CallError: if the service refuses it, or cannot be reached for as long as calls are tried.
        :raises: the reason of `signal` if that aborts.
        """
        return await send_message(self._parts.calls, message, run_id=self.id, signal=self.signal)

    async def ask(self, *, key: str, **question: Unpack[Question]) -> Decision:
        """Asks the person, and waits for the answer for as long as it takes, also while the service cannot be reached.

        The question is asked once in this run: an attempt that comes later gets the same question and its answer. While it
        waits, the run takes none of the slots of ``run_concurrency``.

        :param key: unique within the run, at most 150 characters.
        :param question: `Question`, by name.
        :returns: the decision: ``status`` is ``approved``, ``rejected`` or ``dismissed`` (also if its time is over),
            ``note`` what the person noted.
        :raises AgentError: `decision_gone` if the person removes the question. The reason of `signal` if that aborts.
        :raises CallError: `call_refused` if the service refuses the question.
        """
        return await self._parts.without_slot(
            lambda: ask(self._parts.calls, question, key=key, run_id=self.id, signal=self.signal)
        )

    async def progress(self, text: str, percent: int | None = None) -> None:
        """Says how far the run is. Only the latest word is shown.

        :param text: 1 to 500 characters.
        :param percent: 0 to 100, whole. Default: none is shown.
        :raises: as `send`.
        """
        await self._attempt.write("progress", {"text": text, "percent": percent})

    async def fail(self, note: str | None = None) -> None:
        """Ends the run as failed, and tells the person why. What the handler returns afterwards does not count.

        :param note: Markdown; beyond 1,000 characters it is sent as a report as well. Default: the person reads that
            there is no summary.
        """
        await self._parts.fail(note or "")

    async def complete(self, summary: str | None = None) -> None:
        """Ends the run as completed, as the return of a handler does: for ``async with agent.start_run(…) as run``.

        :param summary: Markdown; beyond 1,000 characters it is sent as a report as well. Default: the person reads that
            there is no summary.
        """
        await self._parts.complete(summary or "")


RunHandler: TypeAlias = Callable[[Run], object]
"""Works on a run. What it returns is the run's summary, in Markdown; what it raises fails the run."""


def offer_of(event: ServiceFrame) -> RunOffer:
    return RunOffer(
        run_id=event["run_id"],
        task_id=event["task_id"],
        task_name=event["task_name"],
        prompt=event["task_prompt"],
        schedule=event.get("schedule") if event["type"] == "task_due" else None,
        payload=event.get("payload") if event["type"] == "task_trigger" else None,
        event=event,
    )
