"""Rules that need no event loop."""

import pytest

from svc_agent.events.intake import KnownKeys
from svc_agent.socket.connection import final_error_of
from svc_agent.waiting import BackoffLimits, backoff_seconds


def test_waits_double_up_to_a_bound_and_are_jittered() -> None:
    limits = BackoffLimits(first_seconds=0.5, most_seconds=30.0)
    most = [backoff_seconds(failures, limits, 1.0) for failures in (1, 2, 3, 7, 1_000)]
    assert most == [0.5, 1.0, 2.0, 30.0, 30.0]
    assert [backoff_seconds(2, limits, random) for random in (0.0, 0.5)] == [0.5, 0.75]


def test_the_newest_keys_are_remembered() -> None:
    keys = KnownKeys(most=2)
    assert [keys.add(key) for key in ("a", "b", "a", "c", "a", "b")] == [True, True, False, True, False, True]


@pytest.mark.parametrize(("code", "open_seconds"), [(1000, 1.0), (1006, 0.0), (1008, 3.0), (1012, 9.0), (4001, 9.5)])
def test_after_any_other_close_code_the_agent_connects_again(code: int, open_seconds: float) -> None:
    assert final_error_of(code, open_seconds) is None
