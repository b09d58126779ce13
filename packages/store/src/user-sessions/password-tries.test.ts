import { expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';

const bench = useStore();
const BACKOFF = { freeMax: 1, waitSecondsMin: 60, waitSecondsMax: 300 };

it('A wait that a clock far ahead has set ends when the clock is right again', async () => {
  const begin = () => bench.store.passwordTries.begin('ada', BACKOFF);
  expect(await begin()).toBeNull();
  expect(await begin()).toBeNull();
  expect(await begin()).toBeGreaterThan(50);
  await bench.sql(
    `UPDATE password_try SET last_at = last_at + interval '400 days', next_at = next_at + interval '400 days'`,
  );
  expect(await begin()).toBeNull();
  // The count has begun anew.
  expect(await begin()).toBeNull();
  expect(await begin()).toBeGreaterThan(50);
});
