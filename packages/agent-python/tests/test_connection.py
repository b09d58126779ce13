import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import websockets
from waiting import runs, user_message

from svc_agent import Agent
from svc_agent import connection as connection_module

TEXTS = [f"message {number}" for number in range(8)]


@asynccontextmanager
async def agent_of(serve: Callable[[Any], Awaitable[None]], **options: Any) -> AsyncIterator[tuple[Agent, list[str]]]:
    """An agent that keeps the texts it gets, of a service that does so with each socket it has let in."""

    async def let_in(socket: Any) -> None:
        await socket.recv()
        await socket.send(json.dumps({"type": "auth_ok", "agent_name": "Ada"}))
        await serve(socket)

    bring: Any = getattr(websockets, "serve")  # noqa: B009
    async with bring(let_in, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        agent = Agent(agent_id="agt_1", secret="svc_1", url=url, handle_signals=False, **options)
        texts: list[str] = []
        agent.on("user_message")(lambda m: texts.append(m.text))
        yield agent, texts
        await agent.stop()


async def send_all(socket: Any) -> None:
    for text in TEXTS:
        await socket.send(json.dumps(user_message(text, message_id=text)))


@runs
async def test_what_came_before_a_receipt_is_handled_when_the_backlog_is_full() -> None:
    received = asyncio.Event()

    async def serve(socket: Any) -> None:
        await send_all(socket)
        await (await socket.ping())
        received.set()
        await socket.wait_closed()

    async with agent_of(serve, backlog=1) as (agent, texts):
        await agent.start()
        await received.wait()
        await agent.stop()
        assert texts == TEXTS


@runs
async def test_what_comes_while_the_agent_stops_is_handled() -> None:
    started, stopping = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def serve(socket: Any) -> None:
        await started.wait()
        await send_all(socket)
        await socket.ping()
        stopping.set_result(asyncio.ensure_future(agent.stop()))
        await socket.wait_closed()

    async with agent_of(serve) as (agent, texts):
        await agent.start()
        started.set()
        await (await stopping)
        assert texts == TEXTS


class StuckSocket:
    """Nothing of the agent arrives, and the service says in the end that it has waited for too long."""

    close_code = 4001
    close_reason = "No auth"

    async def __aenter__(self) -> "StuckSocket":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def send(self, data: str) -> None:
        await asyncio.Event().wait()


@runs
async def test_a_network_that_is_too_slow_for_the_first_frame_does_not_end_the_agent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connects: list[str] = []
    again = asyncio.Event()

    def connect(url: str, **_: Any) -> StuckSocket:
        connects.append(url)
        if len(connects) == 2:
            again.set()
        return StuckSocket()

    monkeypatch.setattr(websockets, "connect", connect)
    monkeypatch.setattr(connection_module, "_AUTHENTICATION_SECONDS_MAX", 0.01)
    agent = Agent(agent_id="agt_1", secret="svc_1", handle_signals=False, reconnect=(0.01, 0.01))
    starting = asyncio.ensure_future(agent.start())
    second = asyncio.ensure_future(again.wait())
    await asyncio.wait({starting, second}, return_when=asyncio.FIRST_COMPLETED)
    assert again.is_set() and not starting.done()
    await agent.stop()
    await starting
