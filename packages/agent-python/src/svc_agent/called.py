"""Calls what a program has given, be it a coroutine function or a plain one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


async def called(function: Callable[..., object], *arguments: object) -> Any:
    """What the function returns, awaited if it has to be."""
    result = function(*arguments)
    return await result if inspect.isawaitable(result) else result
