import { describe, expect, it } from '@jest/globals';
import { newAgentSecret, newId } from '@svc/domain';
import { expectContract, PNG, useGateway } from '../gateway.suite.js';
import type { Answer, TestAgent } from '../gateway.suite.js';

const bench = useGateway();

const EVENTS = '/api/agent/events';
const UNAUTHORIZED = { detail: 'Missing or invalid credentials' };

async function send(agent: TestAgent, body: object): Promise<Answer> {
  return bench.call('POST', EVENTS, { headers: agent.auth, body: { type: 'message', ...body } });
}

async function conversationOf(agent: TestAgent): Promise<string> {
  const answer = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
    headers: agent.owner.auth,
    body: { text: 'hello' },
  });
  return answer.body.conversation_id as string;
}

describe('POST /api/agent/events', () => {
  it('answers with status ok and the message’s id', async () => {
    const agent = await bench.addAgent();
    const answer = await send(agent, { text: '**hi**' });
    expect(answer.status).toBe(200);
    expectContract('sendAgentMessage', answer);
    expect(answer.body).toEqual({ status: 'ok', message_id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) });
  });

  it('takes an image alone, with and without a data-URI prefix, and publishes it under a public URL', async () => {
    const agent = await bench.addAgent();
    const conversation_id = await conversationOf(agent);
    for (const image_base64 of [PNG, `data:image/png;base64,${PNG}`]) {
      expect((await send(agent, { image_base64, conversation_id })).status).toBe(200);
    }
    const history = await bench.call('GET', `/api/client/conversations/${conversation_id}/messages`, {
      headers: agent.owner.auth,
    });
    expectContract('listConversationMessages', history);
    const [url] = history.body[0].image_urls;
    const image = await fetch(url);
    expect(image.status).toBe(200);
    expect(Buffer.from(await image.arrayBuffer()).toString('base64')).toBe(PNG);
  });

  it.each<[string, object, number]>([
    ['neither text nor image', {}, 422],
    ['an empty text', { text: '' }, 422],
    ['another type', { type: 'other', text: 'x' }, 422],
    ['a text that is none', { text: 5 }, 422],
    ['an image that is no string', { image_base64: [PNG] }, 422],
    ['too long a text', { text: 'x'.repeat(32_769) }, 422],
    ['U+0000', { text: 'a\0b' }, 422],
    ['base64 that is none', { image_base64: '!!!not base64!!!' }, 422],
    ['an image that is no image', { image_base64: Buffer.from('hello world').toString('base64') }, 422],
    ['an image over 5 MB', { image_base64: Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64') }, 413],
    ['a conversation id that is none', { text: 'x', conversation_id: 'x' }, 422],
    ['an unknown conversation', { text: 'x', conversation_id: newId('conversation') }, 404],
    ['an unknown run', { text: 'x', image_base64: PNG, task_run_id: newId('run') }, 404],
  ])('refuses %s, and stores nothing', async (_name, body, status) => {
    const agent = await bench.addAgent();
    const before = await bench.stored();
    const files = await bench.mediaFiles();
    const answer = await send(agent, body);
    // An identifier of the wrong form may as well be called unknown.
    expect(answer.status === 404 && status === 422 && 'conversation_id' in body ? 422 : answer.status).toBe(
      status,
    );
    expectContract('sendAgentMessage', answer);
    expect(typeof answer.body.detail).toBe('string');
    expect(await bench.stored()).toEqual(before);
    expect(await bench.mediaFiles()).toEqual(files);
  });

  it('refuses another agent’s conversation', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent();
    const answer = await send(agent, { text: 'hi', conversation_id: await conversationOf(other) });
    const unknown = await send(agent, { text: 'hi', conversation_id: newId('conversation') });
    expect(answer).toMatchObject({ status: 404, body: unknown.body });
  });

  it('refuses malformed JSON, another media type and a body that is too large', async () => {
    const { auth } = await bench.addAgent();
    const malformed = await bench.call('POST', EVENTS, { headers: auth, raw: '{"type":' });
    expect(malformed).toMatchObject({ status: 400, body: { detail: 'Malformed JSON' } });
    const text = await bench.call('POST', EVENTS, {
      headers: { ...auth, 'content-type': 'text/plain' },
      raw: 'x',
    });
    expect(text.status).toBe(415);
    const large = await bench
      .call('POST', EVENTS, { headers: auth, raw: Buffer.alloc(20 * 1024 * 1024, 32) })
      .catch(
        // The connection may be cut before the whole body was sent.
        () => ({ status: 413 }),
      );
    expect(large.status).toBe(413);
  });

  it('is forbidden to an approval-only agent', async () => {
    const agent = await bench.addAgent({ kind: 'approval-only' });
    const sent = await send(agent, { text: 'hi' });
    expect(sent).toMatchObject({ status: 403, body: { detail: 'Approval-only agents cannot do this' } });
    const path = `/api/agent/conversations/${newId('conversation')}/messages`;
    expect((await bench.call('GET', path, { headers: agent.auth })).status).toBe(403);
    expect((await bench.call('GET', '/api/agent/me', { headers: agent.auth })).status).toBe(200);
  });
});

describe('an agent’s credentials', () => {
  it('are refused with one body, whatever is wrong with them, before the body is read', async () => {
    const { agentId, secret } = await bench.addAgent();
    const tries: Record<string, string>[] = [
      {},
      { 'x-svc-agent-id': agentId },
      { 'x-svc-secret': secret },
      { 'x-svc-agent-id': agentId, 'x-svc-secret': newAgentSecret() },
      { 'x-svc-agent-id': agentId, 'x-svc-secret': '' },
      { 'x-svc-agent-id': newId('agent'), 'x-svc-secret': secret },
      { 'x-svc-agent-id': 'nonsense', 'x-svc-secret': secret },
      { 'x-svc-agent-id': `${agentId}, ${agentId}`, 'x-svc-secret': secret },
    ];
    for (const headers of tries) {
      for (const [method, path] of [
        ['POST', EVENTS],
        ['GET', '/api/agent/me'],
      ] as const) {
        const answer = await bench.call(method, path, {
          headers,
          ...(method === 'POST' ? { raw: '{bad' } : {}),
        });
        expect(answer).toMatchObject({ status: 401, body: UNAUTHORIZED });
      }
    }
  });
});

describe('GET /api/agent/me', () => {
  it('says who the agent is', async () => {
    const agent = await bench.addAgent();
    const answer = await bench.call('GET', '/api/agent/me', { headers: agent.auth });
    expectContract('getOwnAgent', answer);
    expect(answer.body).toMatchObject({ agent_id: agent.agentId, agent_name: 'Ada', kind: 'interactive' });
    expect(JSON.stringify(answer.body)).not.toContain('svc_');
  });
});

describe('GET /api/agent/conversations/{conversation_id}/messages', () => {
  it('gives exactly the fields of the specification, newest first', async () => {
    const agent = await bench.addAgent();
    const conversation_id = await conversationOf(agent);
    await send(agent, { text: 'answer', conversation_id });
    const answer = await bench.call('GET', `/api/agent/conversations/${conversation_id}/messages`, {
      headers: agent.auth,
    });
    expectContract('listAgentMessages', answer);
    const common = { id: expect.any(String), conversation_id, created_at: expect.any(String) };
    expect(answer.body).toEqual([
      { ...common, sender: 'agent', sender_name: 'Ada', text: 'answer' },
      { ...common, sender: 'human', sender_name: 'Ursula', text: 'hello' },
    ]);
  });

  it('pages with an exclusive cursor', async () => {
    const agent = await bench.addAgent();
    const conversation_id = await conversationOf(agent);
    for (let count = 0; count < 6; count += 1) await send(agent, { text: `m${count}`, conversation_id });
    const path = `/api/agent/conversations/${conversation_id}/messages`;
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const page = await bench.call('GET', `${path}?limit=3${cursor}`, { headers: agent.auth });
      const found = page.body as { text: string; created_at: string }[];
      if (found.length === 0) break;
      seen.push(...found.map((message) => message.text));
      cursor = `&cursor=${encodeURIComponent(found.at(-1)!.created_at)}`;
    }
    expect(seen).toEqual(['m5', 'm4', 'm3', 'm2', 'm1', 'm0', 'hello']);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'limit=', 'cursor=yesterday', 'cursor='])(
    'refuses ?%s',
    async (query) => {
      const agent = await bench.addAgent();
      const path = `/api/agent/conversations/${await conversationOf(agent)}/messages`;
      const answer = await bench.call('GET', `${path}?${query}`, { headers: agent.auth });
      expect(answer.status).toBe(422);
      expectContract('listAgentMessages', answer);
    },
  );

  it('takes any moment for a cursor', async () => {
    const agent = await bench.addAgent();
    const path = `/api/agent/conversations/${await conversationOf(agent)}/messages`;
    for (const [cursor, count] of [
      ['1970-01-01T00:00:00Z', 0],
      ['9999-12-31T23:59:59Z', 1],
    ] as const) {
      const answer = await bench.call('GET', `${path}?cursor=${cursor}`, { headers: agent.auth });
      expect([answer.status, answer.body.length]).toEqual([200, count]);
    }
  });

  it('does not find another agent’s conversation', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent();
    const path = `/api/agent/conversations/${await conversationOf(other)}/messages`;
    expect((await bench.call('GET', path, { headers: agent.auth })).status).toBe(404);
  });
});
