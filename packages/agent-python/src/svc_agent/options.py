from __future__ import annotations

import logging
import math
import os
import re
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypedDict
from urllib.parse import urlsplit, urlunsplit

from svc_agent.errors import AgentError

_UNIT_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}

Duration: TypeAlias = "float | str"
"""Seconds, or a text with a unit: ``90``, ``"45s"``, ``"10m"``, ``"1h"``, ``"7d"``. At least a second."""


class AgentOptions(TypedDict, total=False):
    """What `svc_agent.Agent` takes, by name. The three environment variables are enough."""

    #: The agent's id, ``agt_…``. Default: ``AGENT_ID``.
    agent_id: str
    #: The agent's secret, or a key of it. Default: ``AGENT_SECRET``.
    secret: str
    #: Where the service answers. Default: ``AGENT_SERVICE_URL``, else ``http://localhost:8080``.
    url: str
    #: The agent's signing secrets (``whsec_…``), if its owner made them; during a rotation the new and the
    #: former one. Default: ``AGENT_SIGNING_SECRET`` (several with commas between them), else the secret.
    signing_secrets: Sequence[str]
    #: Handlers of messages, decisions and other events that run at once. Default 16.
    concurrency: int
    #: Runs that are worked on at once. A run that has asked its person counts no more. Default 16.
    run_concurrency: int
    #: Events that may wait in this process. With more, the agent disconnects until half of them are done; the
    #: service keeps what comes meanwhile. Default 1,000.
    backlog: int
    #: How long the service believes in a run without hearing of it, 5 seconds to an hour: the run of a process
    #: that was killed then fails, or is offered again if its task has a ``retry``. Default ``"2m"``.
    lease: Duration
    #: How long a connection may be silent before it counts as dead. Default ``"60s"``.
    silence: Duration
    #: The first and the longest wait between two tries to connect, in seconds; jittered. Default ``(0.5, 30)``.
    reconnect: tuple[float, float]
    #: How long a call is tried again if the service cannot be reached. Default ``"2m"``.
    retry_calls: Duration
    #: How long ``agent.stop()`` waits for handlers. Default ``"10s"``.
    drain: Duration
    #: Whether ``SIGTERM`` and ``SIGINT`` stop the agent and then end the process. A handler that is there
    #: already, such as uvicorn's, is left alone. Default True.
    handle_signals: bool
    #: Where the agent says what happens, in sentences without secrets. Default: the logger ``svc_agent``.
    log: logging.Logger
    #: What time it is, in seconds since 1970: no webhook delivery may be old. Default: `time.time`.
    now: Callable[[], float]


class AgentSettings:
    """The options with their defaults, checked. Times are in seconds."""

    def __init__(self, options: AgentOptions) -> None:
        known = AgentOptions.__annotations__
        if unknown := sorted(options.keys() - known.keys()):
            raise TypeError(f"An agent has no option {', '.join(unknown)}; it has {', '.join(known)}.")
        env = os.environ
        agent_id = (options.get("agent_id", env.get("AGENT_ID")) or "").strip()
        if re.fullmatch(r"agt_[0-9A-Za-z]{1,64}", agent_id) is None:
            raise _wrong('The agent has no id. Set AGENT_ID to the "agt_…" that the console shows, or give agent_id.')
        secret = (options.get("secret", env.get("AGENT_SECRET")) or "").strip()
        if not secret:
            raise _wrong(
                "The agent has no secret. Set AGENT_SECRET to what was shown when the agent was made, or give secret."
            )
        if re.fullmatch("[ -~]+", secret) is None:
            raise _wrong("The agent's secret has characters that no header can hold. Look at AGENT_SECRET.")
        self.lease_seconds = seconds_of(options.get("lease", "2m"), "lease")
        if not 5 <= self.lease_seconds <= 3_600:
            raise _wrong("lease is between 5 seconds and an hour.")
        self.agent_id = agent_id
        self.secret = secret
        self.url = _url_of(options.get("url", env.get("AGENT_SERVICE_URL") or "http://localhost:8080"))
        signing_secrets = [each.strip() for each in env.get("AGENT_SIGNING_SECRET", "").split(",") if each.strip()]
        self.signing_secrets = tuple(options.get("signing_secrets", signing_secrets))
        self.concurrency = _count(options.get("concurrency", 16), "concurrency")
        self.run_concurrency = _count(options.get("run_concurrency", 16), "run_concurrency")
        self.backlog = _count(options.get("backlog", 1_000), "backlog")
        self.silence_seconds = seconds_of(options.get("silence", "60s"), "silence")
        self.reconnect = options.get("reconnect", (0.5, 30.0))
        self.retry_calls_seconds = seconds_of(options.get("retry_calls", "2m"), "retry_calls")
        self.drain_seconds = seconds_of(options.get("drain", "10s"), "drain")
        self.handle_signals = options.get("handle_signals", True)
        self.log = options.get("log") or logging.getLogger("svc_agent")
        self.now = options.get("now", time.time)


def seconds_of(duration: Duration, name: str) -> int:
    seconds = math.nan
    if isinstance(duration, str):
        match = re.fullmatch(r"([0-9]+(?:[.][0-9]+)?)([smhd])", duration)
        if match is not None:
            seconds = float(match[1]) * _UNIT_SECONDS[match[2]]
    elif isinstance(duration, (int, float)) and not isinstance(duration, bool):
        seconds = float(duration)
    if math.isfinite(seconds) and seconds > 0:
        return max(1, round(seconds))
    raise _wrong(f'{name} is a number of seconds, or a text such as "45s", "10m", "1h" or "7d"; it was {duration!r}.')


def _url_of(text: str) -> str:
    """With a slash at its end, since what follows is joined to it."""
    try:
        parts = urlsplit(text)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_right = False
    if not is_right:
        raise _wrong(f"The address of the service is an http or https URL; it was {text!r}.")
    path = parts.path if parts.path.endswith("/") else f"{parts.path}/"
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def _count(value: int, name: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    raise _wrong(f"{name} is a whole number from 1 on; it was {value!r}.")


def _wrong(message: str) -> AgentError:
    return AgentError("configuration", message)
