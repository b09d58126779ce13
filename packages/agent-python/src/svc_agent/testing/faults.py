"""What can go wrong between an agent and the service."""

from __future__ import annotations

from svc_agent.duration import Duration
from svc_agent.testing.program import Program


class Faults:
    """What can go wrong between an agent and the service: everything that the agent sends and gets passes through here.

    What a test's person does, and webhook deliveries, do not.
    """

    def __init__(self, program: Program) -> None:
        self._program = program

    def drop_sockets(self) -> None:
        """Breaks the agent's WebSockets off. It may connect again at once."""
        self._program.call("dropSockets")

    def freeze(self) -> None:
        """From now on nothing arrives on either side, and nobody is told: neither bytes nor the end of a connection.

        What was sent meanwhile arrives when it is healed.
        """
        self._program.call("freeze")

    def delay(self, duration: Duration) -> None:
        """From now on everything arrives so much later, in both directions.

        :param duration: at most ten minutes; 0 for no delay.
        :raises RuntimeError: if it is longer than that.
        """
        self._program.call("delay", duration)

    def refuse(self) -> None:
        """Breaks every connection of the agent off, and takes no other."""
        self._program.call("refuse")

    def heal(self) -> None:
        """Ends all of that."""
        self._program.call("heal")
