import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from waiting import runs

from svc_agent.testing import Faults

UPGRADE = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n"


@asynccontextmanager
async def faults_before_an_echo() -> AsyncIterator[Faults]:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1_000):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    faults = Faults()
    faults.lead_to(server.sockets[0].getsockname()[1])
    try:
        yield faults
    finally:
        faults.close()
        server.close()


class Caller:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, faults: Faults) -> "Caller":
        return cls(*await asyncio.open_connection("127.0.0.1", faults.port))

    async def echoed(self, data: bytes) -> bytes:
        self.writer.write(data)
        return await self.reader.readexactly(len(data))

    async def end(self) -> bytes:
        try:
            return await self.reader.read()
        except ConnectionResetError:
            return b""


@runs
async def test_everything_passes_through() -> None:
    async with faults_before_an_echo() as faults:
        caller = await Caller.to(faults)
        assert await caller.echoed(b"x" * 100_000) == b"x" * 100_000


@runs
async def test_only_web_sockets_are_dropped() -> None:
    async with faults_before_an_echo() as faults:
        socket, call = await Caller.to(faults), await Caller.to(faults)
        await socket.echoed(UPGRADE)
        await call.echoed(b"POST /")
        faults.drop_sockets()
        assert await socket.end() == b""
        assert await call.echoed(b"more") == b"more"


@runs
async def test_what_is_frozen_arrives_when_it_is_healed() -> None:
    async with faults_before_an_echo() as faults:
        caller = await Caller.to(faults)
        await caller.echoed(b"one")
        faults.freeze()
        waiting = asyncio.ensure_future(caller.echoed(b"two"))
        late = await Caller.to(faults)
        later = asyncio.ensure_future(late.echoed(b"three"))
        fence = Caller(*await asyncio.open_connection("127.0.0.1", faults.target_port))
        for _ in range(10):
            await fence.echoed(b"meanwhile")
        assert not waiting.done() and not later.done()
        faults.heal()
        assert (await waiting, await later) == (b"two", b"three")


@runs
async def test_a_refusal_ends_all_connections_and_takes_no_other_until_it_is_healed() -> None:
    async with faults_before_an_echo() as faults:
        caller = await Caller.to(faults)
        await caller.echoed(b"one")
        faults.refuse()
        assert await caller.end() == b""
        assert await (await Caller.to(faults)).end() == b""
        faults.heal()
        assert await (await Caller.to(faults)).echoed(b"two") == b"two"


@runs
async def test_a_delay_keeps_the_order() -> None:
    async with faults_before_an_echo() as faults:
        caller = await Caller.to(faults)
        faults.delay(0.02)
        caller.writer.write(b"one")
        await caller.writer.drain()
        assert await caller.reader.readexactly(3) == b"one"
        assert await caller.echoed(b"two") == b"two"
