import { expect, it } from '@jest/globals';
import { parseRetryAfter } from './webhook-client.js';

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
])('asks for a wait: %j', (value, waitMs) => expect(parseRetryAfter(value, NOW_MS)).toBe(waitMs));

it.each([
  ['-5'],
  ['1.5'],
  ['soon'],
  [''],
  ['2026-01-01T00:01:00Z'],
  ['Wed, 31 Dec 2025 23:59:00 GMT'],
  ['Thu, nonsense'],
  ['9'.repeat(50)],
  [undefined],
  [['5', '6']],
])('asks for nothing: %j', (value) => expect(parseRetryAfter(value, NOW_MS)).toBeUndefined());
