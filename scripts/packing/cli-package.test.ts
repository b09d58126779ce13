/** @only-in-all Of a script, and changed with it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packCli } from './cli-package.mjs';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cli-package-test-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('svc as it is packed is one file that runs in a folder that knows nothing of this repository', async () => {
  const file = await packCli(ROOT, folder);
  await run('tar', ['-xzf', file, '-C', folder]);
  const unpacked = join(folder, 'package');
  expect((await readdir(unpacked)).sort()).toEqual(['README.md', 'package.json', 'pictures', 'svc.mjs']);
  const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: expect.any(String), bin: { svc: 'svc.mjs' } });
  expect(manifest.dependencies).toBeUndefined();
  const svc = (...args: string[]) =>
    run(process.execPath, [join(unpacked, 'svc.mjs'), ...args], { cwd: folder, env: { HOME: folder } });
  expect((await svc('--version')).stdout).toBe(`${manifest.version}\n`);
  // A command that needs the libraries for sockets and signatures.
  expect((await svc('listen', '--help')).stdout).toContain('--take-over');
  const refused = { code: 3, stderr: expect.stringContaining('not_signed_in') };
  await expect(svc('agents', 'ls', '--url', 'http://127.0.0.1:9', '--json')).rejects.toMatchObject(refused);
});
