import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { importsOf, isTest, read, sourceFiles } from './source-files.js';

/** A file that starts something by itself: a process, a package's face, a command, a tool's configuration. */
const ENTRIES =
  /(^|\/)(main|[a-z-]+-main|index|generate|build)\.(tsx?|mjs)$|\.config\.(ts|mjs)$|^scripts\/[^/]+\.mjs$|^bench\/[^/]+\.(ts|mjs)$/;

/** It names files by their paths, and stands outside the folders of sources. */
const JEST_CONFIGURATION = 'jest.config.mjs';

describe('every file', () => {
  it('is imported by another, or is an entry or a test', () => {
    const files = sourceFiles();
    const reached = new Set(files.flatMap((path) => importsOf(path).map((target) => resolved(path, target))));
    const texts = [...files, JEST_CONFIGURATION].map((path) => ({ path, text: read(path) }));
    const isAlive = (path: string) => ENTRIES.test(path) || isTest(path) || reached.has(path);
    expect(files.filter((path) => !isAlive(path) && !isStartedByPath(path, texts))).toEqual([]);
  });
});

function resolved(importer: string, target: string): string {
  if (!target.startsWith('.')) return target;
  return posix.join(posix.dirname(importer), target).replace(/\.js$/, '.ts');
}

/** A worker or a program of a test is named by its path, not imported. */
function isStartedByPath(path: string, texts: { path: string; text: string }[]): boolean {
  const name = posix.basename(path).replace(/\.[a-z]+$/, '');
  const mention = new RegExp(`['"\`/]${name}\\.(js|ts|mjs|cjs)['"\`]`);
  return texts.some((other) => other.path !== path && mention.test(other.text));
}
