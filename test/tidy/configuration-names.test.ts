import { describe, expect, it } from '@jest/globals';
import { isTest, read, sourceFiles } from './source-files.js';

/** A name is read through the typed reader of `@svc/runtime`, from an `env` object, or in brackets. */
const READ = /\bread\.[a-zA-Z]+\(\s*'([A-Z][A-Z0-9_]*)'|\benv(?:\.|\[')([A-Z][A-Z0-9_]+)/g;
/** Some of the names that it reads are data there. */
const TOOL = 'services/front-door/src/configuration.ts';

describe('configuration', () => {
  const inProduct = sourceFiles()
    .filter(
      (path) =>
        /^(packages|services)\//.test(path) &&
        !isTest(path) &&
        !/^packages\/(testkit|agent|cli)\/|generate\.mjs$/.test(path),
    )
    .flatMap((path) => [...read(path).matchAll(READ)].map((match) => match[1] ?? match[2] ?? ''));
  const inTool = [...read(TOOL).matchAll(/'([A-Z][A-Z0-9_]+)'|\benv\.([A-Z][A-Z0-9_]+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const inCode = new Set([...inProduct, ...inTool]);

  it('has every name that the code reads in the README', () => {
    const listed = namesInReadme();
    expect([...inCode].filter((name) => !listed.has(name))).toEqual([]);
  });

  it('has no name in the README that nothing reads', () => {
    expect([...namesInReadme()].filter((name) => !inCode.has(name))).toEqual([]);
  });
});

function namesInReadme(): Set<string> {
  const rows = read('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]*)` +\|/gm);
  return new Set([...rows].map((match) => match[1] ?? ''));
}
