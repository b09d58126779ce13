import json
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from waiting import runs

from svc_agent import CallError, Signal
from svc_agent import calls as calls_module
from svc_agent.calls import ApiCall, Calls
from svc_agent.options import AgentSettings

Answer = Callable[[httpx.Request], httpx.Response]


def calls_to(monkeypatch: pytest.MonkeyPatch, *answers: Answer) -> tuple[Calls, list[httpx.Request]]:
    """Calls that are answered one after another, the last answer for ever."""
    requests: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return answers[min(len(requests), len(answers)) - 1](request)

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    monkeypatch.setattr(calls_module, "new_client", lambda: client)
    monkeypatch.setattr(calls_module, "_BACKOFF_SECONDS", (0.001, 0.001))
    return Calls(AgentSettings({"agent_id": "agt_1", "secret": "svc_1", "url": "http://service/base"})), requests


def says(status: int, detail: str = "", headers: dict[str, str] | None = None) -> Answer:
    return lambda _: httpx.Response(status, json={"detail": detail}, headers=headers)


def breaks(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("reset", request=request)


SEND = ApiCall("POST", "/api/agent/events", body={"type": "message", "text": "ä"})


@runs
async def test_a_call_that_is_not_answered_is_made_again_under_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, requests = calls_to(monkeypatch, breaks, says(503), says(429, "Slow down"), says(200, "done"))
    assert await calls.call(SEND) == {"detail": "done"}
    assert len(requests) == 4
    assert len({request.headers["idempotency-key"] for request in requests}) == 1
    assert str(requests[0].url) == "http://service/base/api/agent/events"
    assert json.loads(requests[3].content) == SEND.body


@runs
async def test_a_call_with_lines_has_its_time_anew_after_a_long_try(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def breaks_late(request: httpx.Request) -> httpx.Response:
        nonlocal now
        now += 61
        return breaks(request)

    async def lines() -> AsyncIterator[dict[str, Any] | None]:
        yield {}

    monkeypatch.setattr(calls_module, "time", SimpleNamespace(monotonic=lambda: now))
    calls, requests = calls_to(monkeypatch, breaks_late, breaks_late, says(200, "done"))
    call = ApiCall("POST", "/api/agent/messages/stream", lines=lines, retry_seconds=30)
    assert await calls.call(call) == {"detail": "done"}
    assert len(requests) == 3


@pytest.mark.parametrize(
    ("answer", "code", "message"),
    [
        (says(404, "Not found"), "call_refused", "was refused with 404: Not found"),
        (says(429, "The quota of files is used up"), "unavailable", "quota"),
        (lambda _: httpx.Response(200, text="<html>"), "bad_answer", "AGENT_SERVICE_URL"),
        (lambda _: httpx.Response(302, headers={"location": "/"}), "call_refused", "302"),
    ],
)
@runs
async def test_what_would_be_refused_again_is_not_made_again(
    answer: Answer, code: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls, requests = calls_to(monkeypatch, answer)
    with pytest.raises(CallError, match=message) as refused:
        await calls.call(SEND)
    assert (refused.value.code, len(requests)) == (code, 1)


@runs
async def test_a_call_ends_with_its_time_or_its_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, requests = calls_to(monkeypatch, breaks)
    with pytest.raises(CallError) as late:
        await calls.call(ApiCall("GET", "/api/agent/me", retry_seconds=0))
    assert (late.value.code, late.value.status, len(requests)) == ("unavailable", 0, 1)
    signal = Signal()
    signal.abort(RuntimeError("enough"))
    with pytest.raises(RuntimeError, match="enough"):
        await signal.guard(calls.call(ApiCall("GET", "/api/agent/me")))
    assert len(requests) == 1
