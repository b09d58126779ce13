"""The process of a service under test, played by a program of Python."""

import sys
from pathlib import Path

import pytest

from svc_agent import AgentError
from svc_agent.testing.service_home import program_environment, program_of_service
from svc_agent.testing.service_process import ServiceProcess

PROGRAM = """
import json, os, sys
answers = os.fdopen(3, "w")
print("a line of its log", flush=True)
for line in sys.stdin:
    order = json.loads(line)
    if order["order"] == "die":
        sys.exit(1)
    if order["order"] == "be silent":
        continue
    answer = {"error": "it will not"} if order["order"] == "refuse" else {"result": order}
    print(json.dumps({"moved": {"ahead_ms": 5}}), file=answers)
    print(json.dumps({"id": order["id"], **answer}), file=answers, flush=True)
    if order["order"] == "stop":
        sys.exit(0)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, text in (("services/all-in-one/package.json", "{}"), ("dist/bin/test-service.mjs", PROGRAM)):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    monkeypatch.setenv("AGENT_SERVICE_NODE", sys.executable)
    return tmp_path


def test_orders_are_answered_and_the_clock_is_told(home: Path) -> None:
    process = ServiceProcess(program_of_service(str(home)))
    moved: list[int] = []
    process.on_moved = moved.append
    assert process.order("advance", 10, duration_ms=7) == {"id": 1, "order": "advance", "duration_ms": 7}
    assert moved == [5]
    process.end()
    process.end()


@pytest.mark.parametrize(("order", "why"), [("refuse", "it will not"), ("die", "it has ended")])
def test_what_goes_wrong_is_told_with_the_log(order: str, why: str, home: Path) -> None:
    process = ServiceProcess(program_of_service(str(home)))
    process.order("begin", 10)
    with pytest.raises(RuntimeError, match=f"{why}\na line of its log"):
        process.order(order, 10)
    process.end()


def test_an_order_that_is_not_answered_ends_with_its_time(home: Path) -> None:
    process = ServiceProcess(program_of_service(str(home)))
    with pytest.raises(RuntimeError, match='did not answer "be silent" in 0.01 s'):
        process.order("be silent", 0.01)
    process.end()


def test_without_a_service_it_is_said_what_to_do(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AGENT_SERVICE_HOME", raising=False)
    (home / "dist/bin/test-service.mjs").unlink()
    messages = []
    for named in (None, str(home / "dist"), str(home)):
        with pytest.raises(AgentError) as refused:
            program_of_service(named)
        messages.append(str(refused.value))
    assert [said in message for said, message in zip(("Clone its", "no checkout", "not built"), messages)] == [True] * 3


def test_the_service_gets_nothing_of_the_environment_that_could_be_a_setting() -> None:
    env = {"PATH": "/bin", "LC_ALL": "C", "DATABASE_URL": "postgres://", "AGENT_SECRET": "svc_1", "HOMEPAGE": "x"}
    assert program_environment(env) == {"PATH": "/bin", "LC_ALL": "C"}
