import { eventually } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('An agent', () => {
  it.each(['interactive', 'approval-only'])(
    'of the kind %s gets an ID agt_<id>, and a secret svc_<40 hex characters> that is shown this once',
    async (kind) => {
      const body = { agent_name: 'Mailbox', kind, webhook_url: 'http://127.0.0.1:9/hook' };
      const made = await bodyOf('createAgent', bench.person.call('/agents', { body }));
      const { agent_id: id, secret, ...shown } = made;
      expect(id).toMatch(/^agt_[0-9a-f]+$/);
      expect(secret).toMatch(/^svc_[0-9a-f]{40}$/);
      expect(shown).toMatchObject({
        ...{ ...body, status: 'active', online: false, features: [] },
        ...{ push_triggers_to_webhook: false, consecutive_failures: 0 },
      });
      const read = await bench.person.call(`/agents/${id}`);
      const list = await bench.person.call('/agents');
      expect(list.body).toContainEqual(read.body);
      for (const { bytes } of [read, list]) expect(bytes.toString('utf8')).not.toContain('svc_');
    },
  );

  it('is changed field by field', async () => {
    const { agentId } = await bench.person.createAgent({ webhook_url: 'http://127.0.0.1:9/' });
    const call = { method: 'PATCH', body: { agent_name: 'After' } };
    const answer = await bodyOf('updateAgent', bench.person.call(`/agents/${agentId}`, call));
    expect(answer).toMatchObject({ agent_name: 'After', webhook_url: 'http://127.0.0.1:9/' });
    const changed = { push_triggers_to_webhook: true, webhook_url: null };
    const shown = await bench.person.changeAgent(agentId, changed);
    expect(shown).toMatchObject({ agent_name: 'After', ...changed });
    // Null is a value of the webhook alone.
    const nulls = { agent_name: null, push_triggers_to_webhook: null, features: null };
    const kept = { agent_name: 'After', push_triggers_to_webhook: true, features: [] };
    expect(await bench.person.changeAgent(agentId, nulls)).toMatchObject(kept);
  });

  it('reads itself with GET /api/agent/me, with the features that its owner turned on', async () => {
    const agent = await bench.person.createAgent({ agent_name: 'Selfie' });
    const { agentId: agent_id } = agent;
    const features = ['run_cancelled'];
    await bench.person.changeAgent(agent_id, { features });
    const answer = await agent.call('/api/agent/me');
    const shown = { agent_id, agent_name: 'Selfie', kind: 'interactive', online: false, features };
    expect(answer.body).toMatchObject(shown);
    expect(answer.bytes.toString('utf8')).not.toContain('svc_');
    await bench.connect(agent);
    expect((await agent.call('/api/agent/me')).body).toMatchObject({ online: true });
    await bench.person.changeAgent(agent_id, { features: [] });
    expect((await agent.call('/api/agent/me')).body).toMatchObject({ features: [] });
  });

  it.each(['/api/agent/tasks/due', '/api/agent/tasks/triggers/pending', '/api/agent/events'])(
    'that asks for its events with GET %s has polled then',
    async (path) => {
      const agent = await bench.person.createAgent();
      const lastPoll = async () => (await bench.person.agent(agent.agentId)).last_polled_at;
      await agent.call('/api/agent/me');
      expect(await lastPoll()).toBeNull();
      expect(await agent.call(path)).toMatchObject({ status: 200 });
      const at = await eventually(lastPoll, (moment) => moment !== null);
      expect(Math.abs(Date.now() - Date.parse(at ?? ''))).toBeLessThan(60_000);
    },
  );

  it('that is deleted has its sockets closed with 4010 and its doors shut', async () => {
    const { agent, conversation_id } = await bench.askedAgent('Goodbye');
    const socket = await bench.connect(agent);
    const path = `/agents/${agent.agentId}`;
    await bodyOf('deleteAgent', bench.person.call(path, { method: 'DELETE' }));
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    expectRefusal(await agent.call('/api/agent/me'), 401);
    expect(await bench.refusalOf(agent)).toMatchObject({ code: 4004 });
    expectRefusal(await bench.person.call(path), 404, 'Not found');
    expectRefusal(await bench.person.call(`/conversations/${conversation_id}/messages`), 404, 'Not found');
  });
});

describe('Conversations of a user', () => {
  it('are listed with their newest message, the newest conversation first', async () => {
    const { agent, ...older } = await bench.askedAgent('older');
    const newer = await bench.person.send(agent.agentId, 'newer');
    const list = `/conversations?agent_id=${agent.agentId}`;
    expect(await bench.person.succeed(list)).toMatchObject([
      { id: newer.conversation_id, agent_id: agent.agentId, last_message_text: 'newer' },
      { id: older.conversation_id, agent_id: agent.agentId, last_message_text: 'older' },
    ]);
    await agent.send({ text: 'newest', conversation_id: older.conversation_id });
    const ids = [older.conversation_id, newer.conversation_id];
    expect(await bench.person.conversationIds(agent.agentId)).toEqual(ids);
  });

  it('go on in pages where they were, though the last of a page got a message or was deleted', async () => {
    const { agentId } = await bench.person.createAgent();
    for (let count = 0; count < 6; count += 1) await bench.person.send(agentId, 'Hello');
    const list = async (query = '', last?: { id: string; last_message_at: string }) => {
      const cursor = last ? `&cursor=${encodeURIComponent(`${last.last_message_at},${last.id}`)}` : '';
      const { body } = await bench.person.call(`/conversations?agent_id=${agentId}${query}${cursor}`);
      return body as { id: string; last_message_at: string }[];
    };
    const whole = await list();
    const [, last] = await list('&limit=2');
    await bench.person.send(agentId, { text: 'Again', conversation_id: last?.id });
    const second = await list('&limit=2', last);
    expect(second).toEqual(whole.slice(2, 4));
    await bench.person.call(`/conversations/${second[1]?.id}`, { method: 'DELETE' });
    expect(await list('&limit=2', second[1])).toEqual(whole.slice(4));
  });
});

/** Loopback over IPv4 is let through in this run, so that receivers of the suite can be reached. */
const NOT_ALLOWED = ['http://10.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://user:password@127.0.0.1/'];

describe('A webhook_url', () => {
  it.each(NOT_ALLOWED)(
    'to an address that is not public is 422, when an agent is created and changed: %s',
    async (url) => {
      const body = { agent_name: 'Probe', kind: 'interactive', webhook_url: url };
      const created = await bench.person.call('/agents', { body });
      expectRefusal(created, 422);
      expect((created.body as { detail: string }).detail).toMatch(/^webhook_url is not allowed/);
      const agent = await bench.person.createAgent();
      const change = { method: 'PATCH', body: { agent_name: 'Changed', webhook_url: url } };
      expectRefusal(await bench.person.call(`/agents/${agent.agentId}`, change), 422);
      const unchanged = await bench.person.agent(agent.agentId);
      expect(unchanged).toMatchObject({ agent_name: 'Mailbox', webhook_url: null });
    },
  );

  it('to a public address, and into a network that the operator lets through, is taken', async () => {
    const urls = ['https://93.184.215.14/hook', 'http://[2606:2800:21f::1]/', 'http://127.0.0.1:9/'];
    for (const webhook_url of urls) {
      const agent = await bench.person.createAgent({ webhook_url });
      expect(await bench.person.agent(agent.agentId)).toMatchObject({ webhook_url });
    }
  });
});
