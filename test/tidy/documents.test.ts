import { existsSync } from 'node:fs';
import { posix, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT, filesBelow, read } from './source-files.js';

describe('docs/decisions', () => {
  const isPage = (path: string) => path.endsWith('.md') && !path.endsWith('/README.md');
  const pages = filesBelow('docs/decisions').filter(isPage);
  const index = read('docs/decisions/README.md');

  it('has every page in its index, and nothing else', () => {
    const linked = [...index.matchAll(/\]\(([a-z0-9-]+\.md)\)/g)];
    expect(linked.map(([, name]) => `docs/decisions/${name}`).sort()).toEqual([...pages].sort());
  });

  it('gives a reason on every page', () => {
    expect(pages.filter((path) => !/^## Why/m.test(read(path)))).toEqual([]);
  });
});

describe('documents', () => {
  it('link only to files that exist', () => {
    const inRoot = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'STYLE.md'];
    const inDocs = filesBelow('docs').filter((path) => path.endsWith('.md'));
    const besideCode = ['packages', 'services', 'bench', 'proto-events'].flatMap(filesBelow);
    const readmes = besideCode.filter((path) => path.endsWith('/README.md'));
    const documents = [...inRoot.filter((path) => existsSync(join(ROOT, path))), ...inDocs, ...readmes];
    expect(documents.flatMap(deadLinks)).toEqual([]);
  });
});

function deadLinks(document: string): string[] {
  const prose = read(document).replaceAll(/^( *)```[^]*?^\1```$/gm, '');
  const targets = [...prose.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map((match) => match[1] ?? '');
  const paths = targets.map((target) => posix.join(posix.dirname(document), target));
  return paths.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${document} -> ${path}`);
}
