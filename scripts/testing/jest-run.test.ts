import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const RUN_MS_MAX = 240_000;

/** In a process of its own, so that its failures do not stand among those of this run. */
const RUN = `
  import { runJest } from ${JSON.stringify(join(import.meta.dirname, 'jest-run.mjs'))};
  const result = await runJest(['--config', process.argv[1] + '/jest.config.json'], process.env, () => {});
  console.log(JSON.stringify(result));
`;

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'agent-service-jest-project-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

it(
  'counts the tests of a run whose teardown fails',
  async () => {
    expect(await runIn(`module.exports = () => { throw new Error('The product did not drain'); };`)).toEqual({
      passed: 2,
      failed: 1,
      exitCode: 1,
    });
  },
  RUN_MS_MAX,
);

it(
  'counts a file that cannot be run as one failure',
  async () => {
    write('tests/broken.test.js', `throw new Error('broken');`);
    expect(await runIn(`module.exports = () => {};`)).toEqual({ passed: 2, failed: 2, exitCode: 1 });
  },
  RUN_MS_MAX,
);

/** Runs two tests that pass and one that fails, in a project with this teardown. */
async function runIn(teardown: string): Promise<unknown> {
  write('jest.config.json', JSON.stringify({ globalTeardown: '<rootDir>/teardown.js', transform: {} }));
  write('package.json', '{}');
  write('teardown.js', teardown);
  write(
    'tests/some.test.js',
    `it('one', () => {}); it('two', () => {}); it('three', () => expect(1).toBe(2));`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', RUN, project]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

function write(name: string, text: string): void {
  mkdirSync(join(project, name, '..'), { recursive: true });
  writeFileSync(join(project, name), text);
}
