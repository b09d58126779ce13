"""For pytest: the fixture `svc` is the real service with an agent of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

# Loaded when a test asks for the service, and not whenever pytest starts.
if TYPE_CHECKING:
    from svc_agent.testing import ServiceOptions, StartedService, TestService


@pytest.fixture(scope="session")
def svc_options() -> ServiceOptions:
    """How the service is started. Define a fixture of this name to say it otherwise."""
    return {}


@pytest.fixture(scope="session")
def svc_service(svc_options: ServiceOptions) -> Iterator[StartedService]:
    """The service of all tests of the session, which is started when the first of them asks for it."""
    from svc_agent.testing import StartedService

    service = StartedService(**svc_options)
    yield service
    service.stop()


@pytest.fixture
def svc(svc_service: StartedService) -> Iterator[TestService]:
    """The real service, with a new agent, whose options are `svc.agent`. Faults end with the test."""
    yield svc_service.make_agent()
    svc_service.heal()
