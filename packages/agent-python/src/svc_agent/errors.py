from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from svc_agent.generated.contract import FieldError

AgentErrorCode: TypeAlias = Literal[
    "configuration",
    "not_authenticated",
    "invalid_secret",
    "agent_not_found",
    "credentials_revoked",
    "scope_missing",
    "call_refused",
    "unavailable",
    "bad_answer",
    "run_over",
    "decision_gone",
    "too_much",
    "stopped",
]
"""What went wrong, for programs.

- ``configuration``: an option is missing or wrong.
- ``not_authenticated``, ``invalid_secret``, ``agent_not_found``, ``credentials_revoked``, ``scope_missing``:
  the service does not let this agent in, and will not before its owner changes something.
- ``call_refused``: the service refused a call; `CallError` says which and why.
- ``unavailable``: the service could not be reached, or had no room, for as long as the call may take.
- ``bad_answer``: something answered that is not the service.
- ``run_over``: the run has ended, or another attempt has taken its place.
- ``decision_gone``: the person removed the request before answering it.
- ``too_much``: a bound of this package was reached.
- ``stopped``: the agent is stopping.
"""


class AgentError(Exception):
    """Every error that this package makes. The message says what to do; `code` is for programs."""

    def __init__(self, code: AgentErrorCode, message: str) -> None:
        super().__init__(message)
        #: What went wrong, for programs.
        self.code: AgentErrorCode = code


class CallError(AgentError):
    """A call that was refused (``call_refused``), or could not be made (``unavailable``, ``bad_answer``)."""

    def __init__(
        self,
        code: Literal["call_refused", "unavailable", "bad_answer"],
        message: str,
        *,
        status: int,
        detail: str,
        fields: Sequence[FieldError] = (),
    ) -> None:
        super().__init__(code, message)
        #: The HTTP status; 0 if there was no answer.
        self.status: int = status
        #: What the service said, such as ``Not found``.
        self.detail: str = detail
        #: Which fields it refused; mostly empty.
        self.fields: Sequence[FieldError] = fields
