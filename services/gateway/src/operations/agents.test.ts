import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { expectContract, PNG, useGateway } from '../gateway.suite.js';

const bench = useGateway();

beforeEach(() => {
  bench.hints.length = 0;
});

describe('creating an agent', () => {
  it('shows its secret this once', async () => {
    const owner = await bench.signUp();
    const created = await bench.call('POST', '/api/client/agents', {
      headers: owner.auth,
      body: { agent_name: 'Ada', kind: 'interactive', webhook_url: 'https://hook.example.com/x' },
    });
    expect(created.status).toBe(201);
    expectContract('createAgent', created);
    expect(created.body).toMatchObject({
      agent_id: expect.stringMatching(/^agt_[0-9a-f]{32}$/),
      agent_name: 'Ada',
      kind: 'interactive',
      status: 'active',
      webhook_url: 'https://hook.example.com/x',
      push_triggers_to_webhook: false,
      features: [],
      online: false,
      consecutive_failures: 0,
      secret: expect.stringMatching(/^svc_[0-9a-f]{40}$/),
    });
    const path = `/api/client/agents/${created.body.agent_id}`;
    const read = await bench.call('GET', path, { headers: owner.auth });
    expectContract('getAgent', read);
    const { secret: _secret, ...shown } = created.body;
    expect(read).toMatchObject({ status: 200, body: shown });
    expect(read.body).not.toHaveProperty('secret');
    const list = await bench.call('GET', '/api/client/agents', { headers: owner.auth });
    expectContract('listAgents', list);
    expect(list.body).toEqual([shown]);
  });

  it.each([
    ['nothing', {}],
    ['no kind', { agent_name: 'Ada' }],
    ['an unknown kind', { agent_name: 'Ada', kind: 'other' }],
    ['an empty name', { agent_name: '', kind: 'interactive' }],
    ['an endless name', { agent_name: 'x'.repeat(10_000), kind: 'interactive' }],
    ['U+0000', { agent_name: 'A\0', kind: 'interactive' }],
    ['wrong types', { agent_name: 5, kind: [], webhook_url: {} }],
    ['no URL', { agent_name: 'Ada', kind: 'interactive', webhook_url: 'nowhere' }],
    ['a private address', { agent_name: 'Ada', kind: 'interactive', webhook_url: 'http://127.0.0.1/x' }],
    [
      'a metadata address',
      { agent_name: 'Ada', kind: 'interactive', webhook_url: 'http://169.254.169.254/' },
    ],
    ['another protocol', { agent_name: 'Ada', kind: 'interactive', webhook_url: 'ftp://example.com/' }],
    ['an array', []],
  ])('is refused for %s, and nothing is stored', async (_name, body) => {
    const owner = await bench.signUp();
    const before = await bench.stored();
    const answer = await bench.call('POST', '/api/client/agents', { headers: owner.auth, body });
    expect(answer.status).toBe(422);
    expectContract('createAgent', answer);
    expect(typeof answer.body.detail).toBe('string');
    expect(await bench.stored()).toEqual(before);
  });
});

describe('changing an agent', () => {
  it('changes what is named and leaves the rest', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://hook.example.com/x' });
    const path = `/api/client/agents/${agent.agentId}`;
    const headers = agent.owner.auth;
    const renamed = await bench.call('PATCH', path, { headers, body: { agent_name: 'Grace' } });
    expectContract('updateAgent', renamed);
    expect(renamed.body).toMatchObject({ agent_name: 'Grace', webhook_url: 'https://hook.example.com/x' });
    const changed = await bench.call('PATCH', path, {
      headers,
      body: { webhook_url: null, push_triggers_to_webhook: true, features: ['run_cancelled'] },
    });
    expect(changed.body).toMatchObject({
      agent_name: 'Grace',
      webhook_url: null,
      push_triggers_to_webhook: true,
      features: ['run_cancelled'],
    });
    const kept = await bench.call('PATCH', path, { headers, body: { agent_name: 'Ada' } });
    expect(kept.body).toMatchObject({ features: ['run_cancelled'] });
    const without = await bench.call('PATCH', path, { headers, body: { features: [] } });
    expectContract('updateAgent', without);
    expect(without.body).toMatchObject({ features: [] });
  });

  it('refuses a private address and wrong types, and changes nothing', async () => {
    const agent = await bench.addAgent();
    const path = `/api/client/agents/${agent.agentId}`;
    for (const body of [
      { agent_name: 'Grace', webhook_url: 'http://10.0.0.1/' },
      { agent_name: 7 },
      { push_triggers_to_webhook: 'yes' },
      { features: 'run_cancelled' },
      { features: ['run_cancelled', 'run_cancelled'] },
      { features: ['clairvoyance'] },
    ]) {
      const answer = await bench.call('PATCH', path, { headers: agent.owner.auth, body });
      expect(answer.status).toBe(422);
      expectContract('updateAgent', answer);
    }
    const read = await bench.call('GET', path, { headers: agent.owner.auth });
    expect(read.body).toMatchObject({ agent_name: 'Ada', webhook_url: null });
  });
});

describe('rotating a secret', () => {
  it('ends the former one at once, and tells the hubs', async () => {
    const agent = await bench.addAgent();
    const path = `/api/client/agents/${agent.agentId}/secret/rotate`;
    const rotated = await bench.call('POST', path, { headers: agent.owner.auth, body: {} });
    expect(rotated.status).toBe(200);
    expectContract('rotateAgentSecret', rotated);
    expect(rotated.body).toEqual({
      agent_id: agent.agentId,
      secret: expect.stringMatching(/^svc_[0-9a-f]{40}$/),
      previous_secret_valid_until: null,
    });
    expect((await bench.call('GET', '/api/agent/me', { headers: agent.auth })).status).toBe(401);
    const headers = { ...agent.auth, 'x-svc-secret': rotated.body.secret };
    expect((await bench.call('GET', '/api/agent/me', { headers })).status).toBe(200);
    expect(bench.hints).toContainEqual({ type: 'credentials', agent_id: agent.agentId });
  });

  it('leaves both valid during a grace', async () => {
    const agent = await bench.addAgent();
    const path = `/api/client/agents/${agent.agentId}/secret/rotate`;
    const rotated = await bench.call('POST', path, {
      headers: agent.owner.auth,
      body: { grace_period_seconds: 3_600 },
    });
    expect(Date.parse(rotated.body.previous_secret_valid_until)).toBeGreaterThan(Date.now());
    for (const secret of [agent.secret, rotated.body.secret]) {
      const headers = { ...agent.auth, 'x-svc-secret': secret };
      expect((await bench.call('GET', '/api/agent/me', { headers })).status).toBe(200);
    }
  });

  it('may be asked for without a body, and refuses a grace out of bounds', async () => {
    const agent = await bench.addAgent();
    const path = `/api/client/agents/${agent.agentId}/secret/rotate`;
    expect((await bench.call('POST', path, { headers: agent.owner.auth })).status).toBe(200);
    for (const grace_period_seconds of [-1, 86_401, 1.5, 'x']) {
      const answer = await bench.call('POST', path, {
        headers: agent.owner.auth,
        body: { grace_period_seconds },
      });
      expect(answer.status).toBe(422);
    }
  });
});

describe('deleting an agent', () => {
  it('removes it with its files, shuts its doors and tells the hubs', async () => {
    const agent = await bench.addAgent();
    await bench.call('POST', '/api/agent/events', {
      headers: agent.auth,
      body: { type: 'message', text: 'see', image_base64: PNG },
    });
    expect(await bench.mediaFiles()).toHaveLength(1);
    const path = `/api/client/agents/${agent.agentId}`;
    const deleted = await bench.call('DELETE', path, { headers: agent.owner.auth });
    expect(deleted).toMatchObject({ status: 204, body: '' });
    expect(await bench.mediaFiles()).toEqual([]);
    expect((await bench.call('GET', path, { headers: agent.owner.auth })).status).toBe(404);
    expect((await bench.call('DELETE', path, { headers: agent.owner.auth })).status).toBe(404);
    expect((await bench.call('GET', '/api/agent/me', { headers: agent.auth })).status).toBe(401);
    expect(bench.hints).toContainEqual({ type: 'credentials', agent_id: agent.agentId });
  });
});

describe('someone else’s agent', () => {
  it('is not found by any call, and stays as it is', async () => {
    const agent = await bench.addAgent();
    const stranger = await bench.signUp();
    const before = await bench.stored();
    const path = `/api/client/agents/${agent.agentId}`;
    const calls: [string, string, unknown?][] = [
      ['GET', path],
      ['PATCH', path, { agent_name: 'Mine' }],
      ['DELETE', path],
      ['POST', `${path}/secret/rotate`, {}],
      ['POST', `${path}/messages`, { text: 'hi' }],
      ['POST', `${path}/messages`, { images: [PNG] }],
      ['GET', `${path}/events`],
    ];
    for (const [method, where, body] of calls) {
      const answer = await bench.call(method, where, {
        headers: stranger.auth,
        ...(body === undefined ? {} : { body }),
      });
      expect([method, where, answer.status, answer.body]).toEqual([
        method,
        where,
        404,
        { detail: 'Not found' },
      ]);
    }
    expect(await bench.stored()).toEqual(before);
    expect(await bench.mediaFiles()).toEqual([]);
    expect((await bench.call('GET', '/api/agent/me', { headers: agent.auth })).status).toBe(200);
  });

  it('is like one that does not exist, and like an id that is none', async () => {
    const { auth } = await bench.signUp();
    for (const id of [newId('agent'), 'agt_x', '%00', "'--", '..%2f..', 'x'.repeat(5_000)]) {
      const answer = await bench.call('GET', `/api/client/agents/${id}`, { headers: auth });
      expect([404, 422]).toContain(answer.status);
      expect(typeof answer.body.detail).toBe('string');
    }
  });
});

describe('the client API', () => {
  it('answers 401 in one body to a missing, a malformed and a wrong token', async () => {
    const tries: Record<string, string>[] = [
      {},
      { authorization: 'Bearer' },
      { authorization: 'Bearer x.y' },
      { authorization: 'Basic YTpi' },
      { cookie: 'better-auth.session_token=x' },
      { cookie: ';;=' },
    ];
    for (const headers of tries) {
      const answer = await bench.call('GET', '/api/client/agents', { headers });
      expect(answer).toMatchObject({ status: 401, body: { detail: 'Missing or invalid credentials' } });
    }
  });
});
