from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any

from svc_agent.errors import AgentError

# In a checkout that has been built (packages/agent/src/testing/program.ts).
_PROGRAM = "dist/bin/agent-testing.mjs"
# What a program needs of its environment, and nothing that could be a setting of the service or a secret.
_HANDED_ON = re.compile(r"PATH|LANG|LC_\w+|TZ|HOME|TMPDIR")
# It drains for at most ten seconds.
_END_SECONDS_MAX = 45.0


class Program:
    """It ends when its input does, so also if this process is killed. All calls block."""

    def __init__(self, home: str | None, env: Mapping[str, str] = os.environ) -> None:
        """:raises AgentError: `configuration`, with what to do. Default home: ``AGENT_SERVICE_HOME``."""
        program = Path(home or env.get("AGENT_SERVICE_HOME") or "", _PROGRAM)
        if not program.exists():
            raise AgentError(
                "configuration",
                'There is no service to test with. Clone its repository, run "npm run build" there, and set '
                "AGENT_SERVICE_HOME to its folder, or give home.",
            )
        #: How far the clock of the service is ahead of the machine's.
        self.ahead_ms = 0.0
        self._waiting: dict[int, Future[Any]] = {}
        self._last_id = 0
        self._is_over = False
        self._lock = threading.Lock()
        self._child = subprocess.Popen(
            [env.get("AGENT_SERVICE_NODE") or "node", str(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={name: value for name, value in env.items() if _HANDED_ON.fullmatch(name)},
            encoding="utf-8",
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._input = self._child.stdin
        # It ends with the process, and must not keep ours alive.
        threading.Thread(target=self._follow, args=(self._child.stdout,), daemon=True).start()

    def call(self, call: str, *args: object, agent: str | None = None, seconds_max: float = 60.0) -> Any:
        """:raises AgentError: if an option is wrong. :raises RuntimeError: for whatever else goes wrong."""
        answer: Future[Any] = Future()
        with self._lock:
            self._last_id += 1
            call_id = self._last_id
            self._waiting[call_id] = answer
            try:
                if self._is_over:
                    raise OSError
                line = json.dumps({"id": call_id, "call": call, "agent": agent, "args": args})
                self._input.write(f"{line}\n")
                self._input.flush()
            except (OSError, ValueError):
                raise RuntimeError("The service under test: it has ended") from None
        try:
            return answer.result(seconds_max)
        except TimeoutError:
            raise RuntimeError(f'The service under test: it did not answer "{call}" in {seconds_max:g} s') from None
        finally:
            self._waiting.pop(call_id, None)

    def end(self) -> None:
        """Waits until it has removed what it made. If it has to be killed, the next start removes it."""
        self._input.close()
        try:
            self._child.wait(_END_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()

    def _follow(self, output: IO[str]) -> None:
        with output:
            for line in output:
                answer = json.loads(line)
                if "moved" in answer:
                    self.ahead_ms = answer["moved"]
                elif waiting := self._waiting.pop(answer["id"], None):
                    self._settle(waiting, answer)
        with self._lock:
            self._is_over = True
            left = list(self._waiting.values())
        for waiting in left:
            waiting.set_exception(RuntimeError("The service under test: it has ended"))

    @staticmethod
    def _settle(waiting: Future[Any], answer: dict[str, Any]) -> None:
        error = answer.get("error")
        if error is None:
            waiting.set_result(answer["result"])
        elif "code" in error:
            waiting.set_exception(AgentError(error["code"], error["message"]))
        else:
            waiting.set_exception(RuntimeError(error["message"]))
