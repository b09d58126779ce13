import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const RUN_MS_MAX = 240_000;

/** In a process of its own, so that its failures do not stand among those of this run. */
const RUN = `
  import { runJest } from ${JSON.stringify(join(import.meta.dirname, 'jest-run.mjs'))};
  import { lookAgain } from ${JSON.stringify(join(import.meta.dirname, 'second-look.mjs'))};
  const run = (args) => runJest(['--config', process.argv[1] + '/jest.config.json', ...args], process.env, () => {});
  const first = await run([]);
  console.log(JSON.stringify([first, await lookAgain(first, run)]));
`;

interface Look {
  passed: number;
  failed: number;
  exitCode: number;
  flaky?: string[];
}

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'agent-service-jest-project-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

it(
  'counts the tests of a run whose teardown fails, and looks no second time',
  async () => {
    const [first, both] = await looks(
      `module.exports = () => { throw new Error('The product did not drain'); };`,
    );
    expect(first).toMatchObject({ passed: 2, failed: 1, exitCode: 1 });
    expect(both).toMatchObject({ passed: 2, failed: 1, exitCode: 1, flaky: [] });
  },
  RUN_MS_MAX,
);

it(
  'fails by what fails twice, a file that cannot be loaded included',
  async () => {
    write('tests/broken.test.js', `throw new Error('broken');`);
    const [first, both] = await looks();
    expect(first).toMatchObject({ passed: 2, failed: 2, exitCode: 9 });
    expect(both).toMatchObject({ passed: 2, failed: 2, exitCode: 9, flaky: [] });
  },
  RUN_MS_MAX,
);

it(
  'counts as passed, and lists as flaky, what passes alone',
  async () => {
    write(
      'tests/some.test.js',
      `${FIRST_TIME} it('one', () => {}); describe('of many', () => it('two', () => expect(isFirst).toBe(false)));`,
    );
    write(
      'tests/unloaded.test.js',
      `${FIRST_TIME} if (isFirst) throw new Error('busy'); it('three', () => {});`,
    );
    const [first, both] = await looks();
    expect(first).toMatchObject({ passed: 1, failed: 2, exitCode: 9 });
    expect(both).toMatchObject({ passed: 3, failed: 0, exitCode: 0 });
    expect(both.flaky?.map((name) => name.replace(/^.*\/tests\//, '')).toSorted()).toEqual([
      'some.test.js › of many › two',
      'unloaded.test.js › the whole file',
    ]);
  },
  RUN_MS_MAX,
);

/** At the top of a test file: whether it runs for the first time. */
const FIRST_TIME = `
  const { existsSync, writeFileSync } = require('node:fs');
  const isFirst = !existsSync(__filename + '.seen');
  writeFileSync(__filename + '.seen', '');`;

/** The first look, and both together. Unless a test has replaced them, two tests pass and one fails. */
async function looks(teardown = 'module.exports = () => {};'): Promise<[Look, Look]> {
  write('jest.config.json', JSON.stringify({ globalTeardown: '<rootDir>/teardown.js', transform: {} }));
  write('package.json', '{}');
  write('teardown.js', teardown);
  if (!existsSync(join(project, 'tests/some.test.js')))
    write(
      'tests/some.test.js',
      `it('one', () => {}); it('two', () => {}); it('three', () => expect(1).toBe(2));`,
    );
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', RUN, project]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as [Look, Look];
}

function write(name: string, text: string): void {
  mkdirSync(join(project, name, '..'), { recursive: true });
  writeFileSync(join(project, name), text);
}
