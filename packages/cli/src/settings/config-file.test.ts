import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readCliEnvironment } from '../env.js';
import { readLogin, serviceOf, writeLogin } from './service.js';

const KEY = 'svc_pat_1';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the file of the key is for its owner alone, whatever its mode was', async () => {
  const path = join(folder, 'fresh/svc/config.json');
  writeLogin(path, { url: 'http://b', key: 'svc_pat_0' });
  await chmod(path, 0o644);
  writeLogin(path, { url: 'http://a', key: KEY });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(path))).toEqual(['config.json']);
  expect(readLogin(path)).toEqual({ url: 'http://a', key: KEY });
});

it('a file that is no configuration is refused with what to do', async () => {
  const path = join(folder, 'broken.json');
  for (const text of ['{', '[]', '{"url":"http://a"}']) {
    await writeFile(path, text);
    const told = { code: 'failed', hint: expect.stringContaining('svc login') };
    expect(() => readLogin(path)).toThrow(expect.objectContaining(told));
  }
});

it('a kept key goes to its own service and to no other', () => {
  const path = join(folder, 'kept.json');
  writeLogin(path, { url: 'http://a:1', key: KEY });
  const env = readCliEnvironment({ SVC_CONFIG: path });
  expect(serviceOf(env, undefined)).toEqual({ url: 'http://a:1', key: KEY });
  expect(serviceOf(env, 'http://a:1/')).toMatchObject({ key: KEY });
  for (const url of ['http://a:2', 'https://a:1', 'http://a:1/other'])
    expect(serviceOf(env, url)).toMatchObject({ key: null });
  const named = readCliEnvironment({ SVC_CONFIG: path, SVC_URL: 'http://b', SVC_API_KEY: 'svc_pat_2' });
  expect(serviceOf(named, undefined)).toEqual({ url: 'http://b', key: 'svc_pat_2' });
});

it('what is no address of a service is a mistake of the command line', () => {
  const env = readCliEnvironment({ SVC_CONFIG: join(folder, 'none.json') });
  for (const url of ['localhost', 'ftp://a', 'http://user:word@a', ''])
    expect(() => serviceOf(env, url)).toThrow(expect.objectContaining({ code: 'usage' }));
});
