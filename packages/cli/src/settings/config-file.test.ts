import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readCliEnvironment } from '../env.js';
import { readConfig, writeConfig, serviceOf } from './service.js';

const KEY = 'svc_pat_1';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the file of keys is for its owner alone, whatever its mode was', async () => {
  const path = join(folder, 'fresh/svc/config.json');
  await writeConfig(path, { accounts: {} });
  await chmod(path, 0o644);
  await writeConfig(path, { current: 'http://a', accounts: { 'http://a': { key: KEY } } });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(path))).toEqual(['config.json']);
  expect(await readConfig(path)).toEqual({ current: 'http://a', accounts: { 'http://a': { key: KEY } } });
});

it('a file that is no configuration is refused with what to do', async () => {
  const path = join(folder, 'broken.json');
  for (const text of ['{', '[]', '{"accounts":[]}']) {
    await writeFile(path, text);
    await expect(readConfig(path)).rejects.toMatchObject({
      code: 'failed',
      hint: expect.stringContaining('svc login'),
    });
  }
});

it('a kept key goes to its own service and to no other', async () => {
  const path = join(folder, 'kept.json');
  await writeConfig(path, {
    current: 'http://a:1',
    accounts: { 'http://a:1': { key: KEY, email: 'ada@example.org' } },
  });
  const env = readCliEnvironment({ SVC_CONFIG: path });
  expect(await serviceOf(env, undefined)).toEqual({ url: 'http://a:1', key: KEY, email: 'ada@example.org' });
  expect(await serviceOf(env, 'http://a:1/')).toMatchObject({ key: KEY });
  for (const url of ['http://a:2', 'https://a:1', 'http://a:1/other', 'http://constructor'])
    expect(await serviceOf(env, url)).toMatchObject({ key: null });
  const named = readCliEnvironment({ SVC_CONFIG: path, SVC_URL: 'http://b', SVC_API_KEY: 'svc_pat_2' });
  expect(await serviceOf(named, undefined)).toEqual({ url: 'http://b', key: 'svc_pat_2', email: null });
});

it('what is no address of a service is a mistake of the command line', async () => {
  const env = readCliEnvironment({ SVC_CONFIG: join(folder, 'none.json') });
  for (const url of ['localhost', 'ftp://a', 'http://user:word@a', ''])
    await expect(serviceOf(env, url)).rejects.toMatchObject({ code: 'usage' });
});
