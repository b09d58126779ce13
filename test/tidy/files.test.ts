import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MARKS } from '../marks.mjs';
import { isTest, read, sourceFiles } from './source-files.js';

const LINES_MAX = { source: 300, test: 500 };
const KEBAB_CASE = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs|cjs)$/;
const FORBIDDEN_WORDS = new Set(['util', 'utils', 'common', 'helper', 'helpers', 'shared', 'manager']);
/** Tests and tools may look at the environment; the product reads it in `env.ts`, once. */
const MAY_READ_ENVIRONMENT =
  /(^|\/)env\.ts$|^(scripts|test|bench|packages\/testkit)\/|\.(test|suite)\.ts$|\.config\.ts$|\/generate\.mjs$/;

describe('source files', () => {
  it('are short', () => {
    const tooLong = sourceFiles()
      .map((path) => ({ path, lines: read(path).trimEnd().split('\n').length }))
      .filter(({ path, lines }) => lines > (isTest(path) ? LINES_MAX.test : LINES_MAX.source))
      .map(({ path, lines }) => `${path}: ${lines} lines`);
    expect(tooLong).toEqual([]);
  });

  it('have names in kebab-case', () => {
    expect(sourceFiles().filter((path) => !KEBAB_CASE.test(basename(path)))).toEqual([]);
  });

  it('and their folders are named after a responsibility', () => {
    const words = (path: string) => path.split(/[/.-]/);
    expect(sourceFiles().filter((path) => words(path).some((word) => FORBIDDEN_WORDS.has(word)))).toEqual([]);
  });

  it('read the environment in env.ts only', () => {
    const readers = sourceFiles().filter((path) => /\bprocess\.env\b/.test(read(path)));
    expect(readers.filter((path) => !MAY_READ_ENVIRONMENT.test(path))).toEqual([]);
  });

  it('have one index.ts per package, at its root, and no other barrel', () => {
    const roots = /^((packages|services)\/[^/]+|proto-events|test\/testkit)\/src\/index\.ts$/;
    expect(sourceFiles().filter((path) => basename(path) === 'index.ts' && !roots.test(path))).toEqual([]);
  });

  it('have no default exports', () => {
    const byTool = /\.(config\.ts|mjs|cjs)$/;
    const defaults = sourceFiles().filter((path) => /^export default\b/m.test(read(path)));
    expect(defaults.filter((path) => !byTool.test(path))).toEqual([]);
  });
});

describe('a mark of a test file', () => {
  it('stands in the form that the runner reads', () => {
    const files = sourceFiles().filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/tidy/'));
    const unread = files.filter((path) =>
      MARKS.some((mark) => read(path).split(mark).length !== read(path).split(`/** ${mark} `).length),
    );
    expect(unread).toEqual([]);
  });
});

describe('an HTTP server of tests', () => {
  it('closes no connection that is idle: on a busy machine the next call is just going out over it, and fails', () => {
    const closing = sourceFiles()
      .filter((path) => isTest(path) || path.startsWith('test/testkit/'))
      .filter((path) => /import \{[^}]*\bcreateServer\b[^}]*\} from 'node:http';/.test(read(path)))
      .filter((path) => /createServer\([^)\n]/.test(read(path)) && !read(path).includes('keepAliveTimeout'));
    expect(closing).toEqual([]);
  });
});
