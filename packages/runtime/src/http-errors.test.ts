import express from 'express';
import type { RequestHandler } from 'express';
import { errorHandler, notFoundHandler } from './http-errors.js';
import { recordedLog } from './recorded-log.suite.js';
import { requestContext } from './request-context.js';
import { useServers } from './served.suite.js';

const start = useServers();

/** Serves the handler at /things/:id and /webhook/:trigger_id, and collects the log lines. */
async function serve(handler: RequestHandler) {
  const { logger, lines, entries } = recordedLog({ level: 'debug' });
  const app = express().disable('x-powered-by');
  app.use(requestContext(logger));
  app.all('/things/:id', handler);
  app.use(notFoundHandler, errorHandler(logger));
  const server = await start(app, { logger });
  return { url: server.address().url, stop: () => server.stop(), lines, entries };
}

const answers: RequestHandler = (_request, response) => void response.end();

describe('errorHandler', () => {
  it('keeps the cause of a 500 to the log, under the request id that the caller gets', async () => {
    const { url, entries } = await serve(() => {
      throw new Error('table message is missing');
    });
    const response = await fetch(`${url}/things/1`);
    const body = (await response.json()) as { request_id: string };
    expect(response.status).toBe(500);
    expect(body).toEqual({ detail: 'Internal error', request_id: expect.any(String) });
    expect(response.headers.get('x-request-id')).toBe(body.request_id);
    const line = entries().find((entry) => entry['level'] === 'error');
    expect(line).toMatchObject({ request_id: body.request_id, err: { message: 'table message is missing' } });
  });
});

describe('requestContext', () => {
  it('logs the route pattern, not the path', async () => {
    const { url, stop, entries } = await serve(answers);
    await fetch(`${url}/things/secret-name?x=1`, { headers: { 'X-Request-Id': 'mine-1' } });
    await stop();
    expect(entries().find((entry) => entry['msg'] === 'request')).toMatchObject({
      ...{ level: 'debug', method: 'GET', route: '/things/:id', status: 200, request_id: 'mine-1' },
    });
  });

  it.each(['/webhook/', '//webhook/', '/WEBHOOK/', '/webhook//', '/api/webhook/', `/${'x'.repeat(180)}/`])(
    'never logs a trigger id that follows %s, also by mistake',
    async (path) => {
      const { url, stop, lines } = await serve(answers);
      await fetch(`${url}${path}${'0123456789abcdef'.repeat(4)}`, { method: 'POST' });
      await stop();
      expect(lines.join()).not.toContain('0123456789abcdef');
    },
  );

  it('does not take over a request id that could break a log', async () => {
    const { url } = await serve(answers);
    const response = await fetch(`${url}/things/1`, { headers: { 'X-Request-Id': 'a b"c' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
