"""A memory of what has come already."""

from __future__ import annotations


class KnownKeys:
    """Remembers the newest of many keys."""

    def __init__(self, most: int = 10_000) -> None:
        self._keys: dict[str, None] = {}
        self._most = most

    def add(self, key: str) -> bool:
        """Whether the key is new; it is known from then on."""
        is_new = key not in self._keys
        self._keys.pop(key, None)
        self._keys[key] = None
        if len(self._keys) > self._most:
            del self._keys[next(iter(self._keys))]
        return is_new
