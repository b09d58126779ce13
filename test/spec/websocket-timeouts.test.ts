/** @waits-for-real-time The wait for an auth message has to pass. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, AgentSocket } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

/** Both take their ten seconds, so they run beside each other from the beginning. */
describe('A socket that is silent', () => {
  const bench = useProduct();
  let startedAtMs: number;
  let unauthenticated: AgentSocket;
  let unresponsive: AgentSocket;
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    startedAtMs = Date.now();
    unauthenticated = await agent.openSocket();
    unresponsive = await agent.connect({ autoPong: false });
    await bench.person.send(agent.agentId, 'Anybody there?');
    await unresponsive.userMessage('Anybody there?');
  });

  it('is closed with 4001 when no auth message comes within 10 s', async () => {
    expect(await unauthenticated.closed()).toMatchObject({ code: 4001 });
    expect(Date.now() - startedAtMs).toBeGreaterThan(9_500);
  });

  it('is closed with 4009 when it answers no ping within 10 s', async () => {
    expect(await unresponsive.closed()).toMatchObject({ code: 4009 });
    expect(Date.now() - startedAtMs).toBeGreaterThan(9_500);
  });

  it('has proven no receipt, so its event comes again to the next socket', async () => {
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const next = await bench.connect(agent);
    await next.userMessage('Anybody there?');
    await bench.person.newestEvent(agent.agentId, 'delivered');
  });
});
