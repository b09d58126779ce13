import { FROZEN, useHub } from './hub.suite.js';
import type { RunningHub, TestAgent, TestSocket } from './hub.suite.js';

const bench = useHub();

/** An agent that has received so many events on a socket of this hub. */
async function agentThatHas(count: number, hub: RunningHub): Promise<TestAgent> {
  const agent = await bench.addAgent();
  const socket = await hub.connect(agent);
  for (let index = 1; index <= count; index += 1) await bench.send(agent, `m${index}`);
  await socket.frames.atLeast(1 + count);
  await socket.close();
  return agent;
}

function numbersOf(socket: TestSocket): unknown[] {
  return socket.frames.items.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('the log of a socket with "after"', () => {
  it('comes page by page, as fast as the agent confirms it, and then what was written meanwhile', async () => {
    const hub = await bench.startHub({ windowFrames: 4, pongTimeoutMs: 60_000 });
    const agent = await agentThatHas(10, hub);
    const socket = await hub.connect(agent, { after: 0 }, FROZEN);
    await socket.frames.atLeast(5);
    await bench.send(agent, 'm11');
    await bench.store.ping();
    expect(numbersOf(socket)).toEqual([1, 2, 3, 4]);
    socket.answerPings();
    await socket.frames.atLeast(12);
    expect(numbersOf(socket)).toEqual(upTo(11));
  });

  it('is followed by an event from before it that is sent again while its first page waits for the agent', async () => {
    const hub = await bench.startHub({ windowFrames: 3, pongTimeoutMs: 60_000 });
    const agent = await bench.addAgent();
    const old = await bench.send(agent, 'm1', { announce: false });
    for (let index = 2; index <= 9; index += 1) await bench.send(agent, `m${index}`, { announce: false });
    const socket = await hub.connect(agent, { after: 1 }, FROZEN);
    await socket.frames.atLeast(4);
    bench.announce((await bench.store.events.restart(old.eventId, agent.ownerId))!);
    // The broker is in this process, so the hub has its message by then.
    await new Promise((resolve) => setImmediate(resolve));
    socket.answerPings();
    await socket.frames.atLeast(10);
    expect(numbersOf(socket)).toEqual([...upTo(9).slice(1), 1]);
  });
});
