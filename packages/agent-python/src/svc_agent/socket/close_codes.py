"""What the service means by closing a socket."""

from __future__ import annotations

from svc_agent.errors import AgentError, AgentErrorCode

# An older socket than ten others of the agent was closed (docs/errors.md, "Sockets").
TOO_MANY_SOCKETS = 1008
_NOT_AUTHENTICATED = 4001

# Codes after which the service lets nobody in until somebody changes something (docs/errors.md, "Sockets").
_FINAL: dict[int, tuple[AgentErrorCode, str]] = {
    _NOT_AUTHENTICATED: (
        "not_authenticated",
        "The service did not understand the first frame. Is AGENT_SERVICE_URL the address of the service, and is the "
        "secret shorter than 200 characters?",
    ),
    4003: (
        "invalid_secret",
        "The secret is wrong. Set AGENT_SECRET to what was shown when the agent was made, or rotate the secret in the "
        "console and use the new one.",
    ),
    4004: (
        "agent_not_found",
        "There is no agent with this id. Look at AGENT_ID, and whether AGENT_SERVICE_URL is the right installation.",
    ),
    4010: (
        "credentials_revoked",
        "The secret was rotated, the key has expired or was revoked, or the agent was deleted. Set AGENT_SECRET to the "
        "new secret, and start again.",
    ),
    4011: (
        "scope_missing",
        'The key does not open sockets. Use the agent’s secret, or a key with the scope "events".',
    ),
}

# The service says so itself if no auth frame has come within 10 s: then the network is slow, and nothing has been refused.
_AUTH_SECONDS_MAX = 9.0


def final_error_of(code: int, open_seconds: float) -> AgentError | None:
    """Why no other try makes sense, or None if one does."""
    final = _FINAL.get(code)
    if final is None or (code == _NOT_AUTHENTICATED and open_seconds >= _AUTH_SECONDS_MAX):
        return None
    error_code, advice = final
    return AgentError(error_code, f"The service closed the connection with {code}. {advice}")


def is_about_secret(error: AgentError) -> bool:
    """Whether another secret would help."""
    return error.code in ("invalid_secret", "credentials_revoked")
