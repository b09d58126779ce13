from __future__ import annotations

import math
import re
from typing import TypeAlias

from svc_agent.errors import AgentError

Duration: TypeAlias = "float | str"
"""A time as a number of seconds, or as text with a unit: ``90``, ``"45s"``, ``"10m"``, ``"1h"``, ``"7d"``.

It is rounded to whole seconds, at least one.
"""

_UNIT_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


def seconds_of(duration: Duration, name: str) -> int:
    seconds = math.nan
    if isinstance(duration, str):
        match = re.fullmatch(r"([0-9]+(?:[.][0-9]+)?)([smhd])", duration)
        if match is not None:
            seconds = float(match[1]) * _UNIT_SECONDS[match[2]]
    elif isinstance(duration, (int, float)) and not isinstance(duration, bool):
        seconds = float(duration)
    if math.isfinite(seconds) and seconds > 0:
        return max(1, round(seconds))
    raise AgentError(
        "configuration",
        f'{name} is a number of seconds, or a text such as "45s", "10m", "1h" or "7d"; it was {duration!r}.',
    )
