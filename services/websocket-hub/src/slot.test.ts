import { newId } from '@svc/domain';
import { toClients } from '@svc/proto-events';
import { Signal } from '@svc/testkit';
import { useHub } from './hub.suite.js';
import type { Replaced } from './hub.suite.js';

const bench = useHub();

describe('a hub that has lost its slot', () => {
  it('closes its sockets, takes another and consumes what comes there', async () => {
    const { hub, agent, socket } = await bench.startConnected({ heartbeatIntervalMs: 20 });
    const slot = await bench.slotOf(agent);
    await bench.store.prisma.hub.update({ where: { slot }, data: { epoch: { increment: 1 } } });
    expect((await socket.closed()).code).toBe(1012);
    const again = await hub.reconnect(agent);
    expect(await bench.slotOf(agent)).not.toBe(slot);
    await bench.send(agent, 'at the new slot');
    await again.frames.atLeast(2);
  });

  it('or cannot say for long that it lives closes its sockets', async () => {
    const beat = () => new Promise<never>(() => {});
    const limits = { heartbeatIntervalMs: 20, fenceAfterMs: 1_500 };
    const { socket } = await bench.startConnected(limits, { presence: { beat } });
    expect((await socket.closed()).code).toBe(1012);
  });
});

describe('a stopping hub', () => {
  it('does not bring its slot back to life with a heartbeat that was under way', async () => {
    const beating = new Signal<true>();
    const gate = new Signal<true>();
    let hold = false;
    const presence: Replaced['presence'] = {
      async beat(hub) {
        if (hold) {
          beating.push(true);
          await gate.atLeast(1);
        }
        return bench.store.presence.beat(hub);
      },
      async releaseSlot(hub) {
        await bench.store.presence.releaseSlot(hub);
        gate.push(true);
      },
    };
    const { hub, agent } = await bench.startConnected({ heartbeatIntervalMs: 60_000 }, { presence });
    const slot = await bench.slotOf(agent);
    hold = true;
    await bench.broker.publish(toClients(), { type: 'credentials', agent_id: agent.agentId });
    await beating.atLeast(1);
    const stopped = hub.stop();
    // A hub that waits for the heartbeat before it gives the slot up is let through.
    setImmediate(() => gate.push(true));
    await stopped;
    for (let queries = 0; queries < 20; queries += 1) await bench.store.ping();
    const row = await bench.store.prisma.hub.findUnique({ where: { slot } });
    expect(row?.heartbeatAt.getTime()).toBe(0);
  });
});

describe('a session that was stored after its socket had given up', () => {
  it('is removed, and those that have a socket stay', async () => {
    const { agent } = await bench.startConnected({ sessionPurgeMs: 20 });
    const late = await bench.addAgent();
    const { prisma } = bench.store;
    const { slot, epoch } = await prisma.agentSession.findFirstOrThrow({ where: { agentId: agent.agentId } });
    const connectedAt = new Date(Date.now() - 60_000);
    await prisma.agentSession.updateMany({ data: { connectedAt } });
    const data = { id: newId('session'), agentId: late.agentId, slot, epoch, connectedAt };
    await prisma.agentSession.create({ data });
    await bench.offline(late);
    expect(await bench.slotOf(agent)).toBe(slot);
  });
});
