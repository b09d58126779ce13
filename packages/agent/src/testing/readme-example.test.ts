/** @only-in-all Starts servers of its own. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-readme-'));
  await mkdir(join(folder, 'node_modules/@svc'), { recursive: true });
  await symlink(PACKAGE, join(folder, 'node_modules/@svc/agent'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the first test of the README runs as it stands, with the test runner of Node', async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const [, example = ''] =
    /^```js\n(import .*?from '@svc\/agent\/testing'.*?)^```$/ms.exec(
      readme.slice(readme.indexOf('## Testing')),
    ) ?? [];
  const file = join(folder, 'agent.test.mjs');
  await writeFile(file, example);
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', file], {
    cwd: folder,
    // As on a machine that has nothing but Node.
    env: { ...process.env, TEST_DATABASE_URL: undefined },
  });
  expect(stdout).toMatch(/^# pass 1$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});
