import { expect, it } from '@jest/globals';
import { repositoryRoot } from '../preparation/processes.mjs';
import { selection } from './selection.mjs';

const select = (...args: string[]) => selection(args, repositoryRoot());

it('is the gate without arguments, and what the gate leaves out with --all', () => {
  expect(select()).toMatchObject({ tier: 'gate', jest: [] });
  expect(select('--all')).toMatchObject({ tier: 'rest', jest: [] });
});

it('is what paths and names fit, of all files', () => {
  expect(select('domain/src/ids', '-t', 'random')).toEqual({
    files: ['packages/domain/src/ids.test.ts'],
    jest: ['--passWithNoTests', '--testNamePattern', 'random', 'domain/src/ids'],
  });
});

it.each([
  [['--everything'], "Unknown option '--everything'"],
  [['packages/nowhere'], 'No test file has packages/nowhere in its path.'],
  [['--all', 'packages/domain'], '--all takes nothing beside it.'],
])('says what there is, of %j', (args, what) => {
  expect(() => select(...args)).toThrow(what);
  expect(() => select(...args)).toThrow('npm run test:all');
});
