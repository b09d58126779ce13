import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LEFT_OUT } from '../navigation.mjs';
import { findPages } from './pages.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const pages = findPages(ROOT);

describe('the pages', () => {
  it('are all that stand below docs, each once, but for those that are left out', () => {
    const written = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.startsWith('site/'))
      .map((path) => `docs/${path}`);
    const shown = pages.map(({ source }) => source).filter((source) => source.startsWith('docs/'));
    expect([...shown, ...LEFT_OUT].sort()).toEqual(written.sort());
  });

  it('begin with the first page, and a folder begins with its README', () => {
    expect(pages[0]).toMatchObject({ address: '/docs/', group: null });
    const decisions = pages.filter(({ group }) => group === 'Decisions');
    expect(decisions[0]).toMatchObject({ source: 'docs/decisions/README.md', address: '/docs/decisions/' });
    const titles = decisions.slice(1).map(({ title }) => title);
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('have addresses that say where their files stand, whatever these are', () => {
    const addresses = new Map(pages.map(({ source, address }) => [source, address]));
    expect(addresses.get('docs/errors.md')).toBe('/docs/errors/');
    expect(addresses.get('README.md')).toBe('/docs/readme/');
    expect(addresses.get('packages/cli/README.md')).toBe('/docs/packages/cli/');
    expect(addresses.get('examples/echo.mjs')).toBe('/docs/examples/echo.mjs/');
  });

  it('have their first heading as a title, and a program has its name', () => {
    const titles = new Map(pages.map(({ source, title }) => [source, title]));
    expect(titles.get('packages/agent/README.md')).toBe('@svc/agent');
    expect(titles.get('examples/echo.mjs')).toBe('echo.mjs');
  });
});
