from __future__ import annotations

import json
import math
from collections.abc import Mapping

from svc_agent.errors import CallError, RefusedField

# The service asks for more time only while it starts or has no room.
_RETRY_AFTER_SECONDS_MAX = 60.0


def refusal_of(
    what: str, status: int, headers: Mapping[str, str], content: bytes
) -> tuple[CallError, float | None]:
    """The error, and after how many seconds another try is worth it; None if it would be refused again."""
    detail, fields, request_id = _said(content)
    more = "; ".join(f"{field.path} {field.message}" for field in fields)
    message = f"{what} was refused with {status}: {detail}{f' ({more})' if more else ''}.{_advice(status, detail)}"
    is_passing = status in (408, 429) or status >= 500
    error = CallError(
        "unavailable" if is_passing else "call_refused",
        message,
        status=status,
        detail=detail,
        fields=fields,
        request_id=request_id,
    )
    # The service has no room, starts or drains, or a proxy before it has lost it. A quota does not pass.
    is_quota = status == 429 and "quota" in detail.lower()
    return error, seconds_in(headers.get("retry-after")) if is_passing and not is_quota else None


def seconds_in(retry_after: str | None) -> float:
    """What a ``Retry-After`` asks for, within reason; 0 if it asks for nothing."""
    try:
        seconds = float(retry_after or 0)
    except ValueError:
        return 0.0
    return min(seconds, _RETRY_AFTER_SECONDS_MAX) if math.isfinite(seconds) and seconds > 0 else 0.0


def _said(content: bytes) -> tuple[str, tuple[RefusedField, ...], str | None]:
    try:
        said = json.loads(content)
        if isinstance(said, dict) and isinstance(said.get("detail"), str):
            errors = said.get("errors")
            fields = tuple(
                RefusedField(path=str(each.get("path")), message=str(each.get("message")))
                for each in (errors if isinstance(errors, list) else [])
                if isinstance(each, dict)
            )
            request_id = said.get("request_id")
            return said["detail"], fields, request_id if isinstance(request_id, str) else None
    except ValueError:
        # A proxy's page.
        pass
    return content[:200].decode(errors="replace"), (), None


def _advice(status: int, detail: str) -> str:
    if status == 401:
        return " Look at AGENT_ID and AGENT_SECRET; rotate the secret in the console if it is lost."
    if status == 403 and "Approval-only" in detail:
        return " This agent can only ask for decisions; make an interactive one to chat or to work on tasks."
    if status == 403 and "scope" in detail:
        return " Use the agent’s secret, or a key with that scope."
    return ""
