import { expect, it } from '@jest/globals';
import { RepeatKey } from './repeat-key.ts';

it('What is sent again has its key, and what has changed has another', () => {
  const [one, other] = [new RepeatKey(), new RepeatKey()];
  const first = one.of({ text: 'Hello' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(one.of({ text: 'Hello' })).toBe(first);
  expect(one.of({ text: 'Hello!' })).not.toBe(first);
  expect(other.of({ text: 'Hello' })).not.toBe(first);
});
