import { readEnvironment } from './environment.js';
import { readQuotas } from './base-config.js';

const read = (env: Record<string, string>) => readEnvironment(env, readQuotas);

it('gives an agent half of the bytes that its user may have, unless told', () => {
  const bytesOf = (env: Record<string, string>) => read(env).media_bytes_per_agent;
  expect(bytesOf({ QUOTA_MEDIA_BYTES_PER_USER: '1001' })).toBe(501);
  expect(bytesOf({ QUOTA_MEDIA_BYTES_PER_USER: '0' })).toBe(0);
  expect(bytesOf({ QUOTA_MEDIA_BYTES_PER_USER: '1000', QUOTA_MEDIA_BYTES_PER_AGENT: '30' })).toBe(30);
});
