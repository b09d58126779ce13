/** @any-shape Gateways and hubs compare secrets by one statement. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

describe('Rotation of an agent’s secret', () => {
  const bench = useProduct();

  it('ends the old secret at once without a grace, and its sockets with 4010', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const renewed = agent.withSecret(await bench.person.rotateSecret(agent.agentId));
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    expectRefusal(await agent.call('/api/agent/me'), 401);
    expect((await renewed.call('/api/agent/me')).status).toBe(200);
    expect(await bench.refusalOf(agent)).toMatchObject({ code: 4003 });
    await bench.connect(renewed);
  });

  it('leaves both secrets valid during a grace', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const answer = await bench.person.call(`/agents/${agent.agentId}/secret/rotate`, {
      body: { grace_period_seconds: 86_400 },
    });
    expectAnswer('rotateAgentSecret', answer, 200);
    const { secret, previous_secret_valid_until } = answer.body as Record<string, string>;
    expect(secret).toMatch(/^svc_[0-9a-f]{40}$/);
    const hours = (Date.parse(previous_secret_valid_until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    for (const client of [agent, agent.withSecret(secret ?? '')]) {
      expect((await client.call('/api/agent/me')).status).toBe(200);
      await bench.connect(client);
    }
    expect(socket.isOpen).toBe(true);
  });

  it('ends the old secret, and the sockets that it opened, when the grace is over', async () => {
    const agent = await bench.person.createAgent();
    const [before, during] = [await bench.connect(agent), await bench.openSocket(agent)];
    const secret = await bench.person.rotateSecret(agent.agentId, 1);
    await during.authenticate(agent);
    const renewed = await bench.connect(agent.withSecret(secret));
    expect(await before.closed()).toMatchObject({ code: 4010 });
    expect(await during.closed()).toMatchObject({ code: 4010 });
    const me = () => agent.call('/api/agent/me');
    await eventually(me, ({ status }) => status === 401);
    expect(renewed.isOpen).toBe(true);
  });
});
