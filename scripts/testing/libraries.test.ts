import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { bundleLibraries } from './libraries.mjs';

/** A checkout with one package, whose libraries share one, and where the libraries are written. */
let root: string;
let folder: string;
let written: Map<string, string>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'libraries-'));
  folder = join(root, 'written');
  const sources = `
    import type { Unused } from 'unused';
    import { join } from 'node:path';
    import old, { Old } from 'old';
    import { recent } from 'recent';
    export const lazy = () => import('recent/lazy');
    export const all = [old, Old, recent, join];`;
  write('packages/one/src/index.ts', sources);
  write(
    'packages/one/package.json',
    '{ "type": "module", "exports": { ".": { "default": "./dist/index.js" } } }',
  );
  write('tsconfig.base.json', '{}');
  library('shared', {}, { 'index.js': `exports.count = 0;` });
  library(
    'old',
    {},
    {
      'index.js': `const shared = require('shared'); require('fs'); exports.Old = class Old {}; exports.next = () => ++shared.count;`,
    },
  );
  const exports = { '.': { module: './bundlers.js', import: './index.js' }, './lazy': './lazy.js' };
  library(
    'recent',
    { type: 'module', exports },
    {
      'index.js': `import shared from 'shared'; export const recent = () => ++shared.count; export default 'by default';`,
      'lazy.js': `export const lazy = true;`,
      'bundlers.js': `export const recent = 'for bundlers';`,
    },
  );
  written = await bundleLibraries(root, folder);
});
afterEach(() => rmSync(root, { recursive: true }));

it('are those files of libraries that the product imports', () => {
  const names = [...written.keys()].map((path) => path.slice(path.lastIndexOf('node_modules')));
  expect(names).toEqual([
    'node_modules/old/index.js',
    'node_modules/recent/index.js',
    'node_modules/recent/lazy.js',
  ]);
});

it('have all the names that Node finds in the libraries', () => {
  rmSync(join(root, 'node_modules'), { recursive: true });
  const names = [...written.values()].map(
    (path) => `Object.keys(await import('${pathToFileURL(path).href}'))`,
  );
  expect(outputOf(`[${names.join(', ')}]`)).toEqual([
    ['Old', 'default', 'next'],
    ['default', 'recent'],
    ['lazy'],
  ]);
});

it('keep the names of classes, and have what several of them share once', () => {
  const [old = '', recent = ''] = [...written.values()].map(
    (path) => `await import('${pathToFileURL(path).href}')`,
  );
  expect(
    outputOf(`[(${old}).Old.name, (${old}).next(), (${recent}).recent(), (${old}).default.next()]`),
  ).toEqual(['Old', 1, 2, 3]);
});

it('stand in the place of what our code imports, and of nothing that a library imports or anybody requires', async () => {
  const [[path, inItsPlace] = ['', '']] = written;
  write('table.json', JSON.stringify([...written]));
  process.env['TEST_LIBRARIES'] = join(root, 'table.json');
  const { sync } = await import('./library-resolver.mjs');
  const found = (basedir: string, ...conditions: string[]) =>
    sync('old', { basedir, conditions, defaultResolver: () => path }) as string;
  expect(found(join(root, 'packages/one/src'), 'import', 'default')).toBe(inItsPlace);
  expect(found(join(root, 'node_modules/recent'), 'import', 'default')).toBe(path);
  expect(found(join(root, 'packages/one/src'), 'require', 'default')).toBe(path);
});

function library(name: string, manifest: object, files: Record<string, string>): void {
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, ...manifest }));
  for (const [file, text] of Object.entries(files)) write(`node_modules/${name}/${file}`, text);
}

function write(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function outputOf(expression: string): unknown {
  const program = `console.log(JSON.stringify(${expression}))`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  );
}
