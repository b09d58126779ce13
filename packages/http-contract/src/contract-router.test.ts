import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { ServiceError } from '@svc/domain';
import { httpCall, listening } from '@svc/testkit';
import express from 'express';
import type { ErrorRequestHandler } from 'express';
import { contractRouter } from './contract-router.js';
import type { ContractRouterOptions } from './contract-router.js';
import type { OperationHandlers } from './document.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

/** Of a call whose body is announced, so that only one who does not wait for it can answer. */
const ANNOUNCED =
  'POST /api/agent/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';
const MESSAGE = { type: 'message', text: 'Hi' };

const answerRefusal: ErrorRequestHandler = (error: ServiceError, _request, response, _next) => {
  const errors = error.fields.length > 0 ? { errors: error.fields } : {};
  response.status(error.status).json({ detail: error.detail, ...errors });
};

/** Serves handlers for a caller named Ada. Resolves with the address. */
async function serveHandlers(
  handlers: OperationHandlers<string>,
  authenticate: ContractRouterOptions<string>['authenticate'] = async () => 'Ada',
): Promise<string> {
  const app = express().use(contractRouter({ authenticate, handlers }), answerRefusal);
  const server = createServer({ keepAliveTimeout: 0 }, app);
  servers.push(server);
  return (await listening(server)).url;
}

/** Takes the messages that agents send. */
const takeMessage: OperationHandlers<string>['sendAgentMessage'] = async () => {
  return { status: 'ok', message_id: 'msg_1' };
};

describe('contractRouter', () => {
  it('bounds the fields it names', async () => {
    const url = await serveHandlers({
      sendUserMessage: async () => ({ message_id: 'm', conversation_id: 'c' }),
    });
    const send = (count: number) =>
      httpCall(`${url}/api/client/agents/agt_1/messages`, { body: { images: Array(count).fill(1e15) } });
    const errorsOf = (answer: { body: unknown }) => (answer.body as { errors: unknown[] }).errors.length;
    expect(errorsOf(await send(5_000))).toBe(20);
  });

  it('refuses a missing body with 422, and takes none where it may be left out', async () => {
    const bodies: unknown[] = [];
    const url = await serveHandlers({
      sendAgentMessage: takeMessage,
      rotateAgentSecret: async ({ body }) => {
        bodies.push(body);
        return { agent_id: 'agt_1', secret: 'svc_', previous_secret_valid_until: null };
      },
    });
    const empty = await httpCall(`${url}/api/agent/events`, { method: 'POST' });
    expect(empty).toMatchObject({ status: 422, body: { errors: [{ path: 'body' }] } });
    const rotation = await httpCall(`${url}/api/client/agents/agt_1/secret/rotate`, { method: 'POST' });
    expect(rotation.status).toBe(200);
    expect(bodies).toEqual([undefined]);
  });

  const types = ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.example+json'];
  it.each(types)('takes %s for JSON', async (type) => {
    const url = await serveHandlers({ sendAgentMessage: takeMessage });
    const message = { headers: { 'content-type': type }, body: MESSAGE };
    expect((await httpCall(`${url}/api/agent/events`, message)).status).toBe(200);
  });

  it('authenticates before it reads the body', async () => {
    const handlers = { sendAgentMessage: () => Promise.reject(new Error('not called')) };
    const url = await serveHandlers(handlers, () => Promise.reject(new ServiceError('unauthorized')));
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(ANNOUNCED));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it('survives a caller that breaks off in the middle of its body', async () => {
    let read = (): void => undefined;
    const authenticated = new Promise<void>((resolve) => (read = resolve));
    const url = await serveHandlers({ sendAgentMessage: takeMessage }, async () => (read(), 'Ada'));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`${ANNOUNCED}{`);
    await authenticated;
    socket.destroy();
    expect((await httpCall(`${url}/api/agent/events`, { body: MESSAGE })).status).toBe(200);
  });
});
