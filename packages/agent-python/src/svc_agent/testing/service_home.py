"""Where the service is that tests start."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from svc_agent.errors import AgentError

# The service with a clock of its own, in a checkout that has been built.
_PROGRAM = "dist/bin/test-service.mjs"
# What every checkout has, also before it was built.
_SIGN = "services/all-in-one/package.json"
# What a program needs of its environment, and nothing that could be a setting of the service or a secret.
_HANDED_ON = re.compile(r"PATH|LANG|LC_\w+|TZ|HOME|TMPDIR")


def program_of_service(home: str | None, env: Mapping[str, str] = os.environ) -> Path:
    """The program that runs the service for tests.

    :param home: the folder of a checkout. Default: `AGENT_SERVICE_HOME`.
    :raises AgentError: `configuration`, with what to do.
    """
    named = home or env.get("AGENT_SERVICE_HOME")
    if not named:
        raise _wrong(
            'There is no service to test with. Clone its repository, run "npm run build" there, and set '
            "AGENT_SERVICE_HOME to its folder, or give home."
        )
    folder = Path(named)
    if not (folder / _SIGN).exists():
        raise _wrong(f"{folder} is no checkout of the service. Set AGENT_SERVICE_HOME, or home, to the folder of one.")
    program = folder / _PROGRAM
    if not program.exists():
        raise _wrong(f'The service in {folder} is not built, or is older than this package. Run "npm run build" there.')
    return program


def node_program(env: Mapping[str, str] = os.environ) -> str:
    """The Node that runs the service: what `AGENT_SERVICE_NODE` names, or `node`."""
    return env.get("AGENT_SERVICE_NODE") or "node"


def database_of_tests(env: Mapping[str, str] = os.environ) -> str | None:
    """A PostgreSQL for scratch databases: what `TEST_DATABASE_URL` names."""
    return env.get("TEST_DATABASE_URL") or None


def program_environment(env: Mapping[str, str] = os.environ) -> dict[str, str]:
    return {name: value for name, value in env.items() if _HANDED_ON.fullmatch(name)}


def _wrong(message: str) -> AgentError:
    return AgentError("configuration", message)
