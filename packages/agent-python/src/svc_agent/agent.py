from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Literal, Unpack

from svc_agent.agent_calls import AgentCalls
from svc_agent.contract import ServiceFrame
from svc_agent.errors import AgentError
from svc_agent.events.intake import Intake, IntakeParts
from svc_agent.events.registration import Registration
from svc_agent.http.calls import Calls
from svc_agent.messages.incoming_message import MessageParts
from svc_agent.options import AgentOptions, read_settings
from svc_agent.process_signals import SignalGuard, signal_guard
from svc_agent.runs.run_book import RunBook
from svc_agent.signal import Signal
from svc_agent.socket.connection import Connection
from svc_agent.waiting import called
from svc_agent.webhook.webhook import Webhook


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
        settings = self._settings = read_settings(options)
        calls = Calls(settings)
        self._connection = Connection(
            settings,
            on_connected=lambda agent_name: self._tell("connected", agent_name),
            on_disconnected=lambda reason: self._tell("disconnected", reason),
            on_frame=self._on_frame,
        )
        Registration.__init__(self)
        AgentCalls.__init__(
            self, calls, runs=RunBook(calls, settings, self._report), stopping=Signal()
        )
        self._intake = Intake(
            IntakeParts(
                settings=settings,
                handlers=self._handlers,
                middlewares=self._middlewares,
                runs=self._runs,
                message=MessageParts(calls=calls, send_frame=self._connection.send),
                on_error=self._report,
                on_full=self._on_full,
                on_capacity=self._connection.resume,
            )
        )
        #: Receives the agent's webhook, for web frameworks.
        self.webhook: Webhook = Webhook(
            settings,
            take=lambda event: self._intake.take(event, "webhook"),
            is_ready=lambda: self._state != "stopped" and not self._intake.is_full,
        )
        self._state: Literal["new", "started", "stopped"] = "new"
        # Whether somebody will hear that the connection has ended for good.
        self._is_heard = False
        self._running: asyncio.Task[None] | None = None
        self._stopped: asyncio.Task[None] | None = None
        self._signals: SignalGuard | None = None
        self._background: set[asyncio.Task[None]] = set()

    def run(self) -> None:
        """Starts the agent, and returns when it has stopped. For programs that have no event loop of their own.

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
            `scope_missing`, if the service does not let it in. If that happens later, `closed` raises it, and the handlers
            of ``error`` get it; if nobody listens to either, the log tells.
        """
        if self._state != "new":
            raise AgentError("configuration", "An agent is started once. Make a new one.")
        self._state = "started"
        if self._settings.handle_signals:
            self._signals = signal_guard()
            self._signals.add(self.stop)
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.on("connected")(lambda _: None if first.done() else first.set_result(None))
        self._running = asyncio.ensure_future(self._keep_connected(first))
        try:
            await asyncio.wait({first, self._running}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._connection.stop()
            raise
        if not first.done():
            self._running.result()

    async def closed(self) -> None:
        """Returns when the agent was stopped.

        :raises AgentError: when the service lets it in no more. The message says what to do.
        """
        self._is_heard = True
        if self._running is not None:
            await asyncio.shield(self._running)
        if self._stopped is not None:
            await asyncio.shield(self._stopped)
        if self._signals is not None:
            await self._signals.ended()

    async def stop(self) -> None:
        """Disconnects, tells the runs to leave (their ``signal`` aborts) and waits for handlers, for as long as ``drain`` says.

        Runs that are not done stay open: the service offers them to the next process. It may be called more than once, and
        before `start`.
        """
        if self._stopped is None:
            self._stopped = asyncio.ensure_future(self._stop())
        await asyncio.shield(self._stopped)

    async def __aenter__(self) -> Agent:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _keep_connected(self, first: asyncio.Future[None]) -> None:
        try:
            await self._connection.run()
        except Exception as error:
            stopping = asyncio.ensure_future(self.stop())
            self._background.add(stopping)
            stopping.add_done_callback(self._background.discard)
            if first.done() and not self._is_heard:
                self._report(error, "the connection")
            raise

    async def _stop(self) -> None:
        self._state = "stopped"
        reason = AgentError("stopped", "The agent is stopping.")
        # The service then sends what comes meanwhile to the next process.
        self._connection.stop()
        self._stopping.abort(reason)
        self._runs.leave(reason, self._disconnected)
        idle = {asyncio.ensure_future(self._intake.idle()), asyncio.ensure_future(self._runs.idle())}
        _, late = await asyncio.wait(idle, timeout=self._settings.drain_seconds)
        if late:
            self._settings.log.warning("Handlers were still at work when the agent stopped.")
            for waiting in late:
                waiting.cancel()
        await self._runs.end()
        await self._calls.close()
        if self._signals is not None:
            self._signals.forget(self.stop)

    async def _disconnected(self) -> None:
        if self._running is not None:
            await asyncio.wait({self._running})

    def _on_frame(self, frame: ServiceFrame) -> None:
        # No frame of an agent needs an answer, so everything else is an event.
        if frame["type"] == "error":
            self._settings.log.warning(f"The service refused a frame: {frame.get('detail')}")
        else:
            self._intake.take(frame, "socket")

    def _on_full(self) -> None:
        self._settings.log.warning(
            f"{self._settings.backlog} events wait in this process: it disconnects until half of them are done."
        )
        self._connection.rest()

    def _tell(self, name: Literal["connected", "disconnected"], text: str) -> None:
        for handler in self._handlers.of(name):
            self._call_in_background(handler, (text,), lambda error: self._report(error, name))

    def _report(self, error: Exception, about: str) -> None:
        handlers = self._handlers.of("error")
        if not handlers:
            self._settings.log.error(f"{about}: {type(error).__name__}: {error}")
        for handler in handlers:
            # A handler of errors that fails has nobody to tell.
            self._call_in_background(handler, (error, about), lambda _: None)

    def _call_in_background(
        self, handler: Callable[..., object], arguments: tuple[object, ...], on_error: Callable[[Exception], None]
    ) -> None:
        async def call() -> None:
            try:
                await called(handler, *arguments)
            except Exception as error:
                on_error(error)

        task = asyncio.ensure_future(call())
        self._background.add(task)
        task.add_done_callback(self._background.discard)
