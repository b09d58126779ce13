import { describe, expect, it } from '@jest/globals';
import { useServer } from './contract-router.suite.js';
import { apiReferenceRouter } from './api-reference-router.js';

const serve = useServer();

describe('apiReferenceRouter', () => {
  it('leads to a page whose scripts and styles come from this service, and a policy that forbids others', async () => {
    const url = await serve(apiReferenceRouter());
    const page = await fetch(`${url}/docs/api`);
    expect(page.url).toBe(`${url}/docs/api/`);
    const html = await page.text();
    for (const [, part = ''] of html.matchAll(/(?:<link[^>]*href|src)="([^"]+)"/g)) {
      const { status, headers } = await fetch(new URL(part, page.url));
      expect([part, status, headers.get('x-content-type-options')]).toEqual([part, 200, 'nosniff']);
    }
    expect(html).not.toMatch(/<script>|<style|style=|\son\w+=/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('serves nothing else of the package that it shows the page with', async () => {
    const url = await serve(apiReferenceRouter());
    for (const path of ['/docs/api/package.json', '/docs/api/index.html', '/docs/api/..%2fpackage.json']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
  });
});
