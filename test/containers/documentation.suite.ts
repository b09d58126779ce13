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
    const endings = [...parts].map((path) => path.split('.').at(-1));
    expect(endings).toEqual(expect.arrayContaining(['css', 'js', 'svg']));
    const index = await get('/docs/search-index.json');
    expect(kindOf(index)).toEqual([200, 'application/json']);
    expect(index.bytes.length).toBeGreaterThan(100_000);
  });

  it('holds the documentation built in its image, and nothing that builds it', async () => {
    for (const gateway of await composition().containers('gateway'))
      await composition().run('exec', gateway, 'sh', '-c', `test -s ${BUILT} && test ! -e ${BUILDER}`);
  });
}

/** The addresses, in this service, of what a page loads. */
function partsOf(page: HttpAnswer): string[] {
  const found = [...String(page.body).matchAll(/<(?:link|script|img)\b[^>]* (?:href|src)="([^"]+)"/g)];
  return found.map(([, address = '']) => new URL(address, 'http://here/docs/').pathname);
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
