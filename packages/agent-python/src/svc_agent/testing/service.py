from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, TypedDict
from urllib.parse import urlsplit

from svc_agent.options import Duration, seconds_of
from svc_agent.errors import AgentError
from svc_agent.generated.contract import Decision, TaskRun
from svc_agent.options import AgentOptions
from svc_agent.testing.program import Program


class Faults:
    """What can go wrong between an agent and the service: all that the agent sends and gets passes here.

    What a test's person does, and webhook deliveries, do not.
    """

    def __init__(self, program: Program, port: int) -> None:
        self._program = program
        #: Where the agent connects, on 127.0.0.1.
        self.port: int = port

    def drop_sockets(self) -> None:
        """Breaks the agent's WebSockets off. It may connect again at once."""
        self._program.call("dropSockets")

    def freeze(self) -> None:
        """From now on nothing arrives on either side: neither bytes nor the end of a connection.

        What was sent meanwhile arrives when it is healed.
        """
        self._program.call("freeze")

    def delay(self, duration: Duration) -> None:
        """From now on everything arrives so much later, in both directions.

        :param duration: at most ten minutes; 0 for no delay.
        :raises ValueError: if it is longer than that.
        """
        seconds = duration if isinstance(duration, (int, float)) else seconds_of(duration, "delay")
        if not 0 <= seconds <= 600:
            raise ValueError(f"A delay is between 0 and 600 seconds; it was {duration!r}.")
        self._program.call("delay", seconds)

    def refuse(self) -> None:
        """Breaks every connection of the agent off, and takes no other."""
        self._program.call("refuse")

    def heal(self) -> None:
        """Ends all of that."""
        self._program.call("heal")


# In real time.
_ADVANCE_SECONDS_MAX = 600.0


class ShownMessage(TypedDict, total=False):
    """A message of the agent, as its person sees it. Fields are named as in the service's contract."""

    #: The message, ``msg_…``.
    id: str
    #: The conversation, ``conv_…``.
    conversation_id: str
    #: What it is: ``text``, ``report``, ``decision`` (the card of a question) or ``run`` (the end of a run).
    kind: str
    #: Markdown.
    text: str
    #: The title of a report card; of the end of a run, the name of its task.
    report_title: str | None
    #: The subtitle of a report card.
    report_description: str | None
    #: The run that it belongs to.
    task_run_id: str | None
    #: The question that it shows.
    decision_id: str | None
    #: When it was stored, as in RFC 3339, by the clock of the service.
    created_at: str
    #: Buttons, each with its ``text``; absent without any.
    quick_replies: list[dict[str, Any]]
    #: Files that were sent under a name, each with its ``name`` and ``url``; absent without any.
    files: list[dict[str, Any]]
    #: Links to its pictures.
    image_urls: list[str]


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

    def __init__(self, program: Program, agent_id: str, secret: str, public_url: str) -> None:
        #: For ``Agent(**svc.agent)``: who the agent is, and where the service is, behind the `faults`.
        self.agent: AgentOptions = {
            "agent_id": agent_id,
            "secret": secret,
            "url": public_url,
            "handle_signals": False,
            "reconnect": (0.02, 0.2),
            "now": lambda: time.time() + program.ahead_ms / 1_000,
        }
        #: The same as environment variables, for an agent that is a process of its own.
        self.env: dict[str, str] = {"AGENT_ID": agent_id, "AGENT_SECRET": secret, "AGENT_SERVICE_URL": public_url}
        #: What goes wrong between the agent and the service.
        self.faults: Faults = Faults(program, urlsplit(public_url).port or 0)
        self._program = program
        self._agent_id = agent_id
        self._arrived: list[ShownMessage] = []
        self._arriving: asyncio.Future[None] | None = None

    async def say(self, text: str, *, conversation_id: str | None = None, anew: bool = False) -> str:
        """The person writes to the agent.

        :param text: Markdown.
        :param conversation_id: where. Default: where the person wrote last, at first a new conversation.
        :param anew: in a new conversation. Default False.
        :returns: the conversation, ``conv_…``.
        """
        place = {} if conversation_id is None and not anew else {"conversationId": None if anew else conversation_id}
        sent = await self._do("say", text, place)
        return str(sent["conversationId"])

    async def next_message(
        self, *, where: Callable[[ShownMessage], bool] = lambda _: True, timeout: Duration = "10s"
    ) -> ShownMessage:
        """The next message of the agent, of whatever conversation: an answer, a report, the end of a run, the card of a question. Each comes once.

        :param where: only one like this; those before it are passed over. Default: whatever comes.
        :param timeout: how long to wait, in real time. Default ``"10s"``.
        :raises AssertionError: if none came in time; the message says which are there.
        """
        seconds = seconds_of(timeout, "timeout")
        try:
            async with asyncio.timeout(seconds):
                while not any(where(message) for message in self._arrived):
                    if self._arriving is None or self._arriving.done():
                        self._arriving = asyncio.ensure_future(self._arrive())
                    await asyncio.shield(self._arriving)
        except TimeoutError:
            there = str(self._arrived)[:1_000]
            raise AssertionError(f"Waited {seconds} s for a message of the agent; there are {there}.") from None
        while not where(message := self._arrived.pop(0)):
            pass
        return message

    async def decisions(self) -> list[Decision]:
        """The agent's open questions, the oldest first."""
        return await self._do("decisions")

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
        return await self._answer("approve", _given(decision=decision, note=note, answer=answer, timeout=timeout))

    async def reject(
        self, decision: str | None = None, *, note: str | None = None, timeout: Duration = "10s"
    ) -> Decision:
        """The person rejects what the agent has asked, or is just about to ask.

        :param decision: as for `approve`.
        :param note: as for `approve`.
        :param timeout: as for `approve`.
        :raises AssertionError: as for `approve`.
        """
        return await self._answer("reject", _given(decision=decision, note=note, timeout=timeout))

    async def trigger(self, task: str, payload: dict[str, Any] | None = None) -> Trigger:
        """Calls the trigger URL of a task; a task with a schedule is run now.

        :param task: its name or id.
        :param payload: what it is called with. Default ``{}``. The same payload within a day is a duplicate.
        :raises RuntimeError: if the agent has no such task, or the service refuses the call.
        """
        called = await self._do("trigger", task, payload or {})
        return Trigger(called["status"], called["runId"])

    async def runs(self, task: str) -> list[TaskRun]:
        """The newest runs of a task, newest first, at most 100.

        :param task: its name or id.
        :raises RuntimeError: if the agent has no such task.
        """
        return await self._do("runs", task)

    async def call(self, path: str, body: object = None, method: str | None = None) -> Any:
        """Calls the client API as the person.

        :param path: such as ``/agents``.
        :param body: sent as JSON. Default: none.
        :param method: default: ``POST`` with a body, else ``GET``.
        :returns: the parsed answer.
        :raises RuntimeError: what the service said, if it refuses the call.
        """
        return await self._do("call", path, _given(body=body, method=method))

    def now(self) -> datetime:
        """What the clock of the service says, also while it is moved."""
        return datetime.fromtimestamp(time.time() + self._program.ahead_ms / 1_000, timezone.utc)

    async def advance(self, duration: Duration) -> None:
        """Moves the clock of the service ahead.

        It stops at each moment on the way at which something is due (an occurrence of a schedule, the end of
        a question, of a lease, of a time-out, a retry), and goes on when that is done: when its event has
        reached the agent, and when the agent has ended the runs that it works on, unless they wait for a
        person. For an agent that does not end a run it waits as long as ``patience`` says, once.

        The agent's own timers are not moved, so leases of runs of a connected agent, or one with a webhook,
        are prolonged on the way.

        :param duration: more than nothing, at most 366 days.
        :raises RuntimeError: if it is longer than that.
        """
        seconds = seconds_of(duration, "The duration by which the clock is moved ahead")
        try:
            await self._do("advance", seconds, seconds_max=_ADVANCE_SECONDS_MAX)
        except AgentError as error:
            raise RuntimeError(str(error)) from error

    async def _arrive(self) -> None:
        """Takes the next message from the program, if one comes soon. Whoever waits finds it, also later."""
        try:
            self._arrived.append(await self._do("nextMessage", {"timeout": 1}))
        except RuntimeError as error:
            if not str(error).startswith("Waited"):
                raise

    async def _answer(self, call: str, answer: dict[str, Any]) -> Decision:
        wait = seconds_of(answer["timeout"], "timeout")
        try:
            return await self._do(call, answer, seconds_max=wait + 60.0)
        except RuntimeError as error:
            if not str(error).startswith("Waited"):
                raise
            raise AssertionError(str(error)) from error

    async def _do(self, call: str, *args: object, seconds_max: float = 60.0) -> Any:
        return await asyncio.to_thread(
            lambda: self._program.call(call, *args, agent=self._agent_id, seconds_max=seconds_max)
        )


def _given(**values: object) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
