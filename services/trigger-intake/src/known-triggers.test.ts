import { expect, it } from '@jest/globals';
import { KnownTriggers } from './known-triggers.js';

it('keeps the triggers that were called last', () => {
  const known = new KnownTriggers(2);
  for (const key of ['a', 'b', 'a', 'c']) known.add(key, null);
  expect(['a', 'b', 'c'].map((key) => known.has(key))).toEqual([true, false, true]);
  known.remove('a');
  expect(known.has('a')).toBe(false);
});
