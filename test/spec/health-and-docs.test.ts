import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import { baseUrl, mode } from './product-under-test.js';

const CALLS = [
  ['/api/agent/events', 'post'],
  ['/api/agent/conversations/{conversation_id}/messages', 'get'],
  ['/api/agent/me', 'get'],
  ['/webhook/{trigger_id}', 'post'],
  ['/api/client/agents', 'post'],
  ['/api/client/agents/{agent_id}', 'patch'],
  ['/api/client/agents/{agent_id}/messages', 'post'],
  ['/api/client/agents/{agent_id}/secret/rotate', 'post'],
  ['/api/client/agents/{agent_id}/events', 'get'],
  ['/api/client/events/{event_id}/redeliver', 'post'],
  ['/api/client/conversations', 'get'],
] as const;

describe('The service', () => {
  it('answers GET /health/live and GET /health/ready with 200', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await httpCall(baseUrl + path);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: expect.any(String) });
    }
  });

  it('has metrics on the port of a process, which the front door of several does not pass on', async () => {
    const answer = await httpCall(`${baseUrl}/metrics`);
    expect(answer.status).toBe(mode === 'services' ? 404 : 200);
    if (mode === 'all-in-one') expect(String(answer.body)).toMatch(/^# HELP /);
  });

  it('serves its OpenAPI 3.2 document at /openapi.json', async () => {
    const answer = await httpCall(`${baseUrl}/openapi.json`);
    expect(answer.status).toBe(200);
    const { openapi, paths } = answer.body as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(openapi).toMatch(/^3\.2\./);
    for (const [path, method] of CALLS) expect(paths[path]).toHaveProperty(method);
  });

  it('shows the document as a page at /docs, whose every part it serves itself', async () => {
    const answer = await httpCall(`${baseUrl}/docs`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    const links = [...String(answer.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const url = new URL(link, `${baseUrl}/docs`);
      expect(url.origin).toBe(baseUrl);
      expect((await httpCall(url.href)).status).toBe(200);
    }
  });

  it('sends security headers, and none that lets another origin in', async () => {
    for (const path of ['/api/agent/me', '/docs', '/openapi.json', '/nonsense']) {
      const { headers } = await httpCall(baseUrl + path, { headers: { origin: 'https://evil.example' } });
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers).toHaveProperty('content-security-policy');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    const preflight = await httpCall(`${baseUrl}/api/client/agents`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
