from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any, Literal, Unpack

from svc_agent import process_signals
from svc_agent.agent_calls import AgentCalls
from svc_agent.calls import Calls
from svc_agent.connection import Connection
from svc_agent.errors import AgentError
from svc_agent.handlers import EventContext, Registration
from svc_agent.intake import Intake
from svc_agent.incoming_message import IncomingMessage
from svc_agent.options import AgentOptions, AgentSettings
from svc_agent.run_book import RunBook
from svc_agent.signal import Signal
from svc_agent.waiting import called, in_background, of_handler
from svc_agent.webhook import Webhook


class Agent(Registration, AgentCalls):
    """An agent: it gets events over a socket or by a webhook, and calls handlers. Make one, say what it does, and run it.

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
        calls, stopping = Calls(settings), Signal()
        Registration.__init__(self)
        runs = RunBook(calls, settings, stopping=stopping, disconnected=self._disconnected, on_error=self._report)
        AgentCalls.__init__(self, calls, runs, stopping)
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
            take=lambda event: self._take(event, "webhook"),
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
        """Connects, and stays connected until `stop`.

        Returns when the service has let the agent in for the first time; it waits for a service that is not there yet.

        :raises AgentError: `not_authenticated`, `invalid_secret`, `agent_not_found`, `credentials_revoked` or
            `scope_missing`, if the service does not let it in. If that happens later, `closed` raises it, and
            the handlers of ``error`` get it; without such a handler the log tells.
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
        """Disconnects, tells the runs to leave (their ``signal`` aborts) and waits for handlers, for as long as ``drain`` says.

        Runs that are not done stay open: the service offers them to the next process. It may be called more
        than once, and before `start`.
        """
        if self._stopped is None:
            self._stopped = asyncio.ensure_future(self._stop())
        await asyncio.shield(self._stopped)

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
            self._take(frame, "socket")

    def _take(self, event: dict[str, Any], channel: Literal["socket", "webhook"]) -> None:
        if event["type"] == "run_cancelled":
            self._runs.cancelled(str(event.get("run_id")))
        self._intake.take(event, channel)

    def _work(self, context: EventContext) -> Awaitable[object]:
        event: Any = context.event
        if context.type in ("task_due", "task_trigger"):
            handler = self._task_handlers.get(event["task_name"], self._any_task_handler)
            return self._runs.offered(event, lambda run: self._handle(context, [handler], run))
        is_message = context.type == "user_message"
        argument = IncomingMessage(event, self, self._connection.send) if is_message else event
        return self._handle(context, self._handlers[context.type], argument)

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
