import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MARKS } from '../marks.mjs';
import { isTest, read, sourceFiles } from './source-files.js';

const FORBIDDEN_WORDS = new Set(['util', 'utils', 'common', 'helper', 'helpers', 'shared', 'manager']);
describe('source files', () => {
  it('and folders are named after a responsibility', () => {
    const words = (path: string) => path.split(/[/.-]/);
    expect(sourceFiles().filter((path) => words(path).some((word) => FORBIDDEN_WORDS.has(word)))).toEqual([]);
  });

  it('have one index.ts per package, at its root, and no other barrel', () => {
    const roots = /^((packages|services)\/[^/]+|proto-events|test\/testkit)\/src\/index\.ts$/;
    expect(sourceFiles().filter((path) => basename(path) === 'index.ts' && !roots.test(path))).toEqual([]);
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
