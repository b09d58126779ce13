"""The real service, with a person who uses the agent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, TypeVar

from svc_agent.generated.contract import Decision, TaskRun
from svc_agent.duration import Duration, seconds_of
from svc_agent.options import AgentOptions
from svc_agent.testing.faults import Faults
from svc_agent.testing.inbox import Inbox, ShownMessage
from svc_agent.testing.person import TestPerson
from svc_agent.testing.service_process import ServiceProcess

T = TypeVar("T")

# In real time.
_ADVANCE_SECONDS_MAX = 600.0
_LISTED_MAX = 100


@dataclass(frozen=True)
class Trigger:
    """What became of a call of a task's trigger URL, or of "run now"."""

    #: What the service said: ``triggered``, ``duplicate`` (the same payload within a day) or ``queued`` (the agent is offline).
    status: str
    #: The run, ``run_…``, of a duplicate the earlier one; None if it is queued.
    run_id: str | None


class TestService:
    """The real service, with a person who uses the agent, a clock that can be moved, and faults."""

    __test__ = False

    def __init__(
        self,
        process: ServiceProcess,
        faults: Faults,
        person: TestPerson,
        *,
        agent_id: str,
        secret: str,
        public_url: str,
        ahead_seconds: Callable[[], float],
    ) -> None:
        #: For ``Agent(**svc.agent)``: who the agent is and where the service answers it, through the `faults`.
        self.agent: AgentOptions = {
            "agent_id": agent_id,
            "secret": secret,
            "url": public_url,
            "handle_signals": False,
            "reconnect": (0.02, 0.2),
            "now": lambda: time.time() + ahead_seconds(),
        }
        #: The same as environment variables, for an agent that is a process of its own.
        self.env: dict[str, str] = {"AGENT_ID": agent_id, "AGENT_SECRET": secret, "AGENT_SERVICE_URL": public_url}
        #: What goes wrong between the agent and the service.
        self.faults: Faults = faults
        self._process = process
        self._person = person
        self._agent_id = agent_id
        self._ahead_seconds = ahead_seconds
        self._inbox = Inbox(person, agent_id)
        self._conversation_id: str | None = None

    async def say(self, text: str, *, conversation_id: str | None = None, anew: bool = False) -> str:
        """The person writes to the agent.

        :param text: Markdown.
        :param conversation_id: where. Default: where the person wrote last, at first a new conversation.
        :param anew: in a new conversation. Default False.
        :returns: the conversation, ``conv_…``.
        """
        place = None if anew else conversation_id or self._conversation_id
        body = {"text": text, **({} if place is None else {"conversation_id": place})}
        sent = await self.call(f"/agents/{self._agent_id}/messages", body)
        self._conversation_id = str(sent["conversation_id"])
        return self._conversation_id

    async def next_message(
        self, *, where: Callable[[ShownMessage], bool] = lambda _: True, timeout: Duration = "10s"
    ) -> ShownMessage:
        """The next message of the agent, of whatever conversation: an answer, a report, the end of a run, the card of a question. Each comes once.

        :param where: only one like this; those before it are passed over. Default: whatever comes.
        :param timeout: how long to wait, in real time. Default ``"10s"``.
        :raises AssertionError: if none came in time; the message says which are there.
        """
        return await _waited(
            lambda: self._inbox.take(where),
            lambda: f"a message of the agent; there are {str(self._inbox.waiting)[:1_000]}",
            timeout,
        )

    async def decisions(self) -> list[Decision]:
        """The agent's open questions, the oldest first."""
        path = f"/decisions?agent_id={self._agent_id}&status=pending&limit={_LISTED_MAX}"
        newest_first: list[Decision] = await self.call(path)
        return newest_first[::-1]

    async def approve(
        self,
        decision: str | None = None,
        *,
        note: str | None = None,
        answer: dict[str, Any] | None = None,
        timeout: Duration = "10s",
    ) -> Decision:
        """The person approves of what the agent has asked, or is just about to ask.

        :param decision: the question's title or id. Default: the oldest open one.
        :param note: what the person notes. Default: nothing.
        :param answer: what the person fills in, if the question has a form.
        :param timeout: how long to wait for the question, in real time. Default ``"10s"``.
        :raises AssertionError: if there is no such question in time.
        """
        return await self._answer("approved", decision, {"note": note, "answer": answer}, timeout)

    async def reject(
        self, decision: str | None = None, *, note: str | None = None, timeout: Duration = "10s"
    ) -> Decision:
        """The person rejects what the agent has asked, or is just about to ask.

        :param decision: as for `approve`.
        :param note: as for `approve`.
        :param timeout: as for `approve`.
        :raises AssertionError: as for `approve`.
        """
        return await self._answer("rejected", decision, {"note": note}, timeout)

    async def trigger(self, task: str, payload: dict[str, Any] | None = None) -> Trigger:
        """Calls the trigger URL of a task; a task with a schedule is run now.

        :param task: its name or id.
        :param payload: what it is called with. Default ``{}``. The same payload within a day is a duplicate.
        :raises RuntimeError: if the agent has no such task, or the service refuses the call.
        """
        found = await self._task_of(task)
        if not isinstance(found.get("trigger_id"), str):
            begun = await self.call(f"/tasks/{found['id']}/run", method="POST")
            return Trigger("triggered", begun["run_id"])
        called = await asyncio.to_thread(self._person.trigger, found["trigger_id"], payload or {})
        return Trigger(called["status"], called.get("run_id"))

    async def runs(self, task: str) -> list[TaskRun]:
        """The newest runs of a task, newest first, at most 100.

        :param task: its name or id.
        :raises RuntimeError: if the agent has no such task.
        """
        found = await self._task_of(task)
        runs: list[TaskRun] = await self.call(f"/tasks/{found['id']}/runs?limit={_LISTED_MAX}")
        return runs

    async def call(self, path: str, body: object = None, method: str | None = None) -> Any:
        """Calls the client API as the person.

        :param path: such as ``/agents``.
        :param body: sent as JSON. Default: none.
        :param method: default: ``POST`` with a body, else ``GET``.
        :returns: the parsed answer.
        :raises RuntimeError: what the service said, if it refuses the call.
        """
        return await self._person.call(path, body, method)

    def now(self) -> datetime:
        """What the clock of the service says, also while it is moved."""
        return datetime.fromtimestamp(time.time() + self._ahead_seconds(), timezone.utc)

    async def advance(self, duration: Duration) -> None:
        """Moves the clock of the service ahead.

        It stops at each moment on the way at which something is due (an occurrence of a schedule, the end of a question, of
        a lease, of a time-out, a retry), and goes on when that is done: when its event has reached the agent, and when the
        agent has ended the runs that it works on, unless they wait for a person. For an agent that does not end a run it
        waits as long as ``patience`` says, once.

        The agent's own timers are not moved, so leases of runs of a connected agent, or one with a webhook, are prolonged on
        the way.

        :param duration: more than nothing, at most 366 days.
        :raises RuntimeError: if it is longer than that.
        """
        milliseconds = seconds_of(duration, "The duration by which the clock is moved ahead") * 1_000
        await asyncio.to_thread(self._process.order, "advance", _ADVANCE_SECONDS_MAX, duration_ms=milliseconds)

    async def _answer(
        self, status: str, decision: str | None, said: dict[str, Any], timeout: Duration
    ) -> Decision:
        async def look() -> Decision | None:
            for each in await self.decisions():
                if decision in (None, each["decision_id"], each["title"]):
                    return each
            return None

        found = await _waited(look, lambda: f"an open question {decision or ''} of the agent", timeout)
        body = {"status": status, **{name: value for name, value in said.items() if value is not None}}
        answered: Decision = await self.call(f"/decisions/{found['decision_id']}/resolve", body)
        return answered

    async def _task_of(self, task: str) -> dict[str, Any]:
        tasks: list[dict[str, Any]] = await self.call(f"/agents/{self._agent_id}/tasks")
        for each in tasks:
            if task in (each["id"], each["name"]):
                return each
        names = ", ".join(each["name"] for each in tasks) or "none"
        raise RuntimeError(f'The agent has no task "{task}". It has: {names}.')


async def _waited(look: Callable[[], Awaitable[T | None]], what: Callable[[], str], timeout: Duration) -> T:
    """Looks again and again until there is something."""
    seconds = seconds_of(timeout, "timeout")
    end = time.monotonic() + seconds
    pause = 0.01
    while (found := await look()) is None:
        if time.monotonic() > end:
            raise AssertionError(f"Waited {seconds} s for {what()}.")
        await asyncio.sleep(pause)
        pause = min(pause + 0.01, 0.1)
    return found
