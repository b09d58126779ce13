/** @each-shape Each shape has another front. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { httpCall, inTime } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

describe('A refusal', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  it('is 400 {detail} for malformed JSON', async () => {
    for (const body of ['{', '{"type":"message",}', '\u0000', Buffer.from([0xff, 0xfe, 0x7b])]) {
      expectRefusal(await agent.call('/api/agent/events', { body }), 400, 'Malformed JSON');
      expectRefusal(await bench.person.call('/agents', { body }), 400, 'Malformed JSON');
    }
  });

  it('is 401 with one body for missing headers, an unknown or malformed agent, a wrong secret', async () => {
    const id = agent.agentId;
    const attempts = [
      {},
      { 'x-svc-agent-id': id },
      { 'x-svc-secret': agent.secret },
      { 'x-svc-agent-id': id, 'x-svc-secret': `svc_${'0'.repeat(40)}` },
      { 'x-svc-agent-id': id, 'x-svc-secret': '' },
      { 'x-svc-agent-id': `agt_${'0'.repeat(32)}`, 'x-svc-secret': agent.secret },
      { 'x-svc-agent-id': "agt_' OR 1=1 --", 'x-svc-secret': agent.secret },
      { 'x-svc-agent-id': 'x'.repeat(5_000), 'x-svc-secret': 'y'.repeat(5_000) },
    ];
    const body = { type: 'message', text: 'x' };
    for (const headers of attempts)
      for (const answer of [
        await httpCall(`${baseUrl}/api/agent/me`, { headers }),
        await httpCall(`${baseUrl}/api/agent/events`, { headers, body }),
      ])
        expectRefusal(answer, 401, 'Missing or invalid credentials');
  });

  it('is 400 for two hosts, of a call or of a socket', async () => {
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
    const { hostname, port, host } = new URL(baseUrl);
    for (const [path, headers] of [
      ['/api/client/agents', ''],
      [`/ws/agent/agt_${'0'.repeat(32)}`, upgrade],
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: elsewhere.example\r\n${headers}\r\n`);
      const [answer] = (await inTime(once(socket, 'data'), 'an answer')) as [Buffer];
      expect(String(answer)).toMatch(/^HTTP\/1\.1 400 [^]*\{"detail":"Malformed HTTP request"\}$/);
      socket.destroy();
    }
  });

  it('is 404 {detail: Not found} for a path that does not exist', async () => {
    for (const path of ['/api', '/api/agent/nonsense', '/api/client/nonsense', '/nonsense', '/%E0%A4%A'])
      expectRefusal(await agent.call(path), 404, 'Not found');
  });

  it('is 405 with Allow for a method that the path does not have', async () => {
    const answer = await agent.call('/api/agent/events', { method: 'DELETE' });
    expectRefusal(answer, 405, 'Method not allowed');
    expect(answer.headers.allow).toMatch(/GET.*POST|POST.*GET/);
  });

  it('is 413 for a body over the limit of its call, announced or not', async () => {
    const body = JSON.stringify({ type: 'message', text: 'x'.repeat(9 * 1024 * 1024) });
    for (const chunked of [false, true])
      expectRefusal(await agent.call('/api/agent/events', { body, chunked }), 413, 'Request is too large');
    const name = JSON.stringify({ agent_name: 'x'.repeat(300 * 1024), kind: 'interactive' });
    expectRefusal(await bench.person.call('/agents', { body: name }), 413, 'Request is too large');
  });

  it('is 415 for a body that is not application/json', async () => {
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'];
    for (const type of types) {
      const headers = { 'content-type': type };
      expectRefusal(await agent.call('/api/agent/events', { body: 'text=x', headers }), 415);
    }
    const headers = { 'content-encoding': 'gzip' };
    expectRefusal(await agent.call('/api/agent/events', { body: '{}', headers }), 415);
  });

  it('is 422 with a {path, message} for each offending field, and for what is no object', async () => {
    const answer = await agent.call('/api/agent/events', {
      body: { type: 'mail', text: 1, conversation_id: [], report_title: {}, task_run_id: 7 },
    });
    for (const field of ['type', 'text', 'conversation_id', 'report_title', 'task_run_id'])
      expectInvalidField(answer, `body.${field}`);
    const { errors } = answer.body as { errors: { path: string }[] };
    expect(new Set(errors.map(({ path }) => path)).size).toBe(errors.length);
    for (const body of ['[]', '"text"', '1', 'null'])
      expectRefusal(await agent.call('/api/agent/events', { body }), 422);
  });

  it('never names what runs inside: no stack, no query, no software', async () => {
    const answers = [
      await agent.call('/api/agent/events', { body: '{' }),
      await agent.call('/api/agent/nonsense'),
      await httpCall(`${baseUrl}/api/agent/me`),
    ];
    for (const answer of answers) {
      expect(answer.bytes.toString('utf8')).not.toMatch(/node_modules|at \w+ \(|prisma|express|postgres/i);
      expect(answer.headers).not.toHaveProperty('x-powered-by');
      expect(answer.headers).not.toHaveProperty('server');
    }
  });
});
