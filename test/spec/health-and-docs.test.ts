/** @each-shape Each shape has another front. */
import { document } from '@svc/http-contract';
import { httpCall } from '@svc/testkit';
import { baseUrl, mode } from './product-under-test.js';

describe('The service', () => {
  it('answers GET /health/live and GET /health/ready with 200', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await httpCall(baseUrl + path);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: expect.any(String) });
    }
  });

  it('has metrics on the port of a process, which the edge proxy of several does not pass on', async () => {
    const answer = await httpCall(`${baseUrl}/metrics`);
    expect(answer.status).toBe(mode === 'services' ? 404 : 200);
    if (mode === 'all-in-one') expect(String(answer.body)).toMatch(/^# HELP /);
  });

  it('serves its OpenAPI 3.1 document at /openapi.json', async () => {
    const { status, body } = await httpCall(`${baseUrl}/openapi.json`);
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(document))]);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('serves its AsyncAPI 3 document at /asyncapi.json, which refers to nothing beside it', async () => {
    const answer = await httpCall(`${baseUrl}/asyncapi.json`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
    expect(answer.body).toMatchObject({ asyncapi: expect.stringMatching(/^3\./) });
    const { messages } = (answer.body as { components: { messages: Record<string, unknown> } }).components;
    expect(messages['ack']).toMatchObject({ payload: { schema: { title: 'AckFrame' } } });
    expect(JSON.stringify(answer.body)).not.toMatch(/"\$ref":"[^#]/);
  });

  it('shows the document as a page at /docs/api/, whose every part it serves itself', async () => {
    const answer = await httpCall(`${baseUrl}/docs/api/`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    await expectAlive(linksOf(answer.body), `${baseUrl}/docs/api/`);
  });

  it('shows its documentation at /docs, and each of its pages, which it serves itself', async () => {
    const first = await httpCall(`${baseUrl}/docs`);
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(String(first.body)).toContain('<h1');
    const links = linksOf(first.body);
    expect(links).toEqual(
      expect.arrayContaining(['/docs/api/', '/docs/errors/', '/docs/decisions/', '/docs/packages/agent/']),
    );
    await expectAlive(links, `${baseUrl}/docs`);
  });

  it('answers 404 below /docs where no page is: with a page to a browser, else as everywhere', async () => {
    const gone = `${baseUrl}/docs/gone/`;
    const page = await httpCall(gone, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const program = await httpCall(gone);
    expect([program.status, program.body]).toEqual([404, { detail: expect.any(String) }]);
  });

  it('sends security headers, and none that lets another origin in', async () => {
    const pages = ['/docs', '/docs/api/', '/openapi.json', '/asyncapi.json'];
    for (const path of ['/api/agent/me', ...pages, '/nonsense']) {
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

function linksOf(page: unknown): string[] {
  return [...String(page).matchAll(/(?:src|href)="([^"#]+)["#]/g)].map(([, link = '']) => link);
}

/** Each link leads to something that this service has. */
async function expectAlive(links: string[], page: string): Promise<void> {
  expect(links.length).toBeGreaterThan(0);
  const urls = [...new Set(links)].map((link) => new URL(link, page));
  expect(urls.filter(({ origin }) => origin !== baseUrl)).toEqual([]);
  const found = await Promise.all(urls.map(async ({ href }) => [href, (await httpCall(href)).status]));
  expect(found.filter(([, status]) => status !== 200)).toEqual([]);
}
