import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { useGateway } from './gateway.suite.js';

const bench = useGateway();

describe('the gateway', () => {
  it('sends visitors to the documentation, which describes every call', async () => {
    const root = await bench.call('GET', '/');
    expect([root.status, root.headers.get('location')]).toEqual([302, '/docs']);
    const docs = await bench.call('GET', '/docs');
    expect([docs.status, docs.headers.get('location')]).toEqual([302, '/docs/api/']);
    const document = await bench.call('GET', '/openapi.json');
    expect(document.body.openapi).toMatch(/^3\.1/);
    expect(document.body.paths).toHaveProperty(['/api/agent/events']);
    const page = await fetch(`${bench.baseUrl}/docs/api/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });

  it('sends security headers, names no software and allows no other origin', async () => {
    const answer = await bench.call('GET', '/api/client/agents', {
      headers: { origin: 'https://other.example' },
    });
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('answers what does not exist in the settled shape', async () => {
    for (const path of ['/nothing', '/api', '/api/agent/nothing', '/api/client/nothing', '/%E0%A4%A']) {
      const answer = await bench.call('GET', path);
      expect([path, typeof answer.body.detail]).toEqual([path, 'string']);
      expect([401, 404]).toContain(answer.status);
    }
  });

  it('answers a stranger who announces a large body, and reads none of it', async () => {
    const agent = await bench.addAgent();
    const stranger = await announce({
      ...agent.auth,
      'x-svc-secret': 'svc_wrong',
      'content-type': 'application/json',
      'content-length': String(2 * 1024 * 1024),
    });
    expect(await stranger.status).toBe(401);
    stranger.destroy();
  });
});

/** Sends the head of a request; resolves once it has reached the server's socket. */
async function announce(
  headers: Record<string, string>,
): Promise<{ status: Promise<number>; destroy: () => void }> {
  const sent = request(`${bench.baseUrl}/api/agent/events`, { method: 'POST', headers });
  const status = new Promise<number>((resolve) => {
    sent.once('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
      sent.destroy();
    });
    sent.once('error', () => resolve(0));
  });
  sent.flushHeaders();
  await new Promise((resolve) => sent.once('socket', (socket) => socket.once('connect', resolve)));
  return { status, destroy: () => sent.destroy() };
}
