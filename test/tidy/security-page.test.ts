import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { isTest, read, ROOT } from './source-files.js';

it('SECURITY.md names a test that exists for everybody who tries something', () => {
  const threats = read('SECURITY.md')
    .split('\n')
    .filter((line) => line.startsWith('- **'));
  expect(threats.length).toBeGreaterThan(10);
  const tests = threats.map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
  expect(threats.filter((_, index) => tests[index]?.length === 0)).toEqual([]);
  expect(tests.flat().filter((path) => !isTest(path) || !existsSync(join(ROOT, path)))).toEqual([]);
});
