import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { toClients } from '@svc/proto-events';
import { Signal } from '@svc/testkit';
import { useHub } from './hub.suite.js';
import type { Replaced, TestAgent } from './hub.suite.js';

const bench = useHub();

/** The slot of the hub that has the agent's newest session. */
async function slotOf({ agentId }: TestAgent): Promise<string> {
  const newest = { where: { agentId }, orderBy: { connectedAt: 'desc' } } as const;
  return (await bench.store.prisma.agentSession.findFirstOrThrow(newest)).slot;
}

/** A part of a hub that lists its heartbeats. */
const watched = (beats: Signal<boolean>): Replaced => ({
  presence: {
    async beat(hub) {
      const beat = await bench.store.presence.beat(hub);
      beats.push(beat.isCurrent);
      return beat;
    },
  },
});

describe('a hub that has lost its slot', () => {
  it('closes its sockets, takes another and consumes what comes there', async () => {
    const { hub, agent, socket } = await bench.startConnected({ heartbeatIntervalMs: 20 });
    const slot = await slotOf(agent);
    await bench.store.presence.claimSlot(slot);
    expect((await socket.closed()).code).toBe(1012);
    const again = await hub.reconnect(agent);
    expect(await slotOf(agent)).not.toBe(slot);
    await bench.send(agent, 'at the new slot');
    await again.frames.atLeast(2);
  });

  it('or cannot say for long that it lives closes its sockets', async () => {
    const beat = () => new Promise<never>(() => {});
    const limits = { heartbeatIntervalMs: 20, fenceAfterMs: 1_500 };
    const { socket } = await bench.startConnected(limits, { presence: { beat } });
    expect((await socket.closed()).code).toBe(1012);
  });

  it('that was given to it by name does not fight with the new owner while that one lives', async () => {
    const beats = new Signal<boolean>();
    await bench.startHub({ heartbeatIntervalMs: 10 }, { slot: 'named', ...watched(beats) });
    const { socket } = await bench.startConnected({ heartbeatIntervalMs: 10 }, { slot: 'named' });
    const before = await bench.store.prisma.hub.findUnique({ where: { slot: 'named' } });
    while (!beats.items.includes(false)) await beats.atLeast(beats.items.length + 1);
    for (let queries = 0; queries < 100; queries += 1) await bench.store.ping();
    const after = await bench.store.prisma.hub.findUnique({ where: { slot: 'named' } });
    expect(after?.epoch).toBe(before?.epoch);
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
  });

  it('takes its own name again when the new owner is gone', async () => {
    const beats = new Signal<boolean>();
    const hub = await bench.startHub({ heartbeatIntervalMs: 10 }, { slot: 'mine', ...watched(beats) });
    const thief = await bench.store.presence.claimSlot('mine');
    while (!beats.items.includes(false)) await beats.atLeast(beats.items.length + 1);
    await bench.store.presence.releaseSlot(thief);
    const agent = await bench.addAgent();
    await hub.reconnect(agent);
    expect(await slotOf(agent)).toBe('mine');
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
    const replaced = { slot: 'stopping', presence };
    const { hub, agent } = await bench.startConnected({ heartbeatIntervalMs: 60_000 }, replaced);
    hold = true;
    await bench.broker.publish(toClients(), { type: 'credentials', agent_id: agent.agentId });
    await beating.atLeast(1);
    const stopped = hub.stop();
    // A hub that waits for the heartbeat before it gives the slot up is let through.
    setImmediate(() => gate.push(true));
    await stopped;
    for (let queries = 0; queries < 20; queries += 1) await bench.store.ping();
    const row = await bench.store.prisma.hub.findUnique({ where: { slot: 'stopping' } });
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
    expect(await slotOf(agent)).toBe(slot);
  });
});
