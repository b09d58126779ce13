"""What can go wrong between an agent and the service."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from svc_agent.duration import Duration, seconds_of
from svc_agent.testing.pairs import Pairs

T = TypeVar("T")


class Faults:
    """What can go wrong between an agent and the service: everything that the agent sends and gets passes through here.

    What a test's person does, and webhook deliveries, do not. It lives in a thread of its own, so it works with any event
    loop of the tests.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._pairs = Pairs()
        #: Where the agent connects, on 127.0.0.1.
        self.port: int = asyncio.run_coroutine_threadsafe(self._pairs.listen(), self._loop).result()

    def drop_sockets(self) -> None:
        """Breaks the agent's WebSockets off. It may connect again at once."""
        self._do(lambda: self._pairs.end(lambda pair: pair.is_websocket))

    def freeze(self) -> None:
        """From now on nothing arrives on either side, and nobody is told: neither bytes nor the end of a connection.

        What was sent meanwhile arrives when it is healed.
        """
        self._do(self._pairs.freeze)

    def delay(self, duration: Duration) -> None:
        """From now on everything arrives so much later, in both directions.

        :param duration: at most ten minutes; 0 for no delay.
        :raises ValueError: if it is longer than that.
        """
        seconds = duration if isinstance(duration, (int, float)) else seconds_of(duration, "delay")
        if not 0 <= seconds <= 600:
            raise ValueError(f"A delay is between 0 and 600 seconds; it was {duration!r}.")
        self._do(lambda: self._pairs.delay(seconds))

    def refuse(self) -> None:
        """Breaks every connection of the agent off, and takes no other."""
        self._do(self._pairs.refuse)

    def heal(self) -> None:
        """Ends all of that."""
        self._do(self._pairs.heal)

    def lead_to(self, port: int) -> None:
        """For whoever starts the service: where everything goes from now on."""
        self._pairs.target_port = port

    @property
    def target_port(self) -> int:
        """For whoever starts the service: where everything goes."""
        return self._pairs.target_port

    def close(self) -> None:
        """For whoever ends the service: breaks every connection off, and ends the thread."""
        self._do(self._pairs.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, act: Callable[[], T]) -> T:
        async def do() -> T:
            return act()

        return asyncio.run_coroutine_threadsafe(do(), self._loop).result()


