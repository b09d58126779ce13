import asyncio
import json
import time
from typing import Any

import pytest
from fastapi import Request
from waiting import runs, ticks, user_message

from svc_agent import Agent, IncomingMessage
from svc_agent.webhook import signature_of, why_unsigned

SECRET = "svc_secret"


def make_agent(**options: Any) -> tuple[Agent, list[str]]:
    agent = Agent(agent_id="agt_1", secret=SECRET, **options)
    texts: list[str] = []

    agent.on("user_message")(lambda message: texts.append(message.text))
    return agent, texts


def delivery(message_id: str = "msg_1") -> tuple[bytes, dict[str, str]]:
    raw = json.dumps(user_message(message_id=message_id)).encode()
    return raw, signed(raw)


def signed(raw: bytes) -> dict[str, str]:
    stamp = str(int(time.time()))
    return {"X-Svc-Timestamp": stamp, "X-Svc-Signature": signature_of(raw, secret=SECRET, timestamp=stamp)}


async def call_fastapi(agent: Agent, chunks: list[bytes], headers: dict[str, str]) -> int:
    incoming = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    incoming.append({"type": "http.request", "body": b""})

    async def receive() -> Any:
        return incoming.pop(0)

    raw_headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    request = Request({"type": "http", "method": "POST", "headers": raw_headers}, receive)
    response = await agent.webhook.fastapi()(request)
    await response.background()
    return int(response.status_code)


@runs
async def test_a_body_comes_in_pieces() -> None:
    agent, texts = make_agent()
    raw, headers = delivery()
    status = await call_fastapi(agent, [raw[:10], raw[10:]], headers)
    await ticks(30)
    assert (status, texts) == (204, ["hello"])


@runs
async def test_what_was_parsed_before_is_refused_and_told_in_full() -> None:
    agent, texts = make_agent()
    raw, headers = delivery()
    parsed: Any = json.loads(raw)
    statuses = [
        (await agent.webhook.receive(parsed, headers)).status,
        (await agent.webhook.receive(b"", {**headers, "content-length": str(len(raw))})).status,
        await call_fastapi(agent, [], {**headers, "content-length": "9"}),
    ]
    await ticks(30)
    assert (statuses, texts) == ([500, 500, 500], [])


@runs
async def test_what_is_no_delivery_is_refused() -> None:
    agent, texts = make_agent()
    _, headers = delivery()
    no_event = await agent.webhook.receive(b"[1]", signed(b"[1]"))
    too_large = await call_fastapi(agent, [b"x" * 5_000_000] * 2, headers)
    assert ([no_event.status, too_large], texts) == ([400, 413], [])


@runs
async def test_a_full_or_stopped_agent_asks_for_another_try() -> None:
    agent, _ = make_agent(backlog=1)
    go = asyncio.Event()

    @agent.on("user_message")
    async def wait(message: IncomingMessage) -> None:
        await go.wait()

    await agent.webhook.receive(*delivery())
    await ticks(30)
    full = await agent.webhook.receive(*delivery(message_id="msg_2"))
    go.set()
    await ticks(30)
    free = await agent.webhook.receive(*delivery(message_id="msg_2"))
    await agent.stop()
    stopped = await agent.webhook.receive(*delivery(message_id="msg_3"))
    assert [each.status for each in (full, free, stopped)] == [503, 204, 503]
    assert full.headers["retry-after"] == "30"


RAW = b'{ "type":"user_message"}'
NOW = 1_700_000_000.0
STAMP = str(int(NOW))


def signature_headers(secret: str, *, stamp: str = STAMP) -> dict[str, str]:
    return {"x-svc-timestamp": stamp, "x-svc-signature": signature_of(RAW, secret=secret, timestamp=stamp)}


def test_a_signature_is_the_one_of_the_interface() -> None:
    # By `printf '1700000000.{}' | openssl dgst -sha256 -hmac svc_1`.
    expected = "sha256=64c670f05a8b4f3b2de1e5f06f9a2b16b91a6e038a49b7b53984c97e7b8b1e50"
    assert signature_of(b"{}", secret="svc_1", timestamp="1700000000") == expected


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (signature_headers("s", stamp=str(int(NOW) - 301)), "301 s old"),
        (signature_headers("s", stamp=str(int(NOW) + 301)), "-301 s old"),
        (signature_headers("other"), "another secret"),
        ({"x-svc-timestamp": STAMP}, "no X-Svc-Signature"),
        ({"x-svc-signature": "sha256="}, "no X-Svc-Timestamp"),
        ({**signature_headers("s"), "x-svc-timestamp": "٣"}, "no X-Svc-Timestamp"),
        ({**signature_headers("s"), "x-svc-timestamp": f"{STAMP}\n"}, "no X-Svc-Timestamp"),
        ({**signature_headers("s"), "x-svc-signature": "sha256=ä"}, "another secret"),
    ],
)
def test_anything_else_is_refused(given: dict[str, str], why: str) -> None:
    assert why in str(why_unsigned(RAW, given, ["s"], now=NOW))
