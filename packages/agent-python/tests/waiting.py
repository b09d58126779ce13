"""What tests of events share: an event loop for each, and a message of a user."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

# Above everything that a test waits for.
_SECONDS_MAX = 20.0


def runs(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine function."""

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async def main() -> None:
            await asyncio.wait_for(test(*args, **kwargs), _SECONDS_MAX)

        asyncio.run(main())

    return run


async def ticks(count: int = 10) -> None:
    """Lets everything go on that waits for nothing but its turn."""
    for _ in range(count):
        await asyncio.sleep(0)


def user_message(text: str = "hello", message_id: str = "msg_1", **more: Any) -> dict[str, Any]:
    ids = {"message_id": message_id, "conversation_id": "conv_1"}
    media = {"image_url": None, "image_urls": None, "audio_url": None}
    return {"type": "user_message", "text": text, "sender_name": "Ada", **ids, **media, **more}
