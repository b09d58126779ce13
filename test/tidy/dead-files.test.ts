import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, importsOf, isTest, read, sourceFiles } from './source-files.js';

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

describe('every package', () => {
  it('declares the packages of ours that it imports', () => {
    const undeclared = sourceFiles().flatMap((path) => {
      const folder = /^((?:packages|services)\/[^/]+|proto-events)\//.exec(path)?.[1];
      if (folder === undefined || isTest(path)) return [];
      const manifest = manifestOf(folder);
      const ours = importsOf(path).filter((target) => target.startsWith('@svc/'));
      return ours
        .filter((target) => !manifest.dependencies?.[packageOf(target)])
        .map((target) => `${path}: ${target}`);
    });
    expect(undeclared).toEqual([]);
  });

  it('imports the packages of ours that it declares', () => {
    const manifests = sourceFolders().map((folder) => ({
      folder,
      declared: Object.keys(manifestOf(folder).dependencies ?? {}).filter((name) => name.startsWith('@svc/')),
    }));
    const unused = manifests.flatMap(({ folder, declared }) => {
      const texts = filesBelow(folder)
        .filter((path) => (path.includes('/src/') || path.endsWith('.css')) && !isTest(path))
        .map(read);
      return declared
        .filter((name) => !texts.some((text) => text.includes(`'${name}`)))
        .map((name) => `${folder}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});

/** `proto-events`, and every folder of `packages` and `services`. */
function sourceFolders(): string[] {
  const folders = sourceFiles().map(
    (path) => /^((?:packages|services)\/[^/]+|proto-events)\//.exec(path)?.[1],
  );
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

function manifestOf(folder: string): { dependencies?: Record<string, string> } {
  return JSON.parse(read(`${folder}/package.json`)) as { dependencies?: Record<string, string> };
}

function resolved(importer: string, target: string): string {
  if (!target.startsWith('.')) return target;
  return posix.join(posix.dirname(importer), target).replace(/\.js$/, '.ts');
}

/** `@svc/design-tokens/tokens.css` is a part of `@svc/design-tokens`. */
function packageOf(target: string): string {
  return target.split('/').slice(0, 2).join('/');
}

/** A worker or a program of a test is named by its path, not imported. */
function isStartedByPath(path: string, texts: { path: string; text: string }[]): boolean {
  const name = posix.basename(path).replace(/\.[a-z]+$/, '');
  const mention = new RegExp(`['"\`/]${name}\\.(js|ts|mjs|cjs)['"\`]`);
  return texts.some((other) => other.path !== path && mention.test(other.text));
}
