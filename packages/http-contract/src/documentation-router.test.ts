import { describe, expect, it } from '@jest/globals';
import { useServer } from './contract-router.suite.js';
import { documentationRouter } from './documentation-router.js';
import { document } from './generated/document.js';

const serve = useServer();

describe('documentationRouter', () => {
  it('serves the document as it was linted', async () => {
    const here = await serve(documentationRouter());
    expect((await here.call('GET', '/openapi.json')).body).toEqual(document);
  });

  it('serves a page whose every part comes from this service', async () => {
    const { url } = await serve(documentationRouter());
    const page = await fetch(`${url}/docs`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const parts = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(parts).toHaveLength(4);
    for (const part of parts) {
      const response = await fetch(new URL(part, `${url}/docs`));
      expect([part, response.status]).toEqual([part, 200]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      await response.arrayBuffer();
    }
  });

  it('has no inline scripts or styles, and a policy that would forbid them', async () => {
    const { url } = await serve(documentationRouter());
    const page = await fetch(`${url}/docs`);
    const html = await page.text();
    expect(html).not.toMatch(/<script>|<style|style=|\son\w+=/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('leads /docs/ to the page, whose links are relative', async () => {
    const { url } = await serve(documentationRouter());
    const response = await fetch(`${url}/docs/`);
    expect([response.url, response.status]).toEqual([`${url}/docs`, 200]);
  });

  it('serves nothing else of the package that it shows the page with', async () => {
    const { url } = await serve(documentationRouter());
    for (const path of ['/docs/package.json', '/docs/index.html', '/docs/..%2fpackage.json']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
  });
});
