/** @waits-for-real-time The wait for an auth message has to pass. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, AgentSocket } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

/** All take their ten seconds, so they run beside each other from the beginning. */
describe('A socket that is silent', () => {
  const bench = useProduct();
  let startedAtMs: number;
  let unauthenticated: AgentSocket;
  let standby: AgentSocket;
  let unresponsive: AgentSocket;
  let busy: AgentSocket;
  let agent: AgentClient;
  let busyAgent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    startedAtMs = Date.now();
    unauthenticated = await agent.openSocket();
    standby = await agent.connect({ features: ['event_meta'] });
    unresponsive = await agent.connect({ autoPong: false, features: ['event_meta'] });
    await bench.person.send(agent.agentId, 'Anybody there?');
    await unresponsive.userMessage('Anybody there?');
    busyAgent = await bench.person.createAgent();
    busy = await busyAgent.connect({ resume: true, ack: 'program' });
    await bench.person.send(busyAgent.agentId, 'This takes long');
    await busy.userMessage('This takes long');
  });

  it('is closed with 4001 when no auth message comes within 10 s', async () => {
    expect(await unauthenticated.closed()).toEqual({
      ...{ code: 4001, reason: 'Authentication expected: no frame has come in time' },
    });
    expect(Date.now() - startedAtMs).toBeGreaterThan(9_500);
  });

  it('is closed with 4009 when it answers no ping within 10 s', async () => {
    expect(await unresponsive.closed()).toMatchObject({ code: 4009 });
    expect(Date.now() - startedAtMs).toBeGreaterThan(9_500);
  });

  it('has proven no receipt: its event comes to the agent’s other process, under the same id', async () => {
    const [first, again] = [unresponsive, standby].map((socket) => socket.userMessage('Anybody there?'));
    expect((await again)?.event_id).toMatch(/^evt_/);
    expect((await again)?.event_id).toBe((await first)?.event_id);
    await bench.person.newestEvent(agent.agentId, 'delivered');
  });

  it('with "ack": "program" stays while its program is busy, and gets nothing twice', async () => {
    await unresponsive.closed();
    expect([busy.isOpen, busy.texts]).toEqual([true, ['This takes long']]);
    expect((await bench.person.events(busyAgent.agentId))[0]).toMatchObject({ state: 'pending' });
    busy.send({ type: 'ack', event_id: (await busy.userMessage('This takes long')).event_id });
    await bench.person.newestEvent(busyAgent.agentId, 'delivered');
    busy.terminate();
    standby.terminate();
  });
});
