import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { documents } from '../documents/code-blocks.js';
import { needlessEntries } from '../documents/not-run.js';
import { isExecuted, isPartOf, isReadBy, provenBlocks } from '../documents/proofs.js';
import type { ProvenBlock } from '../documents/proofs.js';
import { filesBelow, isTest, read, ROOT } from './source-files.js';

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

it('SECURITY.md names a test that exists for everybody who tries something', () => {
  const threats = read('SECURITY.md')
    .split('\n')
    .filter((line) => line.startsWith('- **'));
  expect(threats.length).toBeGreaterThan(10);
  const tests = threats.map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
  expect(threats.filter((_, index) => tests[index]?.length === 0)).toEqual([]);
  expect(tests.flat().filter((path) => !isTest(path) || !existsSync(join(ROOT, path)))).toEqual([]);
});

/** The recipes of CONTRIBUTING.md by their names, each with the paths that it names. */
const RECIPES = new Map(
  section(read('CONTRIBUTING.md'), 'Recipes')
    .split(/^\*\*(?=A)/m)
    .slice(1)
    .map((recipe) => [recipe.slice(0, recipe.indexOf('.')), pathsIn(recipe)]),
);

describe('the recipes', () => {
  it('name only files and folders that exist', () => {
    const places = [...RECIPES].flatMap(([recipe, paths]) => paths.map((path) => ({ recipe, path })));
    expect(places.length).toBeGreaterThan(20);
    expect(places.filter(({ path }) => matchesOf(path).length === 0)).toEqual([]);
  });
});

it.each([
  ['A type of event', /<|[.]sql$/],
  ['A channel', /^(packages(?!.*\/openapi\/)|services)\//],
])('the recipe "%s" has at most five files that are written by hand, beside examples', (recipe, step) => {
  const written = (RECIPES.get(recipe) ?? []).filter(
    (path) => step.test(path) && !path.startsWith('proto-events/examples/'),
  );
  expect(written.length).toBeGreaterThan(3);
  expect(written.length).toBeLessThanOrEqual(5);
});

function section(markdown: string, title: string): string {
  const start = markdown.indexOf(`\n## ${title}\n`);
  const end = markdown.indexOf('\n## ', start + 1);
  return markdown.slice(start, end);
}

/** What stands in backticks or is linked to, and looks like a path from the root. */
function pathsIn(recipe: string): string[] {
  const inBackticks = [...recipe.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const linked = [...recipe.matchAll(/\]\(([^)#\s]+)\)/g)].map((match) => match[1] ?? '');
  const folders = /^(docs|examples|infra|packages|proto-events|scripts|services|test)\//;
  const files = /^[A-Za-z.-]+\.(md|yml|cjs)$/;
  return [...inBackticks, ...linked].filter((text) => folders.test(text) || files.test(text));
}

/** The files and folders at a path, in which `<…>` stands for any part of a name or for folders. */
function matchesOf(path: string): string[] {
  if (!path.includes('<')) return existsSync(join(ROOT, path)) ? [path] : [];
  const escaped = path.replaceAll('.', '[.]');
  const pattern = escaped.replaceAll('<part>', '.+').replace(/<[a-z]+>/g, '[^/]+');
  const folder = path.slice(0, path.lastIndexOf('/', path.indexOf('<')));
  return filesBelow(folder).filter((file) => new RegExp(`^${pattern}$`).test(file));
}

const BLOCKS = documents().flatMap(provenBlocks);

function positionsOf(blocks: ProvenBlock[]): string[] {
  return blocks.map(({ document, line, language }) => `${document}:${line} (${language})`);
}

/** CONTRIBUTING.md has the recipe for a block of code. */
describe('a block of code in a document', () => {
  it('is run by a test, is a part of what a test runs, or stands in the list of those that no test can run', () => {
    expect(BLOCKS.length).toBeGreaterThan(30);
    expect(positionsOf(BLOCKS.filter(({ proof }) => proof === null))).toEqual([]);
  });

  it('is the text of the file that it is from', () => {
    const isChanged = ({ proof, text }: ProvenBlock) =>
      proof?.kind === 'from' && !isPartOf(text, read(proof.file));
    expect(positionsOf(BLOCKS.filter(isChanged))).toEqual([]);
  });

  it('is from a file that a test runs', () => {
    const unrun = BLOCKS.filter(({ proof, text }) => proof?.kind === 'from' && !isExecuted(proof.file, text));
    expect(positionsOf(unrun)).toEqual([]);
  });

  it('is checked by a test that reads its document', () => {
    const unread = BLOCKS.filter(
      ({ document, proof }) => proof?.kind === 'checked' && !isReadBy(document, proof.test),
    );
    expect(positionsOf(unread)).toEqual([]);
  });

  it('stands in the list only as long as it is there', () => {
    expect(needlessEntries(BLOCKS)).toEqual([]);
  });
});
