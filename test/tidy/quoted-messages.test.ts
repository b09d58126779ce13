import { expect, it } from '@jest/globals';
import { codeBlocks } from '../documents/code-blocks.js';
import { read } from './source-files.js';

it('a message that docs/operations.md quotes is written by the code', () => {
  const [quoted, ...others] = codeBlocks('docs/operations.md').filter(({ language }) => language === 'text');
  expect(others).toEqual([]);
  const parts = quoted?.text.trimEnd().split(/inst_…|(?<=")installation(?=")/) ?? [];
  expect(parts.length).toBeGreaterThan(2);
  const source = read('packages/broker/src/broker.ts');
  expect(parts.filter((part) => !source.includes(part))).toEqual([]);
});
