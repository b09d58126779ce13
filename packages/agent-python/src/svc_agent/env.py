"""What the environment says of an agent."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AgentEnvironment:
    agent_id: str | None
    secret: str | None
    url: str | None
    signing_secrets: tuple[str, ...]


def read_agent_environment(env: Mapping[str, str] = os.environ) -> AgentEnvironment:
    signing = [each.strip() for each in env.get("AGENT_SIGNING_SECRET", "").split(",")]
    return AgentEnvironment(
        agent_id=env.get("AGENT_ID"),
        secret=env.get("AGENT_SECRET"),
        url=env.get("AGENT_SERVICE_URL"),
        signing_secrets=tuple(each for each in signing if each != ""),
    )
