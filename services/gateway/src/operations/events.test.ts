import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { expectContract, useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway();

async function sendTo(agent: TestAgent, text: string): Promise<void> {
  await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
    headers: agent.owner.auth,
    body: { text },
  });
}

/** An agent whose events stay pending here, since nobody takes them to its webhook. */
async function addAgentWithWebhook(): Promise<TestAgent> {
  const agent = await bench.addAgent();
  const data = { webhookUrl: 'https://example.org/hook' };
  await bench.store.prisma.agent.update({ where: { id: agent.agentId }, data });
  return agent;
}

describe('the event log', () => {
  it('lists an agent’s events, newest first, in pages', async () => {
    const agent = await addAgentWithWebhook();
    for (const text of ['one', 'two', 'three']) await sendTo(agent, text);
    const path = `/api/client/agents/${agent.agentId}/events`;
    const page = await bench.call('GET', `${path}?limit=2`, { headers: agent.owner.auth });
    expectContract('listAgentEvents', page);
    expect(page.body).toHaveLength(2);
    expect(page.body[0]).toEqual({
      event_id: expect.stringMatching(/^evt_/),
      type: 'user_message',
      state: 'pending',
      channel: null,
      drop_reason: null,
      message_id: expect.stringMatching(/^msg_/),
      task_id: null,
      run_id: null,
      decision_id: null,
      created_at: expect.any(String),
      delivered_at: null,
      next_attempt_at: null,
      attempts: [],
    });
    const rest = await bench.call('GET', `${path}?limit=2&cursor=${page.body[1].event_id}`, {
      headers: agent.owner.auth,
    });
    expect(rest.body).toHaveLength(1);
    const filtered = await bench.call('GET', `${path}?state=delivered&type=user_message`, {
      headers: agent.owner.auth,
    });
    expect(filtered.body).toEqual([]);
  });

  it.each(['state=lost', 'type=other', 'limit=0', 'limit=1000'])('refuses ?%s', async (query) => {
    const agent = await bench.addAgent();
    const answer = await bench.call('GET', `/api/client/agents/${agent.agentId}/events?${query}`, {
      headers: agent.owner.auth,
    });
    expect(answer.status).toBe(422);
    expectContract('listAgentEvents', answer);
  });

  it('shows webhook attempts, oldest first', async () => {
    const agent = await bench.addAgent();
    await sendTo(agent, 'one');
    const event = await bench.store.prisma.event.findFirstOrThrow({ where: { agentId: agent.agentId } });
    const deliveries = [newId('delivery', 1), newId('delivery', 2)];
    await bench.store.prisma.deliveryAttempt.createMany({
      data: deliveries.map((id, index) => ({
        id,
        eventId: event.id,
        retryNum: index,
        retryReason: index === 0 ? 'first_attempt' : 'http_error',
        outcome: 'http_error',
        statusCode: 500,
        durationMs: 12,
        startedAt: new Date(Date.now() + index),
      })),
    });
    const log = await bench.call('GET', `/api/client/agents/${agent.agentId}/events`, {
      headers: agent.owner.auth,
    });
    expectContract('listAgentEvents', log);
    expect(log.body[0].attempts).toMatchObject([
      {
        delivery_id: deliveries[0],
        retry_num: 0,
        retry_reason: 'first_attempt',
        status_code: 500,
        error: null,
      },
      { delivery_id: deliveries[1], retry_num: 1, retry_reason: 'http_error', duration_ms: 12 },
    ]);
  });
});

describe('a redelivery', () => {
  it('makes the event pending again under the same id', async () => {
    const agent = await addAgentWithWebhook();
    await sendTo(agent, 'one');
    const event = await bench.store.prisma.event.findFirstOrThrow({ where: { agentId: agent.agentId } });
    await bench.store.channels.websocket.receive(event.id);
    const answer = await bench.call('POST', `/api/client/events/${event.id}/redeliver`, {
      headers: agent.owner.auth,
    });
    expect(answer.status).toBe(202);
    expectContract('redeliverEvent', answer);
    const after = await bench.store.prisma.event.findMany({ where: { agentId: agent.agentId } });
    expect(after).toMatchObject([{ id: event.id, state: 'open', deliveredAt: null }]);
  });

  it('of someone else’s event, or of none, is not found and changes nothing', async () => {
    const agent = await bench.addAgent();
    const stranger = await bench.signUp();
    await sendTo(agent, 'one');
    const event = await bench.store.prisma.event.findFirstOrThrow({ where: { agentId: agent.agentId } });
    await bench.store.channels.websocket.receive(event.id);
    for (const id of [event.id, newId('event')]) {
      const answer = await bench.call('POST', `/api/client/events/${id}/redeliver`, {
        headers: stranger.auth,
      });
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found' } });
    }
    const after = await bench.store.prisma.event.findUniqueOrThrow({ where: { id: event.id } });
    expect(after.state).toBe('delivered');
  });
});
