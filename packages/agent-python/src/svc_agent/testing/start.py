from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timezone
from typing import Any, Literal, TypedDict, Unpack

from svc_agent.options import Duration
from svc_agent.testing.program import Program
from svc_agent.testing.service import TestService

# A first start migrates a database, and a machine may be busy.
_START_SECONDS_MAX = 120.0


class ServiceOptions(TypedDict, total=False):
    """What a service under test may be told."""

    #: What the clock of the service says at first; it runs on from there. Default: the machine's time.
    clock: datetime
    #: The folder of a checkout of the service, which has been built. Default: ``AGENT_SERVICE_HOME``.
    home: str
    #: The address of a PostgreSQL whose user may create databases: the service gets one of its own there.
    #: Default: ``TEST_DATABASE_URL``, else a PostgreSQL is started for this service, which takes a second
    #: more.
    database: str
    #: Settings of the service, as environment variables.
    settings: Mapping[str, str]
    #: How long `TestService.advance` waits for one thing that the agent does, in real time. Default ``"2s"``.
    patience: Duration


class StartedService:
    """A service for tests, for any number of agents. Starting and stopping block.

    :raises AgentError: `configuration`, if there is no service to start, or an option is wrong.
    """

    def __init__(self, **options: Unpack[ServiceOptions]) -> None:
        more: dict[str, object] = {"database": os.environ.get("TEST_DATABASE_URL") or None, **options}
        if "clock" in options:
            more["clock"] = options["clock"].astimezone(timezone.utc).isoformat()
        self._program = Program(options.get("home"))
        try:
            given = {name: value for name, value in more.items() if value is not None}
            started = self._program.call("start", given, seconds_max=_START_SECONDS_MAX)
        except BaseException:
            self._program.end()
            raise
        #: Where the console and the person's API answer, past the faults.
        self.url: str = started["url"]
        self._public_url: str = started["public_url"]
        self._program.ahead_ms = started["ahead_ms"]

    def make_agent(
        self, name: str = "Agent", kind: Literal["interactive", "approval-only"] = "interactive", **more: Any
    ) -> TestService:
        """The service with a new agent of its person. `more` are its fields, such as ``webhook_url``."""
        made = self._program.call("makeAgent", {"agent_name": name, "kind": kind, **more})
        return TestService(self._program, made["agent_id"], made["secret"], self._public_url)

    def heal(self) -> None:
        """Ends all faults."""
        self._program.call("heal")

    def stop(self) -> None:
        """Ends the service, and removes its database and files. Stop the agents before."""
        self._program.end()


@asynccontextmanager
async def start_test_service(**options: Unpack[ServiceOptions]) -> AsyncIterator[TestService]:
    """Starts the real service for tests of an agent: on a database of its own, with a clock that can be moved and faults.

    ``async with start_test_service() as svc`` stops it in the end; if this process ends in between, however
    it ends, the service ends and removes what it made all the same. The README of the package has a whole
    test.

    :raises AgentError: `configuration`, if there is no service to start, or an option is wrong.
    """
    service = await asyncio.to_thread(lambda: StartedService(**options))
    try:
        yield await asyncio.to_thread(service.make_agent)
    finally:
        await asyncio.to_thread(service.stop)
