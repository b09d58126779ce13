import { readEnvironment } from './environment.js';
import { problemsOf } from './environment.suite.js';
import { readSealingConfig, sealingKeyBytes } from './base-config.js';

const hex = (byte: number) => Buffer.alloc(32, byte).toString('hex');
const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const read = (env: Record<string, string>, isOptional = false) =>
  readEnvironment(env, (reader) => readSealingConfig(reader, { isOptional }));
const firstBytes = (env: Record<string, string>) => sealingKeyBytes(read(env)).map((key) => key[0]);

const problems = (env: Record<string, string>) => problemsOf(env, readSealingConfig);

describe('sealing keys', () => {
  it('are SECRETS_KEY, which seals, and behind it SECRETS_KEYS', () => {
    expect(firstBytes({ SECRETS_KEY: hex(1) })).toEqual([1]);
    expect(firstBytes({ SECRETS_KEY: hex(1), SECRETS_KEYS: `${base64(2)}, ${hex(3)}` })).toEqual([1, 2, 3]);
    expect(firstBytes({ SECRETS_KEYS: `${base64(2)},${hex(3)}` })).toEqual([2, 3]);
  });

  it('are required, unless the process makes one itself', () => {
    expect(problems({})).toEqual(['SECRETS_KEY is required']);
    expect(read({}, true)).toEqual({ keys: [], lostKeyIds: [] });
  });

  it('are 32 bytes each, and at most eight behind the first; a problem does not show them', () => {
    for (const wrong of ['abc', `${hex(1)},`, `${hex(1)};${hex(2)}`, `${hex(1)},${hex(2).slice(2)}`])
      expect(problems({ SECRETS_KEYS: wrong })).toContain(
        'SECRETS_KEYS must be keys of 64 hex or 44 base64 characters, separated by commas',
      );
    const nine = Array.from({ length: 9 }, (_, index) => hex(index)).join();
    expect(problems({ SECRETS_KEYS: nine })).toContain('SECRETS_KEYS must have at most 8 values');
  });

  it('may be given up by their ids', () => {
    const env = { SECRETS_KEY: hex(1), SECRETS_KEYS_LOST: '0a1b2c3d,4e5f6071' };
    expect(read(env).lostKeyIds).toEqual(['0a1b2c3d', '4e5f6071']);
    expect(problems({ ...env, SECRETS_KEYS_LOST: 'all' })).toHaveLength(1);
  });
});
