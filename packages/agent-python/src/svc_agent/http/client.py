"""What all calls need of HTTP."""

from __future__ import annotations

import functools
import ssl

import httpx


def new_client() -> httpx.AsyncClient:
    """A client without time-outs of its own: its callers bound what they do, and waits for an answer of a person are long."""
    return httpx.AsyncClient(
        timeout=None,
        verify=_certificates(),
        # Every question that is open holds a connection.
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=20),
    )


async def bytes_up_to(most: int, response: httpx.Response) -> bytes | None:
    """The bytes of a body, or None if there are more than that. What is beyond is not read."""
    chunks: list[bytes] = []
    length = 0
    async for chunk in response.aiter_bytes():
        length += len(chunk)
        if length > most:
            return None
        chunks.append(chunk)
    return b"".join(chunks)


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Read once: it takes longer than a call."""
    return httpx.create_ssl_context()
