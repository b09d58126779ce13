from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import TypedDict, Unpack

from svc_agent.options import Duration
from svc_agent.testing.program import Program
from svc_agent.testing.service import TestService

# A first start migrates a database, and a machine may be busy.
_START_SECONDS_MAX = 120.0


class ServiceOptions(TypedDict, total=False):
    """What a service under test may be told."""

    #: What the clock of the service says at first; it runs on from there. Default: the machine's time.
    clock: datetime
    #: A checkout of the service, which has been built. Default: ``AGENT_SERVICE_HOME``.
    home: str
    #: A PostgreSQL whose user may create databases. Default: ``TEST_DATABASE_URL``, else one is started.
    database: str
    #: Settings of the service, as environment variables.
    settings: Mapping[str, str]
    #: How long `TestService.advance` waits for one thing that the agent does. Default ``"2s"``.
    patience: Duration


class StartedService:
    """A service for tests, for any number of agents. Starting and stopping block.

    :raises AgentError: `configuration`, if there is no service to start, or an option is wrong.
    """

    def __init__(self, **options: Unpack[ServiceOptions]) -> None:
        given: dict[str, object] = {**options}
        if "clock" in options:
            given["clock"] = options["clock"].astimezone(timezone.utc).isoformat()
        if database := options.get("database") or os.environ.get("TEST_DATABASE_URL"):
            given["database"] = database
        self._program = Program(options.get("home"))
        try:
            started = self._program.call("start", given, seconds_max=_START_SECONDS_MAX)
        except BaseException:
            self._program.end()
            raise
        #: Where the console and the person's API answer, past the faults.
        self.url: str = started["url"]
        self._public_url: str = started["public_url"]
        self._program.ahead_ms = started["ahead_ms"]

    def make_agent(self, **agent: str) -> TestService:
        """The service with a new agent of its person.

        :param agent: its fields in the client API, such as ``kind``. Default: interactive, called ``Agent``.
        """
        made = self._program.call("makeAgent", agent)
        return TestService(self._program, made["agent_id"], made["secret"], self._public_url)

    def heal(self) -> None:
        """Takes connections again, if a test has refused them."""
        self._program.call("heal")

    def stop(self) -> None:
        """Ends the service, and removes its database and files. Stop the agents before."""
        self._program.end()
