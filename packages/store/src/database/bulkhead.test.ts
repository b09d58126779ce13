import type { Pool } from 'pg';
import { inBulkhead } from './bulkhead.js';

it('a call that a lock keeps waiting leaves connections to other keys', async () => {
  const pool = { options: { max: 8 } } as Pool;
  let begun = 0;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const work = () => {
    begun += 1;
    return held;
  };
  const blocked = Array.from({ length: 8 }, () => inBulkhead(pool, 'agent', work));
  expect(await inBulkhead(pool, 'another', () => Promise.resolve('served'))).toBe('served');
  expect(begun).toBe(2);
  letGo();
  await Promise.all(blocked);
});
