import pytest

from svc_agent import AgentError
from svc_agent.generated.contract import ContextBlock
from svc_agent.run import block_of, results_in


def kept(*texts: str) -> list[ContextBlock]:
    return [{"id": number, "text": text, "created_at": ""} for number, text in enumerate(texts)]


def test_a_result_is_a_block_that_typescript_reads_too() -> None:
    assert block_of("orders", [1, "ä"]) == '{"once":"orders","value":[1,"ä"]}'
    assert results_in(kept('{"once":"empty"}')) == {"empty": None}


@pytest.mark.parametrize("value", [None, {"a": [1, 2.5, True]}, "😀" * 30_000])
def test_the_first_result_comes_back_from_its_block(value: object) -> None:
    texts = "a note", '{"once": no', block_of("step", value), block_of("step", "second")
    assert results_in(kept(*texts)) == {"step": value}


TOO_MUCH = "too_much"


@pytest.mark.parametrize(("value", "code"), [("x" * 65_536, TOO_MUCH), ("😀" * 33_000, TOO_MUCH), ({1}, "configuration")])
def test_a_result_that_a_block_cannot_keep_or_that_json_does_not_know_is_refused(value: object, code: str) -> None:
    with pytest.raises(AgentError) as refused:
        block_of("step", value)
    assert refused.value.code == code
