import pytest

from svc_agent import AgentError
from svc_agent.duration import seconds_of


def test_a_duration_is_a_number_of_seconds_or_a_text_with_a_unit() -> None:
    durations: list[float | str] = [90, "45s", "10m", "1.5h", "7d", 0.2]
    assert [seconds_of(each, "lease") for each in durations] == [90, 45, 600, 5_400, 604_800, 1]


@pytest.mark.parametrize("wrong", ["", "10", "m", "-1s", "1 h", 0, -5, float("nan"), float("inf"), True, "1e3s"])
def test_a_duration_that_says_nothing_is_refused(wrong: object) -> None:
    with pytest.raises(AgentError, match="lease is a number of seconds") as refused:
        seconds_of(wrong, "lease")  # type: ignore[arg-type]
    assert refused.value.code == "configuration"
