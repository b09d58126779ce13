"""The process of a service under test."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from pathlib import Path
from typing import IO, Any

from svc_agent.testing.service_home import node_program, program_environment

# Lines of its log that are kept for the message of an error.
_LINES_KEPT_MAX = 60
# It drains for at most ten seconds.
_END_SECONDS_MAX = 20.0
# Its answers come as lines on this file (services/all-in-one/src/test-service-main.ts).
_ANSWERS_FD = 3


class ServiceProcess:
    """The process of a service under test.

    Orders are lines on its standard input, and its answers come over a pipe of their own. It ends when its input does, so
    also if this process is killed. All calls block; event loops have nothing to do with it.
    """

    def __init__(self, program: Path) -> None:
        #: Is told how far its clock is ahead of the machine's, in milliseconds, each time that it has been moved.
        self.on_moved: Callable[[int], None] = lambda _: None
        self._orders: dict[int, Future[Any]] = {}
        self._lines: deque[str] = deque(maxlen=_LINES_KEPT_MAX)
        self._last_id = 0
        self._is_over = False
        self._lock = threading.Lock()
        reading, writing = os.pipe()
        # A shell gives the pipe the number that the program knows. Not every shell copies a file whose number has two digits.
        shell = f'exec "$0" "$1" {_ANSWERS_FD}>/dev/fd/{writing}'
        try:
            self._child = subprocess.Popen(
                ["/bin/sh", "-c", shell, node_program(), str(program)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=program_environment(),
                pass_fds=(writing,),
                text=True,
            )
        finally:
            os.close(writing)
        assert self._child.stdin is not None and self._child.stdout is not None
        self._input: IO[str] = self._child.stdin
        self._follow(self._child.stdout, self._lines.append, lambda: None)
        self._follow(os.fdopen(reading, encoding="utf-8"), self._take, self._ended)

    @property
    def pid(self) -> int:
        return self._child.pid

    def order(self, order: str, seconds_max: float, **facts: object) -> Any:
        """Gives an order, and returns its result. `seconds_max` is how long the answer may take."""
        answer: Future[Any] = Future()
        with self._lock:
            if self._is_over:
                raise self._error("it has ended")
            self._last_id += 1
            order_id = self._last_id
            self._orders[order_id] = answer
            try:
                self._input.write(f"{json.dumps({'id': order_id, 'order': order, **facts})}\n")
                self._input.flush()
            except (OSError, ValueError):
                raise self._error("it has ended") from None
        try:
            return answer.result(seconds_max)
        except FutureTimeoutError:
            raise self._error(f'it did not answer "{order}" in {seconds_max:g} s') from None
        finally:
            self._orders.pop(order_id, None)

    def end(self) -> None:
        """Ends it, and waits until it has removed what it made. One that does not end is killed; the next start removes what it left."""
        if self._child.poll() is not None:
            return
        try:
            self.order("stop", _END_SECONDS_MAX)
            self._child.wait(_END_SECONDS_MAX)
        except (RuntimeError, subprocess.TimeoutExpired):
            self._child.kill()
            self._child.wait()
        self._input.close()

    def _follow(self, lines: IO[str], take: Callable[[str], object], end: Callable[[], None]) -> None:
        def follow() -> None:
            with lines:
                for line in lines:
                    take(line.rstrip("\n"))
            end()

        # It ends with the process, and must not keep ours alive.
        threading.Thread(target=follow, daemon=True).start()

    def _take(self, line: str) -> None:
        answer = json.loads(line)
        if "moved" in answer:
            return self.on_moved(answer["moved"]["ahead_ms"])
        waiting = self._orders.get(answer["id"])
        if waiting is None or waiting.done():
            return
        if "error" in answer:
            waiting.set_exception(self._error(answer["error"]))
        else:
            waiting.set_result(answer.get("result"))

    def _ended(self) -> None:
        with self._lock:
            self._is_over = True
            waiting_orders = list(self._orders.values())
        for waiting in waiting_orders:
            if not waiting.done():
                waiting.set_exception(self._error("it has ended"))

    def _error(self, why: str) -> RuntimeError:
        log = "\n".join(self._lines)
        return RuntimeError(f"The service under test: {why}" + (f"\n{log}" if log else ""))
