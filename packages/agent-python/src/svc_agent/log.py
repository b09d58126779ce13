"""Where an agent says what happens to it."""

from __future__ import annotations

import logging
from typing import Protocol


class AgentLog(Protocol):
    """Where an agent says what happens to it, in whole sentences of English.

    A logger of ``logging`` fits, and so does whatever has these four. No secret is ever passed.
    """

    def debug(self, message: str, /) -> None:
        """What is of use only when something is looked for, such as each call that is tried again."""

    def info(self, message: str, /) -> None:
        """What is nothing to worry about, such as a connection that was lost once."""

    def warning(self, message: str, /) -> None:
        """What somebody should look at if it comes often, such as a second try to connect that failed."""

    def error(self, message: str, /) -> None:
        """What somebody has to mend, such as what a handler raises."""


class StandardLog:
    """The logger ``svc_agent`` of `logging`, which shows warnings and errors where nobody has set it up."""

    def __init__(self) -> None:
        self._logger = logging.getLogger("svc_agent")

    def debug(self, message: str, /) -> None:
        self._logger.debug("%s", message)

    def info(self, message: str, /) -> None:
        self._logger.info("%s", message)

    def warning(self, message: str, /) -> None:
        self._logger.warning("%s", message)

    def error(self, message: str, /) -> None:
        self._logger.error("%s", message)
