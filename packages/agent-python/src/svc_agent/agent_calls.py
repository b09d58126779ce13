from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from svc_agent.calls import ApiCall, Calls
from svc_agent.decisions import Question, ask
from svc_agent.generated.contract import Decision, Message, OwnAgent
from svc_agent.outgoing_message import (
    MessageLike,
    OutgoingFile,
    OutgoingMessage,
    QuickReply,
    ReportCard,
    SentMessage,
    TextSource,
    send_message,
    stream_message,
)
from svc_agent.run_book import RunBook, StartedRun
from svc_agent.signal import Signal
from svc_agent.tasks import Tasks


class AgentCalls:
    """The part of an agent that needs no event: messages, questions, runs and tasks of its own."""

    def __init__(self, calls: Calls, runs: RunBook, stopping: Signal) -> None:
        #: The agent's tasks, and the list of their runs.
        self.tasks: Tasks = Tasks(calls)
        self._calls = calls
        self._runs = runs
        self._stopping = stopping

    async def send(self, message: MessageLike, *, conversation_id: str | None = None) -> SentMessage:
        """Sends a message to the person.

        :param message: a text in Markdown, or more than that.
        :param conversation_id: where to, ``conv_…``. Default: a new conversation with the agent's owner.
        :returns: the id of the message, which the service has stored once, however often it had to be sent.
        :raises CallError: if the service refuses it, or cannot be reached as long as calls are tried.
        """
        return await send_message(self._calls, message, conversation_id=conversation_id)

    async def stream(
        self,
        source: TextSource,
        *,
        conversation_id: str | None = None,
        files: Sequence[OutgoingFile] = (),
        quick_replies: Sequence[QuickReply | str] = (),
        report: ReportCard | None = None,
    ) -> SentMessage:
        """Sends a message that the person sees grow, as `IncomingMessage.stream` does. Files, buttons and a report card appear at the end.

        :param source: gives the pieces of the Markdown text.
        :param conversation_id: where to, ``conv_…``. Default: a new conversation with the agent's owner,
            which appears when the text is complete.
        :raises: as `IncomingMessage.stream`.
        """
        rest = OutgoingMessage(files=files, quick_replies=quick_replies, report=report)
        return await stream_message(self._calls, source, rest, conversation_id=conversation_id)

    async def ask(self, *, key: str | None = None, **question: Unpack[Question]) -> Decision:
        """Asks the person, and waits for the answer as long as it takes, also while the service is away.

        In a run use `Run.ask`. If the wait is cancelled, the question stays open.

        :param key: what the agent calls it, at most 150 characters. Asking again with the same key asks
            nothing, and gets the first question with its answer: so a program that is started again goes on
            where it was. Default: it is asked.
        :param question: `Question`, by name.
        :returns: the decision; ``status`` is ``approved``, ``rejected`` or ``dismissed`` (also when its time is over).
        :raises AgentError: `decision_gone` if the person removes the question, `stopped` if the agent is stopped.
        :raises CallError: `call_refused` if the service refuses the question.
        """
        return await self._stopping.guard(ask(self._calls, question, key=key))

    def start_run(self, task_id: str) -> StartedRun:
        """Begins a run of a task, or takes the oldest that waits, and works on it as on one that was offered.

        ``async with agent.start_run(task_id) as run`` works on it in place: what the block raises fails the
        run, and what it hands to ``run.complete`` is the summary. `StartedRun.outcome` says how it ended.

        :param task_id: the task, ``tsk_…``.
        :raises CallError: if the service refuses it, or cannot be reached as long as calls are tried.
        """
        return StartedRun(self._calls, self._runs, task_id)

    async def history(
        self, conversation_id: str, *, limit: int | None = None, before: str | None = None
    ) -> list[Message]:
        """A conversation, newest message first.

        :param conversation_id: the conversation, ``conv_…``.
        :param limit: how many messages at most, 1 to 100. Default 50.
        :param before: the ``created_at`` of a message; older ones are listed. Default: from the newest on.
        :raises CallError: if there is no such conversation, or no service as long as calls are tried.
        """
        path, query = f"/api/agent/conversations/{conversation_id}/messages", {"limit": limit, "cursor": before}
        return await self._calls.call(ApiCall("GET", path, query=query))

    async def me(self) -> OwnAgent:
        """The agent, as the service knows it.

        :raises CallError: if the service refuses the call, or cannot be reached as long as calls are tried.
        """
        return await self._calls.call(ApiCall("GET", "/api/agent/me"))
