import json

import pytest

from svc_agent import AgentError
from svc_agent.generated.contract import ContextBlock
from svc_agent.run import blocks_of, results_in


def kept(texts: list[str]) -> list[ContextBlock]:
    return [{"id": number, "text": text, "created_at": ""} for number, text in enumerate(texts)]


def test_a_small_result_is_one_block_that_typescript_reads_too() -> None:
    assert blocks_of("orders", [1, "ä"]) == ['{"once":"orders","value":[1,"ä"]}']


@pytest.mark.parametrize("value", [None, {"a": [1, 2.5, True]}, "x" * 100_000, '"\\' * 50_000, "😀" * 70_000])
def test_a_result_comes_back_from_its_blocks(value: object) -> None:
    blocks = blocks_of("step", value)
    assert all(len(block) <= 65_536 for block in blocks)
    assert results_in(kept(["a note", "{not json", *blocks])) == {"step": value}


def test_the_first_whole_result_counts_and_half_a_result_is_none() -> None:
    long, other = blocks_of("step", "x" * 100_000), blocks_of("step", "y" * 100_000)
    assert results_in(kept(long[:-1])) == {}
    assert results_in(kept([*long[:-1], *other, long[-1]])) == {"step": "y" * 100_000}


def test_what_typescript_has_written_is_read() -> None:
    parts = [{"once": "k", "write": "w", "part": part, "of": 2, "json": text} for part, text in enumerate(("[1", ",2]"))]
    texts = [json.dumps(part, separators=(",", ":")) for part in reversed(parts)]
    assert results_in(kept(['{"once":"empty"}', *texts])) == {"empty": None, "k": [1, 2]}


def test_a_result_that_a_run_cannot_keep_or_that_json_does_not_know_is_refused() -> None:
    with pytest.raises(AgentError) as large:
        blocks_of("step", "x" * 5_000_000)
    with pytest.raises(AgentError) as strange:
        blocks_of("step", {1, 2})
    assert (large.value.code, strange.value.code) == ("too_much", "configuration")
