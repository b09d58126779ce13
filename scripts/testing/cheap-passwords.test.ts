/** @only-in-all Of a script, and changed with it. */
import { execFile } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'cheap-passwords.mjs')).href;
const SIGN_IN = join(import.meta.dirname, '../../packages/sign-in');
const PASSWORD = 'correct horse battery';
const HASH = `
  import { hashPassword, verifyPassword } from 'better-auth/crypto';
  const hash = await hashPassword(process.argv[1]);
  const isRight = (password) => verifyPassword({ hash, password });
  console.log(JSON.stringify({ hash, answers: [await isRight(process.argv[1]), await isRight('another')] }));
`;

it('a password costs as much as it should where nothing is preloaded', async () => {
  expect(await hashedBy('')).toEqual({ cost: 16_384, answers: [true, false] });
});

it('a password costs next to nothing under the preload, and only the right one fits', async () => {
  expect(await hashedBy(`--import=${PRELOAD}`)).toEqual({ cost: 2, answers: [true, false] });
});

/** Hashes in a process of its own with these options of Node, and finds scrypt's cost by trying. */
async function hashedBy(options: string): Promise<{ cost: number | undefined; answers: boolean[] }> {
  const args = ['--input-type=module', '-e', HASH, PASSWORD];
  const env = { ...process.env, NODE_OPTIONS: options };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: SIGN_IN, env });
  const { hash, answers } = JSON.parse(stdout) as { hash: string; answers: boolean[] };
  const [salt = '', key = ''] = hash.split(':');
  const isOf = (cost: number): boolean => {
    const options = { N: cost, r: 16, p: 1, maxmem: 2 ** 26 };
    return scryptSync(PASSWORD, salt, key.length / 2, options).toString('hex') === key;
  };
  return { cost: [2, 16_384].find(isOf), answers };
}
