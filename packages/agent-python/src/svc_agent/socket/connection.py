from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from svc_agent.contract import ServiceFrame
from svc_agent.errors import AgentError, AgentErrorCode
from svc_agent.options import AgentSettings
from svc_agent.signal import Signal
from svc_agent.socket.session import Session, SessionEnd
from svc_agent.waiting import backoff_seconds, sleep

# An older socket than ten others of the agent was closed (docs/errors.md, "Sockets").
TOO_MANY_SOCKETS = 1008
_NOT_AUTHENTICATED = 4001

# The service refuses every connection until the owner changes something (docs/errors.md, "Sockets").
_FINAL: dict[int, tuple[AgentErrorCode, str]] = {
    _NOT_AUTHENTICATED: (
        "not_authenticated",
        "The service did not understand the first frame. Is AGENT_SERVICE_URL the address of the service, and is the "
        "secret shorter than 200 characters?",
    ),
    4003: (
        "invalid_secret",
        "The secret is wrong. Set AGENT_SECRET to what was shown when the agent was made, or rotate the secret in the "
        "console and use the new one.",
    ),
    4004: (
        "agent_not_found",
        "There is no agent with this id. Look at AGENT_ID, and whether AGENT_SERVICE_URL is the right installation.",
    ),
    4010: (
        "credentials_revoked",
        "The secret was rotated, the key has expired or was revoked, or the agent was deleted. Set AGENT_SECRET to the "
        "new secret, and start again.",
    ),
    4011: (
        "scope_missing",
        'The key does not open sockets. Use the agent’s secret, or a key with the scope "events".',
    ),
}

# The service says so too if no auth frame has come within 10 s: then the network is slow.
_AUTH_SECONDS_MAX = 9.0


def final_error_of(code: int, open_seconds: float) -> AgentError | None:
    """Why no other try makes sense, or None if one does."""
    final = _FINAL.get(code)
    if final is None or (code == _NOT_AUTHENTICATED and open_seconds >= _AUTH_SECONDS_MAX):
        return None
    error_code, advice = final
    return AgentError(error_code, f"The service closed the connection with {code}. {advice}")


def is_about_secret(error: AgentError) -> bool:
    return error.code in ("invalid_secret", "credentials_revoked")


# A connection that held for so long has not failed.
_STEADY_SECONDS = 5.0
# With ten newer sockets open, to come back at once would close one, which would come back at once.
_CROWDED_SECONDS = 30.0


class Connection:
    def __init__(
        self,
        settings: AgentSettings,
        *,
        on_connected: Callable[[str], None],
        on_disconnected: Callable[[str], None],
        on_frame: Callable[[ServiceFrame], None],
    ) -> None:
        self._settings = settings
        self._on_connected = on_connected
        self._on_disconnected = on_disconnected
        self._on_frame = on_frame
        self._stopping = Signal()
        self._session: Session | None = None
        # Of a rest; None while there is none.
        self._rest_over: Signal | None = None
        self._failures = 0

    async def run(self) -> None:
        """Returns when told to stop. :raises AgentError: once the service lets this agent in no more."""
        while not self._stopping.aborted:
            if self._rest_over is not None:
                await self._rest_over.wait()
                continue
            secret = await self._settings.secret()
            end = await self._connect_once(secret)
            if self._stopping.aborted:
                return
            final = final_error_of(end.code, end.open_seconds)
            if final is not None and not (is_about_secret(final) and await self._has_other_secret(secret)):
                raise final
            await self._wait_after(end)

    def rest(self) -> None:
        """Disconnects for a while: the service keeps what comes meanwhile."""
        if self._rest_over is not None or self._stopping.aborted:
            return
        self._rest_over = Signal()
        if self._session is not None:
            self._session.close()

    def resume(self) -> None:
        rest, self._rest_over = self._rest_over, None
        if rest is not None:
            rest.abort(InterruptedError())

    async def send(self, frame: dict[str, Any]) -> bool:
        """Whether it was handed to an open socket, which does not say that it arrived."""
        return self._session is not None and await self._session.send(frame)

    def stop(self) -> None:
        self._stopping.abort(InterruptedError())
        if self._session is not None:
            self._session.close()
        self.resume()

    async def _connect_once(self, secret: str) -> SessionEnd:
        address = f"ws{self._settings.url.removeprefix('http')}ws/agent/{self._settings.agent_id}"
        self._session = Session(
            address,
            auth={
                "type": "auth",
                "agent_id": self._settings.agent_id,
                "secret": secret,
                # Without it triggers and due tasks that wait would stay with their polls.
                "resume": True,
            },
            silence_seconds=self._settings.silence_seconds,
            on_open=lambda frame: self._on_connected(frame["agent_name"]),
            on_frame=self._on_frame,
        )
        end = await self._session.live()
        if end.authenticated_seconds > 0:
            self._on_disconnected(f"{end.code}{f': {end.reason}' if end.reason else ''}")
        return end

    async def _wait_after(self, end: SessionEnd) -> None:
        if self._rest_over is not None:
            return
        self._failures = 1 if end.authenticated_seconds >= _STEADY_SECONDS else self._failures + 1
        jittered = backoff_seconds(self._failures, self._settings.reconnect, random.random())
        is_crowded = end.code == TOO_MANY_SOCKETS
        wait = max(_CROWDED_SECONDS if is_crowded else end.retry_after_seconds, jittered)
        log = self._settings.log
        # The service closes sockets with 1012 while it drains, and one loss is no news.
        say = log.warning if self._failures > 1 or is_crowded else log.info
        why = end.reason or f"closed with {end.code}"
        host = urlsplit(self._settings.url).netloc
        say(f"There is no connection to {host} ({why}); trying again in {wait:.1f} s.")
        if is_crowded:
            log.warning("More than ten processes are connected as this agent. Give each program an agent of its own.")
        await sleep(wait, self._stopping)

    async def _has_other_secret(self, refused: str) -> bool:
        return not self._settings.is_secret_fixed and await self._settings.secret() != refused
