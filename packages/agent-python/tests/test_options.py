from typing import Any

import pytest
from waiting import runs

from svc_agent import Agent, AgentError
from svc_agent.options import AgentSettings

GIVEN: dict[str, Any] = {"agent_id": "agt_1", "secret": "svc_1"}


def test_the_environment_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENT_ID", "agt_2")
    monkeypatch.setenv("AGENT_SECRET", "svc_2")
    monkeypatch.setenv("AGENT_SERVICE_URL", "https://agents.example/base")
    monkeypatch.setenv("AGENT_SIGNING_SECRET", "whsec_new, whsec_former,")
    settings = AgentSettings({})
    assert (settings.agent_id, settings.secret) == ("agt_2", "svc_2")
    assert settings.url == "https://agents.example/base/"
    assert settings.signing_secrets == ("whsec_new", "whsec_former")
    assert (settings.lease_seconds, settings.silence_seconds, settings.drain_seconds) == (120, 60, 10)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "Set AGENT_ID"),
        ({"agent_id": "agent"}, "Set AGENT_ID"),
        ({"agent_id": "agt_1"}, "Set AGENT_SECRET"),
        ({"agent_id": "agt_1", "secret": "svc\n1"}, "^The agent's secret has characters that no header can hold"),
        ({"agent_id": "agt_1", "secret": "svcé1"}, "^The agent's secret has characters that no header can hold"),
        ({**GIVEN, "url": "ws://localhost"}, "http or https URL"),
        ({**GIVEN, "url": "http://localhost:port"}, "http or https URL"),
        ({**GIVEN, "lease": "2s"}, "between 5 seconds and an hour"),
        ({**GIVEN, "silence": "soon"}, "silence is a number of seconds"),
        ({**GIVEN, "concurrency": 0}, "concurrency is a whole number from 1 on"),
        ({**GIVEN, "backlog": 1.5}, "backlog is a whole number from 1 on"),
    ],
)
def test_what_is_missing_or_wrong_is_said(
    options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AGENT_ID", "AGENT_SECRET", "AGENT_SERVICE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(AgentError, match=message) as refused:
        Agent(**options)
    assert refused.value.code == "configuration"
    assert options.get("secret", "svc_") not in str(refused.value)


def test_white_space_around_what_identifies_is_no_part_of_it() -> None:
    settings = AgentSettings({"agent_id": "agt_1\r", "secret": " svc_1\r\n"})
    assert (settings.agent_id, settings.secret) == ("agt_1", "svc_1")


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="agentId"):
        Agent(agentId="agt_1")  # type: ignore[call-arg]


@runs
async def test_a_question_with_a_word_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="expiresIn"):
        await Agent(**GIVEN).ask(title="Deploy?", expiresIn="1s")  # type: ignore[call-arg]
