import { describe, expect, it } from '@jest/globals';
import type { ClientHint } from '@svc/proto-events';
import { Signal, useHub } from './hub.suite.js';

const bench = useHub();

describe('an agent that connects anew while its former socket is silent', () => {
  it('is sent at once, and in order, what the former did not confirm', async () => {
    const hub = await bench.startHub({ windowFrames: 4, drainReceiptsMs: 50 });
    const agent = await bench.addAgent();
    const silent = await hub.connectFrozen(agent);
    const texts = Array.from({ length: 10 }, (_, index) => `m${index}`);
    for (const text of texts) await bench.send(agent, text);
    await silent.frames.atLeast(5);
    const socket = await hub.connect(agent);
    await bench.send(agent, 'later');
    await socket.frames.atLeast(12);
    expect(socket.texts).toEqual([...texts, 'later']);
  });

  it('has its events to itself, also those that the former was behind with', async () => {
    const hub = await bench.startHub({ windowFrames: 2, drainReceiptsMs: 50 });
    const agent = await bench.addAgent();
    const former = await hub.connectFrozen(agent);
    for (const text of ['a', 'b', 'c', 'd']) await bench.send(agent, text);
    await former.frames.atLeast(3);
    const socket = await hub.connect(agent);
    await socket.frames.atLeast(5);
    former.answerPings();
    await bench.send(agent, 'e');
    await socket.frames.atLeast(6);
    expect(former.texts).toEqual(['a', 'b']);
    expect(socket.texts).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('an event that was parked while its agent was connected', () => {
  it('because the hub’s heartbeat was late, is pushed when the heartbeat is back', async () => {
    const hub = await bench.startHub({ heartbeatIntervalMs: 20 }, 'late');
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'parked', { publish: false });
    await bench.store.prisma.event.update({ where: { id: eventId }, data: { state: 'waiting' } });
    // A heartbeat under way may write over it.
    while (socket.frames.items.length < 2) {
      const data = { heartbeatAt: new Date(Date.now() - 60_000) };
      await bench.store.prisma.hub.update({ where: { slot: 'late' }, data });
    }
    expect(socket.texts).toEqual(['parked']);
  });
});

describe('an agent whose hub’s heartbeat was late', () => {
  it('is known to its owner’s consoles to be online again', async () => {
    const hub = await bench.startHub({ heartbeatIntervalMs: 20 }, 'late-told');
    const agent = await bench.addAgent();
    const told = new Signal<ClientHint>();
    await bench.broker.consumeClientHints((hint) => told.push(hint));
    await hub.connect(agent);
    const isTold = () =>
      told.items.filter((hint) => hint.type === 'agent' && hint.agent_id === agent.agentId).length;
    while (isTold() < 1) await told.atLeast(told.items.length + 1);
    while (isTold() < 2) {
      const data = { heartbeatAt: new Date(Date.now() - 60_000) };
      await bench.store.prisma.hub.update({ where: { slot: 'late-told' }, data });
    }
  });
});
