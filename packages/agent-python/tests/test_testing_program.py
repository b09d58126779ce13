"""The program that starts a service under test, played by a program of Python."""

import sys
from pathlib import Path

import pytest

from svc_agent import AgentError
from svc_agent.testing.program import Program

PROGRAM = """
import json, os, sys
for line in sys.stdin:
    call = json.loads(line)
    if call["call"] == "die":
        sys.exit(1)
    if call["call"] == "be silent":
        continue
    refusals = {"refuse": {"message": "it will not"}, "misuse": {"message": "wrong", "code": "configuration"}}
    refusal = refusals.get(call["call"])
    answer = {"result": [call, dict(os.environ)]} if refusal is None else {"error": refusal}
    print(json.dumps({"moved": 5}))
    print(json.dumps({"id": call["id"], **answer}), flush=True)
"""


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "dist/bin").mkdir(parents=True)
    (tmp_path / "dist/bin/agent-testing.mjs").write_text(PROGRAM)
    own = {"AGENT_SERVICE_NODE": sys.executable, "AGENT_SERVICE_HOME": str(tmp_path), "LC_ALL": "C"}
    return {**own, "DATABASE_URL": "postgres://", "AGENT_SECRET": "svc_1", "HOMEPAGE": "x"}


def test_calls_are_answered_and_the_clock_is_told(env: dict[str, str]) -> None:
    program = Program(None, env)
    call, seen = program.call("say", "hello", agent="agt_1")
    assert call == {"id": 1, "call": "say", "args": ["hello"], "agent": "agt_1"}
    assert program.ahead_ms == 5
    # Nothing of the environment that could be a setting.
    assert not {"DATABASE_URL", "AGENT_SECRET", "HOMEPAGE"} & set(seen) and seen["LC_ALL"] == "C"
    program.end()
    program.end()


@pytest.mark.parametrize(("call", "why"), [("refuse", "it will not"), ("die", "it has ended"), ("be silent", "0.5 s")])
def test_what_goes_wrong_is_told(call: str, why: str, env: dict[str, str]) -> None:
    program = Program(None, env)
    with pytest.raises(RuntimeError, match=why):
        program.call(call, seconds_max=0.5 if call == "be silent" else 20)
    program.end()


def test_a_wrong_option_and_a_missing_service_are_told_with_what_to_do(env: dict[str, str]) -> None:
    program = Program(None, env)
    with pytest.raises(AgentError, match="wrong"):
        program.call("misuse")
    program.end()
    with pytest.raises(AgentError, match="npm run build"):
        Program("/nowhere", env)
