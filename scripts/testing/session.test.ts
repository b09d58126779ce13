import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

it.each([
  [[0, 0], 0],
  [[0, 1], 1],
])('of checks alone that end with %p ends with %p', async (checks, exitCode) => {
  expect(await exitCodeOf(checks)).toBe(exitCode);
});

/** Runs a session in a process of its own, since it prints its result. */
async function exitCodeOf(checks: number[]): Promise<number> {
  const session = `
    import { TestSession } from ${JSON.stringify(join(import.meta.dirname, 'session.mjs'))};
    const session = new TestSession();
    for (const exitCode of ${JSON.stringify(checks)}) await session.check('a check', async () => exitCode);
    console.log(await session.finish());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', session]);
  return Number(stdout.trim().split('\n').at(-1));
}
