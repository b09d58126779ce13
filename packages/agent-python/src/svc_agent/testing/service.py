from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from svc_agent.generated.contract import ConversationMessage, Decision, TaskRun
from svc_agent.options import AgentOptions, Duration, seconds_of
from svc_agent.testing.program import Program

# In real time.
_ADVANCE_SECONDS_MAX = 600.0


class Faults:
    """What can go wrong with all that the agent sends and gets, webhook deliveries apart."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def drop_sockets(self) -> None:
        """Breaks the agent's WebSockets off. It may connect again at once."""
        self._program.call("dropSockets")

    def refuse(self) -> None:
        """Breaks every connection of the agent off, and takes no other."""
        self._program.call("refuse")

    def heal(self) -> None:
        """Takes connections again."""
        self._program.call("heal")


@dataclass(frozen=True)
class Trigger:
    """What became of a call of a task's trigger URL, or of "run now"."""

    #: ``triggered``, ``duplicate`` (the same payload within a day) or ``queued`` (the agent is offline).
    status: str
    #: The run, ``run_…``; None if it is queued.
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
            "now": lambda: self.now().timestamp(),
        }
        #: What goes wrong between the agent and the service.
        self.faults: Faults = Faults(program)
        self._program = program
        self._agent_id = agent_id
        self._arrived: list[ConversationMessage] = []
        self._arriving: asyncio.Future[None] | None = None

    async def say(self, text: str, *, conversation_id: str | None = None) -> str:
        """The person writes to the agent.

        :param conversation_id: where. Default: where the person wrote last, at first a new conversation.
        :returns: the conversation, ``conv_…``.
        """
        place = {} if conversation_id is None else {"conversationId": conversation_id}
        return str((await self._do("say", text, place))["conversationId"])

    async def next_message(
        self, *, where: Callable[[ConversationMessage], bool] = lambda _: True, timeout: Duration = "10s"
    ) -> ConversationMessage:
        """The next message of the agent, in whatever conversation: an answer, a report, the end of a run, a question.

        :param where: only one like this; those before it are passed over.
        :param timeout: how long to wait, in real time. Default ``"10s"``.
        :raises RuntimeError: if none came in time; the message says which are there.
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
            raise RuntimeError(f"Waited {seconds} s for a message of the agent; there are {there}.") from None
        while not where(message := self._arrived.pop(0)):
            pass
        return message

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
        :param answer: what the person fills in, if the question has a form.
        :raises RuntimeError: if there is no such question in time.
        """
        given = {"decision": decision, "note": note, "answer": answer, "timeout": timeout}
        return await self._answer("approve", given)

    async def reject(
        self, decision: str | None = None, *, note: str | None = None, timeout: Duration = "10s"
    ) -> Decision:
        """The person rejects it; it raises as `approve`."""
        return await self._answer("reject", {"decision": decision, "note": note, "timeout": timeout})

    async def trigger(self, task: str, payload: dict[str, Any] | None = None) -> Trigger:
        """Calls the trigger URL of a task; a task with a schedule is run now.

        :param task: its name or id.
        :raises RuntimeError: if the agent has no such task, or the service refuses the call.
        """
        called = await self._do("trigger", task, payload or {})
        return Trigger(called["status"], called["runId"])

    async def runs(self, task: str) -> list[TaskRun]:
        """The newest runs of a task (its name or id), newest first, at most 100. It raises as `trigger`."""
        return await self._do("runs", task)

    def now(self) -> datetime:
        """What the clock of the service says, also while it is moved."""
        return datetime.fromtimestamp(time.time() + self._program.ahead_ms / 1_000, timezone.utc)

    async def advance(self, duration: Duration) -> None:
        """Moves the clock of the service ahead.

        It stops wherever something is due (an occurrence of a schedule, the end of a question or a lease, a
        retry), until that has reached the agent, and the agent has ended the runs that it works on, unless they
        wait for a person. The agent's own timers are not moved, so leases of runs of an agent that can be
        reached are prolonged on the way.

        :param duration: at most 366 days.
        """
        await self._do("advance", duration, seconds_max=_ADVANCE_SECONDS_MAX)

    async def _arrive(self) -> None:
        """Takes the next message from the program, if one comes soon. Whoever waits finds it, also later."""
        try:
            self._arrived.append(await self._do("nextMessage", {"timeout": 1}))
        except RuntimeError as error:
            if not str(error).startswith("Waited"):
                raise

    async def _answer(self, call: str, answer: dict[str, Any]) -> Decision:
        given = {name: value for name, value in answer.items() if value is not None}
        return await self._do(call, given, seconds_max=seconds_of(answer["timeout"], "timeout") + 60.0)

    async def _do(self, call: str, *args: object, seconds_max: float = 60.0) -> Any:
        return await asyncio.to_thread(
            lambda: self._program.call(call, *args, agent=self._agent_id, seconds_max=seconds_max)
        )
