import asyncio
from waiting import runs, turns

from svc_agent.events.intake import Lanes


@runs
async def test_work_of_one_lane_is_done_in_its_order_and_that_of_others_meanwhile() -> None:
    lanes = Lanes(16)
    done: list[str] = []
    go = asyncio.Event()

    async def slow() -> None:
        await go.wait()
        done.append("a1")

    async def quick(name: str) -> None:
        done.append(name)

    lanes.add("a", slow)
    lanes.add("a", lambda: quick("a2"))
    await lanes.add("b", lambda: quick("b1"))
    assert (done, lanes.open) == (["b1"], 2)
    go.set()
    await lanes.idle()
    assert (done, lanes.open) == (["b1", "a1", "a2"], 0)


@runs
async def test_no_more_work_goes_on_at_once_than_is_allowed() -> None:
    lanes = Lanes(2)
    now, most = 0, 0

    async def work() -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await turns()
        now -= 1

    for lane in range(10):
        lanes.add(str(lane), work)
    await lanes.idle()
    assert most == 2


@runs
async def test_a_lane_that_is_empty_is_forgotten() -> None:
    lanes = Lanes(1)

    async def work() -> None:
        await turns()

    await asyncio.wait({lanes.add(str(lane), work) for lane in range(5)})
    assert lanes._lanes == {}
