import { expect, it } from '@jest/globals';
import { configurationOrExit, readEnvironment } from './environment.js';

it('ends the process with one message that names every problem', () => {
  const written: string[] = [];
  const exit = (code: number): never => {
    throw new Error(`exit ${code}`);
  };
  const host = { stderr: { write: (text: string) => written.push(text) }, exit };
  const read = () =>
    readEnvironment({ PORT: 'x' }, (reader) => [reader.integer('PORT'), reader.string('HOST')]);
  expect(() => configurationOrExit(read, host)).toThrow('exit 78');
  expect(written).toEqual([
    '\n✗ The configuration has 2 problems:\n  - PORT must be a whole number\n  - HOST is required\n\n',
  ]);
});
