import { expect, it } from '@jest/globals';
import { Bulkhead } from './bulkhead.js';

it('a call that a lock keeps waiting leaves connections to other keys', async () => {
  const bulkhead = new Bulkhead(8);
  let begun = 0;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const work = () => {
    begun += 1;
    return held;
  };
  const blocked = Array.from({ length: 8 }, () => bulkhead.run('agent', work));
  expect(await bulkhead.run('another', () => Promise.resolve('served'))).toBe('served');
  expect(begun).toBe(2);
  letGo();
  await Promise.all(blocked);
});
