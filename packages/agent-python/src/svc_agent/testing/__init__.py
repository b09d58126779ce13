"""Tests an agent against the real service: with a person, a clock that can be moved, and faults."""

from svc_agent.testing.service import Faults as Faults
from svc_agent.testing.service import TestService as TestService
from svc_agent.testing.service import Trigger as Trigger
from svc_agent.testing.start import ServiceOptions as ServiceOptions
from svc_agent.testing.start import StartedService as StartedService
