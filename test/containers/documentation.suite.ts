import { expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import type { Composition } from './composition.js';

const PAGE = 'text/html; charset=utf-8';
/** What a build would need, and the bundle of the programs does not. */
const BUILDER = '/app/node_modules/@11ty';
const BUILT = '/app/node_modules/@svc/docs-site/dist/index.html';

/** The documentation as readers get it from the image, through the edge proxy. */
export function describeDocumentation(composition: () => Composition): void {
  const get = (path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    httpCall(new URL(path, composition().url).href, { headers });

  it('serves the documentation with its style sheet, its scripts, its pictures and the index of its search', async () => {
    const first = await get('/docs');
    expect([first.status, first.headers['content-type']]).toEqual([200, PAGE]);
    const page = await get('/docs/operations/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<h1');
    expect(page.body).toContain('Operations');
    const parts = new Set([...partsOf(first), ...partsOf(page)]);
    const types = await Promise.all([...parts].map(async (path) => [path, ...kindOf(await get(path))]));
    expect(types).toEqual(types.map(([path]) => [path, 200, typeByName(String(path))]));
    expect([...parts].map((path) => path.split('.').at(-1))).toEqual(
      expect.arrayContaining(['css', 'js', 'svg']),
    );
    const index = await get('/docs/search-index.json');
    expect(kindOf(index)).toEqual([200, 'application/json']);
    expect(index.bytes.length).toBeGreaterThan(100_000);
  });

  it('keeps the compressed copies, the tags and the policy of a page on their way through the edge proxy', async () => {
    const packed = await get('/docs/search-index.json', { 'accept-encoding': 'gzip, br' });
    const whole = await get('/docs/search-index.json');
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.bytes.length).toBeLessThan(whole.bytes.length / 2);
    // From whichever of the gateways: they hold the same files.
    const again = await get('/docs/search-index.json', {
      'if-none-match': String(whole.headers['etag']),
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const { headers } = await get('/docs');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('serves the API reference beside the documentation, with all that the page loads', async () => {
    const page = await get('/docs/api/');
    expect(kindOf(page)).toEqual([200, PAGE]);
    const parts = partsOf(page, '/docs/api/');
    expect(parts).toEqual(expect.arrayContaining(['/docs/api/swagger-ui-bundle.js']));
    for (const path of parts) expect([path, (await get(path)).status]).toEqual([path, 200]);
    const document = await get('/openapi.json');
    expect(document.body).toMatchObject({ openapi: '3.1.1', paths: { '/mcp': expect.anything() } });
  });

  it('answers an address that the documentation does not have with its page for browsers', async () => {
    const gone = await get('/docs/gone/', { accept: 'text/html' });
    expect(kindOf(gone)).toEqual([404, PAGE]);
    expect((await get('/docs/gone/')).body).toEqual({ detail: 'Not found' });
  });

  it('holds the documentation built in its image, and nothing that builds it', async () => {
    for (const gateway of await composition().containers('gateway'))
      await composition().run('exec', gateway, 'sh', '-c', `test -s ${BUILT} && test ! -e ${BUILDER}`);
  });
}

/** The addresses, in this service, of what a page loads. */
function partsOf(page: HttpAnswer, below = '/docs/'): string[] {
  const found = [...String(page.body).matchAll(/<(?:link|script|img)\b[^>]* (?:href|src)="([^"]+)"/g)];
  return found.map(([, address = '']) => new URL(address, `http://here${below}`).pathname);
}

function kindOf({ status, headers }: HttpAnswer): [number, string | undefined] {
  return [status, headers['content-type']];
}

function typeByName(path: string): string {
  const types: Record<string, string> = {
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
    png: 'image/png',
  };
  return types[path.split('.').at(-1) ?? ''] ?? '';
}
