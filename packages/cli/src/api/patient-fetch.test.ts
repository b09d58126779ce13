import { createServer } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { listening } from '@svc/testkit';
import { answerOf, serviceApi } from './client-api.js';

type Answer = [status: number, body: string, headers?: Record<string, string>];

let closeServer: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await closeServer?.();
});

it('a call that is told to wait waits that long, and is made again as the same call', async () => {
  const { api, received, waits } = await serviceThatAnswers([
    [429, '{"detail":"Too many requests"}', { 'retry-after': '0' }],
    [503, '{"detail":"Temporarily unavailable"}', { 'retry-after': '1' }],
    [200, '{"status":"started"}'],
  ]);
  const body = { payload: 'x' } as never;
  await answerOf(api.POST('/api/client/tasks/{task_id}/run', { params: { path: { task_id: 't' } }, body }));
  expect(waits).toEqual([1, 1]);
  expect(received).toHaveLength(3);
  expect(new Set(received).size).toBe(1);
});

it('a quota that is used up, or a wait that is too long, ends the call at once', async () => {
  const { api, waits } = await serviceThatAnswers([
    [429, '{"detail":"A quota is used up: 3 agents"}', { 'retry-after': '1' }],
    [429, '{"detail":"Too many requests"}', { 'retry-after': '91' }],
  ]);
  for (const detail of ['A quota is used up: 3 agents.', 'Too many requests.']) {
    const call = answerOf(api.GET('/api/client/agents', { params: { query: {} } }));
    await expect(call).rejects.toMatchObject({ code: 'limited', message: detail });
  }
  expect(waits).toEqual([]);
});

it('what is no service, and what does not answer, is said so', async () => {
  const { api } = await serviceThatAnswers([
    [200, '<html>'],
    [502, '<html>'],
  ]);
  const call = () => answerOf(api.GET('/api/client/agents', { params: { query: {} } }));
  await expect(call()).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('not the service'),
  });
  await expect(call()).rejects.toMatchObject({ code: 'unreachable', status: 502 });
  await closeServer?.();
  await expect(call()).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('does not answer'),
  });
});

/** Gives the answers in turn. */
async function serviceThatAnswers(answers: Answer[]) {
  const received: string[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const parts = await request.toArray();
    received.push([request.headers['idempotency-key'], Buffer.concat(parts).toString()].join());
    const [status, body, headers = {}] = answers[received.length - 1] ?? [500, ''];
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
      .end(body);
  });
  const { url } = await listening(server);
  closeServer = () => new Promise((resolve) => server.close(resolve));
  const waits: number[] = [];
  const options = { signal: new AbortController().signal, onWait: (seconds: number) => waits.push(seconds) };
  return { api: serviceApi(url, options), received, waits };
}
