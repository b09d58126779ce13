import { expect, it } from '@jest/globals';
import { resolveHost } from './webhook-guard.js';

it('knows the names of the hosts file', async () => {
  const addresses = await resolveHost('localhost');
  expect(addresses.every((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
  expect(addresses.length).toBeGreaterThan(0);
});

it('rejects a name that nobody knows', async () => {
  await expect(resolveHost('nobody-knows-this-name')).rejects.toThrow();
});
