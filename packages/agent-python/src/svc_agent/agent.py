from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any, Literal, Unpack

from svc_agent import process_signals
from svc_agent.calls import Calls
from svc_agent.connection import Connection
from svc_agent.decisions import Question, ask
from svc_agent.errors import AgentError
from svc_agent.generated.contract import Decision
from svc_agent.handlers import Registration
from svc_agent.intake import Intake
from svc_agent.incoming_message import IncomingMessage
from svc_agent.options import AgentOptions, AgentSettings
from svc_agent.outgoing_message import MessageLike, SentMessage, send_message
from svc_agent.run_book import RunBook, StartedRun
from svc_agent.signal import Signal
from svc_agent.tasks import Tasks
from svc_agent.waiting import called, in_background, of_handler
from svc_agent.webhook import Webhook


class Agent(Registration):
    """An agent: it gets events over a socket or by a webhook, and calls handlers.

    ::

        agent = Agent()  # AGENT_ID, AGENT_SECRET, AGENT_SERVICE_URL


        @agent.on("user_message")
        async def answer(m: IncomingMessage) -> None:
            await m.reply(f"You said: {m.text}")


        agent.run()

    :param options: `svc_agent.AgentOptions`, by name. Default: what ``AGENT_ID``, ``AGENT_SECRET`` and
        ``AGENT_SERVICE_URL`` say.
    :raises AgentError: `configuration`, if something is missing or wrong.
    """

    def __init__(self, **options: Unpack[AgentOptions]) -> None:
        settings = self._settings = AgentSettings(options)
        calls = self._calls = Calls(settings)
        self._stopping = Signal()
        super().__init__()
        #: The agent's tasks, and the list of their runs.
        self.tasks: Tasks = Tasks(calls)
        self._runs = RunBook(
            calls, settings, stopping=self._stopping, disconnected=self._disconnected, on_error=self._report
        )
        self._connection = Connection(
            settings,
            on_connected=lambda agent_name: self._notify("connected", agent_name),
            on_disconnected=lambda reason: self._notify("disconnected", reason),
            on_frame=self._on_frame,
        )
        self._intake = Intake(settings, self._connection, work=self._work, on_error=self._report)
        #: Receives the agent's webhook, for web frameworks.
        self.webhook: Webhook = Webhook(
            settings,
            take=self._take,
            is_ready=lambda: self._stopped is None and not self._intake.is_full,
        )
        self._running: asyncio.Task[None] | None = None
        self._stopped: asyncio.Task[None] | None = None

    def run(self) -> None:
        """Starts the agent, and returns when it has stopped. For programs without an event loop of their own.

        :raises AgentError: as `start` does, and as `closed` does.
        """

        async def main() -> None:
            async with self:
                await self.closed()

        asyncio.run(main())

    async def start(self) -> None:
        """Connects, and stays connected until `stop`. Returns when the service has let the agent in.

        :raises AgentError: `not_authenticated`, `invalid_secret`, `agent_not_found`, `credentials_revoked` or
            `scope_missing`, if it does not. If that happens later, `closed` raises it, and the handlers of
            ``error`` or the log get it.
        """
        if self._running is not None or self._stopped is not None:
            raise AgentError("configuration", "An agent is started once. Make a new one.")
        if self._settings.handle_signals:
            process_signals.stop_at_signals(self.stop)
        running = self._running = asyncio.ensure_future(self._keep_connected())
        first = asyncio.ensure_future(self._connection.has_been_open.wait())
        try:
            await asyncio.wait({first, running}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            running.cancel()
            raise
        finally:
            first.cancel()
        if running.done():
            running.result()

    async def closed(self) -> None:
        """Returns when the agent was stopped.

        :raises AgentError: when the service lets it in no more. The message says what to do.
        """
        for ending in (self._running, self._stopped):
            if ending is not None:
                await asyncio.shield(ending)
        await process_signals.process_ended()

    async def stop(self) -> None:
        """Disconnects, and waits for handlers and runs as long as ``drain`` says; the ``signal`` of runs aborts.

        Runs that are not done stay open: the service offers them to the next process. Idempotent.
        """
        if self._stopped is None:
            self._stopped = asyncio.ensure_future(self._stop())
        await asyncio.shield(self._stopped)

    async def send(self, message: MessageLike, *, conversation_id: str | None = None) -> SentMessage:
        """Sends a message to the person. It is stored once, however often it had to be sent.

        :param conversation_id: where to, ``conv_…``. Default: a new conversation with the agent's owner.
        :raises CallError: if the service refuses it, or cannot be reached as long as calls are tried.
        """
        return await send_message(self._calls, message, conversation_id=conversation_id)

    async def ask(self, *, key: str | None = None, **question: Unpack[Question]) -> Decision:
        """Asks the person, and waits for the answer as long as it takes. In a run use `Run.ask`.

        :param key: asking again with the same key, at most 150 characters, gets the first question.
        :param question: `Question`, by name.
        :returns: the decision; ``status`` is ``approved``, ``rejected`` or ``dismissed`` (also when its time is over).
        :raises AgentError: `decision_gone` if the person removes the question, `stopped` if the agent stops.
        :raises CallError: `call_refused` if the service refuses the question.
        """
        return await self._stopping.guard(ask(self._calls, question, key=key))

    def start_run(self, task_id: str) -> StartedRun:
        """Begins a run of a task, or takes the oldest that waits, and works on it as on one that was offered.

        ``async with agent.start_run(task_id) as run`` works on it in place: what the block raises fails the
        run, and what it hands to ``run.complete`` is the summary.

        :raises CallError: if the service refuses it, or cannot be reached as long as calls are tried.
        """
        return StartedRun(self._calls, self._runs, task_id)

    async def __aenter__(self) -> Agent:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def _keep_connected(self) -> None:
        try:
            # `stop` cancels it where no socket is open.
            with contextlib.suppress(asyncio.CancelledError):
                await self._connection.run()
        except Exception as error:
            in_background(self.stop())
            if self._connection.has_been_open.is_set():
                self._report(error, "the connection")
            raise

    async def _stop(self) -> None:
        self._stopping.abort(AgentError("stopped", "The agent is stopping."))
        # The service then sends what comes meanwhile to the next process.
        if self._running is not None and not self._connection.stop():
            self._running.cancel()
        try:
            await asyncio.wait_for(self._idle(), self._settings.drain_seconds)
        except TimeoutError:
            self._settings.log.warning("Handlers were still at work when the agent stopped.")
            if self._running is not None:
                self._running.cancel()
        await self._runs.end()
        await self._calls.close()
        process_signals.forget(self.stop)

    async def _idle(self) -> None:
        await self._disconnected()
        await self._intake.idle()
        await self._runs.idle()

    async def _disconnected(self) -> None:
        if self._running is not None:
            await asyncio.wait({self._running})

    def _on_frame(self, frame: dict[str, Any]) -> None:
        # No frame of an agent needs an answer, so everything else is an event.
        if frame["type"] == "error":
            self._settings.log.warning(f"The service refused a frame: {frame.get('detail')}")
        else:
            self._take(frame)

    def _take(self, event: dict[str, Any]) -> None:
        if event["type"] == "run_cancelled":
            self._runs.cancelled(str(event.get("run_id")))
        self._intake.take(event)

    def _work(self, event: Any) -> Awaitable[object]:
        kind = event["type"]
        if kind in ("task_due", "task_trigger"):
            handler = self._task_handlers.get(event["task_name"], self._any_task_handler)
            return self._runs.offered(event, lambda run: self._handle(event, [handler], run))
        is_message = kind == "user_message"
        argument = IncomingMessage(event, self._calls, self._connection.send) if is_message else event
        return self._handle(event, self._handlers[kind], argument)

    def _notify(self, name: Literal["connected", "disconnected", "error"], *arguments: object) -> None:
        async def tell() -> None:
            for handler in self._handlers[name]:
                try:
                    await of_handler(called(handler, *arguments))
                except Exception as error:
                    # A handler of errors that fails has nobody to tell.
                    if name != "error":
                        self._report(error, name)

        in_background(tell())

    def _report(self, error: Exception, about: str) -> None:
        if not self._handlers["error"]:
            self._settings.log.error(f"{about}: {type(error).__name__}: {error}")
        self._notify("error", error, about)
