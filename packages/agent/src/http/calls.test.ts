import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { listening } from '@svc/testkit';
import { readSettings } from '../options.js';
import { QUIET } from '../quiet-log.suite.js';
import { Calls } from './calls.js';

const servers: Server[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Calls of a server that gives these answers, one after another, the last one for ever. */
async function callsOf(...answers: Answer[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    requests.push(request);
    answers[Math.min(requests.length, answers.length) - 1]?.(request, response);
  });
  servers.push(server);
  const url = `${(await listening(server)).url}/behind/a/proxy`;
  const settings = readSettings({ agentId: 'agt_1', secret: 'svc_1', url, log: QUIET });
  return { requests, calls: new Calls(settings) };
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const broken: Answer = (request) => request.socket.destroy();
const POST = { method: 'POST', path: '/api/agent/events', body: { a: 1 } } as const;

describe('a call', () => {
  it('is made again under the same key when it was not answered or there was no room', async () => {
    const refusals = [answer(503, {}), answer(502, '<html>')];
    const { calls, requests } = await callsOf(broken, ...refusals, answer(200, { ok: 1 }));
    expect(await calls.call(POST)).toEqual({ ok: 1 });
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(requests[0]?.headers).toMatchObject({ 'x-svc-agent-id': 'agt_1', 'x-svc-secret': 'svc_1' });
    expect(requests[0]?.url).toBe('/behind/a/proxy/api/agent/events');
  });

  it('waits no longer than it may, and says that the service was not reached', async () => {
    const { calls } = await callsOf(broken);
    const unavailable = { code: 'unavailable', status: 0 };
    await expect(calls.call({ ...POST, retryMsMax: 0 })).rejects.toMatchObject(unavailable);
    const tooMany = answer(429, { detail: 'Too many requests' }, { 'retry-after': '30' });
    const { calls: busy } = await callsOf(tooMany);
    await expect(busy.call({ ...POST, retryMsMax: 20_000 })).rejects.toMatchObject({ status: 429 });
  });

  it('that brings lines has its time of tries anew after a try that went on for over a minute', async () => {
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    const late: Answer = (request, response) => {
      aheadMs += 61_000;
      broken(request, response);
    };
    const lines = async function* () {
      yield {};
    };
    const { calls, requests } = await callsOf(late, late, answer(200, { ok: 1 }));
    expect(await calls.call({ ...POST, body: undefined, lines, retryMsMax: 30_000 })).toEqual({ ok: 1 });
    expect(requests).toHaveLength(3);
  });

  it('is not made again when a quota is used up, which does not pass', async () => {
    const { calls, requests } = await callsOf(answer(429, { detail: 'The quota of 1000 tasks is used up' }));
    await expect(calls.call(POST)).rejects.toMatchObject({ status: 429 });
    expect(requests).toHaveLength(1);
  });

  it('says so when something else than the service answers, and never shows the secret', async () => {
    const { calls } = await callsOf(answer(200, '<html>Sign in to the hotel</html>'));
    const error = await calls.call(POST).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'bad_answer' });
    expect(JSON.stringify(error) + String(error)).not.toContain('svc_1');
  });

  it('ends when its signal aborts, also while it waits for another try', async () => {
    const abort = new AbortController();
    const { calls } = await callsOf((_request, response) => {
      response.writeHead(503, { 'retry-after': '30' }).end();
      setImmediate(() => abort.abort(new Error('enough')));
    });
    await expect(calls.call({ ...POST, signal: abort.signal })).rejects.toThrow('enough');
  });
});
