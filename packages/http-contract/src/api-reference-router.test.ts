import { describe, expect, it } from '@jest/globals';
import { useServer } from './contract-router.suite.js';
import { apiReferenceRouter } from './api-reference-router.js';
import { document } from './generated/document.js';

const serve = useServer();

describe('apiReferenceRouter', () => {
  it('serves the document as it was linted', async () => {
    const here = await serve(apiReferenceRouter());
    expect((await here.call('GET', '/openapi.json')).body).toEqual(document);
  });

  it('serves a page whose every part comes from this service', async () => {
    const { url } = await serve(apiReferenceRouter());
    const page = await fetch(`${url}/docs/api/`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const parts = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(parts).toHaveLength(9);
    // The ways to the documentation, which others serve.
    for (const part of parts.filter((each) => each !== '../' && each !== '../frames/')) {
      const response = await fetch(new URL(part, `${url}/docs/api/`));
      expect([part, response.status]).toEqual([part, 200]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      await response.arrayBuffer();
    }
  });

  it('has no inline scripts or styles, and a policy that would forbid them', async () => {
    const { url } = await serve(apiReferenceRouter());
    const page = await fetch(`${url}/docs/api/`);
    const html = await page.text();
    expect(html).not.toMatch(/<script>|<style|style=|\son\w+=/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('leads from the address without its last stroke', async () => {
    const { url } = await serve(apiReferenceRouter());
    const bare = await fetch(`${url}/docs/api`);
    expect([bare.url, bare.status]).toEqual([`${url}/docs/api/`, 200]);
  });

  it('serves nothing else of the package that it shows the page with', async () => {
    const { url } = await serve(apiReferenceRouter());
    for (const path of ['/docs/api/package.json', '/docs/api/index.html', '/docs/api/..%2fpackage.json']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
  });
});
