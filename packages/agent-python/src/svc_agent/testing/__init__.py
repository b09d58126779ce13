"""Tests an agent against the real service: with a database of its own, a person who uses the agent, a clock that can be moved, and faults."""

from svc_agent.testing.service import Faults, ShownMessage, TestService, Trigger
from svc_agent.testing.start import ServiceOptions, StartedService, start_test_service

__all__ = [
    "Faults",
    "ServiceOptions",
    "ShownMessage",
    "StartedService",
    "TestService",
    "Trigger",
    "start_test_service",
]
