import signal
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src"

# It never reaches a service, and says so when it has begun to try.
PROGRAM = """
import asyncio, logging, sys
from svc_agent import Agent

log = logging.getLogger("svc_agent")
log.setLevel(logging.INFO)
to_stdout = logging.StreamHandler(sys.stdout)
to_stdout.setFormatter(logging.Formatter("begun", validate=False))
log.addHandler(to_stdout)
log.addFilter(lambda line: line.levelno == logging.INFO)
agent = Agent(agent_id="agt_1", secret="svc_1", url="http://127.0.0.1:1")
"""
RUN = "agent.run()"
TWO = """
other = Agent(agent_id="agt_2", secret="svc_2", url="http://127.0.0.1:1")
async def main():
    await asyncio.gather(agent.start(), other.start())
    await asyncio.gather(agent.closed(), other.closed())
asyncio.run(main())
"""
THREAD = """
import threading
print("begun", flush=True)
other = Agent(agent_id="agt_2", secret="svc_2", url="http://127.0.0.1:1")
has_begun, may_stop = threading.Event(), threading.Event()
async def begin(one):
    starting = asyncio.ensure_future(one.start())
    await asyncio.sleep(0)
    return starting
async def in_thread():
    starting = await begin(other)
    has_begun.set()
    await asyncio.to_thread(may_stop.wait)
    await other.stop()
async def main():
    starting = await begin(agent)
    thread = asyncio.ensure_future(asyncio.to_thread(asyncio.run, in_thread()))
    await asyncio.to_thread(has_begun.wait)
    await agent.stop()
    may_stop.set()
    await thread
    print("stopped", flush=True)
asyncio.run(main())
"""
OWN = """
import signal
async def main():
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: asyncio.ensure_future(agent.stop()))
    await agent.start()
    await agent.closed()
    print("its own end", flush=True)
asyncio.run(main())
"""


def ended_by(program: str, *signals: signal.Signals) -> tuple[int, str]:
    """How a program ends that gets these signals, and what it has written."""
    args = [sys.executable, "-c", PROGRAM + program]
    with subprocess.Popen(
        args, env={"PYTHONPATH": str(SOURCES)}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        for name in signals:
            process.send_signal(name)
        rest = process.stdout.read()
        return process.wait(), rest.replace("begun\n", "")


@pytest.mark.parametrize("program", [RUN, TWO])
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_as_it_would_have_without_an_agent(program: str, name: signal.Signals) -> None:
    assert ended_by(program, name) == (-name, "")


def test_a_program_with_an_end_of_its_own_is_left_alone() -> None:
    assert ended_by(OWN, signal.SIGTERM) == (0, "its own end\n")


def test_an_agent_in_another_thread_stops_after_the_one_that_hears_signals() -> None:
    assert ended_by(THREAD) == (0, "stopped\n")
