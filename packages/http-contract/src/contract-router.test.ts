import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import { useServer } from './contract-router.suite.js';
import { contractRouter } from './contract-router.js';
import type { ContractRouterOptions } from './contract-router.js';
import type { OperationHandlers, OperationInput } from './document.js';
import { writtenJson } from './validation.js';

const serve = useServer();
const conversation = '/api/agent/conversations/conv_1/messages';
const json = (value: unknown): { body: string } => ({ body: JSON.stringify(value) });

/** Serves handlers for a caller named Ada. */
async function serveHandlers(
  handlers: OperationHandlers<string>,
  authenticate: ContractRouterOptions<string>['authenticate'] = async () => 'Ada',
) {
  return serve(contractRouter({ authenticate, handlers }));
}

/** Serves the call of agents that send messages, and keeps what its handler got. */
async function serveMessages() {
  const inputs: OperationInput<'sendAgentMessage', string>[] = [];
  const served = await serveHandlers({
    sendAgentMessage: async (input) => {
      inputs.push(input);
      return { status: 200, body: { status: 'ok', message_id: 'msg_1' } };
    },
  });
  return { ...served, inputs };
}

describe('contractRouter', () => {
  it('hands a validated request to the handler and sends its answer', async () => {
    const { call, inputs } = await serveMessages();
    const answer = await call('POST', '/api/agent/events', json({ type: 'message', text: 'Hi' }));
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok', message_id: 'msg_1' }]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.has('etag')).toBe(false);
    expect(inputs[0]).toMatchObject({
      body: { type: 'message', text: 'Hi' },
      auth: 'Ada',
      params: {},
      query: {},
    });
    expect(String(inputs[0]?.rawBody)).toBe('{"type":"message","text":"Hi"}');
  });

  it('takes a path with a fixed part before one with a parameter in its place', async () => {
    const { call } = await serveHandlers({
      getTask: async () => {
        throw new ServiceError('not_found');
      },
      listDueTasks: async () => ({ status: 200, body: [] }),
    });
    expect(await call('GET', '/api/agent/tasks/due')).toMatchObject({ status: 200, body: [] });
  });

  it('sends an answer that is JSON text already as it is', async () => {
    const { call } = await serveHandlers({
      listPendingTriggers: async () => ({ status: 200, body: writtenJson('[ 12345678901234567890 ]') }),
    });
    const answer = await call('GET', '/api/agent/tasks/triggers/pending');
    expect(answer.headers.get('content-length')).toBe('24');
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  it('counts characters in code points', async () => {
    const { call } = await serveHandlers({
      completeRun: async ({ params }) => ({
        status: 200,
        body: { status: 'completed', run_id: params.run_id },
      }),
    });
    const complete = async (summary: string): Promise<number> =>
      (await call('POST', '/api/agent/tasks/runs/run_1/complete', json({ status: 'completed', summary })))
        .status;
    expect(await complete('\u{1F600}'.repeat(1_000))).toBe(200);
    expect(await complete('\u{1F600}'.repeat(1_001))).toBe(422);
  });

  it('coerces the query, fills in defaults and leaves out what it does not know', async () => {
    const seen: unknown[] = [];
    const { call } = await serveHandlers({
      listAgentMessages: async ({ params, query }) => {
        seen.push({ ...params, ...query });
        return { status: 200, body: [] };
      },
    });
    await call('GET', `${conversation}?limit=7&cursor=2026-03-02T09:30:00Z&other=1`);
    await call('GET', conversation);
    expect(seen).toEqual([
      { conversation_id: 'conv_1', limit: 7, cursor: '2026-03-02T09:30:00Z' },
      { conversation_id: 'conv_1', limit: 50 },
    ]);
  });

  it('bounds the fields it names, and names one for a large body', async () => {
    const { call } = await serveHandlers({
      sendUserMessage: async () => ({ status: 201, body: { message_id: 'm', conversation_id: 'c' } }),
    });
    const send = (count: number) =>
      call('POST', '/api/client/agents/agt_1/messages', json({ images: Array(count).fill(1e15) }));
    const errorsOf = (answer: { body: unknown }) => (answer.body as { errors: unknown[] }).errors.length;
    expect(errorsOf(await send(1_000))).toBe(20);
    expect(errorsOf(await send(5_000))).toBe(1);
  });

  it('ignores fields it does not know', async () => {
    const { call } = await serveMessages();
    const answer = await call(
      'POST',
      '/api/agent/events',
      json({ type: 'message', text: 'Hi', mood: 'good' }),
    );
    expect(answer.status).toBe(200);
  });

  it('refuses a missing body with 422, and takes none where it may be left out', async () => {
    const bodies: unknown[] = [];
    const { call } = await serveHandlers({
      sendAgentMessage: async () => ({ status: 200, body: { status: 'ok', message_id: 'msg_1' } }),
      rotateAgentSecret: async ({ body }) => {
        bodies.push(body);
        return {
          status: 200,
          body: { agent_id: 'agt_1', secret: 'svc_', previous_secret_valid_until: null },
        };
      },
    });
    expect(await call('POST', '/api/agent/events')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body' }] },
    });
    expect(await call('POST', '/api/client/agents/agt_1/secret/rotate')).toMatchObject({ status: 200 });
    expect(bodies).toEqual([undefined]);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.example+json'])(
    'takes %s for JSON',
    async (type) => {
      const { call } = await serveMessages();
      const headers = { 'content-type': type };
      const answer = await call('POST', '/api/agent/events', {
        headers,
        ...json({ type: 'message', text: 'Hi' }),
      });
      expect(answer.status).toBe(200);
    },
  );

  it('takes any content type where the document says so', async () => {
    const seen: unknown[] = [];
    const { call } = await serveHandlers({
      fireTrigger: async ({ body }) => {
        seen.push(body);
        return { status: 200, body: { status: 'queued' } };
      },
    });
    const headers = { 'content-type': 'text/plain' };
    const path = `/webhook/${'ab'.repeat(32)}`;
    expect(await call('POST', path, { headers, ...json({ order: 1 }) })).toMatchObject({ status: 200 });
    expect(await call('POST', path, { headers, ...json([1]) })).toMatchObject({ status: 422 });
    expect(seen).toEqual([{ order: 1 }]);
  });

  it('authenticates before it reads the body', async () => {
    const { port } = await serveHandlers(
      { sendAgentMessage: () => Promise.reject(new Error('not called')) },
      () => Promise.reject(new ServiceError('unauthorized')),
    );
    // The body is announced but never sent, so only one who does not wait for it can answer.
    const head =
      'POST /api/agent/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
    expect(await raw(port, head, 'Missing or invalid credentials')).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('survives a caller that breaks off in the middle of its body', async () => {
    let read = (): void => undefined;
    const authenticated = new Promise<void>((resolve) => (read = resolve));
    const { call, port } = await serveHandlers(
      { sendAgentMessage: async () => ({ status: 200, body: { status: 'ok', message_id: 'msg_1' } }) },
      async () => (read(), 'Ada'),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/agent/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    await authenticated;
    socket.destroy();
    expect(await call('POST', '/api/agent/events', json({ type: 'message', text: 'Hi' }))).toMatchObject({
      status: 200,
    });
  });

  it('sends no body with 204', async () => {
    const { call } = await serveHandlers({ deleteAgent: async () => ({ status: 204 }) });
    expect(await call('DELETE', '/api/client/agents/agt_1')).toMatchObject({ status: 204, body: undefined });
  });

  it('passes on what a handler throws', async () => {
    const { call } = await serveHandlers({
      listAgents: () => Promise.reject(new ServiceError('rate_limited')),
    });
    expect(await call('GET', '/api/client/agents')).toMatchObject({ status: 429 });
  });

  it('leaves other paths to other routers', async () => {
    const { url } = await serveHandlers({ listAgents: async () => ({ status: 200, body: [] }) });
    expect((await fetch(`${url}/api/client/conversations`)).status).toBe(404);
  });
});

/** Writes to a raw connection and resolves with what came back, at its end or once it contains the text. */
function raw(port: number, text: string, until?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (until !== undefined && answer.includes(until)) socket.destroy();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
