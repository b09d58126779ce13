"""The person on the other side of the agent."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import httpx

_CALL_SECONDS_MAX = 30.0


class TestPerson:
    """The person on the other side of the agent. Nothing of what goes wrong for the agent goes wrong here."""

    __test__ = False

    def __init__(self, url: str) -> None:
        self._client = httpx.Client(base_url=url, timeout=_CALL_SECONDS_MAX, trust_env=False)
        self._login = {"email": f"{secrets.token_hex(8)}@example.org", "password": "correct horse battery"}
        self._token = self._token_of("/api/auth/sign-up/email", {"name": "Ada", **self._login})

    async def call(self, path: str, body: object = None, method: str | None = None) -> Any:
        """Calls the client API, such as ``/agents``. A session that the clock has left behind is made anew.

        :param method: default: ``POST`` with a body, else ``GET``.
        :raises RuntimeError: what the service said, if it refuses the call.
        """
        return await asyncio.to_thread(self.call_now, path, body, method)

    def call_now(self, path: str, body: object = None, method: str | None = None) -> Any:
        """The same, and blocks."""
        how = method or ("GET" if body is None else "POST")
        response = self._send(how, path, body)
        if response.status_code == 401:
            self._token = self._token_of("/api/auth/sign-in/email", self._login)
            response = self._send(how, path, body)
        if not response.is_success:
            raise RuntimeError(f"The service answered {how} {path} with {response.status_code}: {response.text}")
        return response.json() if response.content else None

    def trigger(self, trigger_id: str, payload: object) -> Any:
        """Calls a trigger URL, as whoever."""
        response = self._client.post(f"/webhook/{trigger_id}", json=payload)
        if not response.is_success:
            raise RuntimeError(f"The trigger URL answered with {response.status_code}: {response.text}")
        return response.json()

    def close(self) -> None:
        self._client.close()

    def _send(self, method: str, path: str, body: object) -> httpx.Response:
        headers = {"authorization": f"Bearer {self._token}"}
        if body is None:
            return self._client.request(method, f"/api/client{path}", headers=headers)
        return self._client.request(method, f"/api/client{path}", headers=headers, json=body)

    def _token_of(self, path: str, body: object) -> str:
        response = self._client.post(path, json=body)
        token = response.headers.get("set-auth-token")
        if not response.is_success or token is None:
            raise RuntimeError(f"Signing in was answered with {response.status_code}: {response.text}")
        return str(token)
