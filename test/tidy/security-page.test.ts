import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tableBelow } from './markdown-table.js';
import { isTest, read, ROOT } from './source-files.js';

describe('SECURITY.md', () => {
  const page = read('SECURITY.md');
  const threats = tableBelow(page, 'Threats').map(([who = '', what = '', where = '', test = '']) => ({
    threat: `${who}: ${what}`,
    places: namedIn(where),
    tests: namedIn(test),
  }));

  it('names code that exists for every threat', () => {
    expect(threats.length).toBeGreaterThan(20);
    expect(threats.filter(({ places }) => places.length === 0)).toEqual([]);
    expect(threats.flatMap(({ places }) => places).filter(isMissing)).toEqual([]);
  });

  it('names a test that exists for every threat', () => {
    expect(threats.filter(({ tests }) => tests.length === 0)).toEqual([]);
    expect(threats.flatMap(({ tests }) => tests).filter((path) => !isTest(path) || isMissing(path))).toEqual(
      [],
    );
  });
});

function namedIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

function isMissing(path: string): boolean {
  return !existsSync(join(ROOT, path));
}
