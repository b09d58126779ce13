from __future__ import annotations

import asyncio
import json
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeAlias, TypeVar, Unpack, overload

from svc_agent.calls import ApiCall, json_bytes
from svc_agent.decisions import Question, ask
from svc_agent.errors import AgentError
from svc_agent.generated.contract import ContextBlock, Decision
from svc_agent.outgoing_message import (
    MessageLike,
    OutgoingFile,
    OutgoingMessage,
    QuickReply,
    ReportCard,
    SentMessage,
    send_message,
)
from svc_agent.run_attempt import RunAttempt
from svc_agent.signal import Signal
from svc_agent.waiting import called


T = TypeVar("T")

# A block of the scratchpad may have so many characters.
_BLOCK_LENGTH_MAX = 65_536
# In its block a part is escaped once more, which makes two characters of a quote or a backslash.
_PART_LENGTH = 32_000
# A run keeps 4 MiB.
_PARTS_MAX = 130


class Run:
    """A run of a task, while this process works on it."""

    def __init__(self, event: dict[str, Any], attempt: RunAttempt) -> None:
        #: The run, ``run_…``.
        self.id: str = event["run_id"]
        #: The task, ``tsk_…``.
        self.task_id: str = event["task_id"]
        #: The name of the task.
        self.task_name: str = event["task_name"]
        #: The task's instructions, as its owner wrote them.
        self.prompt: str = event["task_prompt"]
        #: The cron expression of a scheduled task, or ``once``; None if a trigger or the agent began the run.
        self.schedule: str | None = event.get("schedule")
        #: What the trigger URL was called with; None if the run has no trigger.
        self.payload: dict[str, Any] | None = event.get("payload")
        #: Those headers of the trigger's call that the task names in ``trigger_headers``, in lower case.
        self.headers: dict[str, str] = event.get("headers", {})
        #: From 1. A run that was lost or took too long is offered again, if its task has a ``retry``.
        self.attempt: int = attempt.number
        #: Aborts when the work is to end: a person cancelled the run, another attempt has taken its place, or
        #: the process is stopping. Put what takes long under it: ``await run.signal.guard(fetch())``. An abort
        #: that leads out of the handler fails no run.
        self.signal: Signal = attempt.signal
        #: The run's scratchpad, which outlives this process.
        self.context: RunContext = RunContext(attempt)
        self._attempt = attempt

    async def report(
        self,
        *,
        title: str,
        description: str | None = None,
        text: str | None = None,
        files: Sequence[OutgoingFile] = (),
        quick_replies: Sequence[QuickReply | str] = (),
    ) -> SentMessage:
        """Sends a report card as `send` does.

        :param title: at most 200 characters.
        :param description: a subtitle, at most 1,000 characters.
        """
        card = ReportCard(title, description)
        return await self.send(OutgoingMessage(text=text, files=files, quick_replies=quick_replies, report=card))

    async def send(self, message: MessageLike) -> SentMessage:
        """Sends a message of this run to the agent's owner.

        In a run that may be retried, put it into `RunContext.once`.

        :raises CallError: if the service refuses it, or cannot be reached as long as calls are tried.
        :raises: the reason of `signal` if that aborts.
        """
        return await self.signal.guard(send_message(self._attempt.calls, message, run_id=self.id))

    async def ask(self, *, key: str, **question: Unpack[Question]) -> Decision:
        """Asks the person once in this run, and waits for the answer as long as it takes.

        An attempt that comes later gets the same question and its answer. Meanwhile the run takes none of the
        slots of ``run_concurrency``.

        :param key: unique within the run, at most 150 characters.
        :param question: `Question`, by name.
        :returns: the decision: ``status`` is ``approved``, ``rejected`` or ``dismissed`` (also if its time is over).
        :raises AgentError: `decision_gone` if the person removes the question. The reason of an aborted `signal`.
        :raises CallError: `call_refused` if the service refuses the question.
        """
        async with self._attempt.slot.let_go():
            return await self.signal.guard(ask(self._attempt.calls, question, key=key, run_id=self.id))

    async def progress(self, text: str, percent: int | None = None) -> None:
        """Says how far the run is. Only the latest word is shown.

        :param text: 1 to 500 characters.
        :param percent: 0 to 100, whole. Default: none is shown.
        :raises: as `send`.
        """
        await self._attempt.write("progress", {"text": text, "percent": percent})

    async def fail(self, note: str | None = None) -> None:
        """Ends the run as failed. What the handler returns then does not count.

        :param note: tells the person why, in Markdown; beyond 1,000 characters it is sent as a report as well.
        """
        await self._attempt.end("failed", note or "")

    async def complete(self, summary: str | None = None) -> None:
        """Ends the run as completed, as a handler's return does: for ``async with agent.start_run(…)``.

        :param summary: Markdown; beyond 1,000 characters it is sent as a report as well.
        """
        await self._attempt.end("completed", summary or "")


RunHandler: TypeAlias = Callable[[Run], object]
"""Works on a run. What it returns is the run's summary, in Markdown; what it raises fails the run."""


class RunContext:
    """The run's scratchpad, which the service keeps until the run ends: another attempt finds it as it was left."""

    def __init__(self, attempt: RunAttempt) -> None:
        self._attempt = attempt
        # What is known of the steps; None until what earlier attempts have written was read.
        self._results: dict[str, Any] | None = None
        self._reading = asyncio.Lock()
        self._doing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    # Without the first form, a type checker cannot tell what a step that is awaited results in.
    @overload
    async def once(self, key: str, step: Callable[[], Coroutine[Any, Any, T]]) -> T: ...

    @overload
    async def once(self, key: str, step: Callable[[], Awaitable[T] | T]) -> T: ...

    async def once(self, key: str, step: Callable[[], Any]) -> Any:
        """Does a step once in the run, however many processes work on it one after another.

        Its result is kept in the scratchpad. If the process dies between the step and the writing, the step is
        done again: give what must not happen twice a key of its own, such as an idempotency key.

        :param key: names the step; unique within the run.
        :param step: a function, plain or async. What it results in has to survive JSON. All results of a run
            have 4 MiB at most.
        :returns: the result of the step, or of the one that an earlier attempt has done.
        :raises: what the step raises; nothing is written then.
        :raises AgentError: `too_much` if the result is too large.
        :raises CallError: if the service refuses to keep it, or cannot be reached as long as calls are tried.
        """
        async with self._reading:
            if self._results is None:
                self._results = results_in(await self.blocks())
        async with self._doing[key]:
            if key not in self._results:
                result = await called(step)
                for block in blocks_of(key, result):
                    await self.append(block)
                self._results[key] = result
            return self._results[key]

    async def append(self, text: str) -> None:
        """Appends a note of at most 65,536 characters, which the person can read. It raises as `once`."""
        await self._attempt.write("context", {"text": text})

    async def blocks(self) -> list[ContextBlock]:
        """All blocks of the run, oldest first, also those of `once`. It raises as that."""
        path = f"/api/agent/tasks/runs/{self._attempt.run_id}/context"
        context = await self._attempt.signal.guard(self._attempt.calls.call(ApiCall("GET", path)))
        blocks: list[ContextBlock] = context["blocks"]
        return blocks


def blocks_of(key: str, value: object) -> list[str]:
    whole = _dumped({"once": key, "value": value})
    if len(whole) <= _BLOCK_LENGTH_MAX:
        return [whole]
    text = _dumped(value)
    parts = [text[at : at + _PART_LENGTH] for at in range(0, len(text), _PART_LENGTH)]
    if len(parts) > _PARTS_MAX:
        raise AgentError("too_much", f'The result of the step "{key}" is larger than a run can keep.')
    write = {"once": key, "write": str(uuid.uuid4())}
    return [_dumped({**write, "part": part, "of": len(parts), "json": each}) for part, each in enumerate(parts)]


def results_in(blocks: list[ContextBlock]) -> dict[str, Any]:
    """The first whole result of each key."""
    results: dict[str, Any] = {}
    parts: dict[str, dict[int, str]] = {}
    for block in blocks:
        try:
            written = json.loads(block["text"]) if block["text"].startswith('{"once":') else None
        except ValueError:
            continue
        if written is None or written["once"] in results:
            continue
        if "write" not in written:
            results[written["once"]] = written.get("value")
            continue
        found = parts.setdefault(written["write"], {})
        found[written["part"]] = written["json"]
        if len(found) == written["of"]:
            results[written["once"]] = json.loads("".join(found[part] for part in sorted(found)))
    return results


def _dumped(value: object) -> str:
    return json_bytes(value).decode()
