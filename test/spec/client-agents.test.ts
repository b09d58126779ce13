/** @any-shape The gateway alone answers, from rows. */
import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

describe('Creation of an agent', () => {
  const bench = useProduct();

  it('yields an agent ID agt_<id> and a secret svc_<40 hex characters>', async () => {
    const body = { agent_name: 'Mailbox', kind: 'interactive', webhook_url: 'http://127.0.0.1:9/hook' };
    const answer = await bench.person.call('/agents', { body });
    expectAnswer('createAgent', answer, 201);
    expect(answer.body).toMatchObject({
      agent_id: expect.stringMatching(/^agt_[0-9a-f]+$/),
      secret: expect.stringMatching(/^svc_[0-9a-f]{40}$/),
      ...body,
      status: 'active',
      online: false,
      push_triggers_to_webhook: false,
      features: [],
      consecutive_failures: 0,
    });
  });

  it('shows the secret once, and no later call retrieves it', async () => {
    const agent = await bench.person.createAgent();
    const answers = [
      await bench.person.call(`/agents/${agent.agentId}`),
      await bench.person.call('/agents'),
      await bench.person.call(`/agents/${agent.agentId}`, {
        method: 'PATCH',
        body: { agent_name: 'Renamed' },
      }),
      await agent.call('/api/agent/me'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.bytes.toString('utf8')).not.toContain('svc_');
    }
  });

  it('takes two kinds: interactive and approval-only', async () => {
    for (const kind of ['interactive', 'approval-only'] as const) {
      const agent = await bench.person.createAgent({ kind });
      expect(await bench.person.agent(agent.agentId)).toMatchObject({ kind });
    }
    for (const kind of ['admin', '', null, 1]) {
      expectInvalidField(
        await bench.person.call('/agents', { body: { agent_name: 'x', kind } }),
        'body.kind',
      );
    }
  });
});

describe('An agent', () => {
  const bench = useProduct();

  it('is read and listed by its owner', async () => {
    const owner = await Person.signUp(baseUrl);
    const agents = [await owner.createAgent(), await owner.createAgent()];
    const list = await owner.call('/agents');
    expectAnswer('listAgents', list, 200);
    const ids = (list.body as { agent_id: string }[]).map(({ agent_id }) => agent_id);
    expect(ids.sort()).toEqual(agents.map(({ agentId }) => agentId).sort());
    expectAnswer('getAgent', await owner.call(`/agents/${ids[0]}`), 200);
  });

  it('is changed field by field', async () => {
    const { agentId } = await bench.person.createAgent({
      agent_name: 'Before',
      webhook_url: 'http://127.0.0.1:9/',
    });
    const call = { method: 'PATCH', body: { agent_name: 'After' } };
    const answer = await bench.person.call(`/agents/${agentId}`, call);
    expectAnswer('updateAgent', answer, 200);
    expect(answer.body).toMatchObject({ agent_name: 'After', webhook_url: 'http://127.0.0.1:9/' });
    expect(
      await bench.person.changeAgent(agentId, { push_triggers_to_webhook: true, webhook_url: null }),
    ).toMatchObject({
      agent_name: 'After',
      push_triggers_to_webhook: true,
      webhook_url: null,
    });
    // Null is a value of the webhook alone.
    const nulls = { agent_name: null, push_triggers_to_webhook: null, features: null };
    expect(await bench.person.changeAgent(agentId, nulls)).toMatchObject({
      ...{ agent_name: 'After', push_triggers_to_webhook: true, features: [] },
    });
  });

  it('has the features that its owner turned on, and sees them itself', async () => {
    const agent = await bench.person.createAgent();
    const change = async (features: string[]) =>
      bench.person.call(`/agents/${agent.agentId}`, { method: 'PATCH', body: { features } });
    const on = await change(['run_cancelled']);
    expectAnswer('updateAgent', on, 200);
    expect(on.body).toMatchObject({ features: ['run_cancelled'] });
    expect(await bench.person.changeAgent(agent.agentId, { agent_name: 'Renamed' })).toMatchObject({
      features: ['run_cancelled'],
    });
    expect((await agent.call('/api/agent/me')).body).toMatchObject({ features: ['run_cancelled'] });
    expect((await change([])).body).toMatchObject({ features: [] });
    expectInvalidField(await change(['clairvoyance']), 'body.features.0');
  });

  it('reads itself with GET /api/agent/me', async () => {
    const agent = await bench.person.createAgent({ agent_name: 'Selfie' });
    const answer = await agent.call('/api/agent/me');
    expectAnswer('getOwnAgent', answer, 200);
    expect(answer.body).toMatchObject({
      agent_id: agent.agentId,
      agent_name: 'Selfie',
      kind: 'interactive',
      online: false,
    });
    await bench.connect(agent);
    expect((await agent.call('/api/agent/me')).body).toMatchObject({ online: true });
  });

  it('that is deleted has its sockets closed with 4010 and its doors shut', async () => {
    const agent = await bench.person.createAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Goodbye');
    const socket = await bench.connect(agent);
    expectAnswer(
      'deleteAgent',
      await bench.person.call(`/agents/${agent.agentId}`, { method: 'DELETE' }),
      204,
    );
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    expectRefusal(await agent.call('/api/agent/me'), 401);
    const late = await bench.openSocket(agent);
    late.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret });
    expect(await late.closed()).toMatchObject({ code: 4004 });
    expectRefusal(await bench.person.call(`/agents/${agent.agentId}`), 404, 'Not found');
    expectRefusal(await bench.person.call(`/conversations/${conversation_id}/messages`), 404, 'Not found');
  });

  it('of someone else is 404 to every call, and stays as it is', async () => {
    const stranger = await Person.signUp(baseUrl);
    const agent: AgentClient = await stranger.createAgent({ agent_name: 'Theirs' });
    await stranger.send(agent.agentId, 'Private');
    const [event] = await stranger.events(agent.agentId);
    const path = `/agents/${agent.agentId}`;
    const calls = [
      bench.person.call(path),
      bench.person.call(path, { method: 'PATCH', body: { agent_name: 'Mine' } }),
      bench.person.call(path, { method: 'DELETE' }),
      bench.person.call(`${path}/secret/rotate`, { body: {} }),
      bench.person.call(`${path}/messages`, { body: { text: 'x' } }),
      bench.person.call(`${path}/events`),
      bench.person.call(`/events/${event?.event_id}/redeliver`, { method: 'POST' }),
    ];
    for (const answer of await Promise.all(calls)) expectRefusal(answer, 404, 'Not found');
    expect(await stranger.agent(agent.agentId)).toMatchObject({ agent_name: 'Theirs' });
    expect((await agent.call('/api/agent/me')).status).toBe(200);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });
});

describe('Conversations of a user', () => {
  const bench = useProduct();

  it('are listed with their newest message, the newest conversation first', async () => {
    const agent = await bench.person.createAgent();
    const older = await bench.person.send(agent.agentId, 'older');
    const newer = await bench.person.send(agent.agentId, 'newer');
    const answer = await bench.person.call(`/conversations?agent_id=${agent.agentId}`);
    expectAnswer('listConversations', answer, 200);
    expect(answer.body).toMatchObject([
      { id: newer.conversation_id, agent_id: agent.agentId, last_message_text: 'newer' },
      { id: older.conversation_id, agent_id: agent.agentId, last_message_text: 'older' },
    ]);
    await agent.send({ text: 'newest', conversation_id: older.conversation_id });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([
      older.conversation_id,
      newer.conversation_id,
    ]);
  });
});
